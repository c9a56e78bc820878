"""Tiles that cannot be read: what every reading gives, and which cells decide.

Unclear cells are read one after the other, first those on a way that is still in doubt. A cell that has not been
read joins all sides for one bound and none for the other; where both say the same, it need not be read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from printkit.modes import CENTRE
from printkit.scoring._field import NOBODY, Face
from printkit.scoring._nets import FULL, open_way
from printkit.scoring._paths import Work
from printkit.scoring._supplies import Case, Doubtful, are_both_supplied, cases_of, is_supplied, may_cut_off
from printkit.scoring._webs import Web
from printkit.scoring._winning import Judgement, Table, decide

MOST_LOOKS = 10_000  # for the verdict, and for the cells that decide; half for points; about a second
MANY = 12  # unclear cells; with more of them each look takes longer, and counts for more
STEPS_A_LOOK = 8  # of a search for the best path take about as long as a look
OPENNESS_LOOKS = 2

Assigned = dict[int, Case]
Key = tuple[str, tuple[int, ...]]  # status and winners


class OutOfWorkError(Exception):
    """The work that unclear cells are worth is done."""


class Look(NamedTuple):
    """What can be said when some cells are read: a judgement of all readings, or the cell to be read next."""

    judgement: Judgement | None
    cell: int = NOBODY

    @property
    def key(self) -> Key:
        """Status and winners."""
        assert self.judgement is not None
        return self.judgement.status, self.judgement.winners


class Readings:
    """All readings of a position's unclear cells."""

    def __init__(self, doubtful: Doubtful) -> None:
        self.doubtful = doubtful
        self.layout = doubtful.layout.copy()
        self.field = field = self.layout.field
        self.cells = (*doubtful.turnable, *doubtful.hidden)
        self.weight = max(1.0, len(self.cells) / MANY)
        self.work: float = MOST_LOOKS
        number = range(len(field.players))
        self.webs = [self._web(player, field.starts[player]) for player in number]
        self.chains = [self._web(player, field.corners[player]) for player in number]
        self.may_cut_off = may_cut_off(doubtful)
        able = sum(web.reached(self._faces(player, FULL)).is_joined for player, web in enumerate(self.webs))
        counts_points = field.mode.aim == CENTRE and (doubtful.table.has_ended or able > 1)
        self.cases = {cell: cases_of(doubtful, cell, counts_points=counts_points) for cell in self.cells}
        self.supplies = {
            cell: frozenset(slot for case in self.cases[cell] for slot in case.slots) for cell in self.cells
        }
        self.assigned: Assigned = {}
        self._supplied: dict[tuple[frozenset[tuple[int, str]], ...], bool] = {}

    def _web(self, player: int, starts: tuple[int, ...]) -> Web:
        return Web(self.layout, player, self.cells, starts, self.field.goals[player])

    def _faces(self, player: int, other: Face) -> dict[int, Face]:
        """Return the nets on the unclear cells that may carry a player's path; ``other`` where one is not read."""
        barred, owners = self.field.barred[player], self.layout.owners
        return {
            cell: other
            if owners[cell] == NOBODY
            else ()
            if owners[cell] == barred.get(cell, -2)
            else self.layout.faces[cell]
            for cell in self.cells
        }

    def read(self, cell: int, case: Case) -> None:
        """Read a cell in one way."""
        self.assigned[cell] = case
        self.layout.put(cell, case.laid, case.owner)

    def unread(self, cell: int) -> None:
        """Take a reading back."""
        del self.assigned[cell]
        self.layout.take(cell)

    def slots(self, without: int = NOBODY) -> list[frozenset[tuple[int, str]]]:
        """Return which tiles each cell may be, as far as cells are read."""
        return [
            self.assigned[cell].slots if cell in self.assigned else self.supplies[cell]
            for cell in self.cells
            if cell != without and cell not in self.doubtful.turnable
        ]

    def is_possible(self) -> bool:
        """Whether the supply allows what is read."""
        wanted = tuple(self.slots())
        if wanted not in self._supplied:
            self._supplied[wanted] = is_supplied(self.doubtful.left, wanted)
        return self._supplied[wanted]

    def spend(self, looks: float) -> None:
        """Count the work that is done; raises OutOfWorkError."""
        self.work -= looks * self.weight
        if self.work < 0:
            raise OutOfWorkError

    def renew(self, looks: float = MOST_LOOKS) -> None:
        """Allow some work again, for another question."""
        self.work = looks

    def restart(self) -> None:
        """Take all readings back."""
        for cell in tuple(self.assigned):
            self.unread(cell)

    def table(self) -> Table:
        """Return what is known beside the tiles, with the owner of the one placed last."""
        table = self.doubtful.table
        if table.last in self.assigned:
            return table._replace(placer=self.assigned[table.last].owner)
        return table

    def look(self) -> Look:
        """Judge all readings of the cells that are not read yet, or name one to be read."""
        self.spend(1)
        able = []
        for player, web in enumerate(self.webs):
            best = web.reached(self._faces(player, FULL))
            if not best.is_joined:
                continue
            if web.reached(self._faces(player, ())).is_joined:
                able.append(player)
                continue
            return Look(None, self._next(best.route))
        return self._look_beyond(tuple(player for player in self.field.turns if player in able))

    def _look_beyond(self, able: tuple[int, ...]) -> Look:
        """Go on where it is known who has a path."""
        aim = self.field.mode.aim
        last = self.doubtful.table.last
        hangs_on_last = len(able) > 1 or (not able and self.may_cut_off)
        if hangs_on_last and last in self.cases and last not in self.assigned:
            return Look(None, last)
        if len(able) > 1 and aim == CENTRE:
            cell = self._next(self._in_chains(able))
            if cell != NOBODY:
                return Look(None, cell)
        if not able and self.may_cut_off:
            self.spend(OPENNESS_LOOKS)
            cell = self._next(tuple(self._cut_off_in_doubt()))
            if cell != NOBODY:
                return Look(None, cell)
        if not able and self.doubtful.table.has_ended:
            cell = self._next(self._in_chains(tuple(range(len(self.chains)))))
            if cell != NOBODY:
                return Look(None, cell)
        before = Work.steps
        judgement = decide(self.layout, self.table(), able)
        self.spend((Work.steps - before) / STEPS_A_LOOK)
        return Look(judgement)

    def _next(self, cells: tuple[int, ...]) -> int:
        """Return the first cell that is not read yet, if any."""
        return next((cell for cell in cells if cell not in self.assigned), NOBODY)

    def _in_chains(self, players: tuple[int, ...]) -> tuple[int, ...]:
        """Return the cells that lines may reach from the corners of some players."""
        found: set[int] = set()
        for player in players:
            found |= self.chains[player].reached(self._faces(player, FULL)).cells
        return tuple(cell for cell in self.cells if cell in found)

    def _cut_off_in_doubt(self) -> Iterator[int]:
        """Give the cells that are not read, where they can change whether the last Block has cut off somebody."""
        last, placer = self.doubtful.table.last, self.table().placer
        if last is None or placer is None or not self.layout.is_block(last):
            return
        closed = self.layout.copy()
        for cell in self.cells:
            if cell not in self.assigned:
                closed.put(cell, self.layout.laid[last], placer)
        for player in range(len(self.field.players)):
            if player == placer or open_way(closed, player) or not open_way(self.layout, player, (last,)):
                continue
            if open_way(self.layout, player) or not open_way(closed, player, (last,)):
                yield from self.cells

    def leaves(self) -> Iterator[Judgement]:
        """Give the judgements of all readings, each of as many as come to the same."""
        found = self.look()
        if found.judgement is not None:
            yield found.judgement
            return
        for case in self.cases[found.cell]:
            self.read(found.cell, case)
            if self.is_possible():
                yield from self.leaves()
            self.unread(found.cell)

    def matters(self, cell: int) -> bool:
        """Whether, with some reading of the other cells, this cell's reading changes status or winners."""
        judged: list[tuple[Case, Key]] = []
        onward = NOBODY
        for case in self.cases[cell]:
            self.read(cell, case)
            if self.is_possible():
                found = self.look()
                if found.judgement is None:
                    onward = found.cell
                else:
                    judged.append((case, found.key))
            self.unread(cell)
        others = self.slots(without=cell)
        for case, key in judged if len({key for _, key in judged}) > 1 else ():
            for other, other_key in judged:
                if key < other_key and are_both_supplied(self.doubtful.left, others, case, other):
                    return True
        if onward == NOBODY:
            return False
        for case in self.cases[onward]:
            self.read(onward, case)
            is_found = self.is_possible() and self.matters(cell)
            self.unread(onward)
            if is_found:
                return True
        return False
