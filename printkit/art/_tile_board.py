"""A board for tiles, in any size: cells with names, dots, corner marks, territories, centre and dead cells."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from printkit.art import Ink
from printkit.art._boards import BoardPlan
from printkit.art._cell_words import LEAST_NAMED, words_in
from printkit.art._dots import cell_mark
from printkit.art._ground import Band, Lines, goal_band
from printkit.art._hatch import hatching
from printkit.art._signs import id_sign
from printkit.art._text import cap_height, centred
from printkit.art._zones import ground_at, lattice, zone_borders, zones
from printkit.board import Board, Markings, Region, split_cell
from printkit.drawing import (
    INK,
    PAPER,
    Colour,
    Item,
    Path,
    Segment,
    Stroke,
    Text,
    circle,
    grey,
    line,
    polyline,
    rectangle,
)
from printkit.geometry import Point, around, bounds
from printkit.hexgrid import Hex, HexLayout
from printkit.modes import SIDES, Mode
from printkit.spec import Game
from printkit.theme import CAPTION_GREY, CAPTION_PT, CELL_GREY, TINT, YELLOW
from printkit.units import MM_PER_POINT

# Of the distance across flats
CORNER = 0.25  # the radius of a corner mark
NAME_AT, COUNT_AT = -0.36, 0.385
PATTERN_GAP, PATTERN_LINE, PATTERN_DOT = 0.11, 0.008, 0.014
LOWER, SMALLER = 0.13, 0.86  # marks in small cells with names
LEAST_FULL = 16.0  # and the smallest that say the number of dots again, and have a yellow inner outline
LEAST_LETTERED = 5.0
LAND_TINT = grey(0.12)
PATTERN_GREY = grey(0.35)
YELLOW_RIM, RIM_AT = (
    0.9,
    0.75,
)  # mm: the width of the inner outline of dot hexes, and how far its middle lies inside


class TileBoard(NamedTuple):
    """A board in the plane as a mode is played on it."""

    plan: BoardPlan
    game: Game
    mode: Mode
    ink: Ink
    least_pt: float = CAPTION_PT  # the smallest type

    @property
    def unit(self) -> float:
        """The distance across flats of a cell."""
        return self.plan.across_flats

    def moved(self, by: Point) -> TileBoard:
        """Return the same board shifted."""
        return self._replace(plan=self.plan.moved(by))

    @property
    def starts(self) -> dict[Hex, str]:
        """The corner cells with the player who starts there."""
        corners = self.plan.board.corners
        return {corners[corner]: who for who, own in self.mode.corners.items() for corner in own}

    @property
    def dead(self) -> tuple[Hex, ...]:
        """The cells that no path may use."""
        return tuple(self.plan.board.corners[corner] for corner in self.mode.dead)

    def items(
        self, lines: Lines, covered: Iterable[Hex] = (), window: Iterable[Hex] | None = None
    ) -> Iterator[Item]:
        """Draw the board, without what stands in the ``covered`` cells; of a ``window`` its cells only."""
        hidden = set(covered)
        shown = list(self.plan.board.cells if window is None else window)
        yield from self.ground(lines, None if window is None else set(shown))
        open_cells = [cell for cell in shown if cell not in hidden]
        for cell in shown if self.unit >= LEAST_FULL else ():
            if cell in self.plan.board.dots:
                yield from self._rim(cell)
        for cell in open_cells:
            yield from self._marks(cell)
        for cell in open_cells if self.has_names else ():
            yield from self._name(cell)
        if self.has_names:
            yield from words_in(self.plan, self.ink, open_cells, self.least_pt)

    @property
    def has_names(self) -> bool:
        """Whether there is room for the names of the cells."""
        is_shown = self.plan.board.marks.shown != "none"
        return is_shown and self.unit >= LEAST_NAMED * self.least_pt / CAPTION_PT

    def ground(self, lines: Lines, window: set[Hex] | None = None) -> Iterator[Path]:
        """Draw territories, centre, cell lines, borders and the outline; of a ``window`` its cells only."""
        plan, board = self.plan, self.plan.board
        if window is not None:
            plan = _part(plan, window)
        lands = {region: who for who, region in self.mode.territories.items()}
        yield from zones(plan, self.ink, has_names=self.has_names)
        for name, who in lands.items():
            own = tuple(cell for cell in board.regions[name].cells if window is None or cell in window)
            yield from self._land(Region(name, own, {}), self.game.spec.players[who].mark)
        centre = Region("centre", tuple(c for c in board.centre if window is None or c in window), {})
        if centre.cells and self.ink == "full":
            yield from (Path(polyline(outline, closed=True), fill=LAND_TINT) for outline in plan.area(centre))
        for cell in self.dead:
            if window is None or cell in window:
                yield from _crossed(plan.layout.corners(cell), self.unit)
        inner = tuple(s for course in plan.cell_lines() for s in polyline(course))
        if inner:
            yield Path(inner, stroke=lines.cells)
        if lands:
            borders = tuple(s for course in plan.region_lines() for s in polyline(course))
            if borders:
                yield Path(borders, stroke=lines.regions)
        yield from zone_borders(plan, lines.regions)
        for outline in plan.area(centre) if centre.cells else ():
            yield Path(polyline(outline, closed=True), stroke=lines.regions)
        if window is None:
            yield from self._goals()
            yield Path(plan.rim_segments(), stroke=lines.outline)
        else:
            for outline in plan.area(plan.board.whole):
                yield Path(polyline(outline, closed=True), stroke=lines.cells)

    def _land(self, region: Region, mark: str) -> Iterator[Path]:
        """Fill a player's land: a tint where ink is not saved, and a pattern in any case."""
        for outline in self.plan.area(region) if region.cells else ():
            if self.ink == "full":
                yield Path(polyline(outline, closed=True), fill=LAND_TINT if mark == "filled" else TINT)
            if mark == "filled":
                stroke = Stroke(PATTERN_GREY, max(0.1, PATTERN_LINE * self.unit))
                yield Path(hatching(outline, PATTERN_GAP * self.unit), stroke=stroke)
        if mark != "filled" and region.cells:
            radius = max(0.12, PATTERN_DOT * self.unit)
            dots = [s for cell in region.cells for at in lattice(self.plan, cell) for s in circle(at, radius)]
            yield Path(tuple(dots), fill=PATTERN_GREY)

    def _goals(self) -> Iterator[Path]:
        """Draw along each side that a path must reach a band in the mark of the player, within the cells."""
        unit = self.unit
        band = Band(-0.095 * unit, 0.0, 0.1 * unit, 0.016 * unit, 0.03 * unit, 0.012 * unit)
        for who, side in self.mode.goals.items() if self.mode.aim == SIDES else ():
            yield from goal_band(self.plan, side, band, self.game.spec.players[who].mark, self.ink)

    def _rim(self, cell: Hex) -> Iterator[Path]:
        """Draw the inner outline of a dot hex, which a tile leaves to be seen: yellow between dark lines."""
        center, half = self.plan.layout.center(cell), YELLOW_RIM / 2

        def outline(inset: float) -> tuple[Segment, ...]:
            inner = HexLayout.across_flats(self.plan.board.orientation, self.unit - 2 * inset, center)
            return polyline(inner.corners(Hex(0, 0)), closed=True)

        if self.ink == "full":
            yield Path(outline(RIM_AT), stroke=Stroke(YELLOW, YELLOW_RIM))
        yield Path((*outline(RIM_AT - half), *outline(RIM_AT + half)), stroke=Stroke(INK, 0.15))

    def _marks(self, cell: Hex) -> Iterator[Item]:
        at, unit, board = self.plan.layout.center(cell), self.unit, self.plan.board
        if self.has_names and unit < LEAST_FULL:  # room for the name above
            at, unit = Point(at.x, at.y + LOWER * unit), SMALLER * unit
        if cell in self.starts:
            who = self.starts[cell]
            yield from id_sign(self.game.spec.players[who], who, at, CORNER * unit, self.ink, self.least_pt)
        else:
            yield from cell_mark(board, cell, at, unit, self.ink)

    def _name(self, cell: Hex) -> Iterator[Item]:
        """Give a cell's name, and the number of its dots where there is room."""
        at, unit = self.plan.layout.center(cell), self.unit
        size_pt = max(self.least_pt, min(9.0, 0.1 * unit / cap_height(1.0)))
        ground = self._ground_of(cell)
        is_marked = cell in self.plan.board.dots or cell in self.starts or cell in self.plan.board.centre
        is_small = unit < LEAST_FULL
        if is_small and not is_marked:
            yield centred(at, self.plan.board.names[cell], size_pt, "regular", CAPTION_GREY)._replace(
                ground=ground
            )
            return
        share = -0.5 + (0.5 * cap_height(size_pt) + 0.55) / unit if is_small else NAME_AT
        place = Point(at.x, at.y + share * unit)
        if self._is_patterned(cell):  # the pattern goes on under the letters
            wide = (0.62 * len(self.plan.board.names[cell]) + 0.25) * size_pt * MM_PER_POINT
            plate = around(place, wide, 1.25 * cap_height(size_pt))
            yield Path(rectangle(plate), fill=ground)
        name = centred(place, self.plan.board.names[cell], size_pt, "regular", CAPTION_GREY)
        yield name._replace(ground=ground)
        if not is_small and cell in self.plan.board.dots:
            count = str(self.plan.board.dots[cell])
            yield centred(Point(at.x, at.y + COUNT_AT * unit), count, size_pt, "bold")._replace(ground=ground)

    def _is_patterned(self, cell: Hex) -> bool:
        board = self.plan.board
        lands = (board.regions[land].cells for land in self.mode.territories.values())
        return cell in board.zone_of or any(cell in cells for cells in lands)

    def _ground_of(self, cell: Hex) -> Colour:
        board = self.plan.board
        if self.ink == "saver":
            return PAPER
        if cell in board.centre:
            return LAND_TINT
        for who, region in self.mode.territories.items():
            if cell in board.regions[region].cells:
                return LAND_TINT if self.game.spec.players[who].mark == "filled" else TINT
        return ground_at(self.plan, cell, self.ink)

    def letters(self, size_pt: float, distance: float) -> Iterator[Text]:
        """Give the letter of each column above and below it, or of each row at its left and right."""
        rows: defaultdict[str, list[Point]] = defaultdict(list)
        for name, at in self.plan.anchors.items():
            rows[split_cell(name)[0]].append(at)
        is_upright = self.plan.board.orientation == "flat"
        is_shown = self.plan.board.marks.shown == "edges"
        for letter, places in rows.items() if is_shown and self.unit >= LEAST_LETTERED else ():
            box = bounds(places)
            reach = self.unit / 2 + distance
            if is_upright and box.size.width < self.unit / 2:
                ends = Point(box.center.x, box.top - reach), Point(box.center.x, box.bottom + reach)
            elif not is_upright and box.size.height < self.unit / 2:
                ends = Point(box.left - reach, box.center.y), Point(box.right + reach, box.center.y)
            else:
                continue  # a diamond: the names in the cells will do
            for end in ends:
                yield centred(end, letter, size_pt, "medium")

    def corner_ids(self, size_pt: float) -> Iterator[Text]:
        """Give the players' ids outside of their corners, for boards too small to hold them."""
        middle = self.plan.box.center
        for cell, who in self.starts.items():
            at = self.plan.layout.center(cell)
            away = math.dist(at, middle)
            reach = self.plan.circumradius + 0.75 * size_pt * MM_PER_POINT
            out = Point(at.x + reach * (at.x - middle.x) / away, at.y + reach * (at.y - middle.y) / away)
            yield centred(out, who, size_pt, "bold")

    def land_names(self, size_pt: float, distance: float) -> Iterator[Text]:
        """Give the names of the lands above them."""
        if not self.mode.territories:
            return
        owners = {region: who for who, region in self.mode.territories.items()}
        for name, region in self.plan.board.regions.items():
            box = bounds(self.plan.layout.center(cell) for cell in region.cells)
            at = Point(box.center.x, self.plan.box.top - distance)
            word = f"{self.game.spec.players[owners[name]].name}’s land" if name in owners else "contested"
            yield centred(at, word, size_pt, "regular", CAPTION_GREY)


def play_lines(unit: float) -> Lines:
    """Return the lines of a board of this distance across flats where it is small: they follow its size."""
    return Lines(
        Stroke(CELL_GREY, max(0.12, 0.016 * unit), "round"),
        Stroke(INK, max(0.3, 0.05 * unit), "round"),
        Stroke(INK, max(0.35, 0.06 * unit), "round"),
    )


def _crossed(corners: tuple[Point, ...], unit: float) -> Iterator[Path]:
    """Draw a cell that no path may use: hatched both ways."""
    gap = 0.1 * unit
    mirrored = [Point(-x, y) for x, y in corners]
    back = [(s[0], -s[1], s[2]) for s in hatching(mirrored, gap) if len(s) == 3]
    stroke = Stroke(grey(0.5), max(0.12, 0.012 * unit))
    yield Path((*hatching(corners, gap), *back), stroke=stroke)  # type: ignore[arg-type]


def _part(plan: BoardPlan, window: set[Hex]) -> BoardPlan:
    """Return the plan of some cells of a board, and of what of its regions they hold."""
    board = plan.board
    names = {cell: name for cell, name in board.names.items() if cell in window}
    regions = {
        name: Region(name, tuple(cell for cell in region.cells if cell in window), {})
        for name, region in board.regions.items()
    }
    zones = tuple(
        zone._replace(cells=tuple(cell for cell in zone.cells if cell in window)) for zone in board.marks.zones
    )
    marks = Markings(zones=tuple(zone for zone in zones if zone.cells))
    part = Board(board.orientation, names, {}, regions, {}, marks=marks)
    return BoardPlan(part, plan.across_flats, plan.layout.origin)


def arrow(start: Point, end: Point, width: float, colour: Colour) -> Iterator[Path]:
    """Draw a straight arrow."""
    angle = math.atan2(end.y - start.y, end.x - start.x)
    head = 3.2 * width
    neck = Point(end.x - head * math.cos(angle), end.y - head * math.sin(angle))
    yield Path(line(start, neck), stroke=Stroke(colour, width))
    wings = [
        Point(neck.x - sign * 0.55 * head * math.sin(angle), neck.y + sign * 0.55 * head * math.cos(angle))
        for sign in (1, -1)
    ]
    yield Path(polyline([end, *wings], closed=True), fill=colour)
