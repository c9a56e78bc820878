"""Printer profiles: how a home printer differs from what it is asked for, measured on the page of ``calibrate``.

What is asked for at a place p lands at C + s · (p - C) + d, with the page's middle C, the scale s, and on the back
of the paper the shift d. What is to land at p is therefore asked for at C + (p - d - C) / s.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from printkit.errors import SpecError, quoted
from printkit.fields import Reader, key, length, mismatch, record
from printkit.geometry import Point, Size
from printkit.profile import Margins
from printkit.units import parse_length
from printkit.yamlnodes import Node, Scalar

LINE_X, LINE_Y = 150.0, 200.0  # mm, the lines of the page that show the scale
LEAST_SCALE, MOST_SCALE = 0.9, 1.1
LARGEST_SHIFT = 20.0  # mm
LARGEST_MARGIN = 30.0
SAME: Point = Point(1.0, 1.0)


def _scale(line: float) -> Reader[float]:
    """Make a reader of a scale: in percent, or as the measured length of a line of the page."""

    def read(node: Node) -> float:
        expected = (
            f"what the line of {line:g} mm measures, such as '{line - 0.6:g} mm', or a scale such as '99.6 %'"
        )
        if not isinstance(node, Scalar):
            raise mismatch(node, expected)
        percent = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,6})?)\s*%", node.text.strip(), re.ASCII)
        try:
            value = float(percent[1]) / 100 if percent is not None else parse_length(node.text) / line
        except ValueError as error:
            raise mismatch(node, expected, str(error)) from None
        if not LEAST_SCALE <= value <= MOST_SCALE:
            message = f"found {quoted(node.text)}, a scale of {100 * value:.1f} %; expected 90 % to 110 %"
            hint = f"printed at 100 %, the line is about {line:g} mm long"
            raise SpecError([node.place.problem("bad-value", message, hint)])
        return value

    return read


def _shift(node: Node) -> float:
    """Read a length that may be negative."""
    text = node.text.strip() if isinstance(node, Scalar) else ""
    sign = -1 if text[:1] in ("-", "−") else 1
    try:
        value = sign * parse_length(text.lstrip("+-−").strip())
    except ValueError as error:
        raise mismatch(node, "a length such as '0.5 mm' or '-1.2 mm'", str(error)) from None
    if abs(value) > LARGEST_SHIFT:
        raise mismatch(node, f"a length from -{LARGEST_SHIFT:g} mm to {LARGEST_SHIFT:g} mm")
    return value


@dataclass(frozen=True, eq=False)
class PrinterSettings:
    """What a printer profile says; all of it was read from the page of ``printkit calibrate`` with a ruler."""

    scale_x: float = key(_scale(LINE_X), "how long the level line of 150 mm is, or the scale", default=1.0)
    scale_y: float = key(_scale(LINE_Y), "how long the upright line of 200 mm is, or the scale", default=1.0)
    back_right: float = key(_shift, "how far the back lies too far to the right, seen from behind", default=0.0)
    back_down: float = key(_shift, "how far the back lies too far down", default=0.0)
    margin_left: float | None = key(length(0, LARGEST_MARGIN), "what stays blank at the left", default=None)
    margin_top: float | None = key(length(0, LARGEST_MARGIN), "what stays blank at the top", default=None)
    margin_right: float | None = key(length(0, LARGEST_MARGIN), "what stays blank at the right", default=None)
    margin_bottom: float | None = key(length(0, LARGEST_MARGIN), "what stays blank at the bottom", default=None)


class Printer(NamedTuple):
    """A printer by its name and its profile."""

    name: str
    settings: PrinterSettings

    @property
    def stretch(self) -> Point:
        """By what all is enlarged about the middle of upright paper, so that it comes out in its true size."""
        return Point(1 / self.settings.scale_x, 1 / self.settings.scale_y)

    @property
    def back_offset(self) -> Point:
        """By what backs are moved, so that they land behind their fronts."""
        return Point(-self.settings.back_right or 0.0, -self.settings.back_down or 0.0)

    @property
    def told(self) -> str:
        """What the profile says, in words."""
        said = self.settings
        parts = [f"scale {100 * said.scale_x:.2f} % × {100 * said.scale_y:.2f} %"]
        parts.append(f"back {said.back_right:+g} mm right, {said.back_down:+g} mm down".replace("-", "−"))
        margins = (said.margin_left, said.margin_top, said.margin_right, said.margin_bottom)
        if any(margin is not None for margin in margins):
            listed = ", ".join("usual" if margin is None else f"{margin:g}" for margin in margins)
            parts.append(f"margins left, top, right, bottom {listed} mm")
        return "; ".join(parts)

    def margins(self, usual: Margins) -> Margins:
        """Return the margins of both edges of each direction, measured where they were; ``usual`` where not."""
        said = self.settings
        sides = [side for side in (said.margin_left, said.margin_right) if side is not None]
        ends = [end for end in (said.margin_top, said.margin_bottom) if end is not None]
        return Margins(max(sides, default=usual.long_edge), max(ends, default=usual.short_edge))

    def ends(self, margins: Margins) -> tuple[float, float] | None:
        """Return the margins at the top and the bottom of upright paper, where both were measured.

        Neither is less than what ``margins`` needs so that enlarging has room.
        """
        said = self.settings
        if said.margin_top is None or said.margin_bottom is None:
            return None
        spare = margins.short_edge - max(said.margin_top, said.margin_bottom)
        return said.margin_top + max(0.0, spare), said.margin_bottom + max(0.0, spare)

    def within(self, margins: Margins, paper: Size) -> Margins:
        """Widen margins so that what is enlarged and moved stays on the page."""
        factor, offset = self.stretch, self.back_offset
        x = (paper.width / 2 + abs(offset.x)) * (1 - 1 / factor.x) if factor.x > 1 else 0.0
        y = (paper.height / 2 + abs(offset.y)) * (1 - 1 / factor.y) if factor.y > 1 else 0.0
        return Margins(max(margins.long_edge, x + abs(offset.x)), max(margins.short_edge, y + abs(offset.y)))


read_printer = record(PrinterSettings)
