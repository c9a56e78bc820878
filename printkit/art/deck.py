"""The kind ``deck``: cards from a table or a list, drawn after a template, with backs for each deck."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from typing import Any

from printkit.art import Frame, Ink, Kind
from printkit.art._elements import COLOURS, Element, Fields, Template, filled
from printkit.board import letters
from printkit.drawing import PAPER, Colour, Drawing, Item, Path, Piece, Segment, Stroke, polyline, rectangle
from printkit.errors import Problem, RequestError, SettingError, SettingErrors, hint_for, quoted, shown
from printkit.fields import (
    LONGEST_TEXT,
    card_size,
    choice,
    found_at,
    integer,
    key,
    length,
    list_of,
    map_of,
    name,
    one_line,
    record,
)
from printkit.geometry import Rect, Sides, Size
from printkit.hexgrid import Hex, HexLayout
from printkit.outline import SCALAR, map_like, outline, takes
from printkit.spec import Game
from printkit.yamlnodes import Mapping as MappingNode
from printkit.yamlnodes import Node

MOST_CARDS = 2000
LARGEST_TABLE = 1024 * 1024  # bytes
MOST_ROWS = 50_000  # some of which may have no copies
SEPARATORS = {";": "semicolons", "\t": "tabs"}
COPIES = "copies"  # the field that says how often a card is printed
SUIT = "suit"  # the field of a card that says which suit adds to it


@takes(lambda whole: map_like(outline(one_line, whole=True), SCALAR, 0, whole=whole))
def _fields(node: Node) -> Fields:
    """Read the fields of a card or a suit: words to texts."""
    return map_of(one_line, one_line)(node)


@dataclass(frozen=True, eq=False)
class Cards:
    """Which cards there are: ranks in each suit, or a list, or the rows of a CSV file beside the spec."""

    ranks: tuple[str, ...] = key(list_of(one_line, 1, 200), "the ranks, in their order", default=())
    suits: Mapping[str, Fields] = key(
        map_of(name, _fields, 1), "the suits by name, each with fields of its own", factory=dict
    )
    list: tuple[Fields, ...] = key(
        list_of(_fields, 1, MOST_CARDS), "the cards one by one, each with its fields", default=()
    )
    csv: str = key(one_line, "a CSV file beside the spec; its first row names the fields", default="")

    @staticmethod
    def faults(_values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
        """Check that the cards are given in one way."""
        given = [word for word in ("ranks", "list", "csv") if node.find(word) is not None]
        if len(given) != 1:
            message = f"cards are given by ranks, list or csv; found {' and '.join(given) or 'none of them'}"
            yield node.place.problem("bad-value", message)
        elif given == ["ranks"] and node.find("suits") is None:
            yield node.place.problem("missing-field", "the key 'suits' is missing beside the ranks")


@dataclass(frozen=True, eq=False)
class Back:
    """The back of a deck's cards: a lattice of hexes that runs into the bleed."""

    colour: str = key(choice(*COLOURS), "the colour of the ground", default="blue")
    lines: str = key(choice(*COLOURS), "the colour of the lattice", default="paper")
    gap: float = key(length(1, 40), "across flats of the lattice's hexes; two decks may differ in it", default=5.0)

    @staticmethod
    def faults(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
        """Check that the lattice can be seen."""
        if values.get("colour", "blue") == values.get("lines", "paper"):
            message = "the lattice has the colour of its ground"
            yield found_at(node, "lines" if node.find("lines") else "colour").place.problem("bad-value", message)


@dataclass(frozen=True, eq=False)
class DeckSettings:
    """What a spec says of a deck of cards."""

    size: Size = key(card_size, "the card's size: poker, bridge, mini, tarot, or '63.5 mm × 88.9 mm'")
    cards: Cards = key(record(Cards), "which cards there are")
    face: tuple[Element, ...] = key(list_of(record(Element), 1, 100), "what is on each card")
    ground: str = key(choice(*COLOURS), "the colour of the face's ground", default="paper")
    decks: Mapping[str, Back] = key(
        map_of(name, record(Back), 1), "the decks by name, with their backs; each has all the cards", factory=dict
    )
    bleed: float = key(length(0, 10), "ground beyond a card's edge; the cards then stand apart", default=0.0)
    back_bleed: float = key(length(0, 10), "how far a back goes on beyond the outer cards", default=2.5)
    gutter: float = key(length(0, 50), "space between cards", default=0.0)
    corner: float = key(length(0, 20), "the radius of the corners, drawn as a fine line to cut along", default=0.0)
    copies: int = key(integer(1, 100), "how often each card is printed", default=1)


def draw(settings: DeckSettings, name: str, game: Game, frame: Frame) -> tuple[Piece, ...]:
    """Draw all cards of one deck after the other; what is wrong with any is told at once."""
    wrong: list[SettingError] = []
    cards = list(_cards(settings, frame, wrong))
    if wrong:
        raise SettingErrors(wrong)
    number = sum(int(card.get(COPIES) or 1) for card in cards) * settings.copies * max(1, len(settings.decks))
    if number > MOST_CARDS:
        raise SettingError("cards", f"there are {number} cards; expected {MOST_CARDS} at most", "")
    ground = COLOURS[settings.ground]
    template = Template(settings.face, settings.size, game, frame, ground)
    faces = [(card, _face(settings, template, card, ground, wrong)) for card in cards]
    if wrong:
        raise SettingErrors(wrong)
    pieces: list[Piece] = []
    decks: Mapping[str, Back | None] = settings.decks or {"": None}
    for deck, back in decks.items():
        behind = None if back is None else _back(settings, back, frame.ink)
        for number, (card, face) in enumerate(faces, 1):
            label = " ".join(filter(None, (name, deck, str(number))))
            piece = Piece(label, face, back=behind, group=deck, gutter=settings.gutter)
            pieces += [piece] * (settings.copies * int(card.get(COPIES) or 1))
    if not pieces:
        raise SettingError("cards", "there are no cards", "give some of them copies")
    return tuple(pieces)


def _cards(settings: DeckSettings, frame: Frame, wrong: list[SettingError]) -> Iterator[Fields]:
    """Give the fields of each card; what is wrong with some is gathered."""
    cards = settings.cards
    if cards.ranks:
        for suit, own in cards.suits.items():
            for i, rank in enumerate(cards.ranks):
                base = {"rank": rank, "suit": suit, "number": str(i + 1), "letter": letters(i)}
                more = {word: filled(text, base, f"cards.suits.{suit}.{word}") for word, text in own.items()}
                if _is_number(more.get(COPIES, "1")):
                    yield base | more
                elif not i:
                    wrong.append(_copies_fault(f"cards.suits.{suit}", "", more[COPIES]))
        return
    entries = [("", card) for card in cards.list] if cards.list else list(_rows(cards.csv, frame, wrong))
    for number, (row, card) in enumerate(entries, 1):
        where = "cards.csv" if row else f"cards.list.{number}"
        suit = card.get(SUIT, "")
        copies = card.get(COPIES) or cards.suits.get(suit, {}).get(COPIES) or "1"
        if cards.suits and row and SUIT not in card:
            message = f"the table has no column {quoted(SUIT)}, by which cards get what 'suits' adds"
            wrong.append(SettingError("cards.csv", message, "add the column, or leave out 'suits'"))
            return
        if cards.suits and suit not in cards.suits:
            hint = hint_for(suit, cards.suits)
            wrong.append(_fault(where, SUIT, row, f"no suit is called {quoted(suit)}", hint))
            continue
        if not _is_number(copies):
            is_own = bool(card.get(COPIES))
            wrong.append(_copies_fault(where if is_own else f"cards.suits.{suit}", row if is_own else "", copies))
            continue
        given = {word: value for word, value in card.items() if word != COPIES}
        yield {**(cards.suits[suit] if cards.suits else {}), **given, COPIES: copies, "position": str(number)}


def _is_number(copies: str) -> bool:
    return copies.isascii() and copies.isdigit() and len(copies) < 5 and int(copies) <= 1000


def _copies_fault(where: str, row: str, copies: str) -> SettingError:
    message = f"found {quoted(copies)} copies; expected a whole number from 0 to 1000"
    return _fault(where, COPIES, row, message, "")


def _fault(where: str, field: str, row: str, message: str, hint: str) -> SettingError:
    """Make the error for a field of a card: in the spec at its place, in a CSV with the row."""
    if row:
        return SettingError(where, f"{row}: {message}", hint)
    return SettingError(f"{where}.{field}", message, hint)


def _rows(path: str, frame: Frame, wrong: list[SettingError]) -> Iterator[tuple[str, Fields]]:
    """Read a CSV file: UTF-8, the first row with the names of the fields; each row with its place."""
    (first, head), *rows = _table(path, frame)
    names = [cell.strip() for cell in head]
    odd = next((sign for sign in SEPARATORS if len(names) == 1 and sign in names[0]), None)
    if odd is not None:
        message = f"{quoted(path)} has {SEPARATORS[odd]} between its columns; expected commas"
        raise SettingError("cards.csv", message, "")
    if len(set(names)) < len(names) or not all(names):
        message = f"{quoted(path)}, row {first}: a column has no name, or two have the same"
        raise SettingError("cards.csv", message, "")
    for number, row in [(first, head), *rows]:
        unfit = next((cell for cell in row if not _is_text(cell)), None)
        if unfit is not None:
            message = (
                f"{quoted(path)}, row {number}: {quoted(unfit)} is too long, or has signs that cannot be seen"
            )
            wrong.append(SettingError("cards.csv", message, f"{LONGEST_TEXT} visible characters at most"))
        elif len(row) != len(names):
            message = f"{quoted(path)}, row {number} has {len(row)} cells; expected {len(names)}"
            wrong.append(SettingError("cards.csv", message, f"columns: {shown(', '.join(names))}"))
        elif number != first:
            yield f"{path}, row {number}", {name: cell.strip() for name, cell in zip(names, row, strict=True)}


def _table(path: str, frame: Frame) -> list[tuple[int, list[str]]]:
    """Return the rows of a CSV file that are not blank, with their numbers; there are two at least."""
    try:
        data = frame.read(path)
        if len(data) > LARGEST_TABLE:
            raise SettingError("cards.csv", f"{quoted(path)} is larger than {LARGEST_TABLE // 1024**2} MiB", "")
        text = data.decode("utf-8-sig")
    except RequestError as error:
        raise SettingError("cards.csv", error.problems[0].message, "name a CSV file beside the spec") from None
    except UnicodeDecodeError:
        raise SettingError("cards.csv", f"{quoted(path)} is no UTF-8", "save it as UTF-8 text") from None
    reader = csv.reader(StringIO(text.replace("\r\n", "\n").replace("\r", "\n"), newline=""), strict=True)
    try:
        rows = [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as error:
        message = f"{quoted(path)}, row {reader.line_num} cannot be read: {error}"
        raise SettingError("cards.csv", message, "") from None
    if len(rows) < 2:
        raise SettingError("cards.csv", f"{quoted(path)} has no cards", "its first row names the fields")
    if len(rows) > MOST_ROWS + 1:
        message = f"{quoted(path)} has {len(rows) - 1} rows of cards; expected {MOST_ROWS} at most"
        raise SettingError("cards.csv", message, "")
    return rows


def _is_text(cell: str) -> bool:
    """Whether a cell holds what a text of a spec may hold, of several lines too."""
    return len(cell) <= LONGEST_TEXT and "".join(cell.split()).isprintable()


def _face(
    settings: DeckSettings, template: Template, card: Fields, ground: Colour, wrong: list[SettingError]
) -> Drawing:
    size, bleed = settings.size, Sides.all_round(settings.bleed)
    items: list[Item] = []
    if settings.ground != "paper":
        items.append(Path(rectangle(Rect(0, 0, *size).grown(bleed)), fill=ground))
    items += template.items(card, wrong)
    if settings.corner:
        items.append(_corners(size, settings.corner))
    return Drawing(size, tuple(items), bleed)


def _corners(size: Size, radius: float) -> Path:
    """Draw the arcs along which corners are rounded."""
    k = radius * (1 - 0.5522847498)
    w, h, r = size.width, size.height, radius
    segments: tuple[Segment, ...] = (
        ("M", 0.0, r), ("C", 0.0, k, k, 0.0, r, 0.0),
        ("M", w - r, 0.0), ("C", w - k, 0.0, w, k, w, r),
        ("M", w, h - r), ("C", w, h - k, w - k, h, w - r, h),
        ("M", r, h), ("C", k, h, 0.0, h - k, 0.0, h - r),
    )  # fmt: skip
    return Path(segments, stroke=Stroke(COLOURS["grey"], 0.15), role="cut")


def _back(settings: DeckSettings, back: Back, ink: Ink) -> Drawing:
    """Draw a back: ground and a lattice of hexes, which runs on beyond the bleed and is cut off on the sheet."""
    size, bleed = settings.size, max(settings.back_bleed, settings.bleed)
    outer = Rect(0, 0, *size).grown(Sides.all_round(bleed))
    middle = outer.center
    layout = HexLayout.across_flats("flat", back.gap, middle)
    reach = int(max(outer.size) / back.gap) + 2
    wide = outer.grown(Sides.all_round(back.gap))
    shapes: list[Segment] = []
    for cell in (Hex(q, r) for q in range(-reach, reach + 1) for r in range(-2 * reach, 2 * reach + 1)):
        x, y = layout.center(cell)
        if wide.left <= x <= wide.right and wide.top <= y <= wide.bottom:
            corners = HexLayout.across_flats("flat", back.gap * 0.8, layout.center(cell)).corners(Hex(0, 0))
            shapes += polyline(corners, closed=True)
    lines, ground = COLOURS[back.lines], COLOURS[back.colour]
    if ink == "saver":
        lines, ground = ground if ground != PAPER else lines, PAPER
    lattice = Path(tuple(shapes), stroke=Stroke(lines, max(0.2, (0.07 if ink == "full" else 0.04) * back.gap)))
    return Drawing(size, (Path(rectangle(outer), fill=ground), lattice), Sides.all_round(bleed))


KIND = Kind(
    DeckSettings,
    draw,
    "n_up",
    fills_frame=False,
    is_thinned=True,
    paper="card of 250 g, or heavy paper in sleeves",
    making="Cut from mark to mark, inner cuts first.",
)
