"""Themes: the accents of a game in place of the usual ones; drawings are recoloured, and thinned, as a whole.

The usual accents are those of the palette by Okabe and Ito, which people with any colour vision tell apart.
Players are told apart by their patterns as well, whatever the theme.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from printkit.drawing import INK, PAPER, Colour, Drawing, Image, Item, Path, Piece, Role, Stroke, Symbol, Text
from printkit.errors import Problem
from printkit.fields import found_at, key, mismatch, record
from printkit.outline import Schema, outline, pattern, takes
from printkit.theme import (
    BLUE,
    BLUE_TINT,
    CAPTION_GREY,
    DARK_GREEN,
    DARK_VERMILION,
    GREEN,
    GREEN_TINT,
    LEAF_TINT,
    LEAST_CONTRAST,
    VERMILION,
    VERMILION_TINT,
    YELLOW,
    YELLOW_TINT,
)
from printkit.yamlnodes import Node, Scalar

PALETTE: dict[str, Colour] = {
    "vermilion": VERMILION,
    "dark vermilion": DARK_VERMILION,
    "blue": BLUE,
    "green": GREEN,
    "dark green": DARK_GREEN,
    "pale green": GREEN_TINT,
    "yellow": YELLOW,
}
DARK = {"dark vermilion": "vermilion", "dark green": "green"}  # for words, derived where a theme has none
PALE = {"pale green": "green"}
PALE_SHARE = 0.34  # of the colour in its pale ground
ZONE_TINTS = {"vermilion": VERMILION_TINT, "blue": BLUE_TINT, "green": LEAF_TINT, "yellow": YELLOW_TINT}
ZONE_SHARE = 0.18  # of the colour in the ground of a zone
ON_PAPER = ("vermilion", "green", "blue")  # those that stand alone on paper, as lines and areas
THINNED, THINNEST = 0.36, 0.12  # of their width, and mm: lines of boards and pieces where ink is saved
GROUNDS = ("yellow", "pale green")  # those on which black signs stand
LEAST_APART = 1.5  # of an accent from black, which is a player's too
LEAST_LINE_CONTRAST = 3.0  # of lines and areas on paper (WCAG 2.1, 1.4.11)

_SHARE = "(?:100|0?[0-9]{1,2})"  # of ink, in percent

Theme = Mapping[str, Colour]


@takes(pattern(r"\s*#[0-9a-fA-F]{6}\s*"))
def _hex(node: Node) -> tuple[float, float, float]:
    text = node.text.strip() if isinstance(node, Scalar) else ""
    if not re.fullmatch("#[0-9a-fA-F]{6}", text, re.ASCII):
        raise mismatch(node, "a colour such as '#D55E00', in quotes", "six digits 0–9, A–F: red, green, blue")
    red, green, blue = (int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


@takes(pattern(rf"\s*(?:{_SHARE}\s+){{3}}{_SHARE}\s*"))
def _inks(node: Node) -> tuple[float, float, float, float]:
    words = node.text.split() if isinstance(node, Scalar) else []
    if len(words) != 4 or not all(
        re.fullmatch("[0-9]{1,3}", word, re.ASCII) and int(word) <= 100 for word in words
    ):
        raise mismatch(
            node, "four shares of ink from 0 to 100: cyan, magenta, yellow, black", "such as '0 60 100 10'"
        )
    cyan, magenta, yellow, black = (int(word) / 100 for word in words)
    return cyan, magenta, yellow, black


@dataclass(frozen=True, eq=False)
class _Both:
    rgb: tuple[float, float, float] = key(_hex, "the colour of screens and home printers")
    cmyk: tuple[float, float, float, float] = key(_inks, "the inks of a press, in percent")


def _outline(whole: bool) -> Schema:
    return {"anyOf": [outline(_hex, whole=whole), outline(record(_Both), whole=whole)]}


@takes(_outline)
def colour(node: Node) -> Colour:
    """Read a colour: ``'#D55E00'``, or a mapping of ``rgb`` and ``cmyk``; else the inks follow from the light."""
    if isinstance(node, Scalar):
        rgb = _hex(node)
        return Colour(rgb, _separated(rgb))
    both = record(_Both)(node)
    return Colour(both.rgb, both.cmyk)


def _separated(rgb: tuple[float, float, float]) -> tuple[float, float, float, float]:
    """Return inks for a colour, all grey of it in black."""
    cyan, magenta, yellow = (1 - light for light in rgb)
    black = min(cyan, magenta, yellow)
    return tuple(round(ink, 3) for ink in (cyan - black, magenta - black, yellow - black, black))  # type: ignore[return-value]


def theme_faults(theme: Theme, node: Node) -> Iterator[Problem]:
    """Give a problem for each colour that cannot be seen well enough where it stands."""
    for name, found in theme.items():
        least = LEAST_LINE_CONTRAST if name in ON_PAPER else LEAST_CONTRAST if name in DARK else None
        contrast = found.contrast(PAPER)
        place = found_at(node, name).place
        if least is not None and contrast < least:
            message = f"'{name}' has a contrast of {contrast:.1f} on paper; it must be {least:g} at least"
            yield place.problem("contrast", message, "take a darker one")
        inked = Colour(_printed(found.cmyk), found.cmyk).contrast(PAPER)
        if least is not None and inked < least <= contrast:
            message = (
                f"the inks of '{name}' have a contrast of {inked:.1f} on paper; it must be {least:g} at least"
            )
            yield place.problem("contrast", message, "take more ink")
        against = INK.contrast(found)
        wanted = LEAST_CONTRAST if name in GROUNDS else LEAST_APART if name in ON_PAPER else None
        if wanted is not None and against < wanted:
            message = f"'{name}' has a contrast of {against:.1f} to black; it must be {wanted:g} at least"
            yield place.problem("contrast", message, "take a lighter one")


def _printed(inks: tuple[float, float, float, float]) -> tuple[float, float, float]:
    """Return roughly what inks look like."""
    cyan, magenta, yellow, black = inks
    return (1 - cyan) * (1 - black), (1 - magenta) * (1 - black), (1 - yellow) * (1 - black)


def whole(theme: Theme) -> dict[Colour, Colour]:
    """Return what stands in for each of the usual accents: a theme's own colours, and those derived from them."""
    found = {PALETTE[name]: given for name, given in theme.items()}
    for name, base in DARK.items():
        if base in theme and name not in theme:
            found[PALETTE[name]] = _darkened(theme[base])
    for name, base in PALE.items():
        if base in theme and name not in theme:
            found[PALETTE[name]] = _mixed(theme[base], PALE_SHARE)
    for name, tint in ZONE_TINTS.items():
        if name in theme:
            found[tint] = _ground(theme[name])
    return found


def _ground(given: Colour) -> Colour:
    """Return a colour thinned so much that small grey words can be read on it."""
    share = ZONE_SHARE
    while share > 0 and CAPTION_GREY.contrast(_mixed(given, share)) < LEAST_CONTRAST + 0.1:
        share -= 0.01
    return _mixed(given, share)


def _darkened(given: Colour) -> Colour:
    """Return a colour dark enough for words on paper."""
    share = 1.0
    while Colour(_scaled(given, share), given.cmyk).contrast(PAPER) < LEAST_CONTRAST + 0.3:
        share -= 0.02
    cyan, magenta, yellow, black = given.cmyk
    return Colour(_scaled(given, share), (cyan, magenta, yellow, round(min(1.0, black + (1 - share)), 3)))


def _scaled(given: Colour, share: float) -> tuple[float, float, float]:
    red, green, blue = (round(light * share, 4) for light in given.rgb)
    return red, green, blue


def _mixed(given: Colour, share: float) -> Colour:
    """Return a colour thinned with paper."""
    red, green, blue = (round(1 - share * (1 - light), 4) for light in given.rgb)
    cyan, magenta, yellow, black = (round(share * ink, 3) for ink in given.cmyk)
    return Colour((red, green, blue), (cyan, magenta, yellow, black))


# Recolouring


class Recolouring:
    """Drawings in a theme, and with thinner lines where ink is saved.

    Each drawing is made anew once, so that what is shared stays shared.
    """

    def __init__(self, theme: Theme, *, thins: bool = False) -> None:
        self.colours = whole(theme)
        self.thins = thins
        self.known: dict[int, tuple[Drawing, Drawing]] = {}

    def pieces(self, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
        """Return pieces in the theme."""
        if not self.colours and not self.thins:
            return tuple(pieces)
        found: dict[int, Piece] = {}
        kept = list(pieces)
        for piece in kept:
            if id(piece) not in found:
                back = None if piece.back is None else self.drawing(piece.back)
                found[id(piece)] = piece._replace(front=self.drawing(piece.front), back=back)
        return tuple(found[id(piece)] for piece in kept)

    def drawing(self, drawing: Drawing) -> Drawing:
        """Return a drawing in the theme."""
        if not self.colours and not self.thins:
            return drawing
        if id(drawing) not in self.known:
            items = tuple(self._item(item) for item in drawing.items)
            self.known[id(drawing)] = drawing, drawing._replace(items=items)
        return self.known[id(drawing)][1]

    def _item(self, item: Item) -> Item:
        if isinstance(item, Symbol):
            return item._replace(drawing=self.drawing(item.drawing))
        if isinstance(item, Image):
            return item._replace(ground=self._of(item.ground))
        if isinstance(item, Text):
            return item._replace(colour=self._of(item.colour), ground=self._of(item.ground))
        assert isinstance(item, Path)
        stroke = None if item.stroke is None else self._stroke(item.stroke, item.role)
        return item._replace(fill=None if item.fill is None else self._of(item.fill), stroke=stroke)

    def _stroke(self, given: Stroke, role: Role) -> Stroke:
        width = given.width
        if self.thins and role == "ink" and width > THINNEST:
            width = max(THINNEST, THINNED * width)
        return given._replace(colour=self._of(given.colour), width=width)

    def _of(self, given: Colour) -> Colour:
        return self.colours.get(given, given)
