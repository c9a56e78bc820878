"""Where a printer may print: margins of the home profile, and the room they leave on each paper."""

from __future__ import annotations

from typing import NamedTuple

from printkit.geometry import Point, Rect, Sides, Size


class Margins(NamedTuple):
    """Unprintable paper in mm, at the long and at the short edges; it turns with the paper."""

    long_edge: float
    short_edge: float


HOME = Margins(6.4, 12.7)  # what every common home printer manages
OFFICE = Margins(5.0, 5.0)  # 98 % of 3154 office printers manage this

FOOTER = 4.0  # mm kept free above the lower margin, for the line that says what the sheet is


class Sheet(NamedTuple):
    """A paper lying in one of its two directions."""

    name: str
    size: Size
    margins: Margins

    @property
    def printable(self) -> Rect:
        """The part of the paper that the printer reaches."""
        is_upright = self.size.height >= self.size.width
        across = self.margins.long_edge if is_upright else self.margins.short_edge
        along = self.margins.short_edge if is_upright else self.margins.long_edge
        inner = Sides(-across, -along, -across, -along)
        return Rect(0, 0, *self.size).grown(inner)

    @property
    def room(self) -> Rect:
        """The part for pieces: the printable one without the footer."""
        left, top, right, bottom = self.printable
        return Rect(left, top, right, bottom - FOOTER)

    def turned(self) -> Sheet:
        """Return the same paper in its other direction."""
        return Sheet(self.name, self.size.turned(), self.margins)

    @property
    def footer_at(self) -> Point:
        """The baseline of the footer's first letter."""
        return Point(self.printable.left + 5.0, self.printable.bottom - 0.8)
