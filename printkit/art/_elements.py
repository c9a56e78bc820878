"""Elements of cards: what a template puts on each card, filled in from the card's fields."""

from __future__ import annotations

import re
import struct
import warnings
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple, cast

from printkit.art import Frame
from printkit.art._boards import BoardPlan
from printkit.art._hatch import hatching
from printkit.art._lozenge import lozenge
from printkit.art._signs import stone
from printkit.art._text import cap_height, wrapped
from printkit.board import Region, split_cell
from printkit.drawing import (
    INK,
    PAPER,
    Anchor,
    Colour,
    Drawing,
    Item,
    Path,
    Stroke,
    Symbol,
    Text,
    Weight,
    grey,
    polyline,
)
from printkit.drawing import Image as Picture
from printkit.errors import RequestError, SettingError, hint_for, listed_signs, quoted, shown
from printkit.fields import LONGEST_TEXT, Reader, choice, key, length, list_of, one_line, yes_or_no
from printkit.geometry import Point, Rect, Size, around
from printkit.hexgrid import Hex
from printkit.spec import Game
from printkit.theme import (
    BLUE,
    CAPTION_GREY,
    DARK_VERMILION,
    GREEN,
    GREEN_TINT,
    LEAST_CONTRAST,
    SMALLEST_ON_CARDS_PT,
    TINT,
    VERMILION,
    YELLOW,
)
from printkit.turning import Turner
from printkit.units import MM_PER_INCH, MM_PER_POINT, TOLERANCE

if TYPE_CHECKING:
    from PIL import Image

COLOURS: dict[str, Colour] = {
    "ink": INK,
    "paper": PAPER,
    "grey": CAPTION_GREY,
    "pale": TINT,
    "vermilion": VERMILION,
    "dark vermilion": DARK_VERMILION,
    "blue": BLUE,
    "green": GREEN,
    "pale green": GREEN_TINT,
    "yellow": YELLOW,
}
LEAST_DPI = 200
USUAL_PT = 9.0  # of text that says nothing of its size
EXIF_ORIENTATION = 0x0112
PLAIN_MODES = ("L", "RGB", "RGBA")
IMAGES = ("PNG", "JPEG")
PNG_CHANNELS = {2: 3, 4: 2, 6: 4}  # by the type of colour
PNG_PARTS = (b"IHDR", b"IDAT", b"IEND", b"pHYs", b"sRGB", b"gAMA", b"cHRM", b"iCCP", b"tIME", b"tEXt", b"eXIf")
MOST_PIXELS_IN_ALL = 150_000_000  # of the images of a deck
MOST_PIXELS = 50_000_000  # of an image: 200 MiB of memory
LEADING = 1.2  # of the type size
SHRINK_PT = 0.5
Fields = Mapping[str, str]


def pair(least: float, most: float) -> Reader[tuple[float, ...]]:
    """Make a reader of two lengths, such as ``[4 mm, 10 mm]``."""
    return list_of(length(least, most), 2, 2)


@dataclass(frozen=True, eq=False)
class Element:
    """Something on a card: a text, a symbol, a board or an image, in a box."""

    at: tuple[float, ...] = key(pair(0, 500), "the upper left corner of its box on the card")
    box: tuple[float, ...] = key(pair(0.5, 500), "the width and height of its box")
    text: str = key(one_line, "a text; {field} stands for a field of the card", default="")
    symbol: str = key(one_line, "a player's id, or 'lozenge' and a player's id", default="")
    board: str = key(
        one_line, "the board in small with some cells filled: 'letter F', 'number 7' or cells", default=""
    )
    image: str = key(one_line, "a PNG or JPEG beside the spec", default="")
    size: float = key(length(1, 60), "the size of the text, 9 pt if left out", default=0.0)
    least: float = key(length(1, 60), "the size down to which the text may shrink to fit", default=0.0)
    weight: str = key(choice("regular", "medium", "bold"), "the weight of the text", default="")
    align: str = key(
        choice("left", "middle", "right"), "how the text stands in its box; in the middle if left out", default=""
    )
    colour: str = key(
        one_line,
        "the colour: " + ", ".join(COLOURS) + "; ink if left out",
        default="",
    )
    both_ways: bool = key(yes_or_no, "whether it stands a second time, the other way up", default=False)


OPTIONS = ("size", "least", "weight", "align", "colour")
USED: dict[str, tuple[str, ...]] = {"text": OPTIONS, "symbol": (), "board": ("colour",), "image": ()}
_FIELD = re.compile(r"\{([^{}]*)\}")


def filled(template: str, card: Fields, key: str) -> str:
    """Put a card's fields into a text; raises SettingError for a field that the card lacks."""

    def field(match: re.Match[str]) -> str:
        if match[1] not in card:
            raise SettingError(key, f"the cards have no field {quoted(match[1])}", hint_for(match[1], card))
        return card[match[1]]

    text = _FIELD.sub(field, template)
    if len(text) > LONGEST_TEXT:
        message = f"a text has {len(text)} characters when its fields are filled in"
        raise SettingError(key, message, f"{LONGEST_TEXT} at most")
    return text


class _Slot(NamedTuple):
    """An element of one card: its words with the fields filled in, its box, its colour."""

    words: str
    element: Element
    box: Rect
    colour: Colour


class Template:
    """Draws the elements of a card on a ground."""

    def __init__(
        self, elements: tuple[Element, ...], size: Size, game: Game, frame: Frame, ground: Colour
    ) -> None:
        self.elements = elements
        self.size = size
        self.game = game
        self.frame = frame
        self.ground = ground
        self._plans: dict[tuple[float, ...], tuple[BoardPlan, Drawing]] = {}
        self._turner = Turner()
        self._told: set[tuple[str, str]] = set()
        self._images: dict[str, tuple[bytes, str, tuple[int, int]]] = {}

    def items(self, card: Fields, wrong: list[SettingError]) -> Iterator[Item]:
        """Draw a card's elements; what is wrong with one is gathered, and the others are drawn."""
        for number, element in enumerate(self.elements, 1):
            place = f"face.{number}"
            try:
                drawn = tuple(self._element(element, card))
            except SettingError as error:
                where = f"{place}.{error.key}".rstrip(".")
                if (where, error.message) not in self._told:  # the same of every card is told once
                    self._told.add((where, error.message))
                    wrong.append(SettingError(where, f"{self.named(card)}{error.message}", error.hint))
                continue
            yield from drawn
            if element.both_ways:
                yield from (self._turner.item(item, self.size, 2) for item in drawn)

    @staticmethod
    def named(card: Fields) -> str:
        """Say which card it is, for messages."""
        words = " ".join(value for value in list(card.values())[:2])
        return f"card {quoted(words)}: " if words else ""

    def _element(self, element: Element, card: Fields) -> Iterator[Item]:
        kinds: dict[str, Callable[[_Slot], Iterator[Item]]] = {
            "text": self._text,
            "symbol": self._symbol,
            "board": self._board,
            "image": self._image,
        }
        given = [name for name in kinds if getattr(element, name)]
        if len(given) != 1:
            found = " and ".join(given) or "none of them"
            raise SettingError("", f"an element is one of text, symbol, board and image; found {found}", "")
        for option in OPTIONS:
            if getattr(element, option) and option not in USED[given[0]]:
                message = f"'{option}' has no effect on {'an image' if given[0] == 'image' else 'a ' + given[0]}"
                raise SettingError(option, message, "leave it out")
        box = Rect(0, 0, *element.box).moved(Point(*element.at))
        right, bottom = box.right - self.size.width, box.bottom - self.size.height
        if max(right, bottom) > TOLERANCE:
            message = f"its box reaches {max(right, bottom):.1f} mm beyond the card"
            raise SettingError("box", message, "make it smaller, or move it")
        words = filled(getattr(element, given[0]), card, given[0])
        yield from kinds[given[0]](_Slot(words, element, box, self.colour(element, card)))

    def colour(self, element: Element, card: Fields) -> Colour:
        """Return an element's colour by its name."""
        name = filled(element.colour or "ink", card, "colour")
        if name not in COLOURS:
            raise SettingError("colour", f"no colour is called {quoted(name)}", hint_for(name, COLOURS))
        return COLOURS[name]

    def _text(self, slot: _Slot) -> Iterator[Item]:
        """Set a text in lines, as large as it fits."""
        words, element, box, colour = slot
        weight = cast(Weight, element.weight or "regular")
        fonts = self.frame.fonts
        size_pt = element.size / MM_PER_POINT if element.size else USUAL_PT
        least_pt = element.least / MM_PER_POINT if element.least else size_pt
        if least_pt > size_pt + 1e-6:
            raise SettingError("least", "the text is to be larger than its size at least", "make it smaller")
        self._refuse_unreadable(slot, size_pt)
        if least_pt < SMALLEST_ON_CARDS_PT - 1e-6:
            message = f"text of {least_pt:.1f} pt is too small for a card"
            raise SettingError(
                "least" if element.least else "size", message, f"use at least {SMALLEST_ON_CARDS_PT:g} pt"
            )
        width, height = box.size
        while True:
            lines = wrapped(words, fonts, size_pt, width, weight)
            leading = LEADING * size_pt * MM_PER_POINT
            wide = max((fonts.width(text, weight, size_pt) for text in lines), default=0.0) - width
            high = cap_height(size_pt) + (len(lines) - 1) * leading - height
            excess = max(wide, high)
            if excess <= TOLERANCE or size_pt - SHRINK_PT < least_pt - 1e-6:
                break
            size_pt -= SHRINK_PT
        if excess > TOLERANCE:
            message = (
                f"the text {quoted(words)} is {excess:.1f} mm too large for its box of {width:g} × {height:g} mm"
            )
            raise SettingError(
                "", f"{message}, at {size_pt:g} pt", "shorten it, enlarge the box, or let it shrink with 'least'"
            )
        anchor: Anchor = {"left": "start", "middle": "middle", "right": "end"}[element.align or "middle"]  # type: ignore[assignment]
        x = {"start": box.left, "middle": box.center.x, "end": box.right}[anchor]
        first = box.center.y - (len(lines) - 1) * leading / 2 + cap_height(size_pt) / 2
        for i, line in enumerate(lines):
            yield Text(
                Point(x, first + i * leading),
                line,
                size_pt,
                weight,
                colour,
                anchor,
                room=width,
                ground=self.ground,
            )

    def _refuse_unreadable(self, slot: _Slot, size_pt: float) -> None:
        """Raise SettingError for characters that the font lacks, and for words that do not stand out."""
        missing = self.frame.fonts.missing(slot.words, slot.element.weight or "regular")
        if missing:
            message = f"{quoted(slot.words)} has characters that the font lacks: {listed_signs(missing)}"
            raise SettingError("text", message, "")
        contrast = slot.colour.contrast(self.ground)
        if contrast < LEAST_CONTRAST:
            message = f"text of {size_pt:g} pt in this colour has a contrast of {contrast:.1f}"
            hint = f"it must be {LEAST_CONTRAST:g} at least; ink or dark vermilion stand out on paper"
            raise SettingError("colour", message, hint)

    def _symbol(self, slot: _Slot) -> Iterator[Item]:
        """Draw a player's stone, or a lozenge in the player's mark."""
        words, box = slot.words, slot.box
        shape, _, rest = words.rpartition(" ")
        player = self.game.spec.players.get(rest)
        if player is None or shape not in ("", "lozenge"):
            hint = hint_for(rest, self.game.spec.players)
            raise SettingError("symbol", f"no symbol is called {quoted(words)}", hint)
        width, height = box.size
        if shape == "lozenge":
            yield from lozenge(player.mark, box)
        else:
            yield stone(player, box.center, min(width, height) / 2)

    def _board(self, slot: _Slot) -> Iterator[Item]:
        """Draw the board in small, with the cells of a line filled."""
        words, element, box, colour = slot
        cells = self._named(words)
        size = tuple(element.box)
        if size not in self._plans:
            self._plans[size] = self._bare(box.size)
        plan, drawing = self._plans[size]
        for outline in _outlines(plan, cells):
            shifted = [Point(x + box.left, y + box.top) for x, y in outline]
            if self.frame.ink == "full":
                yield Path(polyline(shifted, closed=True), fill=colour)
            else:
                yield Path(hatching(shifted, 0.4 * plan.across_flats), stroke=Stroke(colour, 0.2))
        yield Symbol(drawing, Point(box.left, box.top))

    def _bare(self, size: Size) -> tuple[BoardPlan, Drawing]:
        unit = BoardPlan(self.game.board, 1.0)
        line = 0.25
        across = min((size.width - line) / unit.box.size.width, (size.height - line) / unit.box.size.height)
        plan = BoardPlan(self.game.board, across)
        middle = plan.box.center
        plan = plan.moved(Point(size.width / 2 - middle.x, size.height / 2 - middle.y))
        lines = tuple(segment for course in plan.cell_lines() for segment in polyline(course))
        cells = Path(lines, stroke=Stroke(grey(0.45), 0.1, "round"))
        rim = Path(plan.rim_segments(), stroke=Stroke(INK, line))
        return plan, Drawing(size, (cells, rim) if lines else (rim,))

    def _named(self, words: str) -> tuple[Hex, ...]:
        """Return the cells of a line: ``letter F``, ``number 7``; or those that are named."""
        names = self.game.board.names
        kind, _, which = words.partition(" ")
        if kind in ("letter", "number"):
            found = tuple(cell for cell, name in names.items() if _is_on(name, kind, which.strip().upper()))
        else:
            found = self.game.board.named_cells(words.split())
            found = found if len(found) == len(words.split()) else ()
        if not found:
            message = f"the board has no cells {quoted(words)}"
            raise SettingError("board", message, "for example 'letter F', 'number 7' or 'A1 B2'")
        return found

    def _image(self, slot: _Slot) -> Iterator[Item]:
        """Put an image into its box, as large as it fits; its resolution must do for print."""
        words, box = slot.words, slot.box
        data, media_type, (wide, high) = self._pixels(words)
        scale = min(box.size.width / wide, box.size.height / high)
        dpi = MM_PER_INCH / scale
        if dpi < LEAST_DPI - 0.5:
            message = f"the image {quoted(words)} has {dpi:.0f} dpi at this size; expected {LEAST_DPI} at least"
            least = f"{wide / LEAST_DPI * MM_PER_INCH:.1f} × {high / LEAST_DPI * MM_PER_INCH:.1f} mm"
            raise SettingError("image", message, f"its {wide} × {high} pixels are good for {least}")
        place = around(box.center, wide * scale, high * scale)
        yield Picture(place, data, media_type, ground=self.ground)  # type: ignore[arg-type]

    def _pixels(self, path: str) -> tuple[bytes, str, tuple[int, int]]:
        if path not in self._images:
            try:
                data = self.frame.read(path)
            except RequestError as error:
                hint = "name a PNG or JPEG beside the spec"
                raise SettingError("image", error.problems[0].message, hint) from None
            self._images[path] = _plain_image(data, path)
            if sum(wide * high for _, _, (wide, high) in self._images.values()) > MOST_PIXELS_IN_ALL:
                message = (
                    f"the images have too many pixels together; expected {MOST_PIXELS_IN_ALL // 10**6} million"
                )
                raise SettingError("image", f"{message} at most", "make them smaller: 300 dpi are enough")
        return self._images[path]


def _plain_image(data: bytes, path: str) -> tuple[bytes, str, tuple[int, int]]:
    """Return an image that every program shows alike: upright, 8 bits a channel; with its kind and its size."""
    from PIL import Image  # noqa: PLC0415  (few decks have images)

    try:
        with warnings.catch_warnings(record=True) as remarks:
            warnings.simplefilter("always")  # what Pillow says of files that it can read all the same
            image: Image.Image = Image.open(BytesIO(data))
            kind = image.format or ""
            if kind in IMAGES:  # others are not even looked at: to read some, Pillow runs programs
                wide, high = image.size
                if wide * high > MOST_PIXELS:
                    raise Image.DecompressionBombError
                image.load()
                exif = image.getexif()
                return _upright(image, exif.get(EXIF_ORIENTATION, 1) != 1, b"" if remarks else data)
    except Image.DecompressionBombError:
        message = f"{quoted(path)} has too many pixels; expected {MOST_PIXELS // 1_000_000} million at most"
        raise SettingError("image", message, "make it smaller") from None
    except Exception:  # whatever Pillow comes upon in a file that is damaged
        hint = "expected a PNG or a JPEG that is whole"
        raise SettingError("image", f"{quoted(path)} cannot be read as an image", hint) from None
    raise SettingError("image", f"{quoted(path)} is a {shown(kind)}", "expected a PNG or a JPEG")


def _upright(image: Image.Image, is_turned: bool, data: bytes) -> tuple[bytes, str, tuple[int, int]]:
    """Return an image that was read, turned as it says itself, with its kind and its size.

    Its own ``data`` are taken where every program can read them; a PNG is made otherwise.
    """
    from PIL import ImageOps  # noqa: PLC0415

    is_sound = bool(data) if image.format == "JPEG" else _is_sound_png(data)
    if not is_turned and image.mode in PLAIN_MODES and is_sound:
        return data, f"image/{(image.format or '').lower()}", image.size
    if image.mode.startswith(("I", "F")):
        image = image.convert("I").point(lambda value: value / 256).convert("L")  # of 16 bits
    image = ImageOps.exif_transpose(image)
    if image.mode not in PLAIN_MODES:
        image = image.convert("RGBA" if "A" in image.mode or "transparency" in image.info else "RGB")
    buffer = BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue(), "image/png", image.size


def _is_sound_png(data: bytes) -> bool:
    """Whether a PNG is one to every program: with right sums, whole, and without parts that some do not like."""
    at, packed = 8, b""
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        word, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        end = at + 12 + length
        if word not in PNG_PARTS or data[end - 4 : end] != zlib.crc32(word + body).to_bytes(4, "big"):
            return False
        packed += body if word == b"IDAT" else b""
        at = end
    if at != len(data) or at < 45 or word != b"IEND":
        return False
    wide, high, bits, colour, *_, laced = struct.unpack(">IIBBBBB", data[16:29])
    pixels = high * (1 + (wide * bits * PNG_CHANNELS.get(colour, 1) + 7) // 8)
    stream = zlib.decompressobj()
    try:
        unpacked = stream.decompress(packed, pixels + 1)
    except zlib.error:
        return False
    return not laced and len(unpacked) == pixels and stream.eof and not stream.unused_data


def _is_on(name: str, kind: str, which: str) -> bool:
    letter, number = split_cell(name)
    return which == (letter if kind == "letter" else number)


def _outlines(plan: BoardPlan, cells: tuple[Hex, ...]) -> list[tuple[Point, ...]]:
    return plan.area(Region("line", cells, {}))
