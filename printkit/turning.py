"""Turning what is drawn by quarter turns: pieces on a sheet, backs, and whole pages."""

from __future__ import annotations

from typing import Literal, assert_never, cast

from printkit.drawing import Drawing, Image, Item, Page, Path, Segment, Symbol, Text, Turn
from printkit.geometry import Point, Rect, Sides, Size

Quarters = Literal[0, 1, 2, 3]  # clockwise


class Turner:
    """Turns drawings; a drawing that is used several times stays one drawing."""

    def __init__(self) -> None:
        self._turned: dict[tuple[int, int], tuple[Drawing, Drawing]] = {}

    def drawing(self, drawing: Drawing, quarters: Quarters) -> Drawing:
        """Return a drawing turned clockwise about its box, whose corner stays at the origin."""
        if quarters == 0:
            return drawing
        key = id(drawing), quarters
        if key not in self._turned:
            self._turned[key] = drawing, self._of(drawing, quarters)
        return self._turned[key][1]

    def _of(self, drawing: Drawing, quarters: Quarters) -> Drawing:
        size = drawing.size
        anchors = {name: turned_point(at, size, quarters) for name, at in drawing.anchors.items()}
        quiet = tuple(turned_box(box, size, quarters) for box in drawing.quiet)
        items = tuple(self.item(item, size, quarters) for item in drawing.items)
        return Drawing(turned_size(size, quarters), items, turned_sides(drawing.bleed, quarters), anchors, quiet)

    def item(self, item: Item, size: Size, quarters: Quarters) -> Item:
        """Return an item of a surface of a size, as it lies when the surface is turned."""
        match item:
            case Path():
                segments = tuple(_segment(segment, size, quarters) for segment in item.segments)
                return item._replace(segments=segments)
            case Text():
                turn_deg = cast(Turn, (item.turn_deg + 90 * quarters) % 360)
                return item._replace(at=turned_point(item.at, size, quarters), turn_deg=turn_deg)
            case Image():
                turn_deg = cast(Turn, (item.turn_deg + 90 * quarters) % 360)
                return item._replace(box=turned_box(item.box, size, quarters), turn_deg=turn_deg)
            case Symbol():
                return self.symbol(item, size, quarters)
            case _:
                assert_never(item)

    def symbol(self, symbol: Symbol, size: Size, quarters: Quarters) -> Symbol:
        """Return a symbol of a surface of a size, as it lies when the surface is turned."""
        own = symbol.drawing.size
        corner = turned_box(Rect(0, 0, *own).moved(symbol.at), size, quarters)
        clip = None if symbol.clip is None else turned_box(symbol.clip, own, quarters)
        return Symbol(self.drawing(symbol.drawing, quarters), Point(corner.left, corner.top), clip)

    def page(self, page: Page, quarters: Quarters) -> Page:
        """Return a page whose paper is turned, with all that is on it."""
        size = page.paper
        return page._replace(
            paper=turned_size(size, quarters),
            printable=turned_box(page.printable, size, quarters),
            pieces=tuple(self.symbol(piece, size, quarters) for piece in page.pieces),
            marks=tuple(self.item(item, size, quarters) for item in page.marks),
        )


def turned_size(size: Size, quarters: Quarters) -> Size:
    """Return the size of a box that is turned."""
    return size.turned() if quarters % 2 else size


def turned_point(point: Point, size: Size, quarters: Quarters) -> Point:
    """Return where a point of a surface of a size lies when the surface is turned clockwise."""
    x, y = point
    match quarters:
        case 0:
            return point
        case 1:
            return Point(size.height - y, x)
        case 2:
            return Point(size.width - x, size.height - y)
        case 3:
            return Point(y, size.width - x)


def turned_box(box: Rect, size: Size, quarters: Quarters) -> Rect:
    """Return where a box of a surface of a size lies when the surface is turned clockwise."""
    (x0, y0), (x1, y1) = (turned_point(corner, size, quarters) for corner in (Point(*box[:2]), Point(*box[2:])))
    return Rect(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def turned_sides(sides: Sides, quarters: Quarters) -> Sides:
    """Return the lengths at a box's sides when the box is turned clockwise."""
    course = (sides.left, sides.top, sides.right, sides.bottom)
    return Sides(*(course[(i - quarters) % 4] for i in range(4)))


def _segment(segment: Segment, size: Size, quarters: Quarters) -> Segment:
    numbers = segment[1:]
    points = [turned_point(Point(x, y), size, quarters) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
    return (segment[0], *(value for point in points for value in point))  # type: ignore[return-value]
