"""Broken specs, each with the errors that it must give: all of them, at their places, and no others.

A comment ``# error: MESSAGE @COLUMN`` stands on the faulty line, once for each error, and may go on with
`` | hint: HINT``; where no comment can stand, ``# expect: LINE:COLUMN MESSAGE`` stands on top of the file.
MESSAGE and HINT are regular expressions for the whole text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

from printkit.errors import Problem, SpecError
from printkit.library import load_game

FILES = sorted((Path(__file__).parent / "bad_specs").glob("*.yaml"))

_ERROR = re.compile(r"# error: (?P<message>.+?) @(?P<column>\d+)(?: \| hint: (?P<hint>.+?))?(?=\s+# error: |$)")
_EXPECT = re.compile(r"# expect: (?P<line>\d+):(?P<column>\d+) (?P<message>.+)")
_COMMENT = re.compile(r"\s*# (error|expect): .*")


class Expected(NamedTuple):
    """An error that a broken spec must give."""

    line: int
    column: int
    message: str
    hint: str | None = None

    def fits(self, problem: Problem) -> bool:
        """Whether a problem is this error."""
        if (problem.line, problem.column) != (self.line, self.column):
            return False
        is_hint_fine = self.hint is None or re.fullmatch(self.hint, problem.hint or "", re.DOTALL) is not None
        return is_hint_fine and re.fullmatch(self.message, problem.message, re.DOTALL) is not None


def expectations(text: str) -> list[Expected]:
    """Read the comments of a broken spec."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        found += [Expected(number, int(m["column"]), m["message"], m["hint"]) for m in _ERROR.finditer(line)]
        found += [Expected(int(m["line"]), int(m["column"]), m["message"]) for m in _EXPECT.finditer(line)]
    marks = text.count("# error:") + text.count("# expect:")
    assert len(found) == marks, f"{marks} comments, {len(found)} of them understood"
    return found


def problems(path: Path) -> tuple[Problem, ...]:
    """Load a broken spec."""
    with pytest.raises(SpecError) as caught:
        load_game(str(path))
    return caught.value.problems


def differences(expected: Iterable[Expected], found: Iterable[Problem]) -> list[str]:
    """Name each error that is missing and each that was not expected."""
    extra = list(found)
    missing = []
    for one in expected:
        fitting = next((problem for problem in extra if one.fits(problem)), None)
        if fitting is None:
            missing.append(f"missing: {one}")
        else:
            extra.remove(fitting)
    return missing + [f"not expected: {problem}" for problem in extra]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_broken_spec_gives_its_errors_and_no_others(path: Path) -> None:
    expected = expectations(path.read_text("utf-8"))
    assert expected, "no error is expected"
    found = problems(path)
    wrong = differences(expected, found)
    assert not wrong, "\n".join(wrong)
    assert {(problem.severity, problem.file) for problem in found} == {("error", str(path))}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_errors_come_in_the_order_of_the_file(path: Path) -> None:
    places = [(problem.line or 0, problem.column or 0) for problem in problems(path)]
    assert places == sorted(places)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_comments_change_nothing(path: Path, tmp_path: Path) -> None:
    bare = tmp_path / path.name
    bare.write_text("\n".join(_COMMENT.sub("", line) for line in path.read_text("utf-8").split("\n")), "utf-8")
    assert "# e" not in bare.read_text("utf-8")
    assert [problem._replace(file=None) for problem in problems(bare)] == [
        problem._replace(file=None) for problem in problems(path)
    ]


def test_ten_mistakes_are_told_in_one_run() -> None:
    (path,) = (path for path in FILES if path.stem == "ten-mistakes")
    assert len({problem.message for problem in problems(path)}) >= 10


def test_every_broken_spec_says_what_it_is_about() -> None:
    assert len(FILES) > 40
    for path in FILES:
        assert re.match(r"# [A-Z].*\.\n", path.read_text("utf-8")), path.name


# The comparison can fail

TWO = """\
a: 1  # error: found '1'; expected .* @4 | hint: use 2
b: 3  # error: the key 'c' .* @1  # error: unknown key 'b' @1
"""
FOUND = [
    Problem("error", "bad-value", "found '1'; expected 2", "a.yaml", 1, 4, "use 2"),
    Problem("error", "missing-field", "the key 'c' is missing here", "a.yaml", 2, 1),
    Problem("error", "unknown-field", "unknown key 'b'", "a.yaml", 2, 1, "allowed: a"),
]


def test_errors_that_are_all_expected_do_not_differ() -> None:
    assert differences(expectations(TWO), FOUND) == []
    assert differences(expectations(TWO), FOUND[::-1]) == []


@pytest.mark.parametrize("left_out", range(3))
def test_an_error_that_was_not_expected_differs(left_out: int) -> None:
    expected = expectations(TWO)
    del expected[left_out]
    assert differences(expected, FOUND) == [f"not expected: {FOUND[left_out]}"]


@pytest.mark.parametrize("left_out", range(3))
def test_an_error_that_is_missing_differs(left_out: int) -> None:
    expected = expectations(TWO)
    found = FOUND[:left_out] + FOUND[left_out + 1 :]
    assert differences(expected, found) == [f"missing: {expected[left_out]}"]


@pytest.mark.parametrize(
    "wrong",
    [
        TWO.replace("@4", "@5"),
        TWO.replace("\nb", "\n\nb"),
        TWO.replace("found '1'", "found '2'"),
        TWO.replace("'1'; expected .*", "'1'"),
        TWO.replace("use 2", "use 3"),
        TWO.replace("# error: unknown key 'b' @1", "# error: unknown key 'b' @1 | hint: allowed: b"),
        "# expect: 1:1 something else\n" + TWO,
    ],
)
def test_a_wrong_expectation_differs(wrong: str) -> None:
    assert differences(expectations(wrong), FOUND)


def test_the_same_error_twice_differs_from_once() -> None:
    assert differences(expectations(TWO), [*FOUND, FOUND[0]]) == [f"not expected: {FOUND[0]}"]


def test_a_comment_that_is_not_understood_is_noticed() -> None:
    with pytest.raises(AssertionError, match="1 comments, 0 of them understood"):
        expectations("a: 1  # error: without a column\n")
