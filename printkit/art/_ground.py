"""The ground of a board: tints, cells, borders, outline and goal bands, in the widths of any style."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from printkit.art import Ink
from printkit.art._boards import BoardPlan
from printkit.art._discs import ground_of, line_colour
from printkit.art._dots import cell_marks
from printkit.art._hatch import hatching
from printkit.art._zones import zone_borders, zones
from printkit.drawing import INK, PAPER, Path, Stroke, grey, polyline
from printkit.geometry import Point
from printkit.players import Player
from printkit.theme import CELL_GREY, TINT


class Lines(NamedTuple):
    """How the lines of a board are drawn."""

    cells: Stroke
    regions: Stroke
    outline: Stroke


class Band(NamedTuple):
    """The measures of a goal band in mm: its edges as in ``BoardPlan.band``, its line, and its hatching."""

    near: float
    far: float
    stop: float
    line: float
    hatch_gap: float
    hatch_line: float

    def outline(self, plan: BoardPlan, side: str) -> tuple[Point, ...]:
        """Return the outer edge of the band along a side."""
        return plan.band(side, self.near, self.far, self.stop)


def ground(plan: BoardPlan, lines: Lines, ink: Ink) -> Iterator[Path]:
    """Draw tints, zones, cell lines, region borders, dots and the outline."""
    for region in plan.checkered() if ink == "full" else ():
        yield from (Path(polyline(outline, closed=True), fill=TINT) for outline in plan.area(region))
    yield from zones(plan, ink)
    for courses, stroke in ((plan.cell_lines(), lines.cells), (plan.region_lines(), lines.regions)):
        if courses:
            yield Path(tuple(s for course in courses for s in polyline(course)), stroke=stroke)
    yield from zone_borders(plan, lines.regions)
    yield from cell_marks(plan, ink)
    yield Path(plan.rim_segments(), stroke=lines.outline)


SHARED = grey(0.22)


def goal_bands(plan: BoardPlan, players: Iterable[Player], band: Band, ink: Ink) -> Iterator[Path]:
    """Draw a band along each side that somebody joins; one that several join is grey."""
    owners: dict[str, list[Player]] = {}
    for player in players:
        for side in player.joins:
            owners.setdefault(side, []).append(player)
    for side, own in owners.items():
        if len(own) == 1:
            yield from goal_band(plan, side, band, own[0].mark, ink)
        else:
            outline = polyline(band.outline(plan, side), closed=True)
            rim = Stroke(CELL_GREY, band.line / 2)
            yield Path(outline, fill=PAPER if ink == "saver" else SHARED, stroke=rim if ink == "saver" else None)


def goal_band(plan: BoardPlan, side: str, band: Band, mark: str, ink: Ink) -> Iterator[Path]:
    """Draw the band along a goal side in a player's mark: filled, open, dotted or hatched.

    A filled one is hatched where ink is saved.
    """
    if mark == "filled" and ink != "saver":
        yield Path(polyline(band.outline(plan, side), closed=True), fill=INK)
        return
    half = band.line / 2
    rim = plan.band(side, band.near + half, band.far - half, band.stop + half)
    colour = line_colour(mark)
    yield Path(polyline(rim, closed=True), fill=ground_of(mark, ink), stroke=Stroke(colour, band.line))
    if mark in ("filled", "hatched"):
        yield Path(hatching(rim, band.hatch_gap), stroke=Stroke(colour, band.hatch_line))
