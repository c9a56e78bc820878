"""Lines and blocks of text for art."""

from __future__ import annotations

from printkit.drawing import INK, Anchor, Colour, Text, Weight
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect
from printkit.theme import CAP_HEIGHT
from printkit.units import MM_PER_POINT


def cap_height(size_pt: float) -> float:
    """Return the height of capitals and figures in mm."""
    return CAP_HEIGHT * size_pt * MM_PER_POINT


def centred(at: Point, string: str, size_pt: float, weight: Weight = "regular", colour: Colour = INK) -> Text:
    """Put a short text with the middle of its capitals at a point."""
    baseline = Point(at.x, at.y + cap_height(size_pt) / 2)
    return Text(baseline, string, size_pt, weight, colour, "middle")


def text_box(text: Text, fonts: Fonts) -> Rect:
    """Return the box of a text."""
    return text.bounds(fonts.width(text.string, text.weight, text.size_pt))


def title_texts(title: str, fonts: Fonts, baseline: float, size_pt: float, room: float) -> list[Text]:
    """Set a title flush left with its first line on a baseline: smaller, and then in two lines, where it is long.

    Its type becomes half as large at least; a title that is longer still runs out of ``room``, in mm.
    """
    size, lines = size_pt, [title]
    while size > size_pt / 2 and any(fonts.width(line, "bold", size) > room for line in lines):
        size -= 0.5
        two = wrapped(title, fonts, size, room, "bold")
        lines = two if len(two) == 2 and size <= ON_ONE_LINE * size_pt else [title]
    leading = 1.15 * size * MM_PER_POINT
    return [Text(Point(0, baseline + i * leading), line, size, "bold") for i, line in enumerate(lines)]


ON_ONE_LINE = 0.7  # of its size, down to which a title stays on one line


def wrapped(string: str, fonts: Fonts, size_pt: float, room: float, weight: Weight = "regular") -> list[str]:
    """Break a text into lines of at most ``room`` mm; a single word that is longer stays whole."""
    lines: list[str] = []
    for word in string.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and fonts.width(longer, weight, size_pt) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def block(
    lines: list[str], at: Point, size_pt: float, leading: float, room: float,
    colour: Colour = INK, anchor: Anchor = "start",
) -> list[Text]:  # fmt: skip
    """Set lines under one another, the first with its ascenders at ``at.y``; ``leading`` in mm."""
    first = at.y + 0.75 * size_pt * MM_PER_POINT
    return [
        Text(Point(at.x, first + i * leading), line, size_pt, "regular", colour, anchor, room=room)
        for i, line in enumerate(lines)
    ]
