"""Problems as people read them: the place, safe texts, and what was probably meant."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.errors import (
    LONGEST_QUOTE,
    Problem,
    ProblemError,
    RequestError,
    SpecError,
    did_you_mean,
    hint_for,
    quoted,
    request_error,
    shown,
)

modest = settings(max_examples=60, deadline=None)

UNSAFE = [
    ("\x1b[31m", r"\x1b[31m"),
    ("\x00", r"\x00"),
    ("a\nb\r\tc", r"a\nb\r\tc"),
    ("\x7f", r"\x7f"),
    ("\x9b31m", r"\x9b31m"),
    ("\u202e", r"\u202e"),  # right-to-left override
    ("\u202a\u202b\u202c\u202d", r"\u202a\u202b\u202c\u202d"),
    ("\u2066\u2067\u2068\u2069", r"\u2066\u2067\u2068\u2069"),
    ("\u200e\u200f\u061c", r"\u200e\u200f\u061c"),
    ("\u2028\u2029", r"\u2028\u2029"),
    ("\ufeff", r"\ufeff"),
    ("\U000e0041", r"\U000e0041"),
    ("\udcff", r"\udcff"),  # a byte of a file's name that is no UTF-8
]

# Problems


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Problem("error", "yaml", "it is wrong"), "error: it is wrong"),
        (Problem("note", "claim", "it differs"), "note: it differs"),
        (Problem("error", "yaml", "it is wrong", "game.yaml"), "game.yaml: error: it is wrong"),
        (Problem("error", "yaml", "it is wrong", "game.yaml", 12, 5), "game.yaml:12:5: error: it is wrong"),
        (
            Problem("error", "yaml", "it is wrong", "game.yaml", 12, 5, "mend it"),
            "game.yaml:12:5: error: it is wrong\n    hint: mend it",
        ),
        (Problem("error", "request", "it is wrong", hint="mend it"), "error: it is wrong\n    hint: mend it"),
        (Problem("error", "yaml", "it is wrong", "--set title=", None, None), "--set title=: error: it is wrong"),
    ],
)
def test_a_problem_is_written_with_its_place_and_its_hint(problem: Problem, text: str) -> None:
    assert str(problem) == text


@pytest.mark.parametrize(("unsafe", "safe"), UNSAFE)
def test_the_name_of_a_file_is_written_safely(unsafe: str, safe: str) -> None:
    problem = Problem("error", "yaml", "it is wrong", f"a{unsafe}.yaml", 1, 2)
    assert str(problem) == f"a{safe}.yaml:1:2: error: it is wrong"


def test_an_error_holds_all_problems_and_writes_each_on_its_line() -> None:
    problems = [Problem("error", "yaml", f"wrong {i}", "game.yaml", i, 1) for i in (1, 2)]
    error = SpecError(iter(problems))
    assert error.problems == tuple(problems)
    assert str(error) == "game.yaml:1:1: error: wrong 1\ngame.yaml:2:1: error: wrong 2"


def test_faults_of_files_and_of_requests_are_told_apart() -> None:
    assert issubclass(SpecError, ProblemError)
    assert issubclass(RequestError, ProblemError)
    assert not issubclass(SpecError, RequestError)
    assert not issubclass(RequestError, SpecError)


def test_a_request_error_has_one_problem_without_a_place() -> None:
    assert request_error("it is wrong", "mend it").problems == (
        Problem("error", "request", "it is wrong", None, None, None, "mend it"),
    )


# Texts of users


@pytest.mark.parametrize(("unsafe", "safe"), UNSAFE)
def test_control_and_direction_characters_are_escaped(unsafe: str, safe: str) -> None:
    assert shown(f"a{unsafe}b") == f"a{safe}b"
    assert quoted(f"a{unsafe}b") == f"'a{safe}b'"


@pytest.mark.parametrize(
    "text", ["", "board", "22 mm", "Größe – 14,5 × 3", "日本語", "😀", "it's", "/home/a b/c.yaml"]
)
def test_visible_texts_stay_as_they_are(text: str) -> None:
    assert shown(text) == text
    assert quoted(text) == f"'{text}'"


@modest
@given(st.text(st.characters(exclude_categories=[]), max_size=100))
def test_any_text_is_made_printable(text: str) -> None:
    assert shown(text).isprintable()
    assert quoted(text).isprintable()
    shown(text).encode()
    quoted(text).encode()


def test_a_quote_has_60_characters_at_most() -> None:
    assert LONGEST_QUOTE == 60
    assert quoted("a" * 60) == "'" + "a" * 60 + "'"
    assert quoted("a" * 61) == "'" + "a" * 60 + "…'"


@pytest.mark.parametrize("character", ["a", "\x1b", "\u202e", "😀", "\n"])
def test_an_endless_text_is_cut(character: str) -> None:
    text = character * 10**6
    in_quotes, bare = len(quoted(text)), len(shown(text))
    assert in_quotes < 1000
    assert bare < 10_000


def test_a_long_path_is_shown_whole() -> None:
    path = "/home/somebody/" + "/".join(["a-folder-with-a-long-name"] * 6) + "/game.yaml"
    assert shown(path) == path
    assert str(Problem("error", "yaml", "it is wrong", path, 3, 4)) == f"{path}:3:4: error: it is wrong"


# What was meant

WORDS = ("board", "sheet", "sheet-2", "points_to_win", "upper left", "upper right")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("bord", "board"),
        ("boards", "board"),
        ("BOARD", "board"),
        ("shet", "sheet"),
        ("sheet2", "sheet-2"),
        ("points-to-win", "points_to_win"),
        ("pointstowin", "points_to_win"),
        ("uper left", "upper left"),
        ("upper  right", "upper right"),
        ("Upper Left", "upper left"),
    ],
)
def test_the_nearest_allowed_word_is_named(word: str, meant: str) -> None:
    assert did_you_mean(word, WORDS) == meant


@pytest.mark.parametrize("word", ["", "xyz", "42", "\x1b", "x" * 10**6])
def test_nothing_is_named_where_nothing_is_near(word: str) -> None:
    assert did_you_mean(word, WORDS) is None


def test_nothing_is_named_where_nothing_is_allowed() -> None:
    assert did_you_mean("board", ()) is None


def test_the_word_is_named_as_it_is_allowed() -> None:
    assert did_you_mean("letter", ["A4", "Letter"]) == "Letter"


def test_a_hint_names_what_was_meant_and_all_that_is_allowed() -> None:
    assert hint_for("sheat", ["tile", "sheet", "board"]) == "did you mean 'sheet'? allowed: board, sheet, tile"


def test_a_hint_for_a_word_far_from_all_names_what_is_allowed() -> None:
    assert hint_for("xyz", ["tile", "sheet", "board"]) == "allowed: board, sheet, tile"


@modest
@given(st.text(max_size=100))
def test_a_hint_never_repeats_what_was_typed_unless_it_is_allowed(word: str) -> None:
    assert hint_for(word, WORDS).removesuffix("allowed: " + ", ".join(sorted(WORDS))) in (
        "",
        *(f"did you mean '{allowed}'? " for allowed in WORDS),
    )
