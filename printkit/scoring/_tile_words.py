"""Words that name a tile: its type, the degrees it is turned by, and an ``x`` where it displaces another one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from printkit.errors import did_you_mean, quoted
from printkit.spec import GameSpec
from printkit.tilings import DEGREES

TURN = {str(degrees): degrees // 60 for degrees in DEGREES}
UNREADABLE = "?"
DISPLACES = "x"
MOST_KNOWN = 10_000
_CELL = re.compile("[A-Za-z]{1,2}[0-9]{1,3}", re.ASCII)
_HAS_LETTERS = re.compile("[^\\W\\d_]|=")
_LOOKALIKES = str.maketrans({"o": "0", "l": "1", "i": "1", "|": "1", "°": ""})


class Fault(NamedTuple):
    """What is wrong with a word; ``at`` is its number among the words, None for all of them."""

    code: str
    message: str
    hint: str | None = None
    at: int | None = None


class Typed(NamedTuple):
    """A tile as typed; ``kind`` is None where it is no tile, ``turn`` where it is no direction or unreadable."""

    kind: str | None
    declared: str = ""
    turn: int | None = 0
    is_unclear: bool = False
    displaces: int | None = None  # the number of the word that says so
    faults: tuple[Fault, ...] = ()


class Names(NamedTuple):
    """The types of tiles of a game by their names as they are compared, and those that are declared as another."""

    standard: dict[str, str]
    declared: dict[str, str]
    declared_too: tuple[str, ...]  # as they are listed, such as wildcard=NAME
    known: dict[tuple[int, tuple[str, ...]], Typed]  # words that were read without a fault


@lru_cache(maxsize=64)
def names_of(spec: GameSpec) -> Names:
    """Return the names of a game's tiles; the Wildcard is known where a game has none, so that its supply is 0."""
    types = spec.tile_types
    standard = {_plain(name): name for name, kind in types.items() if kind.face == "block"}
    declared = {_plain(name): name for name, kind in types.items() if kind.face == "write"}
    listed = tuple(f"{name}=NAME" for name in declared.values())
    return Names(standard, declared or {"wildcard": "wildcard"}, listed, {})


def _plain(word: str) -> str:
    return word.casefold().replace("-", "").replace("_", "")


def tile_of(names: Names, words: Sequence[str]) -> tuple[str, str] | None:
    """Return the type that words name, and the one it is declared to be, or ''."""
    first, equals, second = _plain("".join(words)).partition("=")
    if not equals:
        kind = names.standard.get(first)
        return None if kind is None else (kind, "")
    kind, declared = names.declared.get(first), names.standard.get(second)
    return None if kind is None or declared is None else (kind, declared)


def typed(names: Names, words: tuple[str, ...], first: int = 0) -> Typed:
    """Read the words that name a tile; ``first`` is the number of the first of them, for faults."""
    found = names.known.get((first, words))
    if found is None:
        found = _read(names, words, first)
        if not found.faults and len(names.known) < MOST_KNOWN:
            names.known[first, words] = found
    return found


def _read(names: Names, words: Sequence[str], first: int) -> Typed:
    marks = [
        i for i, word in enumerate(words) if word.casefold() == DISPLACES and not _is_crossing(words[i + 1 :])
    ]
    numbers = [first + i for i in range(len(words)) if i not in marks]
    rest = [word for i, word in enumerate(words) if i not in marks]
    displaces = first + marks[0] if marks else None
    if not rest:
        return Typed(None, displaces=displaces, faults=(Fault("unknown-tile", "the tile is missing", _example()),))
    found = tile_of(names, rest)
    if found is not None:
        return Typed(*found, displaces=displaces)
    extra = next((n for n in (1, 2) if len(rest) > n and tile_of(names, rest[:-n]) is not None), None)
    if extra is None:
        is_number = rest[-1][0].isdigit() or not _HAS_LETTERS.search(rest[-1])
        extra = int(len(rest) > 1 and is_number)
    found = tile_of(names, rest[:-extra] if extra else rest)
    faults = [] if found is not None else [_unknown(names, rest[:-extra] if extra else rest, numbers[0])]
    turn: int | None = 0
    if extra == 2:
        turn = None
        message = f"found {quoted(' '.join(rest[-2:]))} behind the tile; expected one direction"
        faults.append(Fault("bad-value", message, None, numbers[-1]))
    elif extra == 1 and rest[-1] == UNREADABLE:
        kind, declared = found or (None, "")
        return Typed(kind, declared, None, True, displaces, tuple(faults))
    elif extra == 1:
        turn = TURN.get(rest[-1])
        if turn is None:
            faults.append(bad_direction(rest[-1], numbers[-1]))
    kind, declared = found or (None, "")
    return Typed(kind, declared, turn, False, displaces, tuple(faults))


def _is_crossing(behind: Sequence[str]) -> bool:
    return bool(behind) and _plain(behind[0]).startswith("cross")


def _example() -> str:
    return "a tile is typed as 'straight 60': its name, then the degrees clockwise, 0 if left out"


def _unknown(names: Names, words: Sequence[str], at: int) -> Fault:
    word = " ".join(words)
    plain = _plain("".join(words))
    known = [*names.standard.values(), *names.declared_too]
    first, _, second = plain.partition("=")
    blank = next((mark for mark in names.declared if first.startswith(mark)), None)
    wanted = second or (first.removeprefix(blank) if blank is not None else "")
    if plain in names.declared:
        hint: str | None = f"say what it is declared to be, such as '{names.declared[plain]}=spread'"
    elif "unclear" in plain or set(plain) == {UNREADABLE}:
        hint = "a tile that cannot be read is 'unclear' alone, without an owner; of one whose direction cannot be "
        hint += f"read, the direction is '{UNREADABLE}'"
    elif blank is not None and (meant := did_you_mean(wanted, names.standard.values())) is not None:
        hint = f"did you mean '{names.declared[blank]}={meant}'?"
    elif any(_CELL.fullmatch(part) for part in words[1:]):
        hint = "one move a line: another hex begins a line of its own"
    else:
        pressed = next((name for name in names.standard if re.fullmatch(rf"{name}-?[0-9]+", plain)), None)
        near = names.standard[pressed] if pressed is not None else did_you_mean(word, known)
        hint = f"did you mean '{near}'? " if near is not None else ""
        if pressed is not None:
            hint = f"did you mean '{near} {plain.removeprefix(pressed)}'? "
        hint += "allowed: " + ", ".join(sorted(known))
    return Fault("unknown-tile", f"no tile is called {quoted(word)}", hint, at)


def bad_direction(word: str, at: int) -> Fault:
    """Make the fault for a word that is no direction."""
    listed = ", ".join(TURN)
    meant = word.casefold().translate(_LOOKALIKES)
    if meant not in TURN and re.fullmatch("[+-]?0*[0-9]{1,6}", meant, re.ASCII) and int(meant) % 60 == 0:
        meant = str(int(meant) % 360)
    hint = f"probably {meant} was meant" if meant in TURN else None
    return Fault("bad-direction", f"found {quoted(word)}; expected one of: {listed}", hint, at)
