"""Specs: the shipped one, values set on the command line, several specs at once, and claims."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.art import ART
from printkit.claims import COUNTERS, compare
from printkit.errors import Problem, ProblemError, RequestError, SpecError
from printkit.fields import LONGEST_TEXT, record
from printkit.library import load_game, load_games, shipped_games, specs_folder
from printkit.pipeline import examined
from printkit.spec import Game, load
from printkit.units import MM_PER_INCH
from printkit.yamlnodes import LARGEST_FILE

KINDS = {kind: record(ART[kind].settings, also=("kind",)) for kind in ART}
FILE = "trial.yaml"

SPEC = """\
game: trial
title: Trial
credit: Nobody
players:
  black: {name: Black, mark: filled, joins: [upper right, lower left]}
  white: {name: White, mark: open, joins: [upper left, lower right]}
board:
  shape: rhombus
  side: 6
  regions:
    upper: {letters: second half, numbers: second half}
    lower: {letters: A-C, numbers: 1-3}
games: [whole, upper]
assets:
  board:
    kind: board
    across_flats: 20 mm
  sheet:
    kind: sheet
    across_flats: 14 mm
    boards: 1
  note: {kind: board, across_flats: 1 in, note: How to begin}
"""


def read(text: str, *overrides: str) -> Game:
    """Load a spec from a text."""
    return load(text.encode(), FILE, KINDS, overrides)


def refused(text: str, *overrides: str) -> tuple[Problem, ...]:
    """Return the problems of a spec that has mistakes."""
    with pytest.raises(SpecError) as caught:
        read(text, *overrides)
    return caught.value.problems


def refused_request(*overrides: str) -> tuple[Problem, ...]:
    """Return the problems of values that cannot be set in the spec, which itself is fine."""
    with pytest.raises(RequestError) as caught:
        read(SPEC, *overrides)
    return caught.value.problems


CLAIMED_AT = SPEC.count("\n") + 2  # the line of the first claim


def claims(text: str) -> str:
    """Add claims to the spec."""
    return f"{SPEC}claims:\n  {text}\n"


def line_of(text: str, part: str) -> int:
    """Return the number of the line in which a part of a text first stands."""
    return text[: text.index(part)].count("\n") + 1


# The shipped spec


def test_quadrant_hex_is_shipped() -> None:
    game = load_game("quadrant-hex")
    assert (game.spec.game, game.spec.title) == ("quadrant-hex", "Quadrant Hex")
    assert "Steven Meyers" in game.spec.credit
    assert [(player.name, player.mark, player.joins) for player in game.spec.players.values()] == [
        ("Black", "filled", ("upper right", "lower left")),
        ("White", "open", ("upper left", "lower right")),
    ]
    assert len(game.board.cells) == 100
    assert game.board.orientation == "flat"
    assert game.spec.games == ("whole", "upper", "left", "right", "lower")
    assert game.spec.points_to_win == 3
    assert not game.is_overridden


def test_quadrant_hex_has_its_assets() -> None:
    assets = load_game("quadrant-hex").assets
    assert {"board", "sheet", "sheet-2", "sheet-4"} <= set(assets)
    assert [assets[name].kind for name in ("board", "sheet", "sheet-2", "sheet-4")] == ["board"] + ["sheet"] * 3
    assert [assets[name].settings.boards for name in ("sheet", "sheet-2", "sheet-4")] == [1, 2, 4]


@pytest.mark.parametrize("name", shipped_games())
def test_a_shipped_game_is_called_like_its_file(name: str) -> None:
    assert load_game(name).spec.game == name


@pytest.mark.parametrize("name", shipped_games())
def test_the_claims_of_a_shipped_game_hold(name: str) -> None:
    game = load_game(name)
    assert game.spec.claims
    assert [problem for problem in compare(game) if problem.severity == "error"] == []


@pytest.mark.parametrize("name", shipped_games())
def test_a_check_of_a_shipped_game_finds_no_error(name: str) -> None:
    assert [problem for problem in examined(load_game(name)) if problem.severity == "error"] == []


# Reading


def test_a_spec_is_read_into_a_game() -> None:
    game = read(SPEC)
    assert game.file == FILE
    assert len(game.board.cells) == 36
    assert set(game.board.regions) == {"upper", "lower"}
    assert list(game.assets) == ["board", "sheet", "note"]
    assert game.assets["note"].settings.across_flats == MM_PER_INCH
    assert game.assets["note"].settings.note == "How to begin"


def test_what_is_left_out_has_a_default() -> None:
    text = re.sub(r"^games:.*\n", "", SPEC, flags=re.MULTILINE)
    spec = read(text).spec
    assert spec.games == ("whole",)
    assert spec.points_to_win == 1
    assert spec.claims == {}
    assert spec.fonts == {}


def test_the_words_of_yaml_stay_texts() -> None:
    game = read(SPEC.replace("title: Trial", "title: no").replace("credit: Nobody", "credit: 1:30"))
    assert (game.spec.title, game.spec.credit) == ("no", "1:30")


def test_a_setting_knows_its_place_and_one_left_out_that_of_its_asset() -> None:
    asset = read(SPEC).assets["board"]
    assert asset.place("across_flats")[:2] == (FILE, line_of(SPEC, "across_flats: 20 mm"))
    assert asset.place("note") == asset.node.place
    assert asset.node.place[:2] == (FILE, line_of(SPEC, "kind: board"))


def test_a_text_has_2000_characters_at_most() -> None:
    assert LONGEST_TEXT == 2000
    assert len(read(SPEC.replace("Nobody", "x" * 2000)).spec.credit) == 2000
    (problem,) = refused(SPEC.replace("Nobody", "x" * 2001))
    assert problem.message.endswith("expected at most 2000 characters, not 2001")
    assert (problem.line, problem.column) == (3, 9)
    assert len(problem.message) < 200


def test_a_player_cannot_join_a_side_with_itself() -> None:
    (problem,) = refused(SPEC.replace("[upper right, lower left]", "[upper right, upper right]"))
    assert (problem.line, problem.column) == (5, 59)


def test_claims_that_differ_in_their_spaces_only_are_doubled() -> None:
    problems = refused(claims('cells: 36\n  " cells": 35'))
    assert [problem.line for problem in problems] == [CLAIMED_AT + 1]


@pytest.mark.parametrize(
    ("key", "misspelt"),
    [("  shape: rhombus", "  shap: rhombus"), ("    kind: sheet", "    kidn: sheet")],
)
def test_a_misspelt_key_that_decides_on_the_others_is_named(key: str, misspelt: str) -> None:
    word = misspelt.partition(":")[0].strip()
    assert any(f"'{word}'" in str(problem) for problem in refused(SPEC.replace(key, misspelt)))


# Values set on the command line


@pytest.mark.parametrize(
    ("override", "title"),
    [
        ("title=Another", "Another"),
        ("title = Another game ", "Another game"),
        ("title=a=b", "a=b"),
        ("title==", "="),
        ("title='quoted'", "'quoted'"),
        ("title=[a, b]", "[a, b]"),
        ("title=# no comment", "# no comment"),
        ("title=a: b", "a: b"),
        ("title=*x", "*x"),
    ],
)
def test_a_value_is_set_as_it_is_written(override: str, title: str) -> None:
    game = read(SPEC, override)
    assert game.spec.title == title
    assert game.is_overridden


def test_a_path_leads_to_values_at_any_depth() -> None:
    game = read(
        SPEC, "board.side=8", "players.black.name=Red", "players.white.joins.2=lower left", "games.2=lower"
    )
    assert len(game.board.cells) == 64
    assert game.spec.players["black"].name == "Red"
    assert game.spec.players["white"].joins == ("upper left", "lower left")
    assert game.spec.games == ("whole", "lower")


def test_a_value_that_the_file_leaves_out_can_be_set() -> None:
    assert read(SPEC, "board.diamond=tall").board.orientation == "pointy"
    assert read(SPEC, "points_to_win=2").spec.points_to_win == 2
    assert read(SPEC, "assets.board.note=Hello").assets["board"].settings.note == "Hello"


@pytest.mark.parametrize("path", ["sheet", "assets.sheet"])
def test_an_asset_may_be_named_without_assets(path: str) -> None:
    game = read(SPEC, f"{path}.across_flats=12 mm", f"{path}.boards=2")
    assert game.assets["sheet"].settings.across_flats == 12
    assert game.assets["sheet"].settings.boards == 2
    assert game.assets["board"].settings.across_flats == 20


def test_a_setting_of_an_asset_that_is_called_like_a_key_of_the_spec_is_found() -> None:
    game = read(SPEC, "board.across_flats=12 mm", "board.side=8")
    assert game.assets["board"].settings.across_flats == 12
    assert len(game.board.cells) == 64


def test_a_key_of_the_spec_goes_before_an_asset_of_its_name() -> None:
    text = SPEC.replace("  sheet:\n", "  title:\n")
    game = read(text, "title=Another", "title.across_flats=12 mm")
    assert game.spec.title == "Another"
    assert game.assets["title"].settings.across_flats == 12


def test_the_last_of_several_values_counts() -> None:
    assert len(read(SPEC, "board.side=8", "board.side=10").board.cells) == 100


def test_a_value_that_is_set_mends_the_file() -> None:
    broken = SPEC.replace("side: 6", "side: six")
    assert [problem.line for problem in refused(broken)] == [9]
    assert len(read(broken, "board.side=8").board.cells) == 64


@pytest.mark.parametrize(
    "override", ["", "title", "=", "=x", " =x", "board..side=8", ".title=x", "title.=x", ".=x"]
)
def test_what_is_no_key_and_value_is_refused(override: str) -> None:
    (problem,) = refused_request(override)
    assert problem.message == f"found --set '{override}'; expected KEY=VALUE"
    assert problem.hint == "for example --set sheet.across_flats='14 mm'"


@pytest.mark.parametrize(
    ("override", "word", "meant"),
    [
        ("bord.side=8", "bord", "board"),
        ("shet.across_flats=9 mm", "shet", "sheet"),
        ("Sheet.across_flats=9 mm", "Sheet", "sheet"),
        ("player.black.name=Red", "player", "players"),
    ],
)
def test_a_path_that_begins_nowhere_is_refused_with_a_hint(override: str, word: str, meant: str) -> None:
    (problem,) = refused_request(override)
    assert problem.message == f"--set {override}: there is no '{word}' to set a value in"
    assert (problem.hint or "").startswith(f"did you mean '{meant}'? allowed: ")


@pytest.mark.parametrize(
    ("override", "word"),
    [
        ("nothing.at.all=8", "nothing"),
        ("board.region.upper=x", "region"),
        ("players.red.name=Red", "red"),
        ("games.0=whole", "0"),
        ("games.3=whole", "3"),
        ("games.first=whole", "first"),
        ("title.colour=red", "colour"),
        ("assets.sheet-2.kind=sheet", "sheet-2"),
    ],
)
def test_a_path_that_leads_nowhere_is_refused(override: str, word: str) -> None:
    (problem,) = refused_request(override)
    assert problem.message == f"--set {override}: there is no '{word}' to set a value in"


def test_a_hint_on_a_path_names_each_word_once() -> None:
    (problem,) = refused_request("bord.side=8")
    words = (problem.hint or "").split("allowed: ")[1].split(", ")
    assert len(words) == len(set(words))


@pytest.mark.parametrize(
    ("override", "message", "hint"),
    [
        ("colour=red", "unknown key 'colour'", "allowed: "),
        ("board.sides=8", "unknown key 'sides'", "did you mean 'side'? "),
        ("sheet.board=2", "unknown key 'board'", "did you mean 'boards'? "),
        ("players.black.colour=red", "unknown key 'colour'", "allowed: "),
        ("title=", "found nothing; expected a text", ""),
        ("game=Trial", "found 'Trial'; expected a name of a–z", ""),
        ("board=rhombus", "found 'rhombus'; expected a mapping", ""),
        ("board.side=11", "a side of 11 cannot be halved", "use 10 or 12"),
        ("board.side=six", "found 'six'; expected a whole number", ""),
        ("board.side=200", "a board of 200 × 200 has 40000 cells", ""),
        ("board.diamond=flat", "found 'flat'; expected one of: wide, tall", "allowed: "),
        ("board.regions.upper.letters=X-Z", "the letters of region 'upper' go beyond the board", ""),
        ("players.black.mark=full", "found 'full'; expected one of: ", "did you mean 'filled'? "),
        ("players.black.joins=upper left", "found 'upper left'; expected a list", ""),
        ("players.black.joins.1=uper left", "the board has no side 'uper left'", "did you mean 'upper left'? "),
        ("games=whole", "found 'whole'; expected a list", ""),
        ("games.2=middle", "the board has no region 'middle'", "allowed: "),
        ("points_to_win=3", "found 3; expected at most 2", ""),
        ("sheet.across_flats=14", "found '14': the unit is missing", ""),
        ("sheet.across_flats=1 km", "found '1 km': unknown unit 'km'", ""),
        ("sheet.across_flats=1 mm", "found '1 mm'; expected a length from ", ""),
        ("board.across_flats=nan mm", "found 'nan mm': expected a length", ""),
        ("sheet.kind=sheat", "found 'sheat'; expected one of: ", "did you mean 'sheet'? "),
        ("sheet=none", "found 'none'; expected a mapping", ""),
        ("title=a\u202eb", "found 'a\\u202eb'; expected one line of visible characters, without U+202E", ""),
    ],
)
def test_a_wrong_value_is_refused_at_the_command_line(override: str, message: str, hint: str) -> None:
    (problem,) = refused_request(override)
    assert problem.message.startswith(message)
    assert (problem.hint or "").startswith(hint)
    assert (problem.file, problem.line, problem.column) == (f"--set {override}", None, None)
    assert all(line.isprintable() for line in str(problem).split("\n"))


def test_wrong_values_are_told_all_at_once() -> None:
    problems = refused_request("title=", "board.side=six", "sheet.boards=0")
    assert {problem.file for problem in problems} == {
        "--set title=",
        "--set board.side=six",
        "--set sheet.boards=0",
    }


def test_paths_that_lead_nowhere_are_told_all_at_once() -> None:
    assert len(refused_request("bord.side=8", "shet.boards=2", "title")) == 3


def test_a_mistake_in_the_file_is_the_files_whatever_is_set() -> None:
    broken = SPEC.replace("mark: open", "mark: shut")
    assert [problem.line for problem in refused(broken, "title=Another")] == [6]
    assert [(problem.file, problem.line) for problem in refused(broken, "title=")] == [
        ("--set title=", None),
        (FILE, 6),
    ]


@pytest.mark.parametrize("unsafe", ["\x1b[31m", "\u202e", "\x00", "\r"])
@pytest.mark.parametrize("form", ["{}", "{}=1", "{}.x=1", "title.{}=1", "{}={}.x", "board.side={}"])
def test_what_was_set_is_told_safely(form: str, unsafe: str) -> None:
    for problem in refused_request(form.replace("{}", f"a{unsafe}b")):
        assert all(line.isprintable() for line in str(problem).split("\n"))


@pytest.mark.parametrize("form", ["{}", "{}=1", "{}.x=1", "title.{}=1", "board.side={}"])
def test_what_was_set_is_cut(form: str) -> None:
    for problem in refused_request(form.format("a" * 10**5)):
        size = len(str(problem))
        assert size < 10_000


# Several specs, and what cannot be read


def written(folder: Path, name: str, text: str = SPEC) -> str:
    """Write a spec to a file."""
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


def test_a_spec_is_loaded_from_its_file(tmp_path: Path) -> None:
    path = written(tmp_path, "trial.yaml")
    game = load_game(path, ("title=Another",))
    assert (game.file, game.spec.title) == (path, "Another")


def test_no_names_mean_all_shipped_games() -> None:
    assert [game.spec.game for game in load_games(())] == shipped_games()
    assert shipped_games() == sorted(path.stem for path in specs_folder().glob("*.yaml"))


def test_several_specs_are_loaded_in_the_order_asked_for(tmp_path: Path) -> None:
    found = load_games([written(tmp_path, "trial.yaml"), "quadrant-hex"])
    assert [game.spec.game for game in found] == ["trial", "quadrant-hex"]


def test_two_specs_with_one_name_are_refused(tmp_path: Path) -> None:
    one, other = written(tmp_path, "one.yaml"), written(tmp_path, "other.yaml")
    with pytest.raises(RequestError) as caught:
        load_games([one, "quadrant-hex", other])
    (problem,) = caught.value.problems
    assert problem.message == f"two specs are called 'trial': '{one}' and '{other}'"
    assert problem.hint == "build them one at a time"


def test_two_specs_with_one_name_are_told_safely(tmp_path: Path) -> None:
    with pytest.raises(RequestError) as caught:
        load_games([written(tmp_path, "a\x1b[31mb.yaml"), written(tmp_path, "a\u202eb.yaml")])
    (problem,) = caught.value.problems
    assert problem.message.isprintable()


def test_the_problems_of_several_specs_are_told_all_at_once(tmp_path: Path) -> None:
    one = written(tmp_path, "one.yaml", SPEC.replace("title: Trial", "title:"))
    other = written(tmp_path, "other.yaml", SPEC.replace("side: 6", "side: six"))
    with pytest.raises(SpecError) as caught:
        load_games([one, "quadrant-hex", other])
    assert [(problem.file, problem.line) for problem in caught.value.problems] == [(one, 2), (other, 9)]


def test_a_spec_that_does_not_exist_beside_a_broken_one_makes_the_request_wrong(tmp_path: Path) -> None:
    broken = written(tmp_path, "broken.yaml", SPEC.replace("side: 6", "side: six"))
    with pytest.raises(RequestError) as caught:
        load_games([broken, str(tmp_path / "nowhere.yaml")])
    assert len(caught.value.problems) == 2


def test_an_unknown_game_is_refused_with_a_hint() -> None:
    with pytest.raises(RequestError) as caught:
        load_game("quadrant-hexx")
    (problem,) = caught.value.problems
    assert problem.message == "no game is called 'quadrant-hexx'"
    assert (problem.hint or "").startswith("did you mean 'quadrant-hex'? allowed: ")
    assert (problem.hint or "").endswith("; or the path of a spec ending in .yaml")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere.yaml", "cannot be read: No such file or directory"),
        ("folder.yaml", "is a folder; expected a file"),
        ("trial.yaml/game.yaml", "cannot be read: Not a directory"),
        ("a\0b.yaml", "embedded null"),
        ("a" * 300 + ".yaml", "cannot be read: File name too long"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, name: str, message: str) -> None:
    written(tmp_path, "trial.yaml")
    (tmp_path / "folder.yaml").mkdir()
    with pytest.raises(RequestError) as caught:
        load_game(str(tmp_path / name))
    (problem,) = caught.value.problems
    assert message in problem.message
    assert problem.message.isprintable()


@pytest.mark.parametrize("word", ["a" * 300, "a" * 5000, "a/" * 3000, "\x1b[31m", "a\0b", "\udcff", ""])
def test_a_word_that_names_nothing_is_refused(word: str) -> None:
    with pytest.raises(RequestError) as caught:
        load_game(word)
    (problem,) = caught.value.problems
    assert problem.message.isprintable()
    assert len(problem.message) < 500


def test_a_file_of_more_than_1_mib_is_refused_and_not_called_smaller(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        load_game(written(tmp_path, "large.yaml", SPEC + "#" * 3 * LARGEST_FILE))
    (problem,) = caught.value.problems
    assert problem.message.endswith("expected 1 MiB at most")
    assert "1.0 MiB" not in problem.message


# Claims; those on tiles are in test_claims.py

RIGHT = {"cells": 36, "cells_per_side": 6, "regions": 2, "cells_per_region": 9, "games": 2, "players": 2}


@pytest.mark.parametrize("name", sorted(RIGHT))
def test_a_claim_that_holds_gives_no_problem(name: str) -> None:
    assert list(compare(read(claims(f"{name}: {RIGHT[name]}")))) == []


@pytest.mark.parametrize("by", [-1, 1, 100])
@pytest.mark.parametrize("name", sorted(RIGHT))
def test_a_claim_that_does_not_hold_is_an_error_at_its_place(name: str, by: int) -> None:
    text = claims(f"{name}: {RIGHT[name] + by}")
    (problem,) = compare(read(text))
    assert (problem.severity, problem.code) == ("error", "claim")
    assert problem.message == f"the rulebook states {name}: {RIGHT[name] + by}; built: {RIGHT[name]}"
    assert (problem.file, problem.line, problem.column) == (FILE, CLAIMED_AT, len(f"  {name}: ") + 1)


def test_players_are_counted() -> None:
    (problem,) = compare(read(re.sub(r"  white: .*\n", "", claims("players: 2"))))
    assert problem.message == "the rulebook states players: 2; built: 1"


def test_all_claims_that_do_not_hold_are_told() -> None:
    wrong = "\n  ".join(f"{name}: {number + 1}" for name, number in RIGHT.items())
    assert len(list(compare(read(claims(wrong))))) == len(RIGHT)


def test_a_number_that_differs_from_place_to_place_is_told_with_all_its_values() -> None:
    text = claims("cells_per_region: 9").replace("letters: A-C", "letters: A-B")
    (problem,) = compare(read(text))
    assert problem.message == "the rulebook states cells_per_region: 9; built: 6 and 9"


def test_a_number_of_what_is_not_there_is_told_as_none() -> None:
    text = re.sub(r"  regions:\n.*\n.*\n", "", claims("cells_per_region: 9")).replace("[whole, upper]", "[whole]")
    (problem,) = compare(read(text))
    assert problem.message == "the rulebook states cells_per_region: 9; built: none"


def test_an_acknowledged_claim_is_a_note_with_its_reading() -> None:
    text = claims('cells: {states: 18, reading: "the table sums to 36"}')
    (problem,) = compare(read(text))
    assert problem.severity == "note"
    assert problem.message == "the rulebook states cells: 18; built: 36"
    assert problem.hint == "acknowledged: the table sums to 36"
    assert (problem.file, problem.line) == (FILE, CLAIMED_AT)


def test_an_acknowledged_claim_that_holds_gives_no_note() -> None:
    assert list(compare(read(claims('cells: {states: 36, reading: "as stated"}')))) == []


@pytest.mark.parametrize("claim", ["36", '{states: 36, reading: "as many"}'])
def test_a_claim_that_nothing_counts_is_an_error_with_a_hint(claim: str) -> None:
    text = claims(f"celss: {claim}")
    (problem,) = compare(read(text))
    assert (problem.severity, problem.code) == ("error", "unknown-claim")
    assert problem.message == "nothing is counted under the name 'celss'"
    assert problem.hint == "did you mean 'cells'? allowed: " + ", ".join(sorted(COUNTERS))
    assert (problem.file, problem.line) == (FILE, CLAIMED_AT)


def test_claims_of_a_spec_with_values_set_are_notes() -> None:
    game = read(claims("cells: 36\n  cells_per_side: 6\n  games: 2"), "board.side=8")
    problems = list(compare(game))
    assert [(problem.severity, problem.message) for problem in problems] == [
        ("note", "the rulebook states cells: 36; built: 64"),
        ("note", "the rulebook states cells_per_side: 6; built: 8"),
    ]
    assert {problem.hint for problem in problems} == {"a value was set on the command line"}


def test_the_claims_of_quadrant_hex_on_another_board_are_notes() -> None:
    problems = list(compare(load_game("quadrant-hex", ("board.side=12",))))
    assert {problem.severity for problem in problems} == {"note"}
    assert len(problems) == 3


def test_a_check_tells_claims_that_do_not_hold() -> None:
    assert [problem.code for problem in examined(read(claims("cells: 35")))] == ["claim"]


# Whatever is written

WORDS = sorted(
    {*re.findall(r"[\w.-]+", SPEC), *" :,[]{}&*!|>'\"#-", "&x", "*x", "\n", "\n  ", "\n    ", "1 mm", ""}
)


def assert_game_or_problems(text: str, *overrides: str) -> None:
    """Assert that a spec loads, or gives problems that each have a place and a message."""
    try:
        assert read(text, *overrides).assets
    except ProblemError as error:
        found = error.problems
    else:
        return
    assert found
    assert all(problem.message for problem in found)
    assert all(problem.line is not None for problem in found) or overrides


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 10**4), st.sampled_from(WORDS)), min_size=1, max_size=4))
def test_a_spec_with_other_words_gives_a_game_or_problems(changes: list[tuple[int, str]]) -> None:
    parts = re.findall(r"[\w.-]+|\s+|[^\w\s]", SPEC)
    for at, word in changes:
        parts[at % len(parts)] = word
    assert_game_or_problems("".join(parts))


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(sorted({*re.findall(r"[a-z_-]+", SPEC), "1", "2", "9", "nothing"})), min_size=1, max_size=4
    ),
    st.sampled_from(WORDS),
)
def test_any_path_and_value_give_a_game_or_problems(path: list[str], value: str) -> None:
    assert_game_or_problems(SPEC, f"{'.'.join(path)}={value}")
