"""Millimetres: the one place that knows inches and points, and the paper sizes."""

from __future__ import annotations

import re

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72
POINTS_PER_MM = POINTS_PER_INCH / MM_PER_INCH
MM_PER_POINT = MM_PER_INCH / POINTS_PER_INCH

TOLERANCE = 1e-6  # all fits are computed with this much slack, in mm

LONGEST_SHOWN_UNIT = 20

MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_POINT}

# Portrait, width × height in mm (ISO 216, ANSI Y14.1).
PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "a6": (105.0, 148.0),
    "legal": (215.9, 355.6),
    "letter": (215.9, 279.4),
    "tabloid": (279.4, 431.8),
}

# Trim sizes of cards by name, and the sleeves that are sold for them; width × height in mm.
CARD_SIZES = {
    "poker": (63.5, 88.9),
    "bridge": (57.15, 88.9),
    "mini": (44.45, 63.5),
    "tarot": (69.85, 120.65),
}
SLEEVES = ((44.0, 68.0), (59.0, 92.0), (63.5, 88.0), (70.0, 120.0))
SLEEVE_GIVE = 1.0  # by how much a card may exceed the size that is printed on a pack of sleeves

_LENGTH = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)\s*([a-zA-Z\"]*)", re.ASCII)


def parse_length(text: str) -> float:
    """Read a length with its unit, such as ``22 mm`` or ``0.75 in``, as mm.

    Raises ValueError with a message that says what is wrong.
    """
    match = _LENGTH.fullmatch(text.strip())
    if match is None:
        raise ValueError("expected a length such as '22 mm' or '0.75 in'")
    number, unit = match.groups()
    if not unit:
        raise ValueError(f"the unit is missing; expected for example '{number} mm'")
    if unit not in MM_PER_UNIT:
        shown = unit if len(unit) <= LONGEST_SHOWN_UNIT else unit[:LONGEST_SHOWN_UNIT] + "…"
        raise ValueError(f"unknown unit '{shown}'; expected one of: " + ", ".join(MM_PER_UNIT))
    return float(number) * MM_PER_UNIT[unit]


def sleeve_for(width: float, height: float) -> tuple[float, float] | None:
    """Return the smallest sleeves that take a card, by the size printed on their pack; None where none do."""
    fitting = [
        sleeve for sleeve in SLEEVES if width <= sleeve[0] + SLEEVE_GIVE and height <= sleeve[1] + SLEEVE_GIVE
    ]
    return min(fitting, key=lambda sleeve: sleeve[0] * sleeve[1], default=None)
