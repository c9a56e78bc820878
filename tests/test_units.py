"""Lengths as people write them, and the papers, in mm."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import printkit
from printkit.units import (
    MM_PER_POINT,
    MM_PER_UNIT,
    PAPERS,
    POINTS_PER_MM,
    parse_length,
)

modest = settings(max_examples=100, deadline=None)

EXPECTED = r"^expected a length such as '22 mm' or '0.75 in'$"


@pytest.mark.parametrize(
    ("text", "mm"),
    [
        ("22 mm", 22),
        ("22mm", 22),
        ("  22   mm ", 22),
        ("22 mm\n", 22),
        ("2.2 cm", 22),
        ("1 in", 25.4),
        ("0.75 in", 19.05),
        ("72 pt", 25.4),
        ("0 mm", 0),
        ("007 mm", 7),
        ("43.99 mm", 43.99),
        ("999999.999999 mm", 999999.999999),
    ],
)
def test_a_length_is_read_as_mm(text: str, mm: float) -> None:
    assert parse_length(text) == pytest.approx(mm, rel=1e-12)


@modest
@given(
    st.integers(0, 999_999), st.integers(0, 999), st.sampled_from(sorted(MM_PER_UNIT)), st.text(" \t", max_size=3)
)
def test_every_number_reads_as_itself_times_its_unit(whole: int, thousandths: int, unit: str, gap: str) -> None:
    number = f"{whole}.{thousandths:03}"
    assert parse_length(f"{number}{gap}{unit}") == float(number) * MM_PER_UNIT[unit]


@pytest.mark.parametrize("number", ["22", "0", "0.75", "14.5"])
def test_a_missing_unit_is_named_with_the_likely_one(number: str) -> None:
    with pytest.raises(ValueError, match=rf"^the unit is missing; expected for example '{number} mm'$"):
        parse_length(number)


@pytest.mark.parametrize("unit", ["m", "MM", "Mm", "inch", "inches", "px", "mmm", "dpi", '"'])
def test_an_unknown_unit_is_named_with_the_known_ones(unit: str) -> None:
    with pytest.raises(ValueError, match=rf"^unknown unit '{unit}'; expected one of: mm, cm, in, pt$"):
        parse_length(f"22 {unit}")


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "mm", "-1 mm", "-0 mm", "+1 mm", "nan", "nan mm", "inf", "inf mm", "-inf mm", "infinity mm",
        "1e3 mm", "1e400 mm", "1,5 mm", "1_0 mm", "0x10 mm", ".5 in", "5. in", "1.2.3 mm", "3/4 in", "22 mm 3",
        "22 mm;", "12 34 mm", "٣ mm", "２２ mm", "22\u00a0mm", "22 мм", "22\x00mm",
    ],
)  # fmt: skip
def test_what_is_no_length_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=EXPECTED):
        parse_length(text)


@pytest.mark.parametrize(
    "number",
    [
        pytest.param("1000000", id="seven digits"),
        pytest.param("9" * 400, id="more than a float holds"),
        pytest.param("9" * 10**6, id="a million digits"),
        pytest.param("1." + "3" * 7, id="seven decimals"),
        pytest.param("0." + "0" * 10**6, id="a million decimals"),
    ],
)
def test_giant_numbers_are_refused(number: str) -> None:
    with pytest.raises(ValueError, match=EXPECTED):
        parse_length(f"{number} mm")


def test_an_endless_unit_is_cut_in_the_message() -> None:
    with pytest.raises(ValueError, match=r"^unknown unit 'm{9}") as caught:
        parse_length("22 " + "m" * 10**6)
    size = len(str(caught.value))
    assert size < 200


@modest
@given(st.text(max_size=12) | st.text("0123456789. cimnpt-", max_size=8))
def test_any_text_gives_a_length_or_a_value_error(text: str) -> None:
    try:
        mm = parse_length(text)
    except ValueError:
        mm = 0
    assert 0 <= mm < 1e8


@pytest.mark.parametrize(
    ("paper", "width", "height"),
    [
        ("a3", 297, 420),
        ("a4", 210, 297),
        ("a5", 148, 210),
        ("a6", 105, 148),
        ("letter", 215.9, 279.4),
        ("legal", 215.9, 355.6),
        ("tabloid", 279.4, 431.8),
    ],
)
def test_papers_are_exact_in_mm(paper: str, width: float, height: float) -> None:
    assert PAPERS[paper] == (width, height)


def test_papers_stand_upright() -> None:
    assert all(width < height for width, height in PAPERS.values())


def test_an_inch_is_72_points() -> None:
    assert pytest.approx(25.4, rel=1e-15) == 72 * MM_PER_POINT
    assert pytest.approx(1, rel=1e-15) == POINTS_PER_MM * MM_PER_POINT


def test_only_units_knows_the_inch() -> None:
    package = Path(printkit.__file__).parent
    knowing = [file.name for file in package.rglob("*.py") if "25.4" in file.read_text("utf-8")]
    assert knowing == ["units.py"]
