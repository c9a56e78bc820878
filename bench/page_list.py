"""Write down what printkit's pages show, asset by asset, for ``bench/raw_pages.py``; that says what is in a list.

Both draw the same paths and texts, and the same drawings are forms. A drawing that is used once is written out
where it stands, from an origin of its own, as numbers that come again pack better; colours, lines and fonts are
set only where they change.
Run: ``python page_list.py LISTS GAME... [KEY=VALUE...]``; ``GAME/ASSET`` is one asset of a game.
"""

from __future__ import annotations

import marshal
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from printkit.drawing import Colour, Document, Drawing, Item, Stroke, Symbol, Text, items_in, uses
from printkit.drawing import Path as Outline
from printkit.geometry import Point, Rect, Sides, union
from printkit.library import fonts_of, load_games
from printkit.pipeline import chosen_assets, document_of, make, sheet_of
from printkit.units import POINTS_PER_MM as POINT

Move = tuple[str, tuple[float, ...]]
Step = tuple[str, tuple[Any, ...]]
Form = tuple[str, tuple[float, ...], tuple[Step, ...]]

MOVES = {"M": "moveTo", "L": "lineTo", "C": "curveTo", "Z": "close"}
NOWHERE = Point(0, 0)
STRINGS = {"start": "drawString", "middle": "drawCentredString", "end": "drawRightString"}


class Steps:
    """The steps that draw items on one surface: a page or a form."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.steps: list[Step] = []
        self.set: dict[str, tuple[Any, ...]] = {}

    def draw(self, items: Iterable[Item], origin: Point) -> None:
        """Add the steps of items whose own origin lies at a point of the surface, in points, y up."""
        for item in items:
            if isinstance(item, Outline):
                self._path(item, origin)
            elif isinstance(item, Text):
                self._text(item, origin)
            elif isinstance(item, Symbol):
                self._symbol(item, origin)
            else:
                raise TypeError(f"bench/raw_pages.py cannot draw this: {type(item).__name__}")

    def _do(self, name: str, *arguments: Any) -> None:
        self.steps.append((name, arguments))

    def _change(self, what: str, name: str, *arguments: Any) -> None:
        """Set something, where it is not set so already."""
        if self.set.get(what) != (name, *arguments):
            self.set[what] = (name, *arguments)
            self._do(name, *arguments)

    def _colour(self, what: str, colour: Colour) -> None:
        red, green, blue = colour.rgb
        if red == green == blue:
            self._change(what, f"set{what}Gray", red)
        else:
            self._change(what, f"set{what}ColorRGB", red, green, blue)

    def _line(self, stroke: Stroke) -> None:
        self._colour("Stroke", stroke.colour)
        self._change("width", "setLineWidth", stroke.width * POINT)
        self._change("cap", "setLineCap", 1 if stroke.cap == "round" else 0)
        self._change("dash", "setDash", tuple(length * POINT for length in stroke.dash))

    def _path(self, path: Outline, origin: Point) -> None:
        if path.fill is not None:
            self._colour("Fill", path.fill)
        if path.stroke is not None:
            self._line(path.stroke)
        moves: list[Move] = []
        for segment in path.segments:
            numbers = segment[1:]
            places = [placed(x, y, origin) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
            moves.append((MOVES[segment[0]], tuple(number for place in places for number in place)))
        self._do("drawPath", tuple(moves), int(path.stroke is not None), int(path.fill is not None))

    def _text(self, text: Text, origin: Point) -> None:
        self._colour("Fill", text.colour)
        self._change("font", "setFont", text.weight.capitalize(), text.size_pt)
        at, name = placed(*text.at, origin), STRINGS[text.anchor]
        if not text.turn_deg:
            self._do(name, *at, text.string)
            return
        self._do("saveState")
        self._do("translate", *at)
        self._do("rotate", -text.turn_deg)
        self._do(name, 0, 0, text.string)
        self._do("restoreState")

    def _symbol(self, symbol: Symbol, origin: Point) -> None:
        drawing, corner = symbol.drawing, placed(*symbol.at, origin)
        is_kept = any(corner) or symbol.clip is not None
        before = dict(self.set)
        if is_kept:
            self._do("saveState")
            self._do("translate", *corner)
        if symbol.clip is not None:
            left, bottom, right, top = box_of(symbol.clip, NOWHERE)
            self._do("clipPath", (("rect", (left, bottom, right - left, top - bottom)),))
        form = self.forms.name(drawing)
        if form is None:
            self.draw(drawing.items, NOWHERE)
        else:
            self._do("doForm", form)
        if is_kept:
            self._do("restoreState")
            self.set = before


class Forms:
    """The drawings that a document uses more than once, those inside others first."""

    def __init__(self, used: Counter[int]) -> None:
        self.used = used
        self.names: dict[int, str] = {}
        self.forms: list[Form] = []

    def name(self, drawing: Drawing) -> str | None:
        """Return the name of a drawing's form, None where it is used once."""
        if self.used[id(drawing)] < 2:
            return None
        if id(drawing) not in self.names:
            steps = Steps(self)
            steps.draw(drawing.items, NOWHERE)
            name = f"form{len(self.forms)}"
            self.names[id(drawing)] = name
            self.forms.append((name, box_of(extent(drawing), NOWHERE), tuple(steps.steps)))
        return self.names[id(drawing)]


def placed(x: float, y: float, origin: Point) -> Point:
    """Turn a place in mm, y down, into points, y up."""
    return Point(origin.x + x * POINT, origin.y - y * POINT)


def box_of(box: Rect, origin: Point) -> tuple[float, float, float, float]:
    """Turn a box in mm, y down, into points, y up: left, bottom, right, top."""
    return (*placed(box.left, box.bottom, origin), *placed(box.right, box.top, origin))


def extent(drawing: Drawing) -> Rect:
    """Return a box that holds all of a drawing; no letter is wider than its size."""
    boxes = [Rect(0, 0, *drawing.size)]
    for item, shift in items_in(drawing.items):
        if isinstance(item, Text):
            size = item.size_pt / POINT
            boxes.append(item.bounds(len(item.string) * size).grown(Sides.all_round(size)).moved(shift))
        else:
            boxes.append(item.bounds().moved(shift))
    return union(boxes)


def listed(document: Document) -> tuple[Any, ...]:
    """Return a document as a list for ``bench/raw_pages.py``, of nothing but tuples, strings and numbers."""
    forms = Forms(uses(item for page in document.pages for item in (*page.pieces, *page.marks)))
    pages = []
    for page in document.pages:
        width, height = page.paper.width * POINT, page.paper.height * POINT
        steps, origin = Steps(forms), Point(0, height)
        steps.draw((*page.pieces, *page.marks), origin)
        pages.append(((width, height), box_of(page.trim, origin), box_of(page.bleed, origin), tuple(steps.steps)))
    return document.title, tuple(forms.forms), tuple(pages)


def main() -> None:
    """Write ``LISTS/GAME/ASSET.list`` for every asset of the games, or for one that is named, on A4."""
    words = sys.argv[2:]
    asked = [word.partition("/")[::2] for word in words if "=" not in word]
    for game in load_games(tuple(name for name, _ in asked), tuple(word for word in words if "=" in word)):
        only = {asset for name, asset in asked if name == game.spec.game and asset}
        folder = Path(sys.argv[1], game.spec.game)
        folder.mkdir(parents=True, exist_ok=True)
        fonts = fonts_of(game)
        for asset in chosen_assets(game, tuple(only)):
            document = document_of(make(game, asset, sheet_of("a4", None), fonts))
            (folder / f"{asset.name}.list").write_bytes(marshal.dumps(listed(document)))


if __name__ == "__main__":
    main()
