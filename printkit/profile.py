"""Where a printer may print: margins of the home profile, and the room they leave on each paper."""

from __future__ import annotations

from typing import Literal, NamedTuple

from printkit.geometry import Point, Rect, Sides, Size


class Margins(NamedTuple):
    """Unprintable paper in mm, at the long and at the short edges; it turns with the paper."""

    long_edge: float
    short_edge: float


HOME = Margins(6.4, 12.7)  # what every common home printer manages
OFFICE = Margins(5.0, 5.0)  # 98 % of 3154 office printers manage this

FOOTER = 4.0  # mm kept free above the lower margin, for the line that says what the sheet is


BackStyle = Literal["duplex-long", "duplex-short", "fold", "none"]


class Backs(NamedTuple):
    """How backs are printed: on the other side of the paper, beside the fronts to be folded over, or not at all.

    ``offset`` shifts what is printed on the other side, in mm to the right and down as one looks at it.
    """

    style: BackStyle = "duplex-long"
    offset: Point = Point(0, 0)


class Sheet(NamedTuple):
    """A paper lying in one of its two directions."""

    name: str
    size: Size
    margins: Margins
    backs: Backs = Backs()
    ends: tuple[float, float] | None = None  # margins at the top and the bottom of upright paper

    @property
    def is_upright(self) -> bool:
        """Whether the paper is at least as high as it is wide."""
        return self.size.height >= self.size.width

    @property
    def printable(self) -> Rect:
        """The part of the paper that the printer reaches."""
        across = self.margins.long_edge if self.is_upright else self.margins.short_edge
        along = self.margins.short_edge if self.is_upright else self.margins.long_edge
        inner = Sides(-across, -along, -across, -along)
        if self.ends is not None and self.is_upright and self.backs.style != "duplex-short":
            inner = inner._replace(top=-self.ends[0], bottom=-self.ends[1])
        return Rect(0, 0, *self.size).grown(inner)

    @property
    def room(self) -> Rect:
        """The part for pieces: the printable one without the footer."""
        left, top, right, bottom = self.printable
        return Rect(left, top, right, bottom - FOOTER)

    def turned(self) -> Sheet:
        """Return the same paper in its other direction."""
        return self._replace(size=self.size.turned())

    @property
    def footer_at(self) -> Point:
        """The baseline of the footer's first letter."""
        return Point(self.printable.left + 5.0, self.printable.bottom - 0.8)
