"""Decks of cards: which cards there are, what stands on them, how they lie on the paper, and what is refused."""

from __future__ import annotations

import base64
import math
import re
import struct
import xml.etree.ElementTree as ET
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal
from io import BytesIO
from pathlib import Path as FilePath
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import pikepdf
import pytest
from click.testing import CliRunner, Result
from PIL import Image as Pixels

from printkit import library, pipeline
from printkit.art import _elements
from printkit.art._elements import Fields, Template
from printkit.cli import main
from printkit.drawing import Image, Item, Path, Text, items_in
from printkit.errors import SettingError, SpecError
from printkit.fonts import Fonts
from printkit.geometry import Rect, bounds
from printkit.pipeline import Made
from printkit.profile import Backs
from printkit.units import MM_PER_POINT, sleeve_for
from tests.conftest import Maker, Renderer
from tests.pdf_reading import Line, Matrix, _times, lines, words
from tests.test_backs import BACK_BLEED, gap, of_colour, pixels_of

HEAD = """\
game: trial
title: Trial
credit: Somebody
players:
  red: {name: Red, mark: hatched, joins: [upper left, lower right]}
  black: {name: Black, mark: filled, joins: [lower left, upper right]}
board: {shape: rhombus, side: 5}
assets:
  deck:
    kind: deck
"""
SIZE = "    size: poker\n"
LISTED = "    cards: {list: [{name: Apple, points: 3}, {name: Pear, points: 5}]}\n"
FACE = '    face: [{text: "{name}", at: [4 mm, 4 mm], box: [50 mm, 10 mm]}]\n'
RANKS = "[A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K]"
VERMILION = (213, 94, 0)
MM = 25.4 / 72


def write(folder: FilePath, *parts: str) -> str:
    """Write a spec with one deck; return its path."""
    path = folder / "game.yaml"
    path.write_text(HEAD + "".join(parts), encoding="utf-8")
    return str(path)


def make(path: str, paper: str = "a4", style: str = "duplex-long", *overrides: str) -> Made:
    game = library.load_game(path, overrides)
    sheet = pipeline.sheet_of(paper, None, Backs(pipeline.BACKS[style]))
    return pipeline.make(game, game.assets["deck"], sheet, library.fonts_of(game))


def render(path: str, format_name: str = "pdf") -> bytes:
    made = make(path)
    fonts = library.fonts_of(made.game)
    return pipeline.rendered(made, fonts, pipeline.target_of(format_name))[0]


def texts(made: Made) -> list[list[str]]:
    """Return the texts on each face."""
    return [
        [item.string for item, _ in items_in(piece.front.items) if isinstance(item, Text)] for piece in made.pieces
    ]


def text_element(text: str, more: str = "", box: str = "[50 mm, 10 mm]") -> str:
    return f'    face: [{{text: "{text}", at: [4 mm, 4 mm], box: {box}{more}}}]\n'


# Which cards


def test_ranks_and_suits_give_each_rank_in_each_suit(tmp_path: FilePath) -> None:
    cards = (
        "    cards:\n      ranks: [A, 2, K]\n      suits:\n"
        '        red: {line: "letter {letter}", sign: "{rank} of {suit}"}\n'
        '        black: {line: "number {number}", sign: none}\n'
    )
    face = text_element("{rank} {suit} {number} {letter} {line} {sign}")
    assert texts(make(write(tmp_path, SIZE, cards, face))) == [
        ["A red 1 A letter A A of red"],
        ["2 red 2 B letter B 2 of red"],
        ["K red 3 C letter C K of red"],
        ["A black 1 A number 1 none"],
        ["2 black 2 B number 2 none"],
        ["K black 3 C number 3 none"],
    ]


def test_a_list_gives_its_cards_with_their_copies(tmp_path: FilePath) -> None:
    cards = "    cards: {list: [{name: Apple, copies: 3}, {name: Pear}, {name: Plum, copies: 0}]}\n"
    assert texts(make(write(tmp_path, SIZE, cards, FACE))) == [["Apple"]] * 3 + [["Pear"]]


def test_copies_of_the_deck_and_of_a_card_multiply(tmp_path: FilePath) -> None:
    cards = "    copies: 2\n    cards: {list: [{name: Apple, copies: 3}, {name: Pear}]}\n"
    made = make(write(tmp_path, SIZE, cards, FACE))
    assert Counter(text for (text,) in texts(made)) == {"Apple": 6, "Pear": 2}
    assert len({id(piece.front) for piece in made.pieces}) == 2  # a card is drawn once


def test_a_suit_adds_its_fields_to_the_cards_of_a_list(tmp_path: FilePath) -> None:
    cards = (
        "    cards: {suits: {red: {pip: R}, black: {pip: B}}, list: [{suit: red, n: 1}, {suit: black, n: 2}]}\n"
    )
    assert texts(make(write(tmp_path, SIZE, cards, text_element("{pip}{n}")))) == [["R1"], ["B2"]]


def test_each_deck_has_all_the_cards_and_a_back_of_its_own(tmp_path: FilePath) -> None:
    decks = "    decks: {mine: {colour: blue}, yours: {colour: green}}\n"
    made = make(write(tmp_path, SIZE, LISTED, FACE, decks))
    assert [piece.group for piece in made.pieces] == ["mine"] * 2 + ["yours"] * 2
    assert texts(made) == [["Apple"], ["Pear"]] * 2
    backs = [piece.back for piece in made.pieces]
    assert backs[0] is backs[1] is not None
    assert backs[2] is backs[3]
    assert backs[0] != backs[2]


CSV = "    cards: {csv: cards.csv}\n"
BOTH = [["Apple 3"], ["Pear 5"]]


@pytest.mark.parametrize(
    "data",
    [
        b"name,points\nApple,3\nPear,5\n",
        b"name,points\nApple,3\nPear,5",
        b"\xef\xbb\xbfname,points\nApple,3\nPear,5\n",
        b"name,points\r\nApple,3\r\nPear,5\r\n",
        b"\xef\xbb\xbfname,points\r\n\r\nApple,3\r\n,\r\nPear,5\r\n\r\n",
        b'"name" , points \n "Apple",3\n"Pear", 5\n'.replace(b' "Apple"', b'"Apple"').replace(
            b'"name" ', b'"name"'
        ),
        b'points,name,more\n3,"Apple","a, b"\n5,"Pear","c\nd"\n',
    ],
    ids=["plain", "no last line end", "BOM", "CR LF", "all of it with blank rows", "quotes", "a comma and a line"],
)
def test_a_csv_gives_a_card_a_row(tmp_path: FilePath, data: bytes) -> None:
    (tmp_path / "cards.csv").write_bytes(data)
    assert texts(make(write(tmp_path, SIZE, CSV, text_element("{name} {points}")))) == BOTH


def test_a_csv_has_copies_and_suits_and_may_lie_in_a_folder(tmp_path: FilePath) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "my cards.csv").write_text("suit,copies\nred,2\nblack,0\nblack,1\n", encoding="utf-8")
    cards = "    cards: {csv: in/my cards.csv, suits: {red: {pip: R}, black: {pip: B}}}\n"
    assert texts(make(write(tmp_path, SIZE, cards, text_element("{pip}")))) == [["R"], ["R"], ["B"]]


def test_an_empty_cell_leaves_its_text_out(tmp_path: FilePath) -> None:
    (tmp_path / "cards.csv").write_text("name,points\nApple,\nPear,5\n", encoding="utf-8")
    assert texts(make(write(tmp_path, SIZE, CSV, text_element("{points}")))) == [[], ["5"]]


def test_what_a_field_holds_is_not_read_as_a_field_again(tmp_path: FilePath) -> None:
    cards = '    cards: {list: [{name: "{points}", points: "{name} {x}"}]}\n'
    assert texts(make(write(tmp_path, SIZE, cards, text_element("{name} / {points} / {name")))) == [
        ["{points} / {name} {x} / {name"]
    ]


# Texts in their boxes


def only_texts(made: Made) -> list[Text]:
    return [item for item, _ in items_in(made.pieces[0].front.items) if isinstance(item, Text)]


def test_a_text_that_is_too_large_is_told_in_mm(tmp_path: FilePath, fonts: Fonts) -> None:
    width = fonts.width("Incomprehensibilities", "regular", 20)
    path = write(tmp_path, SIZE, LISTED, text_element("Incomprehensibilities", ", size: 20 pt", "[30 mm, 10 mm]"))
    with pytest.raises(SpecError) as caught:
        make(path)
    (problem,) = {problem.message.partition(": ")[2]: problem for problem in caught.value.problems}.values()
    excess = f"is {width - 30:.1f} mm too large for its box of 30 × 10 mm, at 20 pt"
    assert excess in problem.message
    assert problem.hint == "shorten it, enlarge the box, or let it shrink with 'least'"


def test_a_text_shrinks_as_little_as_it_must_and_no_further_than_it_may(tmp_path: FilePath, fonts: Fonts) -> None:
    word = "Incomprehensibilities"
    fits = [n / 2 for n in range(16, 41) if fonts.width(word, "regular", n / 2) <= 30]
    more = ", size: 20 pt, least: 8 pt"
    (text,) = only_texts(make(write(tmp_path, SIZE, LISTED, text_element(word, more, "[30 mm, 10 mm]"))))
    assert text.size_pt == max(fits) < 20
    stuck = f", size: 20 pt, least: {max(fits) + 0.5:g} pt"
    with pytest.raises(SpecError, match="mm too large for its box"):
        make(write(tmp_path, SIZE, LISTED, text_element(word, stuck, "[30 mm, 10 mm]")))


@pytest.mark.parametrize("least", ["", ", least: 9 pt"])
def test_texts_stay_in_their_boxes(tmp_path: FilePath, fonts: Fonts, least: str) -> None:
    box = Rect(4, 4, 44, 24)
    for align in ("left", "middle", "right"):
        text = "as many words as it takes to fill three lines of a card for once"
        more = f", size: 12 pt, align: {align}{least}"
        found = only_texts(make(write(tmp_path, SIZE, LISTED, text_element(text, more, "[40 mm, 20 mm]"))))
        assert len(found) >= 3
        assert " ".join(item.string for item in found) == text
        for item in found:
            width = fonts.width(item.string, item.weight, item.size_pt)
            left, top, right, _ = item.bounds(width)
            assert box.left - 1e-6 <= left
            assert right <= box.right + 1e-6
            assert top >= box.top - 0.1 * item.size_pt * MM_PER_POINT
            assert item.at.y <= box.bottom + 1e-6
            edge = {"left": left - box.left, "right": right - box.right,
                    "middle": (left + right) / 2 - box.center.x}[align]  # fmt: skip
            assert edge == pytest.approx(0, abs=1e-6)


def test_too_many_lines_are_told_in_mm(tmp_path: FilePath) -> None:
    with pytest.raises(SpecError, match=r"is \d+\.\d mm too large for its box of 20 × 8 mm, at 12 pt"):
        make(write(tmp_path, SIZE, LISTED, text_element("a " * 60, ", size: 12 pt", "[20 mm, 8 mm]")))


def test_both_ways_stands_a_second_time_upside_down(tmp_path: FilePath) -> None:
    made = make(write(tmp_path, SIZE, LISTED, text_element("{name}", ", both_ways: yes")))
    upright, turned = only_texts(made)
    assert (upright.turn_deg, turned.turn_deg) == (0, 180)
    assert (upright.at.x + turned.at.x, upright.at.y + turned.at.y) == pytest.approx((63.5, 88.9))


# Images


def image_file(wide: int, high: int, kind: str = "PNG", mode: str = "RGB") -> bytes:
    file = BytesIO()
    noise = np.random.default_rng(1).integers(0, 255, (high, wide, 3), dtype=np.uint8)
    Pixels.fromarray(noise).convert(mode).save(file, kind)
    return file.getvalue()


def image_element(name: str = "a.png", more: str = "", box: str = "[25.4 mm, 25.4 mm]") -> str:
    return f"    face: [{{image: {name}, at: [4 mm, 4 mm], box: {box}{more}}}]\n"


class Placed(NamedTuple):
    """An image in a file: its sides in mm as they lie, its pixels, and its turn in degrees clockwise."""

    width: float
    height: float
    pixels: tuple[int, int]
    turn_deg: int

    @property
    def dpi(self) -> tuple[float, float]:
        """The resolution across and down the image itself."""
        return self.pixels[0] / self.width * 25.4, self.pixels[1] / self.height * 25.4


def images_of(data: bytes, number: int) -> list[Placed]:
    """Return the images of a page of a PDF."""
    with pikepdf.open(BytesIO(data)) as file:
        page = file.pages[number]
        return list(_images(page, page.obj["/Resources"], Matrix(1, 0, 0, 1, 0, 0)))


def _images(stream: Any, resources: Any, matrix: Matrix) -> Iterator[Placed]:
    stack: list[Matrix] = []
    for instruction in pikepdf.parse_content_stream(stream):
        operands: list[Any] = list(instruction.operands)
        match str(instruction.operator):
            case "q":
                stack.append(matrix)
            case "Q":
                matrix = stack.pop()
            case "cm":
                numbers = [float(o) for o in operands if isinstance(o, (int, float, Decimal))]
                matrix = _times(Matrix(*numbers), matrix)
            case "Do":
                form = resources["/XObject"][operands[0]]
                if form.Subtype == "/Image":
                    width, height = (math.hypot(*side) * MM for side in (matrix[:2], matrix[2:4]))
                    turn = round(math.degrees(math.atan2(-matrix.b, matrix.a))) % 360
                    assert matrix.a * matrix.d - matrix.b * matrix.c > 0  # not mirrored
                    yield Placed(width, height, (int(form.Width), int(form.Height)), turn)
                else:
                    yield from _images(form, form.get("/Resources", resources), matrix)


@pytest.mark.parametrize(("kind", "name"), [("PNG", "a.png"), ("JPEG", "a.jpg")])
def test_an_image_is_as_large_as_its_box_allows_and_keeps_its_pixels(
    tmp_path: FilePath, kind: str, name: str
) -> None:
    (tmp_path / name).write_bytes(image_file(300, 200, kind))
    path = write(tmp_path, SIZE, LISTED, image_element(name))
    found = images_of(render(path), 0)
    assert len(found) == 2
    for one in found:
        assert (one.width, one.height) == pytest.approx((25.4, 25.4 * 2 / 3), abs=0.001)
        assert one.pixels == (300, 200)
        assert one.dpi == pytest.approx((300, 300), abs=0.1)
        assert one.turn_deg == 0
    (image,) = {item for item, _ in items_in(make(path).pieces[0].front.items) if isinstance(item, Image)}
    assert image.box.center == pytest.approx((16.7, 16.7))


def test_turned_images_keep_their_resolution(tmp_path: FilePath) -> None:
    """Upside down on the card by ``both_ways``, and on their sides where the sheet is turned."""
    (tmp_path / "a.png").write_bytes(image_file(300, 200))
    path = write(tmp_path, SIZE, LISTED, "    decks: {all: {}}\n", image_element(more=", both_ways: yes"))
    made = make(path, "letter")
    fonts = library.fonts_of(made.game)
    upright = {one.turn_deg for one in images_of(render(path), 0)}
    (data,) = pipeline.rendered(made, fonts, pipeline.target_of("pdf"))
    lying = images_of(data, 0)
    assert upright == {0, 180}
    assert len(lying) == 4
    for one in lying:
        assert one.dpi == pytest.approx((300, 300), abs=0.1)
        assert (one.width, one.height) == pytest.approx((25.4, 16.933), abs=0.001)


def test_a_deck_on_lying_paper_with_backs_has_its_images_on_their_sides(tmp_path: FilePath) -> None:
    (tmp_path / "a.png").write_bytes(image_file(300, 200))
    cards = "    cards: {list: [{n: x, copies: 8}]}\n"
    made = make(write(tmp_path, SIZE, cards, "    decks: {all: {}}\n", image_element()), "letter")
    (data,) = pipeline.rendered(made, library.fonts_of(made.game), pipeline.target_of("pdf"))
    assert {one.turn_deg for one in images_of(data, 0)} == {90}
    assert all(one.dpi == pytest.approx((300, 300), abs=0.1) for one in images_of(data, 0))


@pytest.mark.parametrize("turned", [False, True])
def test_an_svg_holds_the_bytes_of_the_image_at_its_size(tmp_path: FilePath, turned: bool) -> None:
    data = image_file(300, 200)
    (tmp_path / "a.png").write_bytes(data)
    copies = ", copies: 8" if turned else ""
    cards = f"    cards: {{list: [{{n: x{copies}}}]}}\n"
    path = write(tmp_path, SIZE, cards, "    decks: {all: {}}\n", image_element())
    made = make(path, "letter" if turned else "a4")
    svg = pipeline.rendered(made, library.fonts_of(made.game), pipeline.target_of("svg"))[0]
    (element,) = [one for one in ET.fromstring(svg).iter() if one.tag.endswith("}image")]
    href = next(value for name, value in element.attrib.items() if name.endswith("href"))
    head, _, code = href.partition(",")
    assert head == "data:image/png;base64"
    assert base64.b64decode(code) == data
    assert (float(element.attrib["width"]), float(element.attrib["height"])) == pytest.approx(
        (25.4, 16.933), abs=0.001
    )
    assert element.attrib.get("transform", "").startswith("rotate(90 ") == turned


@pytest.mark.parametrize(("pixels", "dpi"), [(200, None), (199, 199), (150, 150), (30, 30)])
def test_200_dpi_are_needed_at_the_size_of_print(tmp_path: FilePath, pixels: int, dpi: int | None) -> None:
    (tmp_path / "a.png").write_bytes(image_file(pixels, pixels))
    path = write(tmp_path, SIZE, LISTED, image_element())
    if dpi is None:
        assert all(one.dpi == pytest.approx((200, 200), abs=0.1) for one in images_of(render(path), 0))
        return
    with pytest.raises(SpecError) as caught:
        make(path)
    side = pixels / 200 * 25.4
    for problem in caught.value.problems:
        assert f"the image 'a.png' has {dpi} dpi at this size; expected 200 at least" in problem.message
        assert problem.hint == f"its {pixels} × {pixels} pixels are good for {side:.1f} × {side:.1f} mm"


@pytest.mark.parametrize(
    ("kind", "mode"), [("PNG", "RGBA"), ("PNG", "LA"), ("PNG", "P"), ("PNG", "1"), ("JPEG", "CMYK"), ("JPEG", "L")]
)
def test_images_of_all_modes_are_drawn(tmp_path: FilePath, kind: str, mode: str) -> None:
    (tmp_path / "a.bin").write_bytes(image_file(220, 220, kind, mode))
    path = write(tmp_path, SIZE, LISTED, image_element("a.bin"))
    assert len(images_of(render(path), 0)) == 2
    assert b"<image" in render(path, "svg")


def test_fields_name_images_and_an_image_that_many_cards_show_is_embedded_once(tmp_path: FilePath) -> None:
    for name in ("one.png", "two.png"):
        (tmp_path / name).write_bytes(image_file(220 if name == "one.png" else 230, 220))
    cards = "    cards: {list: [{file: one, copies: 3}, {file: two}, {file: one, also: yes}]}\n"
    data = render(write(tmp_path, SIZE, cards, image_element('"{file}.png"')))
    assert sorted(one.pixels[0] for one in images_of(data, 0)) == [220, 220, 220, 220, 230]
    with pikepdf.open(BytesIO(data)) as file:
        embedded = [o for o in file.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
    assert len(embedded) == 2


def test_a_photograph_that_says_it_lies_on_its_side_is_set_upright(tmp_path: FilePath) -> None:
    """Programs do not agree on whether to turn it; so the file that is embedded needs no turning."""
    wide = np.zeros((200, 300, 3), np.uint8)
    wide[:, :100] = 255  # white on the left, which a quarter clockwise is the top
    exif = Pixels.Exif()
    exif[0x0112] = 6
    Pixels.fromarray(wide).save(tmp_path / "a.jpg", "JPEG", exif=exif)
    path = write(tmp_path, SIZE, LISTED, image_element("a.jpg"))
    assert {(one.pixels, one.turn_deg) for one in images_of(render(path), 0)} == {((200, 300), 0)}
    (image,) = {item for item, _ in items_in(make(path).pieces[0].front.items) if isinstance(item, Image)}
    shown = Pixels.open(BytesIO(image.data))
    assert shown.getexif().get(0x0112, 1) == 1
    grey = np.asarray(shown.convert("L"))
    assert grey[:90].mean() > 250
    assert grey[110:].mean() < 5


# Size, corners, bleed


@pytest.mark.parametrize(
    ("name", "size", "sleeve"),
    [
        ("poker", (63.5, 88.9), "sleeves 63.5 × 88"),
        ("bridge", (57.15, 88.9), "sleeves 59 × 92"),
        ("mini", (44.45, 63.5), "sleeves 44 × 68"),
        ("tarot", (69.85, 120.65), "sleeves 70 × 120"),
        ("63 mm × 88 mm", (63.0, 88.0), "sleeves 63.5 × 88"),
        ("2.5 in x 3.5 in", (63.5, 88.9), "sleeves 63.5 × 88"),
        ("80 mm × 130 mm", (80.0, 130.0), None),
    ],
)
def test_sizes_have_names_and_list_says_which_sleeves_fit(
    tmp_path: FilePath, name: str, size: tuple[float, float], sleeve: str | None
) -> None:
    path = write(
        tmp_path, f"    size: {name}\n", LISTED, text_element("{name}", ", least: 8 pt", "[30 mm, 10 mm]")
    )
    assert make(path).pieces[0].front.size == pytest.approx(size)
    result = CliRunner().invoke(main, ["list", path], catch_exceptions=False)
    assert result.exit_code == 0
    if sleeve is None:
        assert "sleeve" not in result.stdout
    else:
        assert result.stdout.rstrip().endswith(sleeve)


def test_the_smallest_sleeve_that_fits_is_taken() -> None:
    assert sleeve_for(44, 68) == (44.0, 68.0)
    assert sleeve_for(45.0, 69.0) == (44.0, 68.0)
    assert sleeve_for(45.1, 69.0) == (59.0, 92.0)
    assert sleeve_for(10, 130) is None


def test_corners_are_arcs_of_the_radius_within_the_card(tmp_path: FilePath) -> None:
    path = write(tmp_path, SIZE, LISTED, FACE, "    corner: 3 mm\n")
    (arcs,) = [
        item
        for item, _ in items_in(make(path).pieces[0].front.items)
        if isinstance(item, Path) and item.role == "cut"
    ]
    centres = [(3, 3), (60.5, 3), (60.5, 85.9), (3, 85.9)]
    starts = [segment for segment in arcs.segments if segment[0] == "M"]
    curves = [segment for segment in arcs.segments if segment[0] == "C"]
    assert len(starts) == len(curves) == 4
    for start, curve, (x, y) in zip(starts, curves, centres, strict=True):
        p0, p3 = start[1:], curve[5:7]
        assert math.dist(p0, p3) == pytest.approx(3 * math.sqrt(2))
        for t in np.linspace(0, 1, 9):
            at = [
                (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d
                for a, b, c, d in zip(p0, curve[1:3], curve[3:5], p3, strict=True)
            ]
            assert math.dist(at, (x, y)) == pytest.approx(3, abs=0.002)
            assert min(at[0], 63.5 - at[0]) <= 3.001  # towards the corner, not away from it
            assert min(at[1], 88.9 - at[1]) <= 3.001


def test_the_ground_runs_on_as_far_as_the_bleed(tmp_path: FilePath) -> None:
    path = write(tmp_path, SIZE, LISTED, FACE, "    ground: yellow\n    bleed: 2 mm\n")
    front = make(path).pieces[0].front
    ground = front.items[0]
    assert isinstance(ground, Path)
    assert bounds(ground.points()) == pytest.approx((-2, -2, 65.5, 90.9))
    assert front.bleed == (2, 2, 2, 2)


@pytest.mark.parametrize(
    ("paper", "bleed", "count"), [("a4", 0, 9), ("letter", 0, 8), ("a4", 2, 8), ("letter", 2, 6), ("a5", 0, 4)]
)
@pytest.mark.parametrize("style", ["duplex-long", "none"])
def test_poker_cards_on_a_sheet(style: str, paper: str, bleed: int, count: int) -> None:
    path = str(library.specs_folder() / "battle-hex.yaml")
    pages = make(path, paper, style, f"deck.bleed={bleed} mm").pages
    assert len(pages[0].pieces) == count


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("bleed", [0.0, 2.0])
def test_crop_marks_keep_clear_of_faces_and_bleed(pdf: Renderer, made: Maker, paper: str, bleed: float) -> None:
    override = f"deck.bleed={bleed} mm"
    pages = made("deck", paper, override, game="battle-hex").pages
    data = pdf("deck", paper, override, game="battle-hex")
    for number in (0, len(pages) // 2 - 2):  # a full sheet, and the last one of the first deck
        drawn = [line for line in lines(data, number) if is_crop_mark(line)]
        assert len(drawn) >= 8
        boxes = [piece.shown for piece in pages[number].pieces]
        assert min(gap(mark, box) for mark in drawn for box in boxes) > 1.0


def is_crop_mark(line: Line) -> bool:
    is_black = abs(line.width - 0.15) < 0.001 and line.grey == 0
    return is_black and math.dist(line.start, line.end) < 4.01


# The deck of Battle Hex


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_52_faces_show_each_rank_and_colour_once_a_deck(pdf: Renderer, made: Maker, paper: str) -> None:
    """By the words of the PDF, and by whether there is anything red on the card."""
    dpi = 72
    data = pdf("deck", paper, game="battle-hex")
    pages = made("deck", paper, game="battle-hex").pages
    found: list[tuple[str, str]] = []
    for number in range(0, len(pages), 2):
        printed = words(data, number)
        picture = pixels_of(data, number, dpi).astype(int)
        red = picture[..., 0] - picture[..., 2] > 80
        for piece in pages[number].pieces:
            box = piece.window
            names = [w.text for w in printed if box.left < w.x < box.right and box.top < w.y < box.bottom]
            assert len(names) == 2
            assert names[0] == names[1]
            left, top, right, bottom = (round(v / 25.4 * dpi) for v in box)
            is_red = red[top:bottom, left:right].mean() > 0.005
            found.append((names[0], "red" if is_red else "black"))
    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    everything = Counter((rank, colour) for rank in ranks for colour in ("red", "black"))
    assert Counter(found[:26]) == Counter(found[26:]) == everything


def back_sheet(data: bytes, page: int, rgb: tuple[int, int, int], dpi: float) -> np.ndarray[Any, Any]:
    """Return where the ground of the backs of a page lies, cut to its box; what is not ground is lattice."""
    ground = of_colour(pixels_of(data, page, dpi), rgb)
    rows, columns = (np.unique(places) for places in np.nonzero(ground))
    return np.asarray(ground[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


def test_the_lattice_runs_to_the_end_of_the_bleed_and_has_no_frame(pdf: Renderer) -> None:
    """Every line of pixels beside an edge of the backs crosses both the ground and the lattice."""
    dpi = 150
    ground = back_sheet(pdf("deck", "a4", game="battle-hex"), 1, VERMILION, dpi)
    depth = int((BACK_BLEED + 3) / 25.4 * dpi)
    for turn in range(4):
        strips = np.rot90(ground, turn)[1:depth, 1:-1].mean(axis=1)
        assert strips.min() > 0.3
        assert strips.max() < 0.97


def test_the_two_backs_differ_in_colour_and_in_lattice(pdf: Renderer) -> None:
    data = pdf("deck", "a4", game="battle-hex")
    sides = {}
    for page, rgb in ((1, VERMILION), (7, (0, 0, 0))):
        assert back_sheet(data, page, rgb, 150).mean() > 0.3
        edges = Counter(
            round(math.dist(line.start, line.end), 2) for line in lines(data, page) if line.width > 0.25
        )
        sides[page] = edges.most_common(1)[0][0]
    assert sides[1] / sides[7] == pytest.approx(7 / 4.5, rel=0.02)


# What is refused: « stands before the place that the message must name


class Faulty(NamedTuple):
    """A spec with a fault, and what is said of it."""

    name: str
    parts: tuple[str, ...]
    message: str
    hint: str = ""
    files: Mapping[str, bytes] = MappingProxyType({})
    paper: str = "a4"


def fruit(value: str) -> str:
    return f"    cards: {{list: [{{name: Apple, {value}}}]}}\n"


def bomb(side: int) -> bytes:
    """Return a PNG of a few bytes that says it has that many pixels a side."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    end = chunk(b"IDAT", zlib.compress(b"\0" * 999)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + end


def gif() -> bytes:
    return image_file(200, 200, "GIF", "P")


AN_IMAGE = image_element("«a.png")
A_CSV = "    cards: {csv: «cards.csv}\n"
FAULTY = (
    # the issue's own
    Faulty("a missing image", (SIZE, LISTED, AN_IMAGE), "No such file or directory", "a PNG or JPEG beside the"),
    Faulty(
        "30 dpi",
        (SIZE, LISTED, AN_IMAGE),
        "has 30 dpi at this size; expected 200 at least",
        "its 30 × 30 pixels are good for 3.8 × 3.8 mm",
        {"a.png": image_file(30, 30)},
    ),
    Faulty(
        "a missing column",
        (SIZE, CSV, text_element("{points}").replace('"{', '«"{')),
        "the cards have no field 'points'",
        "allowed: copies, name, position",
        {"cards.csv": b"name\nApple\n"},
    ),
    Faulty(
        "an unknown suit",
        (SIZE, "    cards: {suits: {red: {}, black: {}}, list: [{suit: «blak}]}\n", FACE),
        "no suit is called 'blak'",
        "did you mean 'black'? allowed: black, red",
    ),
    Faulty(
        "an unknown suit in a CSV",
        (SIZE, "    cards: {suits: {red: {}}, csv: «cards.csv}\n", FACE),
        "cards.csv, row 3: no suit is called 'rot'",
        "allowed: red",
        {"cards.csv": b"suit\nred\nrot\n"},
    ),
    Faulty(
        "a CSV without suits",
        (SIZE, "    cards: {suits: {red: {}}, csv: «cards.csv}\n", FACE),
        "the table has no column 'suit'",
        files={"cards.csv": b"name\nred\nrot\n"},
    ),
    Faulty(
        "no suit",
        (SIZE, "    cards: {suits: {red: {}}, list: [«{name: x}]}\n", FACE),
        "no suit is called ''",
        "allowed: red",
    ),
    Faulty(
        "a card larger than the paper",
        ("    size: «400 mm × 100 mm\n", LISTED, FACE),
        "deck needs 400.0 × 100.0 mm; A4 leaves",
        "choose a larger paper",
    ),
    Faulty(
        "a poker card on A6",
        ("    size: «tarot\n", LISTED, FACE),
        "deck needs 69.8 × 120.7 mm; A6 leaves",
        "choose a larger paper",
        paper="a6",
    ),
    Faulty("a negative gutter", (SIZE, LISTED, FACE, "    gutter: «-1 mm\n"), "found '-1 mm': expected a length"),
    # sizes and numbers
    Faulty(
        "no such size", ("    size: «pokr\n", LISTED, FACE), "expected a size by name", "did you mean 'poker'?"
    ),
    Faulty("a tiny card", ("    size: «5 mm × 5 mm\n", LISTED, FACE), "expected a size of 10 to 500 mm a side"),
    Faulty("three lengths", ("    size: «5 mm × 5 mm × 5 mm\n", LISTED, FACE), "expected a size by name"),
    Faulty("no units", ("    size: «63 × 88\n", LISTED, FACE), "the unit is missing"),
    Faulty("a list as size", ("    size: «[63 mm, 88 mm]\n", LISTED, FACE), "expected a size by name"),
    Faulty("a huge bleed", (SIZE, LISTED, FACE, "    bleed: «11 mm\n"), "expected a length from 0 mm to 10 mm"),
    Faulty("no copies", (SIZE, LISTED, FACE, "    copies: «0\n"), "expected a whole number from 1 to 100"),
    # cards
    Faulty("two ways", (SIZE, "    cards: «{csv: a.csv, list: [{name: x}]}\n", FACE), "found list and csv"),
    Faulty("no way", (SIZE, "    cards: «{suits: {red: {}}}\n", FACE), "found none of them"),
    Faulty("ranks alone", (SIZE, "    cards: «{ranks: [A, 2]}\n", FACE), "'suits' is missing beside the ranks"),
    Faulty("an empty list", (SIZE, "    cards: {list: «[]}\n", FACE), "found a list of 0; expected 1 to 2000"),
    Faulty("copies that are no number", (SIZE, fruit("copies: «many"), FACE), "found 'many' copies"),
    Faulty("copies below 0", (SIZE, fruit("copies: «-1"), FACE), "expected a whole number from 0 to 1000"),
    Faulty("copies in other digits", (SIZE, fruit("copies: «²"), FACE), "found '²' copies"),
    Faulty("too many copies", (SIZE, fruit("copies: «1001"), FACE), "found '1001' copies"),
    Faulty(
        "copies of a suit",
        (SIZE, "    cards: {ranks: [A], suits: {red: {copies: «x}}}\n", text_element("{rank}")),
        "found 'x' copies",
    ),
    Faulty(
        "copies of a suit in a list",
        (SIZE, "    cards: {suits: {red: {copies: «x}}, list: [{suit: red, name: n}]}\n", FACE),
        "'x' copies",
    ),
    Faulty("all left out", (SIZE, "    cards: «{list: [{name: x, copies: 0}]}\n", FACE), "there are no cards"),
    Faulty(
        "far too many",
        (SIZE, "    copies: 100\n    cards: «{list: [{name: x, copies: 1000}]}\n", FACE),
        "there are 100000 cards; expected 2000 at most",
    ),
    Faulty(
        "a field of a suit",
        (SIZE, '    cards: {ranks: [A], suits: {red: {l: «"{lettr}"}}}\n', text_element("{l}")),
        "the cards have no field 'lettr'",
        "did you mean 'letter'?",
    ),
    Faulty(
        "a lattice that cannot be seen",
        (SIZE, LISTED, FACE, "    decks: {all: {colour: green, lines: «green}}\n"),
        "the lattice has the colour of its ground",
    ),
    # elements
    Faulty(
        "an empty field", (SIZE, LISTED, text_element("{}").replace('"{', '«"{')), "the cards have no field ''"
    ),
    Faulty(
        "an unknown field",
        (SIZE, LISTED, text_element("{nam}").replace('"{', '«"{')),
        "the cards have no field 'nam'",
        "did you mean 'name'?",
    ),
    Faulty("text and symbol", (SIZE, LISTED, FACE.replace("[{", "[«{symbol: red, ")), "found text and symbol"),
    Faulty(
        "nothing", (SIZE, LISTED, "    face: [«{at: [1 mm, 1 mm], box: [9 mm, 9 mm]}]\n"), "found none of them"
    ),
    Faulty(
        "beyond the card",
        (SIZE, LISTED, text_element("x", box="«[61 mm, 10 mm]")),
        "its box reaches 1.5 mm beyond the card",
    ),
    Faulty("small print", (SIZE, LISTED, text_element("x", ", size: «7 pt")), "text of 7.0 pt is too small"),
    Faulty("shrunk too far", (SIZE, LISTED, text_element("x", ", least: «7 pt")), "text of 7.0 pt is too small"),
    Faulty(
        "no such colour",
        (SIZE, LISTED, text_element("x", ", colour: «bleu")),
        "no colour is called 'bleu'",
        "did you mean 'blue'?",
    ),
    Faulty(
        "no such symbol",
        (SIZE, LISTED, FACE.replace('text: "{name}"', "symbol: «lozenge blak")),
        "no symbol is called 'lozenge blak'",
        "did you mean 'black'?",
    ),
    Faulty(
        "no such line",
        (SIZE, LISTED, FACE.replace('text: "{name}"', "board: «letter F")),
        "the board has no cells 'letter F'",
        "for example 'letter F', 'number 7' or 'A1 B2'",
    ),
    Faulty("no such cell", (SIZE, LISTED, FACE.replace('text: "{name}"', "board: «A1 F6")), "no cells 'A1 F6'"),
    Faulty(
        "a signless font",
        (SIZE, "    cards: {list: [{name: 🎲}]}\n", FACE.replace('"{', '«"{')),
        "that the font lacks",
    ),
    Faulty(
        "an unknown key",
        (SIZE, LISTED, FACE, "    «back_bled: 2 mm\n"),
        "unknown key 'back_bled'",
        "did you mean 'back_bleed'?",
    ),
    # files
    Faulty(
        "an image above the folder",
        (SIZE, LISTED, image_element("«../a.png")),
        "lies outside of the spec's folder",
        "a PNG or JPEG beside the spec",
    ),
    Faulty("an absolute path", (SIZE, LISTED, image_element("«/etc/passwd")), "lies outside of the spec's folder"),
    Faulty(
        "a CSV above the folder", (SIZE, "    cards: {csv: «in/../../cards.csv}\n", FACE), "lies outside of the"
    ),
    Faulty("an image that is a folder", (SIZE, LISTED, image_element("«.")), "is no file"),
    Faulty(
        "an image that is text", (SIZE, LISTED, AN_IMAGE), "cannot be read as an image", files={"a.png": b"hello"}
    ),
    Faulty("an empty image", (SIZE, LISTED, AN_IMAGE), "cannot be read as an image", files={"a.png": b""}),
    Faulty(
        "a truncated PNG",
        (SIZE, LISTED, AN_IMAGE),
        "cannot be read as an image",
        files={"a.png": image_file(220, 220)[:5000]},
    ),
    Faulty(
        "a truncated JPEG",
        (SIZE, LISTED, AN_IMAGE),
        "cannot be read as an image",
        files={"a.png": image_file(220, 220, "JPEG")[:5000]},
    ),
    Faulty(
        "a PNG with a broken length",
        (SIZE, LISTED, AN_IMAGE),
        "cannot be read as an image",
        files={"a.png": image_file(220, 220)[:33] + b"\xff" * 50},
    ),
    Faulty("a bomb", (SIZE, LISTED, AN_IMAGE), "has too many pixels", files={"a.png": bomb(60_000)}),
    Faulty("a smaller bomb", (SIZE, LISTED, AN_IMAGE), "has too many pixels", files={"a.png": bomb(11_000)}),
    Faulty("a GIF", (SIZE, LISTED, AN_IMAGE), "is a GIF", "expected a PNG or a JPEG", {"a.png": gif()}),
    Faulty("a missing CSV", (SIZE, A_CSV, FACE), "No such file or directory", "name a CSV file beside the spec"),
    Faulty("an empty CSV", (SIZE, A_CSV, FACE), "has no cards", files={"cards.csv": b"\n\n"}),
    Faulty(
        "a CSV with a head only",
        (SIZE, A_CSV, FACE),
        "'cards.csv' has no cards",
        files={"cards.csv": b"name,points\n"},
    ),
    Faulty(
        "a short row",
        (SIZE, A_CSV, FACE),
        "row 3 has 1 cells; expected 2",
        "columns: name, points",
        {"cards.csv": b"name,points\nApple,3\nPear\n"},
    ),
    Faulty(
        "a short row after blank ones",
        (SIZE, A_CSV, FACE),
        "row 5 has 1 cells; expected 2",
        "columns: name",
        {"cards.csv": b"name,points\n\n\nApple,3\nPear\n"},
    ),
    Faulty("a long row", (SIZE, A_CSV, FACE), "row 2 has 3 cells", files={"cards.csv": b"name,points\na,b,c\n"}),
    Faulty(
        "a column without a name", (SIZE, A_CSV, FACE), "row 1: a column", files={"cards.csv": b"name,\nApple,3\n"}
    ),
    Faulty("a column twice", (SIZE, A_CSV, FACE), "row 1: a column", files={"cards.csv": b"name,name\nApple,3\n"}),
    Faulty("an open quote", (SIZE, A_CSV, FACE), "cannot be read", files={"cards.csv": b'name\n"Apple\n'}),
    Faulty("a CSV in Latin-1", (SIZE, A_CSV, FACE), "is no UTF-8", files={"cards.csv": b"name\n\xe4pfel\n"}),
    Faulty(
        "a CSV in UTF-16", (SIZE, A_CSV, FACE), "is no UTF-8", files={"cards.csv": "name\nApple".encode("utf-16")}
    ),
    Faulty(
        "semicolons",
        (SIZE, A_CSV, FACE),
        "'cards.csv' has semicolons between its columns; expected commas",
        files={"cards.csv": b"name;points\nApple;3\n"},
    ),
    Faulty("a huge cell", (SIZE, A_CSV, FACE), "cannot be read", files={"cards.csv": b"name\n" + b"x" * 200_000}),
    Faulty("a NUL", (SIZE, CSV, FACE), "", files={"cards.csv": b"name\nA\0B\n"}),
    Faulty(
        "copies in a CSV",
        (SIZE, A_CSV, FACE),
        "cards.csv, row 2: found 'lots' copies",
        files={"cards.csv": b"name,copies\nApple,lots\n"},
    ),
    Faulty(
        "too many rows",
        (SIZE, "    cards: «{csv: cards.csv}\n", FACE),
        "expected 2000 at most",
        files={"cards.csv": b"name\n" + b"x\n" * 2001},
    ),
)


def placed(folder: FilePath, case: Faulty) -> tuple[str, str]:
    """Write a faulty spec; return its path and the line and column of its «."""
    text = HEAD + "".join(case.parts)
    before, mark, after = text.partition("«")
    (folder / "game.yaml").write_text(before + after, encoding="utf-8")
    for name, data in case.files.items():
        (folder / name).write_bytes(data)
    column = len(before) - (before.rfind("\n") + 1) + 1
    place = f":{before.count(chr(10)) + 1}:{column}: error: " if mark else ": error: "
    return str(folder / "game.yaml"), place


@pytest.mark.parametrize("case", FAULTY, ids=lambda case: case.name)
def test_a_fault_is_told_at_its_place_and_replaces_nothing(tmp_path: FilePath, case: Faulty) -> None:
    path, place = placed(tmp_path, case)
    old = tmp_path / "out" / "trial" / "deck.pdf"
    old.parent.mkdir(parents=True)
    old.write_bytes(b"old")
    words_ = ["build", path, "--paper", case.paper, "-o", str(tmp_path / "out")]
    result = CliRunner().invoke(main, words_, catch_exceptions=False)
    assert (result.exit_code, result.stdout) == (1, ""), result.output
    errors = [line for line in result.stderr.splitlines() if ": error: " in line]
    assert any(place in line and case.message in line for line in errors), result.stderr
    assert len(errors) == len(set(errors)) <= 4
    assert case.hint in result.stderr
    assert "Traceback" not in result.stderr
    assert old.read_bytes() == b"old"
    assert [file.name for file in old.parent.iterdir()] == ["deck.pdf"]
    assert max(map(len, result.stderr.splitlines())) < 700


@pytest.mark.parametrize("case", FAULTY[1:5], ids=lambda case: case.name)
def test_check_finds_the_same(tmp_path: FilePath, case: Faulty) -> None:
    path, place = placed(tmp_path, case)
    result = CliRunner().invoke(main, ["check", path], catch_exceptions=False)
    assert result.exit_code == 1
    assert place in result.stderr
    assert case.message in result.stderr


def command(*words_: str) -> Result:
    return CliRunner().invoke(main, list(words_), catch_exceptions=False)


def test_a_negative_gutter_on_the_command_line_ends_with_2(tmp_path: FilePath) -> None:
    result = command(
        "build", write(tmp_path, SIZE, LISTED, FACE), "--set", "deck.gutter=-1 mm", "-o", str(tmp_path)
    )
    assert result.exit_code == 2
    assert "--set deck.gutter=-1 mm: error: found '-1 mm'" in result.stderr


def test_all_faults_of_a_deck_are_told_at_once(tmp_path: FilePath) -> None:
    face = (
        "    face:\n"
        '      - {text: "{nam}", at: [4 mm, 4 mm], box: [50 mm, 10 mm]}\n'
        "      - {image: none.png, at: [4 mm, 4 mm], box: [50 mm, 10 mm]}\n"
        "      - {symbol: green, at: [4 mm, 4 mm], box: [50 mm, 10 mm]}\n"
    )
    result = command("build", write(tmp_path, SIZE, LISTED, face), "-o", str(tmp_path / "out"))
    found = {int(m[1]) for m in re.finditer(r"game\.yaml:(\d+):\d+: error:", result.stderr)}
    assert found == {14, 15, 16}
    assert not (tmp_path / "out").exists()


def test_a_problem_without_a_hint_has_no_line_for_it(tmp_path: FilePath) -> None:
    result = command("build", write(tmp_path, SIZE, fruit("copies: many"), FACE), "-o", str(tmp_path / "out"))
    assert "found 'many' copies" in result.stderr
    assert "hint:" not in result.stderr


def test_a_csv_with_far_too_many_rows_is_refused_before_they_are_drawn(
    tmp_path: FilePath, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    draw = _elements.Template.items

    def counted(template: Template, card: Fields, wrong: list[SettingError]) -> Iterator[Item]:
        drawn.append(card)
        return draw(template, card, wrong)

    monkeypatch.setattr(_elements.Template, "items", counted)
    (tmp_path / "cards.csv").write_bytes(b"name\n" + b"x\n" * 20_000)
    with pytest.raises(SpecError, match="expected 2000 at most"):
        make(write(tmp_path, SIZE, CSV, FACE))
    assert len(drawn) <= 2000


def test_a_file_that_is_too_large_is_refused(tmp_path: FilePath, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "LARGEST_ASSET", 1000)
    (tmp_path / "cards.csv").write_bytes(b"name\n" + b"x\n" * 600)
    with pytest.raises(SpecError) as caught:
        make(write(tmp_path, SIZE, CSV, FACE))
    (problem,) = caught.value.problems
    assert "larger than" in problem.message
