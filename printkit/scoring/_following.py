"""Following a record of tiles entry by entry: whose turn it is, what is placed, and what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from printkit.errors import Problem, quoted
from printkit.players import player_hint
from printkit.record import Word, cell_name, cell_problem, near_cell
from printkit.scoring._entries import SKIP, Entry
from printkit.scoring._field import NOBODY, Field, Layout
from printkit.scoring._placing import Hands, Placing, faults
from printkit.scoring._tile_words import Fault, names_of, tile_of, typed
from printkit.tilings import Laid

FOLLOW_UPS = frozenset(
    {"first-tile", "not-adjacent", "not-connected", "wrong-player", "target-empty", "target-own"}
)
_MOVE_NUMBER = re.compile(r"[0-9]+[.):]*", re.ASCII)
_GLUED_NUMBER = re.compile(r"[0-9]+[.)]+(?=[A-Za-z])", re.ASCII)


class Follower:
    """The board, the hands, whose turn it is, and what has happened so far."""

    def __init__(self, field: Field, first: int) -> None:
        self.field = field
        self.names = names_of(field.spec)
        self.ids = {player: number for number, player in enumerate(field.players)}
        at = field.turns.index(first)
        self.turns = field.turns[at:] + field.turns[:at]
        self.turn = 0
        self.number = 0
        self.layout = Layout(field)
        self.hands = Hands(field)
        self.problems: list[Problem] = []
        self.placer: int | None = None
        self.last: int | None = None
        self.end = ""  # why the game has ended
        self.first_fault = 0  # the number of the first entry that was left out

    def play(self, entry: Entry) -> None:
        """Play one entry, unless something is wrong with it."""
        self.number += 1
        if self.end:
            self._report(entry, Fault("after-end", f"found {entry.found} after the end: {self.end}"))
            return
        for fault in list(self._entry_faults(entry)):
            self._report(entry, fault)
        self.turn = (self.turn + 1) % len(self.turns)

    def _report(self, entry: Entry, fault: Fault, severity: str = "error") -> None:
        hint = self._hint(fault)
        problem = entry.place(fault.at).problem(fault.code, fault.message, hint)._replace(move=self.number)
        self.problems.append(problem if severity == "error" else problem._replace(severity="note"))
        if severity == "error":
            self.first_fault = self.first_fault or self.number

    def _hint(self, fault: Fault) -> str | None:
        """Add to a hint what is at fault before: the tile that was left out, or a move that is missing."""
        if fault.code not in FOLLOW_UPS:
            return fault.hint
        cause = None
        if self.first_fault and self.first_fault < self.number:
            cause = f"it may follow from move {self.first_fault}, which was left out"
        elif not self.first_fault and fault.code == "not-adjacent":
            cause = "is a move before this one missing?"
        return "; ".join(part for part in (fault.hint, cause) if part) or None

    def _entry_faults(self, entry: Entry) -> Iterator[Fault]:
        """Give what is wrong with an entry; without faults it is played."""
        words = entry.words()
        if words is None:
            yield Fault("bad-value", f"found {entry.found}; expected a move such as 'A1 straight 60', or skip")
            return
        at = 1 if _MOVE_NUMBER.fullmatch(words[0]) and len(words) > 1 else 0
        if (glued := _GLUED_NUMBER.match(words[at])) is not None:
            words[at] = words[at][glued.end() :]
        named, colon, joined = words[at].partition(":")
        if colon and not joined and named not in self.ids and cell_name(named) is not None:
            words[at], colon = named, ""  # 'A9: straight' is typed as 'A9 straight'
        rest = words[at:]
        if colon:
            rest = [joined, *words[at + 1 :]] if joined else words[at + 1 :]
            at += not joined
        is_skip = [word.casefold() for word in rest] == [SKIP]
        self._pass_over(named if colon else None, is_skip)
        player = self.turns[self.turn]
        if colon and named not in self.ids:
            known = tuple(self.ids)
            message = f"found {quoted(named)}; expected one of the players {', '.join(known)}"
            hint = player_hint(named, self.field.spec.players, known)
            yield Fault("bad-value", message, hint, at - (not joined))
        elif colon and self.ids[named] != player:
            message = f"it is the turn of {self.field.players[player]}, not of {named}"
            yield Fault("wrong-player", message, None, at - (not joined))
        elif not is_skip:
            yield from self._move(entry, player, rest, at)

    def _pass_over(self, named: str | None, is_skip: bool) -> None:
        """Skip the players without tiles; a ``skip`` is theirs unless it names another player."""
        for _ in self.turns:
            if self.hands.has_tiles(self.turns[self.turn]):
                return
            if is_skip and (named is None or self.ids.get(named) == self.turns[self.turn]):
                return
            self.turn = (self.turn + 1) % len(self.turns)

    def _move(self, entry: Entry, player: int, words: Sequence[str], at: int) -> Iterator[Fault]:
        """Judge a move whose words begin at a number; place its tile where nothing is wrong."""
        cell = self.field.board.cell(cell_name(words[0]) or "") if words else None
        has_cell = cell is not None or not self._begins_with_tile(words)
        tile = typed(self.names, tuple(words[has_cell:]), at + has_cell)
        found: list[Fault] = []
        if not words or not has_cell:
            hint: str | None = "a move is typed as 'A1 straight 60': the hex, then the tile"
            found.append(Fault("bad-cell", "the hex is missing", hint, at if words else None))
        elif cell is None:
            problem = cell_problem(Word(words[0], entry.place()), self.field.board)
            hint = problem.hint
            if words[0].casefold() in ("pass", "-", "no", "resign"):
                hint = "a turn without a move is 'skip'; nobody resigns here, a record may just stop"
            elif len(words) > 1 and self.field.board.cell(cell_name(words[0] + words[1]) or "") is not None:
                hint = f"a hex is typed as one word, {(words[0] + words[1]).upper()}"
            found.append(Fault(problem.code, problem.message, hint, at))
        found += tile.faults
        if tile.is_unclear:
            found.append(Fault("bad-direction", "found '?'; a record of moves needs every direction"))
        number = None if cell is None else self.field.index[cell]
        found += faults(self.layout, self.hands, Placing(player, number, tile, at, at + has_cell))
        yield from found
        if not found and number is not None and tile.kind is not None and tile.turn is not None:
            laid = Laid(tile.kind, self.field.players[player], tile.turn, tile.declared)
            self._place(entry, player, number, laid)

    def _begins_with_tile(self, words: Sequence[str]) -> bool:
        """Whether a move lacks its hex: its first words name a tile, and the first one is not like a cell."""
        if not words or cell_name(words[0]) is not None or near_cell(words[0], self.field.board) is not None:
            return False
        return any(tile_of(self.names, words[:n]) is not None for n in (1, 2))

    def _place(self, entry: Entry, player: int, cell: int, laid: Laid) -> None:
        """Lay a tile."""
        is_displacing = self.layout.owners[cell] != NOBODY
        if is_displacing:
            self.before_displacing()
        self.layout.put(cell, laid, player)
        self.hands.use(player, laid.kind)
        self.hands.captures[player] += is_displacing
        self.placer, self.last = player, cell
        if not self.layout.faces[cell] and cell in self.field.all_corners:
            self._report(entry, corner_note(self.field, cell), "note")
        self.after_placing(is_displacing=is_displacing)
        if not self.end and self.hands.are_empty():
            self.end = f"every player has placed all tiles by move {self.number}"

    def before_displacing(self) -> None:
        """Note that a tile is about to be taken away."""

    def after_placing(self, *, is_displacing: bool) -> None:
        """Look at what the tile that was placed last has brought about."""


def corner_note(field: Field, cell: int) -> Fault:
    """Make the remark on a Block that stands on a starting corner."""
    message = f"a tile without lines stands on the starting corner {field.names[cell]}"
    return Fault("corner-block", f"{message}; that is allowed, and no path can begin or end there")
