"""Following a record of tiles placed in turn, until somebody wins or nobody has a tile left.

A record is followed quickly first, without looking for a winner after each tile: tiles that stay join more and
more, so that whoever has no path in the end never had one. Only where the end shows that the game was over before
its last entry, it is followed once more with care.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from printkit.errors import Problem
from printkit.record import Line, bad_value, is_nothing
from printkit.scoring._entries import SKIP, Entry, entries, items
from printkit.scoring._field import NOBODY, Face, Field, Layout
from printkit.scoring._following import Follower
from printkit.scoring._nets import Strands, open_way
from printkit.scoring._tile_words import typed
from printkit.scoring._winning import Table, able_of, cuts_off
from printkit.tilings import Laid
from printkit.yamlnodes import Node, Scalar
from printkit.yamlnodes import Sequence as SequenceNode


class Played(NamedTuple):
    """What was read: the tiles, what is known beside them, who has a path, problems.

    ``is_usable`` says whether anything can be scored.
    """

    layout: Layout
    table: Table
    able: tuple[int, ...]
    problems: list[Problem]
    is_usable: bool


def replay(field: Field, first: int, has_ended: bool, node: Node, source: str) -> Played:
    """Follow ``moves``; a faulty entry is left out and uses up one turn. ``first`` is who moves first."""
    if is_nothing(node) or not isinstance(node, (Scalar, SequenceNode)):
        problem = bad_value(node, "a list of moves such as 'A1 straight 60'")
        return Played(Layout(field), Table((0,) * len(field.players)), (), [problem], is_usable=False)
    quick = QuickGame(field, first)
    quick.follow(node, source)
    game: Follower = quick
    if quick.was_over_before():
        game = CarefulGame(field, first)
        for entry in entries(node, source):
            game.play(entry)
    able = able_of(game.layout) if game is not quick else quick.able
    table = Table(tuple(game.hands.captures), game.placer, game.last, has_ended or game.hands.are_empty())
    return Played(game.layout, table, able, game.problems, is_usable=True)


class CarefulGame(Follower):
    """A record that is followed with a look for a winner after each tile."""

    def __init__(self, field: Field, first: int) -> None:
        super().__init__(field, first)
        self.strands = Strands(self.layout)

    def after_placing(self, *, is_displacing: bool) -> None:
        """See whether somebody has won."""
        field, player, cell = self.field, self.placer, self.last
        assert player is not None
        assert cell is not None
        if is_displacing:
            self.strands.restart()
        else:
            self.strands.add(cell)
        if able := self.strands.able():
            has = " and ".join(field.players[winner] for winner in able)
            self.end = f"{has} {'has' if len(able) == 1 else 'have'} a path since move {self.number}"
        elif field.mode.cut_off and self.layout.is_block(cell) and cuts_off(self.layout, player, cell):
            self.end = f"{field.players[player]} has cut off the last way in move {self.number}"


class Known(NamedTuple):
    """A tile by its words: what has to be known to lay it; ``laid`` is it in each player's colour."""

    kind: str
    face: Face
    ends: int
    laid: tuple[Laid, ...]


class QuickGame(Follower):
    """A record that is followed without a look for a winner; what is plain and legal needs few steps."""

    def __init__(self, field: Field, first: int) -> None:
        super().__init__(field, first)
        self.after = [*range(1, len(self.turns)), 0]
        self.log: list[tuple[int, int]] = []  # cells and players, in order
        self.last_number = 0  # of the entry that placed a tile last
        self.has_displaced = False
        self.was_over = False  # before a displacement
        self.able: tuple[int, ...] = ()

    def follow(self, node: Node, source: str) -> None:
        """Play all entries."""
        for item in items(node, source):
            is_plain = isinstance(item, Line) or (isinstance(item, Scalar) and item.plain)
            if not is_plain or self.end or not self._is_quick(item.text):  # type: ignore[union-attr]
                self.play(Entry(item, source))
        self.able = able_of(self.layout)
        if self.log:
            self.last, self.placer = self.log[-1]

    def _is_quick(self, text: str) -> bool:
        """Play an entry if it is typed plainly and nothing is wrong with it, nor worth a remark."""
        player = self.turns[self.turn]
        if text == SKIP:
            return self._is_skipped(player)
        name, _, words = text.partition(" ")
        field, layout, placed = self.field, self.layout, self.hands.placed
        cell = field.numbers.get(name)
        known = field.known.get(words) or self._learnt(words)
        if cell is None or known is None or layout.owners[cell] != NOBODY:
            return False
        left = self.hands.left[player]
        if not left.get(known.kind) or not self._may_lie(cell, known.ends, player):
            return False
        layout.faces[cell] = known.face
        layout.ends[cell] = known.ends
        layout.owners[cell] = player
        layout.laid[cell] = known.laid[player]
        placed[player] += 1
        left[known.kind] -= 1
        self.number += 1
        self.turn = self.after[self.turn]
        self.last, self.last_number = cell, self.number
        self.log.append((cell, player))
        if placed[player] == field.tiles_each and self.hands.are_empty():
            self.end = f"every player has placed all tiles by move {self.number}"
        return True

    def _is_skipped(self, player: int) -> bool:
        """Skip a turn, unless it is not known whose."""
        if self.hands.has_tiles(player):
            self.number += 1
            self.turn = (self.turn + 1) % len(self.turns)
            return True
        return False

    def _may_lie(self, cell: int, ends: int, player: int) -> bool:
        """Whether a tile of a player may lie on an empty cell, with nothing worth a remark."""
        if not self.hands.placed[player]:
            return bool(ends) and cell in self.field.corners[player]
        if not ends:
            return cell not in self.field.all_corners and self.layout.touches(cell)
        lines = self.layout.ends
        for own, facing, near in self.field.sides[cell]:  # noqa: SIM110 (a third faster than any)
            if ends & own and lines[near] & facing:
                return True
        return False

    def _learnt(self, words: str) -> Known | None:
        """Return a tile by its words, and know it the next time."""
        field = self.field
        tile = typed(self.names, tuple(words.split()), 1)
        if tile.kind not in field.supply or tile.turn is None or tile.faults or tile.displaces is not None:
            return None
        laid = tuple(Laid(tile.kind, player, tile.turn, tile.declared) for player in field.players)
        face = field.face(laid[0])
        known = field.known[words] = Known(tile.kind, face, sum(face), laid)
        return known

    def before_displacing(self) -> None:
        """See whether the game was over; taking a tile away could hide it."""
        self.has_displaced = True
        self.was_over = self.was_over or bool(able_of(self.layout))

    def after_placing(self, *, is_displacing: bool) -> None:  # noqa: ARG002
        """Note the tile."""
        assert self.last is not None
        assert self.placer is not None
        self.last_number = self.number
        self.log.append((self.last, self.placer))

    def was_over_before(self) -> bool:
        """Whether the game was over before its last entry, or may have been."""
        layout, last = self.layout, self.last
        if last is None:
            return False
        is_last = self.last_number == self.number
        if self.was_over or (self.able and (self.has_displaced or not is_last)):
            return True
        if self.able:
            face, layout.faces[last] = layout.faces[last], ()
            was_able = bool(able_of(layout))
            layout.faces[last] = face
            return was_able
        return self._was_cut_off(is_last=is_last)

    def _was_cut_off(self, *, is_last: bool) -> bool:
        """Whether a Block has cut off somebody, other than the last entry's.

        A way that is open in the end was open all the time, where no tile is taken away.
        """
        layout, field = self.layout, self.field
        blocks = [number for number, (cell, _) in enumerate(self.log) if layout.is_block(cell)]
        blocks = [number for number in blocks if not (is_last and number == len(self.log) - 1)]
        if not blocks or not field.mode.cut_off or self.has_displaced:
            return bool(blocks) and field.mode.cut_off
        closed = [player for player in range(len(field.players)) if not open_way(layout, player)]
        return any(self._is_cut_off(player, blocks) for player in closed)

    def _is_cut_off(self, player: int, blocks: Sequence[int]) -> bool:
        """Whether one of the others' Blocks took a player's last way."""
        then, done = Layout(self.field), 0
        for number in blocks:
            cell, placer = self.log[number]
            for earlier, owner in self.log[done : number + 1]:
                then.put(earlier, self.layout.laid[earlier], owner)
            done = number + 1
            if not open_way(then, player):
                return placer != player and open_way(then, player, (cell,))  # later ones find nothing to take
        return False
