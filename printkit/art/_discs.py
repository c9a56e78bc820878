"""Discs in a player's mark: solid, open with a double rim, dotted or hatched; told apart without colour."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.art import Ink
from printkit.art._hatch import hatching
from printkit.drawing import INK, PAPER, Colour, Path, Stroke, circle
from printkit.geometry import Point, on_circle
from printkit.theme import DARK_GREEN, DARK_VERMILION, GREEN, GREEN_TINT, VERMILION


def ground_of(mark: str, ink: Ink) -> Colour:
    """Return the colour in the middle of a disc, on which signs and letters stand."""
    if mark == "filled" and ink != "saver":
        return INK
    return GREEN_TINT if mark == "dotted" and ink == "full" else PAPER


def line_colour(mark: str) -> Colour:
    """Return the colour of lines in a player's mark."""
    return {"hatched": VERMILION, "dotted": GREEN}.get(mark, INK)


def text_colour(mark: str, otherwise: Colour = INK) -> Colour:
    """Return the colour of words in a player's mark on paper, dark enough to be read."""
    return {"hatched": DARK_VERMILION, "dotted": DARK_GREEN}.get(mark, otherwise)


def disc(mark: str, center: Point, radius: float, ink: Ink) -> Iterator[Path]:
    """Draw a disc; its pattern keeps to the rim, and leaves the middle to what stands there."""
    colour = VERMILION if mark == "hatched" else INK
    width = max(0.2, 0.07 * radius)
    rim = radius - width / 2
    yield Path(circle(center, rim), ground_of(mark, ink), Stroke(colour, width))
    if mark == "hatched" or (mark == "filled" and ink == "saver"):
        yield Path(hatching(on_circle(center, rim, 48), 0.15 * radius), stroke=Stroke(colour, 0.035 * radius))
        yield Path(circle(center, 0.66 * radius), fill=PAPER)
    if mark == "open":
        yield Path(circle(center, 0.83 * radius), stroke=Stroke(INK, max(0.1, 0.03 * radius)))
    if mark == "dotted":
        dots = [s for at in on_circle(center, 0.82 * radius, 18) for s in circle(at, 0.05 * radius)]
        yield Path(tuple(dots), fill=GREEN if ink == "full" else INK)
