"""Builds for print shops and vendors: what stands in the files, and a preflight that finds faults in them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name
from PIL import Image

from printkit import icc, library, pressing, vendors
from printkit.drawing import INK, PAPER, grey
from printkit.press import PressProfile, Standard
from printkit.pressproof import faults
from tests.conftest import command as run

MM = 25.4 / 72
NEAR = 0.01
STANDARDS = ("x4", "x1a")


@pytest.fixture(autouse=True)
def folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to an empty folder, where the profile of libvips is the only one."""
    monkeypatch.setattr(icc, "FOLDERS", ())
    return folder


def _shop() -> PressProfile:
    profile = vendors.load_profile("shop")
    assert isinstance(profile, PressProfile)
    return profile


@cache
def _built(game: str, asset: str, standard: str, folder: str) -> bytes:
    order = pressing.order_of(_shop(), standard, None)
    loaded = library.load_game(game)
    (built,), _ = pressing.build([loaded], (asset,), order, Path(folder), lambda _: None)
    return built.path.read_bytes()


def built(game: str, asset: str, standard: str, folder: Path) -> bytes:
    return _built(game, asset, standard, str(folder.parent))


def box(page: pikepdf.Page, name: str) -> tuple[float, ...]:
    return tuple(float(value) * MM for value in page.obj[name])


PIECES = [
    ("battle-hex", "deck", 104, (63.5, 88.9)),
    ("hexflow", "tiles", 44, (30 / 3**0.5 * 2, 30)),
    ("quadrant-hex", "rules", 2, (127, 177.8)),
    ("quadrant-hex", "sheet", 1, (297, 210)),
]


@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize(("game", "asset", "pages", "size"), PIECES)
def test_each_face_has_a_page_with_its_boxes(
    game: str, asset: str, pages: int, size: tuple[float, float], standard: Standard, folder: Path
) -> None:
    data = built(game, asset, standard, folder)
    assert list(faults(data, standard, 3.0)) == []
    with pikepdf.open(BytesIO(data)) as pdf:
        assert len(pdf.pages) == pages
        for page in pdf.pages:
            media, bleed, trim = (box(page, name) for name in ("/MediaBox", "/BleedBox", "/TrimBox"))
            assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx(size, abs=NEAR)
            assert [t - b for t, b in zip(trim, bleed, strict=True)] == pytest.approx([3, 3, -3, -3], abs=NEAR)
            assert [b - m for b, m in zip(bleed, media, strict=True)] == pytest.approx(
                [12, 12, -12, -12], abs=NEAR
            )
            assert "/ArtBox" not in page.obj


def test_fronts_and_backs_take_turns(folder: Path) -> None:
    with pikepdf.open(BytesIO(built("battle-hex", "deck", "x4", folder))) as pdf:
        labels = [str(entry["/Title"]) for entry in _outline(pdf)]
    assert labels[:4] == ["deck 1/52 front", "deck 1/52 back", "deck 2/52 front", "deck 2/52 back"]


def _outline(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    found = []
    entry = pdf.Root["/Outlines"].get("/First")
    while entry is not None:
        found.append(entry)
        entry = entry.get("/Next")
    return found


def test_what_the_standards_want_is_in_the_files(folder: Path) -> None:
    for standard, name, version in (("x4", "PDF/X-4", "1.6"), ("x1a", "PDF/X-1a:2003", "1.4")):
        data = built("battle-hex", "deck", standard, folder)
        assert data[:8] == f"%PDF-{version}".encode()
        with pikepdf.open(BytesIO(data)) as pdf:
            (intent,) = pdf.Root["/OutputIntents"]
            assert ("/DestOutputProfile" in intent) == (standard == "x4")
            assert str(pdf.docinfo["/GTS_PDFXVersion"]) == name
            assert pdf.docinfo["/Trapped"] == Name("/False")
            with pdf.open_metadata() as meta:
                assert meta["pdfxid:GTS_PDFXVersion"] == name
                assert meta["dc:title"] == "Battle Hex: deck"
            assert ("/Type" in pdf.trailer) is False or standard == "x4"


def operators(page: pikepdf.Page) -> list[tuple[str, tuple[float, ...]]]:
    return [
        (str(i.operator), tuple(float(o) for o in i.operands))
        for i in pikepdf.parse_content_stream(page)
        if str(i.operator) in ("k", "K", "g", "G", "rg", "RG")
    ]


def test_black_is_black_alone_and_all_colours_are_cmyk(folder: Path) -> None:
    with pikepdf.open(BytesIO(built("quadrant-hex", "rules", "x4", folder))) as pdf:
        found = {entry for page in pdf.pages for entry in operators(page)}
    assert {operator for operator, _ in found} == {"k", "K"}
    assert ("k", (0.0, 0.0, 0.0, 1.0)) in found
    rich = {values for _, values in found if values[3] == 1 and any(values[:3])}
    assert rich == {(1.0, 1.0, 1.0, 1.0)}  # the marks alone


def test_black_text_and_cut_lines_overprint_and_white_text_does_not(folder: Path) -> None:
    with pikepdf.open(BytesIO(built("hexflow", "tiles", "x1a", folder))) as pdf:
        states: dict[str, dict[str, object]] = {}
        seen: dict[tuple[str, object], bool] = {}
        for page in pdf.pages:
            states = {str(key): dict(value) for key, value in page.obj["/Resources"]["/ExtGState"].items()}
            now: dict[str, object] = {}
            stack = []
            colour: tuple[float, ...] = ()
            for i in pikepdf.parse_content_stream(page):
                operator = str(i.operator)
                if operator == "q":
                    stack.append(dict(now))
                elif operator == "Q":
                    now = stack.pop()
                elif operator == "gs":
                    now |= states[str(i.operands[0])]
                elif operator == "k":
                    colour = tuple(float(value) for value in i.operands)
                elif operator == "BT":
                    seen["text", colour] = bool(now.get("/op", False))
                elif operator == "CS":
                    seen["cut", str(i.operands[0])] = True
                elif operator == "S" and any(key == "cut" for key, _ in seen):
                    seen["spot", "over"] = bool(now.get("/OP", False))
    assert seen["text", (0.0, 0.0, 0.0, 1.0)] is True
    assert seen["text", (0.0, 0.0, 0.0, 0.0)] is False
    assert seen["spot", "over"] is True


def test_the_same_input_gives_the_same_bytes(folder: Path) -> None:
    order = pressing.order_of(_shop(), "x4", None)
    game = library.load_game("battle-hex")
    twice = []
    for name in ("one", "two"):
        (made,), _ = pressing.build([game], ("board",), order, folder / name, lambda _: None)
        twice.append(made.path.read_bytes())
    assert twice[0] == twice[1]


# The preflight finds what is broken


def _page(pdf: pikepdf.Pdf) -> pikepdf.Page:
    return pdf.pages[0]


def _draw(code: bytes) -> Callable[[pikepdf.Pdf], None]:
    return lambda pdf: _page(pdf).contents_add(code)


def _set(path: str, value: object) -> Callable[[pikepdf.Pdf], None]:
    """Return what sets a value of the first page, the properties or the catalogue; None removes it."""

    def change(pdf: pikepdf.Pdf) -> None:
        where, key = path.split(".")
        target = {"page": _page(pdf).obj, "info": pdf.docinfo, "root": pdf.Root}[where]
        if value is None:
            del target[f"/{key}"]
        else:
            target[f"/{key}"] = value

    return change


def _resource(kind: str, value: pikepdf.Object) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        resources = _page(pdf).obj["/Resources"]
        if f"/{kind}" not in resources:
            resources[f"/{kind}"] = Dictionary()
        resources[f"/{kind}"]["/Broken"] = value

    return change


def _image(pdf: pikepdf.Pdf) -> None:
    stream = pikepdf.Stream(pdf, b"\0\0\0")
    stream.stream_dict = Dictionary(
        Type=Name.XObject, Subtype=Name.Image, Width=1, Height=1, BitsPerComponent=8, ColorSpace=Name.DeviceRGB
    )
    _resource("XObject", pdf.make_indirect(stream))(pdf)


def _no_profile(pdf: pikepdf.Pdf) -> None:
    del pdf.Root["/OutputIntents"][0]["/DestOutputProfile"]


def _no_name(pdf: pikepdf.Pdf) -> None:
    with pdf.open_metadata(set_pikepdf_as_editor=False) as meta:
        del meta["pdfxid:GTS_PDFXVersion"]


CUT = Array([Name.Separation, Name.CutContour, Name.DeviceCMYK, Dictionary()])
GOLD = Array([Name.Separation, Name.Gold, Name.DeviceCMYK, Dictionary()])
MANY = Array([Name.DeviceN, Array(), Name.DeviceCMYK, Dictionary()])
HELVETICA = Dictionary(BaseFont=Name.Helvetica, Subtype=Name.Type1)
BROKEN: list[tuple[str, Callable[[pikepdf.Pdf], None], str]] = [
    ("x4", _draw(b"1 0 0 rg 0 0 10 10 re f"), "colours in RGB"),
    ("x4", _draw(b"/DeviceRGB cs"), "colours in RGB"),
    ("x4", _image, "colours in RGB"),
    ("x4", _resource("ColorSpace", Array([Name.Lab, Dictionary()])), "colours in RGB"),
    (
        "x4",
        _resource("ColorSpace", GOLD),
        "spot colour Gold",
    ),
    ("x4", _resource("ColorSpace", MANY), "DeviceN"),
    (
        "x4",
        _resource("Font", HELVETICA),
        "Helvetica is not embedded",
    ),
    ("x1a", _resource("ExtGState", Dictionary(ca=0.5)), "transparency"),
    ("x1a", _resource("ExtGState", Dictionary(BM=Name.Multiply)), "transparency"),
    ("x1a", _resource("ExtGState", Dictionary(SMask=Dictionary())), "transparency"),
    ("x1a", _set("page.Group", Dictionary(S=Name.Transparency)), "transparency groups"),
    ("x4", _set("page.TrimBox", None), "TrimBox is missing"),
    ("x4", _set("page.ArtBox", Array([0, 0, 1, 1])), "an ArtBox"),
    ("x4", _set("page.BleedBox", Array([40, 40, 50, 50])), "beyond the BleedBox"),
    ("x4", _set("page.MediaBox", Array([0, 0, 100, 100])), "beyond the MediaBox"),
    ("x4", _set("page.Annots", Array()), "annotations"),
    ("x4", _set("info.Trapped", None), "Trapped is missing"),
    ("x4", _set("info.Title", None), "Title is missing"),
    ("x4", _set("info.GTS_PDFXVersion", None), "no PDF/X"),
    ("x4", _no_name, "XMP"),
    ("x4", _set("root.OutputIntents", None), "0 output intents"),
    ("x4", _set("info.Title", ""), "Title is missing"),
    ("x4", _set("info.Trapped", "(/False)"), "Trapped is missing"),
    ("x4", _set("page.TrimBox", Array([100, 100, 100, 100])), "TrimBox is empty"),
    ("x4", _set("page.TrimBox", Array([100, 100, 50])), "TrimBox is empty"),
    ("x4", _set("page.TrimBox", Array([100, 100, 50, Name.x])), "damaged"),
    ("x4", _set("page.CropBox", Array([100, 100, 200, 200])), "beyond the CropBox"),
    ("x4", _set("page.UserUnit", 2), "UserUnit"),
    ("x4", _set("page.Contents", None), "no content"),
    ("x4", _set("page.Group", Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)), "colours in RGB"),
    ("x4", _resource("Shading", Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB)), "colours in RGB"),
    ("x4", _resource("ColorSpace", Array([Name.Indexed, Name.DeviceRGB, 1, b"abcdef"])), "colours in RGB"),
    ("x4", _resource("ExtGState", Dictionary(TR=Name.Identity)), "transfer functions"),
    ("x4", _resource("ExtGState", Dictionary(ca=Name.x)), "damaged"),
    ("x4", _set("root.Names", Dictionary(JavaScript=Dictionary())), "scripts"),
    ("x1a", _resource("ColorSpace", Array([Name.CalGray, Dictionary()])), "CalGray"),
    ("x1a", _set("root.OCProperties", Dictionary()), "optional content"),
    ("x1a", _no_name, "XMP"),
    ("x4", _draw(b"q /CutContour cs 1 scn 0 0 9 9 re f Q"), "filled with CutContour"),
    ("x4", _draw(b"q /CutContour CS 1 SCN 0 0 9 9 re S Q"), "do not overprint"),
    ("x4", _no_profile, "no ICC profile"),
    ("x4", _set("root.OpenAction", Dictionary()), "forms or actions"),
]


@pytest.mark.parametrize(("standard", "breaking", "words"), BROKEN)
def test_the_preflight_finds_what_is_broken(
    standard: Standard, breaking: Callable[[pikepdf.Pdf], None], words: str, folder: Path
) -> None:
    with pikepdf.open(BytesIO(built("quadrant-hex", "rules", standard, folder))) as pdf:
        _resource("ColorSpace", CUT)(pdf)
        _page(pdf).obj["/Resources"]["/ColorSpace"]["/CutContour"] = CUT
        del _page(pdf).obj["/Resources"]["/ColorSpace"]["/Broken"]
        breaking(pdf)
        buffer = BytesIO()
        pdf.save(buffer)
    assert any(words in fault for fault in faults(buffer.getvalue(), standard, 3.0))


def test_the_preflight_finds_a_wrong_version_too_little_bleed_and_no_pdf(folder: Path) -> None:
    data = built("quadrant-hex", "rules", "x1a", folder)
    assert any("bleed is 3.00 mm" in fault for fault in faults(data, "x1a", 5.0))
    with pikepdf.open(BytesIO(data)) as pdf:
        buffer = BytesIO()
        pdf.save(buffer, min_version="1.7")
    assert any("of PDF 1.7" in fault for fault in faults(buffer.getvalue(), "x1a", 3.0))
    assert any("cannot be opened" in fault for fault in faults(b"no pdf", "x4", 3.0))


@pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript is not installed")
def test_the_plates_are_four_and_the_cut_line_which_is_on_its_own_alone(folder: Path) -> None:
    (folder / "deck.pdf").write_bytes(built("battle-hex", "deck", "x4", folder))
    command = [
        "gs",
        "-q",
        "-dNOPAUSE",
        "-dBATCH",
        "-sDEVICE=tiffsep",
        "-r144",
        "-dLastPage=1",
        "-o",
        "page-%d.tif",
    ]
    subprocess.run([*command, "deck.pdf"], check=True, capture_output=True)
    plates = {path.stem.split("(")[1].rstrip(")"): path for path in folder.glob("page-1(*.tif")}
    assert set(plates) == {"Cyan", "Magenta", "Yellow", "Black", "CutContour"}
    ink = {name: 255 - np.asarray(Image.open(path).convert("L")).astype(int) for name, path in plates.items()}
    cut = ink["CutContour"] > 64
    assert cut.sum() > 2 * (63.5 + 88.9) / 25.4 * 144 * 0.9
    rows, columns = np.nonzero(cut)
    size = (columns.max() - columns.min()) / 144 * 25.4, (rows.max() - rows.min()) / 144 * 25.4
    assert size == pytest.approx((63.5, 88.9), abs=0.4)
    for name in ("Cyan", "Magenta", "Yellow", "Black"):
        assert not (ink[name][cut] > 0).any()


# Print on demand


def test_a_vendor_gets_images_of_exactly_its_pixels(folder: Path) -> None:
    arguments = ("build", "hexflow", "--only", "tiles", "--profile", "pod-thegamecrafter")
    result = run(*arguments, "--set", "tiles.across_flats=44.45 mm")
    assert result.exit_code == 0
    found = sorted(folder.rglob("*.png"))
    assert len(found) == 44
    for path in found:
        with Image.open(path) as image:
            assert (image.size, image.mode) == ((675, 600), "RGB")
            assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    with Image.open(found[0]) as image:  # black ground to the edges of the image, above and below
        assert image.getpixel((200, 0)) == image.getpixel((200, 599)) != (255, 255, 255)
    assert "outside the safe area, 3.2 mm inside the trim" in result.stderr
    assert "warning: " in result.stderr
    assert "44.45" in result.stderr  # the board's cells are smaller than these tiles


def test_faces_are_numbered_with_front_and_back(folder: Path) -> None:
    few = [f"supply.{word}={int(word == 'block')}" for word in library.load_game("hexflow").spec.supply]
    sets = [
        word for value in ("tiles.across_flats=44.45 mm", "tiles.back=plain", *few) for word in ("--set", value)
    ]
    assert run("build", "hexflow", "--only", "tiles", "--profile", "pod-thegamecrafter", *sets).exit_code == 0
    names = sorted(path.name for path in folder.rglob("*.png"))
    assert names == ["tiles-1-back.png", "tiles-1-front.png", "tiles-2-back.png", "tiles-2-front.png"]


def test_a_vendor_of_cards_gets_a_pdf_of_its_page_size(folder: Path) -> None:
    assert run("build", "battle-hex", "--only", "deck", "--profile", "pod-drivethrucards").exit_code == 0
    data = (folder / "output/battle-hex/pod-drivethrucards/deck.pdf").read_bytes()
    assert list(faults(data, "x1a", 3.175)) == []
    with pikepdf.open(BytesIO(data)) as pdf:
        for page in pdf.pages:
            assert box(page, "/MediaBox") == pytest.approx((0, 0, 2.75 * 25.4, 3.75 * 25.4), abs=NEAR)
            assert "/ColorSpace" not in page.obj["/Resources"]  # no cut line


def test_a_size_that_is_not_sold_is_refused_with_one_that_is() -> None:
    arguments = ("build", "hexflow", "--only", "tiles", "--profile", "pod-thegamecrafter")
    result = run(*arguments)
    assert result.exit_code == 1
    assert "30 mm across flats is none of the sizes of The Game Crafter" in result.stderr
    assert "mini hex tile" in result.stderr
    hint = result.stderr.split("--set ")[-1].strip().replace("'", "")
    assert hint == "tiles.across_flats=27.4 mm"
    assert run(*arguments, "--set", hint).exit_code == 0
    cards = ("build", "battle-hex", "--only", "deck", "--profile", "pod-makeplayingcards")
    result = run(*cards, "--set", "deck.size=bridge")
    hint = result.stderr.split("--set ")[-1].strip().replace("'", "")
    assert hint == "deck.size=63.5 mm × 88.9 mm"
    overridden = library.load_game("battle-hex", (hint,)).assets["deck"].settings.size
    assert overridden == (63.5, 88.9)


OWN = """\
profile: corner-shop
vendor: The corner shop
format: pdf
colours: cmyk
standard: x1a
bleed: 2 mm
safe: 4 mm
ink_limit: {limit} %
marks: yes
sheet: letter
"""


def test_a_profile_of_ones_own(folder: Path) -> None:
    (folder / "own.yaml").write_text(OWN.format(limit=280), encoding="utf-8")
    assert run("build", "battle-hex", "--only", "deck", "--profile", "own.yaml").exit_code == 0
    data = (folder / "output/battle-hex/corner-shop/deck.pdf").read_bytes()
    assert list(faults(data, "x1a", 2.0)) == []


def test_too_much_ink_is_refused(folder: Path) -> None:
    (folder / "own.yaml").write_text(OWN.format(limit=120), encoding="utf-8")
    result = run("build", "battle-hex", "--only", "deck", "--profile", "own.yaml")
    assert result.exit_code == 1
    assert "192 % of ink lie in one place; the limit is 120 %" in result.stderr
    assert not (folder / "output").exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("colours: rgb\n", "own.yaml:11:1: error: the key 'colours' stands here a second time"),
        ("dpi: 3\n", "own.yaml:11:6: error"),
        ("products: [{name: card, trim: 63 mm × 88 mm}]\n", "the key 'page' is missing"),
        ("size: 3\n", "unknown key 'size'"),
    ],
)
def test_faults_of_a_profile_are_placed(text: str, words: str, folder: Path) -> None:
    (folder / "own.yaml").write_text(OWN.format(limit=280) + text, encoding="utf-8")
    result = run("build", "battle-hex", "--profile", "own.yaml")
    assert result.exit_code == 1
    assert words in result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--profile", "shp"), "did you mean 'shop'?"),
        (("--profile", "nowhere.yaml"), "cannot be read"),
        (("--profile", "shop", "--paper", "a4"), "takes no --paper"),
        (("--profile", "shop", "--printer", "home"), "takes no --printer"),
        (("--profile", "shop", "--format", "svg"), "takes no --format"),
        (("--profile", "shop", "--pdfx", "x3"), "expected x4 or x1a"),
        (("--profile", "shop", "--icc", "nowhere.icc"), "cannot be read"),
        (("--profile", "pod-thegamecrafter", "--pdfx", "x4"), "--pdfx is for PDFs"),
        (("--pdfx", "x4"), "the profile 'home' takes no --pdfx"),
        (("--profile", "shop", "--only", "dek"), "no asset 'dek'"),
    ],
)
def test_what_a_profile_does_not_take_is_refused(arguments: tuple[str, ...], words: str, folder: Path) -> None:
    result = run("build", "battle-hex", *arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert list(folder.iterdir()) == []


def test_a_shop_in_america_has_its_own_condition_and_bleed(folder: Path) -> None:
    assert run("build", "battle-hex", "--only", "board", "--profile", "shop-us").exit_code == 0
    data = (folder / "output/battle-hex/shop-us/board.pdf").read_bytes()
    assert list(faults(data, "x1a", 3.175)) == []
    with pikepdf.open(BytesIO(data)) as pdf:
        (intent,) = pdf.Root["/OutputIntents"]
        assert str(intent["/OutputConditionIdentifier"]) == "CGATS TR 006"


def test_an_icc_profile_is_checked(folder: Path) -> None:
    (folder / "no.icc").write_bytes(b"nothing of the kind")
    result = run("build", "battle-hex", "--profile", "shop", "--icc", "no.icc")
    assert (result.exit_code, "is no ICC profile" in result.stderr) == (2, True)
    from PIL import ImageCms

    (folder / "rgb.icc").write_bytes(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    result = run("build", "battle-hex", "--profile", "shop", "--icc", "rgb.icc")
    assert "a profile of RGB; expected one of CMYK" in result.stderr


def test_without_an_icc_profile_x4_is_refused_and_x1a_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(icc, "find", lambda: None)
    result = run("build", "battle-hex", "--only", "board", "--profile", "shop")
    assert result.exit_code == 2
    assert "or use --pdfx x1a" in result.stderr
    assert run("build", "battle-hex", "--only", "board", "--profile", "shop", "--pdfx", "x1a").exit_code == 0


def test_grey_pictures_are_black_ink_alone_and_cmyk_ones_stay() -> None:
    for mode, colour, inks in (("L", 100, (0, 0, 0, 155)), ("CMYK", (255, 255, 255, 255), (255, 255, 255, 255))):
        buffer = BytesIO()
        Image.new(mode, (8, 8), colour).save(buffer, "PNG" if mode == "L" else "TIFF")
        assert icc.to_cmyk(None)(buffer.getvalue(), PAPER).getpixel((3, 3)) == inks
    buffer = BytesIO()
    Image.new("LA", (8, 8), (0, 0)).save(buffer, "PNG")
    assert icc.to_cmyk(None)(buffer.getvalue(), grey(0.5)).getpixel((3, 3)) == (0, 0, 0, 127)
    assert icc.to_cmyk(None)(buffer.getvalue(), INK).getpixel((3, 3)) == (0, 0, 0, 255)


@pytest.mark.parametrize("length", [200, 5000, -1])
def test_a_damaged_icc_profile_is_refused(length: int, folder: Path) -> None:
    found = icc.find()
    assert found is not None
    (folder / "half.icc").write_bytes(found.data[:length])
    result = run("build", "battle-hex", "--only", "board", "--profile", "shop", "--icc", "half.icc")
    assert result.exit_code == 2
    assert "damaged" in result.stderr


def test_pictures_of_pixels_become_cmyk_on_white() -> None:
    picture = Image.new("RGBA", (4, 4), (200, 30, 30, 255))
    picture.putpixel((0, 0), (0, 0, 0, 0))
    buffer = BytesIO()
    picture.save(buffer, "PNG")
    found = icc.to_cmyk(icc.find())(buffer.getvalue(), PAPER)
    assert found.mode == "CMYK"
    assert sum(found.getpixel((0, 0)) or ()) < 20  # type: ignore[arg-type]
    assert (found.getpixel((2, 2)) or ())[1] > 150  # type: ignore[index]
