"""Players: who plays, how their stones and tiles look, how they are typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from printkit.errors import Problem, hint_for, quoted
from printkit.fields import choice, found_at, key, list_of, one_line
from printkit.yamlnodes import Node

TYPED_MARKS = {"filled": "x X * # ● •", "open": "o O 0 ○", "dotted": "g G", "hatched": "r R"}
EMPTY_MARKS = "._-+·"
UNCLEAR_MARK = "?"


@dataclass(frozen=True, eq=False)
class Player:
    """Who plays, how the stones and tiles look, and which board sides a chain must join."""

    name: str = key(one_line, "what the player is called")
    mark: str = key(choice("filled", "open", "dotted", "hatched"), "how the player's stones, tiles and sides look")
    joins: tuple[str, ...] = key(
        list_of(one_line, 2, 6), "the board sides that a chain of this player joins, two or more", default=()
    )
    typed: str = key(one_line, "the marks that stand for a stone of this player in a typed diagram", default="")

    @property
    def typed_marks(self) -> str:
        """The marks of a typed diagram, one character each."""
        return "".join((self.typed or TYPED_MARKS[self.mark]).split())


def goals_told(players: Iterable[Player]) -> Iterator[tuple[Player | None, str, str]]:
    """Give who joins which sides, in words: all players once, as None, where they join the same ones.

    Nothing is given where nobody joins any.
    """
    known = list(players)
    if not any(player.joins for player in known):
        return
    if len(known) > 1 and len({player.joins for player in known}) == 1:
        name = "Both players" if len(known) == 2 else "All players"
        yield None, name, " – ".join(known[0].joins)
        return
    for player in known:
        yield player, player.name, " – ".join(player.joins)


def player_hint(word: str, players: Mapping[str, Player], allowed: Iterable[str]) -> str:
    """Say which player was probably meant by a word that is no id: the one who is called so, or a similar id."""
    ids = [name for name in allowed if name in players]
    meant = [name for name in ids if word.casefold() in (players[name].name.casefold(), name.casefold())]
    if len(meant) == 1:
        known = players[meant[0]].name
        return f"{known} is '{meant[0]}'" if word.casefold() == known.casefold() else f"did you mean '{meant[0]}'?"
    return hint_for(word, allowed)


def player_faults(players: Mapping[str, Player], node: Node) -> Iterator[Problem]:
    """Give a problem for each name and each mark of a typed diagram that two players have."""
    yield from _shared_marks(players, node)
    yield from _alike(players, node)


def _alike(players: Mapping[str, Player], node: Node) -> Iterator[Problem]:
    """Give a problem for each player who is called as an earlier one."""
    first: dict[str, str] = {}
    for word, player in players.items():
        if first.setdefault(player.name, word) != word:
            message = f"{first[player.name]} is called {quoted(player.name)} already"
            yield found_at(node, word, "name").place.problem("bad-value", message)


def _shared_marks(players: Mapping[str, Player], node: Node) -> Iterator[Problem]:
    """Give a problem for each mark of a typed diagram that two players have."""
    owners: dict[str, str] = {}
    for word, player in players.items():
        for mark in player.typed_marks:
            if mark in EMPTY_MARKS or mark == UNCLEAR_MARK:
                message = f"the mark {quoted(mark)} means an empty or an unclear cell"
                yield found_at(node, word, "typed").place.problem("bad-value", message)
            elif owners.setdefault(mark, word) != word:
                message = f"the mark {quoted(mark)} already stands for {owners[mark]}"
                hint = "give each player marks of their own with 'typed'"
                yield found_at(node, word, "typed").place.problem("bad-value", message, hint)
