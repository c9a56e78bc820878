"""A board in the plane: cells, borders, outline, sides and coordinates, ready for any style of drawing."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import groupby, pairwise

from printkit.board import Board, Region
from printkit.drawing import Segment, polyline
from printkit.geometry import Point, Rect, bounds, offset, shorten
from printkit.hexgrid import Edge, Hex, HexLayout, loops, trails


class BoardPlan:
    """Where everything of a board lies, in mm; ``origin`` is the centre of Hex(0, 0)."""

    def __init__(self, board: Board, across_flats: float, origin: Point = Point(0, 0)) -> None:
        self.board = board
        self.across_flats = across_flats
        self.layout = HexLayout.across_flats(board.orientation, across_flats, origin)
        self.circumradius = self.layout.circumradius

    def moved(self, by: Point) -> BoardPlan:
        """Return the same plan shifted."""
        x, y = self.layout.origin
        return BoardPlan(self.board, self.across_flats, Point(x + by.x, y + by.y))

    @cached_property
    def anchors(self) -> dict[str, Point]:
        """The centre of each cell by name."""
        return {name: self.layout.center(cell) for cell, name in self.board.names.items()}

    @cached_property
    def outline(self) -> tuple[Point, ...]:
        """The outer edge of the board, clockwise; it closes by itself."""
        return self._course(self.board.rim)

    @cached_property
    def outlines(self) -> tuple[tuple[Point, ...], ...]:
        """The edges of all parts of the board, and of its holes; each closes by itself."""
        return tuple(map(self._course, self.board.rims))

    @cached_property
    def box(self) -> Rect:
        """The box of the cells."""
        return bounds(point for outline in self.outlines for point in outline)

    def _course(self, edges: tuple[Edge, ...] | list[Edge]) -> tuple[Point, ...]:
        return tuple(self.layout.side(cell, side)[0] for cell, side in edges)

    def rim_segments(self) -> tuple[Segment, ...]:
        """Return the edges of the board as one path: of all its parts, and of its holes."""
        return tuple(segment for outline in self.outlines for segment in polyline(outline, closed=True))

    def area(self, region: Region) -> list[tuple[Point, ...]]:
        """Return the outlines of a region: filled together, they have no seams."""
        return [self._course(loop) for loop in loops(region.cells, self.board.orientation)]

    def cell_lines(self) -> list[list[Point]]:
        """Return all inner edges, each once."""
        return trails(self.layout.side(*edge) for edge, _ in self.board.inner_edges)

    def region_lines(self) -> list[list[Point]]:
        """Return the edges between cells of different regions, each once."""
        home = self._home
        between = [edge for edge, across in self.board.inner_edges if home.get(edge.cell) != home.get(across)]
        return trails(self.layout.side(*edge) for edge in between)

    def zone_lines(self) -> list[list[Point]]:
        """Return the edges between a zone and other cells, each once."""
        zone_of = {cell: zone.name for cell, zone in self.board.zone_of.items()}
        between = [
            edge
            for edge, across in self.board.inner_edges
            if zone_of and zone_of.get(edge.cell) != zone_of.get(across)
        ]
        return trails(self.layout.side(*edge) for edge in between)

    def checkered(self) -> list[Region]:
        """Return every other region: each beside an earlier one left out, none along another of them.

        Regions that meet in a single edge count as apart.
        """
        home = self._home
        shared = Counter(
            frozenset((home[edge.cell], home[across]))
            for edge, across in self.board.inner_edges
            if edge.cell in home and across in home and home[edge.cell] != home[across]
        )
        chosen: list[Region] = []
        passed: list[Region] = []
        for region in self.board.regions.values():

            def along(others: list[Region], name: str = region.name) -> bool:
                return any(shared[frozenset((name, other.name))] > 1 for other in others)

            (chosen if along(passed) and not along(chosen) else passed).append(region)
        return chosen

    @cached_property
    def _home(self) -> dict[Hex, str]:
        """The region of each cell that has one."""
        return {cell: region.name for region in self.board.regions.values() for cell in region.cells}

    @cached_property
    def _rim_runs(self) -> dict[Hex, list[Point]]:
        """For each cell on the rim, its outer edges as one polyline."""
        rim = list(self.board.rim)
        is_one_cell = len({edge.cell for edge in rim}) == 1
        while not is_one_cell and rim[0].cell == rim[-1].cell:
            rim.insert(0, rim.pop())
        runs = {}
        for cell, edges in groupby(rim, key=lambda edge: edge.cell):
            course = list(edges)
            runs[cell] = [*self._course(course), self.layout.side(*course[-1])[1]]
        return runs

    def side_line(self, side: str) -> list[Point]:
        """Return the outer edges of a board side, clockwise, from the middle of one corner to the next."""
        cells = self.board.sides[side]
        shared = {cell for name, others in self.board.sides.items() if name != side for cell in others}
        course: list[Point] = []
        for i, cell in enumerate(cells):
            run = self._rim_runs[cell]
            half = sum(math.dist(a, b) for a, b in pairwise(run)) / 2
            if cell in shared and i == 0:
                run = shorten(run, half, 0)
            elif cell in shared and i == len(cells) - 1:
                run = shorten(run, 0, half)
            course.extend(run if not course else run[1:])
        return course

    def outward(self, side: str) -> Point:
        """Return the unit vector that points straight out of the board across a side."""
        first, last = (self.layout.center(self.board.sides[side][i]) for i in (0, -1))
        if first == last:
            line = self._rim_runs[self.board.sides[side][0]]
            first, last = line[0], line[-1]
        length = math.dist(first, last)
        return Point((last.y - first.y) / length, (first.x - last.x) / length)

    def beside(self, side: str, distance: float) -> Iterator[tuple[Hex, Point]]:
        """Give each cell of a side and the point at ``distance`` mm from its centre, straight outward."""
        away = self.outward(side)
        for cell in self.board.sides[side]:
            x, y = self.layout.center(cell)
            yield cell, Point(x + distance * away.x, y + distance * away.y)

    def band(self, side: str, near: float, far: float, stop_short: float) -> tuple[Point, ...]:
        """Return the strip along a side from ``near`` to ``far`` mm outside, ending short of both corners."""
        course = shorten(self.side_line(side), stop_short, stop_short)
        return (*offset(course, near), *reversed(offset(course, far)))

    def region_names(self, distance: float) -> Iterator[tuple[Region, Point]]:
        """Give a place outside for the name of each region that has a rim.

        It is the middle of the region's part of a side: of the last one, going clockwise round the board.
        """
        for region in self.board.regions.values():
            mine = set(region.cells)
            courses = [
                [at for cell, at in self.beside(side, distance) if cell in mine] for side in self.board.sides
            ]
            flags = [len(course) > 1 for course in courses]
            for i, flag in enumerate(flags):
                if flag and not flags[(i + 1) % len(flags)]:
                    yield region, bounds([courses[i][0], courses[i][-1]]).center
                    break

    def corners(self, region: Region) -> tuple[Point, ...]:
        """Return the centres of a region's corner cells, clockwise: where each of its sides begins."""
        return tuple(self.layout.center(cells[0]) for cells in region.sides.values())
