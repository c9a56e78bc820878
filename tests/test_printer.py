"""Printer profiles: what they ask for is the inverse of what the printer does, to 0.01 mm."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from printkit import printers
from printkit.errors import RequestError
from printkit.geometry import Size
from printkit.printer import Printer, PrinterSettings
from printkit.profile import HOME
from tests.conftest import command as run
from tests.pdf_reading import Line, lines

MM = 25.4 / 72

Pair = tuple[float, float]
NEAR = 0.01  # mm
MOST = 4  # pages that are compared: two fronts and two backs


@pytest.fixture(autouse=True)
def folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to an empty folder, and keep the profiles there."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "settings"))
    return folder


def sheets(path: Path) -> list[tuple[tuple[float, float], list[Line]]]:
    with pikepdf.open(path) as pdf:
        sizes = [(float(page.mediabox[2]) * MM, float(page.mediabox[3]) * MM) for page in pdf.pages]
    data = path.read_bytes()
    return [(size, lines(data, number)) for number, size in enumerate(sizes[:MOST])]


def long(line: Line) -> float:
    return abs(line.end[0] - line.start[0]) + abs(line.end[1] - line.start[1])


def printed(
    point: tuple[float, float], size: tuple[float, float], scale: float, shift: float
) -> tuple[float, float]:
    """Return where a printer puts a point: scaled about the middle of the sheet, and moved to the right."""
    return tuple(  # type: ignore[return-value]
        side / 2 + scale * (at - side / 2) + moved
        for at, side, moved in zip(point, size, (shift, 0.0), strict=True)
    )


@pytest.mark.parametrize(("style", "paper"), [("duplex-long", "a4"), ("duplex-short", "letter")])
def test_what_is_asked_for_is_the_inverse_of_what_the_printer_does(style: str, paper: str, folder: Path) -> None:
    """A printer of 99 % that moves backs 1.2 mm to the right puts every line where a true one does."""
    assert run("calibrate", "--printer", "home", "--set", "scale_x=99 %", "--set", "scale_y=198 mm").exit_code == 0
    assert run("calibrate", "--printer", "home", "--set", "back_right=1.2 mm").exit_code == 0
    build = ("build", "battle-hex", "--only", "deck", "--paper", paper, "--backs", style)
    assert run(*build, "-o", "true").exit_code == 0
    assert run(*build, "-o", "asked", "--printer", "home", "--verify").exit_code == 0
    true = sheets(folder / "true" / "battle-hex" / "deck.pdf")
    asked = sheets(folder / "asked" / "battle-hex" / "deck.pdf")
    assert len(true) == len(asked) > 2
    compared = 0
    for number, ((size, wanted), (other, found)) in enumerate(zip(true, asked, strict=True)):
        assert size == pytest.approx(other)
        assert len(wanted) == len(found)
        shift = 1.2 if number % 2 else 0.0
        for one, two in zip(wanted, found, strict=True):
            for aim, place in ((one.start, two.start), (one.end, two.end)):
                assert printed(place, size, 0.99, shift) == pytest.approx(aim, abs=NEAR)
                compared += 1
    assert compared > 1000


@pytest.mark.parametrize("form", ["pdf", "svg"])
def test_a_lying_sheet_goes_through_the_printer_turned(form: str, folder: Path) -> None:
    run("calibrate", "--printer", "home", "--set", "scale_x=98 %", "--set", "margin_left=4 mm")
    assert run("build", "quadrant-hex", "--only", "sheet", "--printer", "home", "--format", form).exit_code == 0
    if form == "svg":
        text = (folder / "output" / "quadrant-hex" / "sheet-1.svg").read_text(encoding="utf-8")
        assert f"matrix(1.000000000 0 0 {1 / 0.98:.9f} 0 " in text
        return
    with pikepdf.open(folder / "output" / "quadrant-hex" / "sheet.pdf") as pdf:
        page = pdf.pages[0]
        width, height = (float(side) for side in list(page.mediabox)[2:])
        scales = [i.operands for i in pikepdf.parse_content_stream(page) if str(i.operator) == "cm"]
        base = next([float(number) for number in found] for found in scales if float(found[3]) < 0)
    assert width > height
    assert (base[0] * MM, -base[3] * MM) == pytest.approx((1, 1 / 0.98))


def test_measured_margins_give_more_room_or_less() -> None:
    said = Printer("x", PrinterSettings(margin_left=3.0, margin_right=4.0, margin_bottom=17.0))
    assert said.margins(HOME) == (4.0, 17.0)
    assert Printer("x", PrinterSettings()).margins(HOME) == HOME


def test_a_wide_margin_at_one_end_costs_room_at_that_end_only() -> None:
    assert (
        run("calibrate", "--printer", "home", "--set", "margin_top=3 mm", "--set", "margin_bottom=25 mm").exit_code
        == 0
    )
    assert run("build", "quadrant-hex", "--only", "rules", "--printer", "home", "--verify").exit_code == 0
    from printkit import pipeline

    sheet = pipeline.sheet_of("a4", None, printer=printers.load_printer("home"))
    assert (sheet.printable.top, sheet.printable.bottom) == (3.0, 272.0)


def test_what_is_enlarged_stays_on_the_page() -> None:
    said = Printer("x", PrinterSettings(scale_x=0.95, back_right=2.0, margin_left=1.0))
    across, along = said.within(said.margins(HOME), Size(210, 297))
    at_the_edge = 105 + (105 - across + 2.0) / 0.95
    assert at_the_edge <= 210 + 1e-9
    assert along == HOME.short_edge


def test_an_offset_is_added_to_what_the_printer_needs(folder: Path) -> None:
    run("calibrate", "--printer", "home", "--set", "back_right=1 mm")
    build = ("build", "battle-hex", "--only", "deck")
    run(*build, "--back-offset", "-0.7 mm,0.2 mm", "-o", "plain")
    run(*build, "--printer", "home", "--back-offset", "0.3 mm,0.2 mm", "-o", "same")
    assert sheets(folder / "plain/battle-hex/deck.pdf") == sheets(folder / "same/battle-hex/deck.pdf")


def test_the_page_shows_true_lengths_and_what_the_back_is_off_by() -> None:
    """The lines are 150 and 200 mm long; the back's lines meet the zeros of the scales, from behind."""
    assert run("calibrate").exit_code == 0
    (size, front), (_, back) = sheets(Path("output/calibrate-a4.pdf"))
    level = max(
        (line for line in front if line.start[1] == line.end[1]), key=lambda line: abs(line.end[0] - line.start[0])
    )
    upright = max(
        (line for line in front if line.start[0] == line.end[0]), key=lambda line: abs(line.end[1] - line.start[1])
    )
    assert long(level) + level.width == pytest.approx(150, abs=NEAR)
    assert long(upright) + upright.width == pytest.approx(200, abs=NEAR)
    (across,) = [line for line in back if abs(line.start[0] - line.end[0]) < NEAR]
    middle = size[0] - across.start[0]
    ticks = sorted(
        {round(line.start[0], 2) for line in front if abs(line.end[1] - line.start[1]) > 2 and line.width < 0.2}
    )
    near = [x for x in ticks if abs(x - middle) < 10.5]
    assert min(abs(x - middle) for x in near) < NEAR
    assert len(near) == 21


def test_a_stair_lies_as_far_in_as_its_number_says() -> None:
    run("calibrate", "--paper", "letter")
    (size, front), _ = sheets(Path("output/calibrate-letter.pdf"))
    level = [
        line
        for line in front
        if abs(line.start[1] - line.end[1]) < NEAR and abs(line.start[0] - line.end[0]) < 3.1
    ]
    tops = sorted(line.start[1] for line in level if line.start[1] < 21)
    bottoms = sorted(size[1] - line.start[1] for line in level if line.start[1] > size[1] - 21)
    assert tops == pytest.approx(list(range(1, 21)), abs=NEAR)
    assert bottoms == pytest.approx(list(range(1, 21)), abs=NEAR)


def test_the_check_page_is_made_with_the_profile() -> None:
    run("calibrate", "--printer", "home", "--set", "scale_y=99%", "--set", "back_down=-0.5 mm")
    run("calibrate", "-o", "true")
    run("calibrate", "--printer", "home", "-o", "asked")
    true, asked = sheets(Path("true/calibrate-a4.pdf")), sheets(Path("asked/calibrate-a4.pdf"))
    size = true[1][0]
    for one, two in zip(true[1][1], asked[1][1], strict=True):
        y = size[1] / 2 + 0.99 * (two.start[1] - size[1] / 2) - 0.5
        assert y == pytest.approx(one.start[1], abs=NEAR)


def test_values_are_kept_and_replaced(folder: Path) -> None:
    run("calibrate", "--printer", "home", "--set", "scale_x=149.4 mm", "--set", "margin_top=5 mm")
    result = run("calibrate", "--printer", "home", "--set", "scale_x=100 %")
    file = folder / "settings" / "printkit" / "printers" / "home.yaml"
    assert file.read_text(encoding="utf-8").splitlines()[1:] == ["scale_x: 100 %", "margin_top: 5 mm"]
    assert result.stdout.startswith(str(file))
    assert printers.load_printer("home").settings.margin_top == 5.0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("calibrate", "--set", "scale_x=99%"), "the printer has no name"),
        (("calibrate", "--printer", "a/b", "--set", "scale_x=99%"), "a name of a–z"),
        (("calibrate", "--printer", "home", "--set", "scale_x=15 mm"), "expected 90 % to 110 %"),
        (("calibrate", "--printer", "home", "--set", "scale_x=99"), "the unit is missing"),
        (("calibrate", "--printer", "home", "--set", "back_right=21 mm"), "from -20 mm to 20 mm"),
        (("calibrate", "--printer", "home", "--set", "scale=99%"), "unknown key 'scale'"),
        (("calibrate", "--printer", "home", "--set", "scale_x"), "expected KEY=VALUE"),
        (("calibrate", "--printer", "home", "--set", "scale_x=149\nmm"), "expected KEY=VALUE"),
        (("calibrate", "--paper", "a5"), "too small to measure"),
        (("calibrate", "--backs", "fold"), "turns the paper"),
        (("calibrate", "--printer", "nobody"), "no profile of a printer 'nobody'"),
        (("build", "--printer", "nobody"), "no profile of a printer 'nobody'"),
    ],
)
def test_mistakes_are_explained_and_nothing_is_written(
    arguments: tuple[str, ...], words: str, folder: Path
) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert [path for path in folder.rglob("*") if path.is_file()] == []


def test_a_damaged_profile_names_line_and_column(folder: Path) -> None:
    file = folder / "settings" / "printkit" / "printers" / "home.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("scale_x: 99 %\nscale_x: 98 %\nback_right: far\n", encoding="utf-8")
    result = run("build", "battle-hex", "--printer", "home")
    assert result.exit_code == 1
    assert f"{file}:2:1" in result.stderr
    with pytest.raises(RequestError, match="no profile"):
        printers.load_printer("office")
