"""Sheets for laser cutters: sizes, colours, closed and shared cuts, kerf, DXF, and the same faces as on paper."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cache
from io import BytesIO, StringIO
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from xml.etree import ElementTree

import cairosvg
import ezdxf
import numpy as np
import pypdfium2
import pytest
import shapely
from PIL import Image

from printkit import library, pipeline
from tests.conftest import command as run
from tests.conftest import load

pytestmark = pytest.mark.usefixtures("folder")

SVG = "{http://www.w3.org/2000/svg}"
COLOURS = {"engrave": "#000000", "score": "#0000ff", "inner": "#00ff00", "cut": "#ff0000"}
NEAR = 0.01  # mm
FLATS = 30.0

Pair = tuple[float, float]


class Found(NamedTuple):
    """A course that a sheet holds."""

    points: tuple[Pair, ...]
    is_closed: bool

    def edges(self) -> list[tuple[Pair, Pair]]:
        """Return its lines."""
        ends = (*self.points[1:], self.points[0]) if self.is_closed else self.points[1:]
        return list(zip(self.points, ends, strict=False))

    @property
    def length(self) -> float:
        """Return how long it is."""
        return sum(math.dist(*edge) for edge in self.edges())


@cache
def build(*arguments: str, game: str = "hexflow", asset: str = "tiles") -> dict[str, bytes]:
    """Build an asset for a laser, once a combination of arguments."""
    with TemporaryDirectory() as folder:
        return build_into(Path(folder), *arguments, game=game, asset=asset)


def build_into(folder: Path, *arguments: str, game: str = "hexflow", asset: str = "tiles") -> dict[str, bytes]:
    result = run("build", game, "--only", asset, "--profile", "laser", "-o", str(folder), *arguments)
    assert result.exit_code == 0, result.stderr
    return {path.name: path.read_bytes() for path in sorted((folder / game / "laser").iterdir())}


def courses(data: bytes) -> dict[str, list[Found]]:
    """Read the layers of an SVG, in their order."""
    found: dict[str, list[Found]] = {}
    for group in ElementTree.fromstring(data).iter(f"{SVG}g"):
        layer = found.setdefault(group.attrib["id"], [])
        for path in group.iter(f"{SVG}path"):
            for part in re.findall(r"M[^M]*", path.attrib["d"]):
                numbers = [float(word) for word in re.findall(r"-?[0-9.]+", part)]
                points = tuple(zip(numbers[::2], numbers[1::2], strict=True))
                layer.append(Found(points, "Z" in part))
    return found


def edge_name(edge: tuple[Pair, Pair]) -> tuple[Pair, ...]:
    return tuple(sorted((round(x, 2) + 0.0, round(y, 2) + 0.0) for x, y in edge))


def box(points: tuple[Pair, ...]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize(
    ("game", "asset"),
    [("hexflow", "tiles"), ("hexflow", "tokens"), ("quadrant-hex", "stones"), ("hexflow", "board")],
)
def test_sheets_are_in_mm_in_the_colours_of_the_table_in_the_order_of_the_work(game: str, asset: str) -> None:
    for data in build(game=game, asset=asset).values():
        root = ElementTree.fromstring(data)
        assert (root.attrib["width"], root.attrib["height"]) == ("900mm", "600mm")
        assert root.attrib["viewBox"] == "0 0 900 600"
        order = [group.attrib["id"] for group in root.iter(f"{SVG}g")]
        assert order == [name for name in COLOURS if name in order]
        for group in root.iter(f"{SVG}g"):
            name = group.attrib["id"]
            for path in group.iter(f"{SVG}path"):
                fill, stroke = path.attrib["fill"], path.attrib["stroke"]
                assert (fill, stroke) == (
                    (COLOURS[name], "none") if name == "engrave" else ("none", COLOURS[name])
                )
                assert name == "engrave" or path.attrib["stroke-width"] == "0.01"
        assert {element.tag for element in root.iter()} <= {
            f"{SVG}{tag}" for tag in ("svg", "g", "path", "desc", "title", "defs")
        }
        found = courses(data)
        assert all(course.is_closed for course in found["cut"])
        assert all(course.is_closed for course in found["engrave"])


@pytest.mark.parametrize("kerf", [None, "0.2 mm", "0.37 mm"])
def test_each_outline_grows_by_half_the_kerf(kerf: str | None) -> None:
    width = 0.0 if kerf is None else float(kerf.split()[0])
    for data in build(*(() if kerf is None else ("--kerf", kerf))).values():
        outlines = courses(data)["cut"]
        assert len(outlines) == 22
        for outline in outlines:
            assert len(outline.points) == 6
            left, top, right, bottom = box(outline.points)
            assert bottom - top == pytest.approx(FLATS + width, abs=NEAR)
            assert right - left == pytest.approx((FLATS + width) * 2 / math.sqrt(3), abs=NEAR)
    for data in build(*(() if kerf is None else ("--kerf", kerf)), asset="tokens").values():
        for outline in courses(data)["cut"]:
            left, top, right, bottom = box(outline.points)
            assert (right - left, bottom - top) == pytest.approx((18 + width, 18 + width), abs=NEAR)


def test_separate_pieces_stand_two_millimetres_apart() -> None:
    for data in build("--kerf", "0.2 mm").values():
        middles = [
            (sum(x for x, _ in o.points) / 6, sum(y for _, y in o.points) / 6) for o in courses(data)["cut"]
        ]
        nearest = min(math.dist(a, b) for i, a in enumerate(middles) for b in middles[:i])
        assert nearest == pytest.approx(FLATS + 0.2 + 2.0, abs=NEAR)


@pytest.mark.parametrize("kerf", [(), ("--kerf", "0.2 mm")])
@pytest.mark.parametrize(
    ("game", "asset"), [("hexflow", "tiles"), ("quadrant-hex", "stones"), ("hexflow", "tokens")]
)
def test_common_cuts_are_made_once_and_the_rim_last(game: str, asset: str, kerf: tuple[str, ...]) -> None:
    apart = build(*kerf, game=game, asset=asset)
    common = build("--cut", "common", *kerf, game=game, asset=asset)
    lengths = []
    for files in (apart, common):
        total = 0.0
        for data in files.values():
            found = courses(data)
            cuts = [*found.get("inner", []), *found["cut"]]
            names = Counter(edge_name(edge) for course in cuts for edge in course.edges())
            assert set(names.values()) == {1}
            total += sum(course.length for course in cuts)
        lengths.append(total)
    assert lengths[1] <= (0.9 if asset == "tokens" else 0.7) * lengths[0]  # three tokens share two edges
    for data in common.values():
        assert list(courses(data))[-2:] == ["inner", "cut"]
        assert len(courses(data)["cut"]) == 1


def test_common_cuts_leave_pieces_of_the_right_size() -> None:
    """A cut takes half its width from either side: hexes whose middles are 30.2 mm apart come out 30 mm wide."""
    for data in build("--cut", "common", "--kerf", "0.2 mm").values():
        found = courses(data)
        sides = [math.dist(*edge) for course in (*found["inner"], *found["cut"]) for edge in course.edges()]
        assert sides == pytest.approx([(FLATS + 0.2) / math.sqrt(3)] * len(sides), abs=NEAR)


@pytest.mark.parametrize("cut", ["separate", "common"])
def test_the_dxf_read_back_has_the_same_segments_in_each_layer(cut: str) -> None:
    drawn = build("--cut", cut)
    files = build("--cut", cut, "--format", "dxf")
    assert [Path(name).stem for name in drawn] == [Path(name).stem for name in files]
    for one, other in zip(drawn.values(), files.values(), strict=True):
        document = ezdxf.read(StringIO(other.decode()))
        assert document.units == ezdxf.units.MM
        found: dict[str, list[Found]] = {}
        for entity in document.modelspace():
            points = tuple((x, 600 - y) for x, y, *_ in entity.get_points())
            found.setdefault(entity.dxf.layer, []).append(Found(points, bool(entity.closed)))
        wanted = courses(one)
        assert list(found) == list(wanted)
        for name, layer in wanted.items():
            assert [course.is_closed for course in found[name]] == [course.is_closed for course in layer]
            for course, other_course in zip(layer, found[name], strict=True):
                assert np.allclose(course.points, other_course.points, atol=1e-3)
        for name, colour in COLOURS.items():
            if name in found:
                assert "#{:02x}{:02x}{:02x}".format(*document.layers.get(name).rgb) == colour


def test_the_same_input_gives_the_same_bytes(folder: Path) -> None:
    for form in ("svg", "dxf"):
        one = build_into(folder / "one", "--format", form, asset="tokens")
        assert one == build_into(folder / "two", "--format", form, asset="tokens")


INSIDE = np.hypot(*np.indices((200, 200)) - 99.5) < 98  # a disc of 25 mm: its corners show other tiles


@cache
def _paper_face(index: int) -> np.ndarray:
    """Return a tile of White's as a PDF shows it, 8 pixels a millimetre."""
    game = load(game="hexflow")
    fonts = library.fonts_of(game)
    made = pipeline.make(game, game.assets["tiles"], pipeline.sheet_of("a4", None), fonts)
    (data,) = pipeline.rendered(made, fonts, pipeline.target_of("pdf"))
    at, piece = made.pages[0].pieces[22 + index].at, made.pieces[22 + index]
    with pypdfium2.PdfDocument(data) as pdf:
        picture = np.asarray(pdf[0].render(scale=8 * 25.4 / 72, grayscale=True).to_pil())
    return _around_middle(picture, at.x + piece.front.size.width / 2, at.y + piece.front.size.height / 2)


def _around_middle(picture: np.ndarray, x: float, y: float) -> np.ndarray:
    half = 100
    return picture[round(y * 8) - half : round(y * 8) + half, round(x * 8) - half : round(x * 8) + half]


def _grown(picture: np.ndarray) -> np.ndarray:
    """Grow what is dark by a pixel each way."""
    shifted = [np.roll(picture, (x, y), (0, 1)) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    return np.asarray(np.logical_or.reduce(shifted))


def test_engraved_faces_are_those_of_the_pdf() -> None:
    """White's tiles: 22 faces, each within a disc of 25 mm about its middle."""
    data = build()["tiles-b.svg"]
    group = re.search(rb'<g [^>]*id="engrave".*?</g>', data, re.DOTALL)
    assert group is not None
    only = data[: data.index(b"<g ")] + group[0] + b"</svg>"
    picture = np.asarray(
        Image.open(BytesIO(cairosvg.svg2png(bytestring=only, dpi=8 * 25.4, background_color="white"))).convert("L")
    )
    assert picture.shape == (4800, 7200)
    outlines = courses(data)["cut"]
    for index, outline in enumerate(outlines):
        left, top, right, bottom = box(outline.points)
        mine = _around_middle(picture, (left + right) / 2, (top + bottom) / 2) < 128
        paper = _paper_face(index) < 128
        assert not (mine & ~_grown(paper))[INSIDE].any(), index  # to a pixel, an eighth of a millimetre
        assert not (paper & ~_grown(mine))[INSIDE].any(), index
        assert mine[INSIDE].mean() > 0.01


def test_scored_faces_have_no_areas() -> None:
    for data in build("--set", "laser.faces=score").values():
        found = courses(data)
        assert "engrave" not in found
        assert len(found["score"]) > 100


def test_backs_are_engraved_in_a_frame_that_is_turned_over() -> None:
    files = build("--set", "tiles.back=plain", "--kerf", "0.2 mm")
    assert list(files) == [
        "tiles-a-1-front.svg",
        "tiles-a-2-back.svg",
        "tiles-b-1-front.svg",
        "tiles-b-2-back.svg",
    ]
    front, back = courses(files["tiles-b-1-front.svg"]), courses(files["tiles-b-2-back.svg"])
    (frame,) = front["cut"]
    left, top, right, bottom = box(frame.points)
    assert len(back["cut"]) == 22
    assert back["engrave"]
    plain = courses(build("--kerf", "0.2 mm")["tiles-b.svg"])["cut"]
    shift = box(plain[0].points)[1]
    for mirrored in back["cut"]:
        a, b, c, d = box(mirrored.points)
        assert left + 2.9 < a
        assert c < right - 2.9
        assert top + 2.9 < b
        assert d < bottom - 2.9
    assert shift >= 5.0


# Coupons


def test_the_kerf_coupon_has_slots_five_hundredths_apart(folder: Path) -> None:
    assert run("coupon").exit_code == 0
    comb, tab = courses((folder / "output/coupon-kerf.svg").read_bytes())["cut"]
    left, _, right, _ = box(tab.points)
    top = min(y for _, y in comb.points)
    tops = [x for x, y in comb.points if y == top][1:-1]
    slots = [b - a for a, b in zip(tops[::2], tops[1::2], strict=True)]
    assert len(slots) == 21
    assert [a - b for a, b in pairwise(slots)] == pytest.approx([0.05] * 20)
    for number, slot in enumerate(slots):  # what is marked 0.2 fits tight where the kerf is 0.2
        kerf = 0.025 * number
        assert slot + kerf == pytest.approx(right - left - kerf)


@pytest.mark.parametrize("form", ["svg", "dxf"])
def test_the_contrast_coupon_has_a_colour_a_square(form: str) -> None:
    assert run("coupon", "--format", form).exit_code == 0
    if form == "dxf":
        document = ezdxf.readfile("output/coupon-contrast.dxf")
        assert len({str(layer.rgb) for layer in document.layers if layer.dxf.name.startswith("square")}) == 20
        return
    root = ElementTree.parse("output/coupon-contrast.svg")
    fills = [
        path.attrib["fill"] for group in root.iter(f"{SVG}g") for path in group if "square" in group.attrib["id"]
    ]
    assert len(set(fills)) == len(fills) == 20
    assert not set(fills) & set(COLOURS.values())


# Profiles and mistakes

OWN = """\
profile: workshop
vendor: our laser
bed: {bed}
operations: {{engrave: '#111111', score: '#222222', inner: '#333333', cut: '{cut}'}}
"""


def test_a_table_of_ones_own(folder: Path) -> None:
    (folder / "own.yaml").write_text(OWN.format(bed="200 mm × 100 mm", cut="#ABCDEF"), encoding="utf-8")
    assert run("build", "hexflow", "--only", "tiles", "--profile", "own.yaml").exit_code == 0
    names = sorted(path.name for path in (folder / "output/hexflow/workshop").iterdir())
    assert names == ["tiles-a-1.svg", "tiles-a-2.svg", "tiles-b-1.svg", "tiles-b-2.svg"]
    for path in (folder / "output/hexflow/workshop").iterdir():
        assert set(re.findall(r"#[0-9a-f]{6}", path.read_text(encoding="utf-8"))) <= {
            "#111111",
            "#222222",
            "#abcdef",
        }
        for course in courses(path.read_bytes())["cut"]:
            left, top, right, bottom = box(course.points)
            assert left >= 5 - NEAR
            assert top >= 5 - NEAR
            assert right <= 195 + NEAR
            assert bottom <= 95 + NEAR


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (OWN.format(bed="200 mm × 100 mm", cut="red"), "expected a colour such as"),
        (OWN.format(bed="200 mm × 100 mm", cut="#111111"), "has the colour of 'engrave'"),
        (OWN.format(bed="200", cut="#123456"), "two lengths"),
        (
            "profile: x\nvendor: y\nbed: 20 cm × 20 cm\noperations: {cut: '#000000'}\n",
            "the colour of 'score' is missing",
        ),
        (OWN.format(bed="60 mm × 25 mm", cut="#123456"), "a size of 50 to 5000 mm"),
        (
            OWN.format(bed="60 mm × 50 mm", cut="#123456").replace("bed", "margin: 16 mm\nbed"),
            "leave no room on a bed",
        ),
        (OWN.format(bed="60 mm × 50 mm", cut="#123456").replace("bed", "margin: 13 mm\nbed"), "the bed leaves"),
        (
            OWN.format(bed="200 mm × 100 mm", cut="#123456").replace("bed: 200 mm × 100 mm\n", ""),
            "the key 'bed' is missing",
        ),
    ],
)
def test_faults_of_a_table_are_told(text: str, words: str, folder: Path) -> None:
    (folder / "own.yaml").write_text(text, encoding="utf-8")
    result = run("build", "hexflow", "--only", "tiles", "--profile", "own.yaml")
    assert result.exit_code == 1
    assert words in result.stderr
    assert not (folder / "output").exists()


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("--cut", "shared"), 2, "expected separate or common"),
        (("--kerf", "0.2"), 2, "the unit is missing"),
        (("--kerf", "3 mm"), 2, "too wide"),
        (("--format", "pdf"), 2, "use --format svg or dxf"),
        (("--paper", "a4"), 2, "takes no --paper"),
        (("--pdfx", "x4"), 2, "takes no --pdfx"),
        (("--only", "rules"), 1, "rules is printed on paper"),
        (("--set", "laser.faces=burn"), 2, "one of: engrave, score"),
    ],
)
def test_what_a_laser_does_not_take_is_refused(
    arguments: tuple[str, ...], status: int, words: str, folder: Path
) -> None:
    result = run("build", "hexflow", "--profile", "laser", *arguments)
    assert result.exit_code == status
    assert words in result.stderr
    assert list(folder.iterdir()) == []


def test_a_wrong_colour_is_told_once(folder: Path) -> None:
    (folder / "own.yaml").write_text(OWN.format(bed="200 mm × 100 mm", cut="red"), encoding="utf-8")
    assert run("build", "hexflow", "--profile", "own.yaml").stderr.count("error") == 1


@pytest.mark.parametrize(("game", "asset"), [("hexflow", "tiles"), ("quadrant-hex", "stones")])
def test_pieces_are_held_until_near_the_end(game: str, asset: str) -> None:
    """A piece comes loose with the last of the cuts round it; those that touch the rim wait for that."""
    for data in build("--cut", "common", game=game, asset=asset).values():
        found = courses(data)
        cuts = [shapely.LineString(edge) for name in ("inner", "cut") for c in found[name] for edge in c.edges()]
        pieces = list(shapely.polygonize([shapely.union_all(cuts)]).geoms)
        assert len(pieces) == (22 if asset == "tiles" else 50)
        lengths = np.cumsum([cut.length for cut in cuts])
        loose = []
        for piece in pieces:
            near = piece.exterior.buffer(0.01)
            loose.append(max(k for k, cut in enumerate(cuts) if cut.intersection(near).length > 1))
        rim = len(cuts) - sum(len(course.edges()) for course in found["cut"])
        early = sorted(k for k in loose if k < rim)
        assert 0 < len(early) < len(pieces)
        assert early == list(range(rim - len(early), rim))  # one after the other, just before the rim
        assert lengths[early[0]] > 0.45 * lengths[-1]


@pytest.mark.parametrize("asset", ["board", "board-large"])
def test_no_line_is_scored_twice(asset: str) -> None:
    for data in build(game="quadrant-hex", asset=asset).values():
        lines = [shapely.LineString(edge) for course in courses(data)["score"] for edge in course.edges()]
        tree = shapely.STRtree(lines)
        for one, other in zip(*tree.query(lines, predicate="dwithin", distance=0.005), strict=True):
            if one < other:
                assert lines[one].intersection(lines[other].buffer(0.005)).length < 0.2


def test_scored_areas_hide_what_lies_below_them() -> None:
    """Black's hatching does not run through the mark at side T."""
    data = build("--set", "laser.faces=score")["tiles-a.svg"]
    found = courses(data)["score"]
    marks = [shapely.Polygon(course.points) for course in found if course.is_closed and len(course.points) == 3]
    marks = [mark for mark in marks if mark.area > 2]
    assert len(marks) == 22
    for mark in marks:
        inner = mark.buffer(-0.1)
        assert not any(shapely.LineString(edge).intersects(inner) for course in found for edge in course.edges())


def test_the_players_sides_differ_without_colour() -> None:
    """On Battle Hex's board Black's bands are engraved areas, and Red's are scored."""
    (data,) = build(
        "--set", "board.side=5", "--set", "assets.board.note=Go", game="battle-hex", asset="board"
    ).values()
    areas = [box(course.points) for course in courses(data)["engrave"]]
    assert sum((right - left) > 25 for left, _, right, _ in areas) >= 2


def test_coupons_keep_to_the_bed(folder: Path) -> None:
    (folder / "own.yaml").write_text(OWN.format(bed="150 mm × 160 mm", cut="#b83d3d"), encoding="utf-8")
    assert run("coupon", "--profile", "own.yaml").exit_code == 0
    for name in ("coupon-kerf", "coupon-contrast"):
        data = (folder / f"output/{name}.svg").read_bytes()
        assert ElementTree.fromstring(data).attrib["viewBox"] == "0 0 150 160"
        for layer in courses(data).values():
            for course in layer:
                left, top, right, bottom = box(course.points)
                assert 0 <= left < right <= 150
                assert 0 <= top < bottom <= 160
    assert len(courses((folder / "output/coupon-kerf.svg").read_bytes())["cut"]) == 4
    (folder / "own.yaml").write_text(OWN.format(bed="60 mm × 60 mm", cut="#b83d3d"), encoding="utf-8")
    result = run("coupon", "--profile", "own.yaml")
    assert (result.exit_code, "no room on a bed" in result.stderr) == (2, True)


def test_other_profiles_take_no_kerf() -> None:
    assert "takes no --kerf" in run("build", "hexflow", "--kerf", "1 mm").stderr
    assert "takes no --cut" in run("build", "hexflow", "--profile", "shop", "--cut", "common").stderr
    assert "is none of a laser cutter" in run("coupon", "--profile", "shop").stderr
