"""Finished games and what must be said about them: the project's own cases and those beside the repository."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from click.testing import CliRunner

from printkit import library, scorebook
from printkit.cli import main
from tests.case_comparison import DETAIL_AS_IT_STANDS, Ground, differences, ground_of
from tests.plain_hex import Plain

ROOT = Path(__file__).parent.parent
OWN = ROOT / "tests" / "cases"
SHARED = ROOT.parent / "shared" / "cases"
SUFFIX = ".expected.json"
WITH_FAULTS = Ground(is_record=False, board=Plain(), stones={})
IS_MISSING = "the cases beside the repository are not there"


def scored_games() -> list[str]:
    """Return the shipped games that have a scorer."""
    return [game for game in library.shipped_games() if library.load_game(game).spec.scoring is not None]


def folders(cases: Path) -> list[Path]:
    """Return the folders of the games that can be scored."""
    return [folder for game in scored_games() if (folder := cases / game).is_dir()]


def transcripts(cases: Path) -> list[Path]:
    """Return the transcripts of the games that can be scored."""
    return [file for folder in folders(cases) for file in sorted(folder.glob("*.yaml"))]


def name_of(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


def expected_of(file: Path) -> dict[str, Any]:
    text = file.with_name(file.stem + SUFFIX).read_text(encoding="utf-8")
    return cast(dict[str, Any], json.loads(text))


def ground(file: Path, expected: Mapping[str, Any]) -> Ground:
    """Read what a comparison needs to know; a transcript with faults is not looked into."""
    if not expected["valid"] and "detail" not in expected:
        return WITH_FAULTS
    return ground_of(yaml.safe_load(file.read_text(encoding="utf-8")))


def compare(file: Path) -> list[str]:
    """Score a case as ``printkit score --json`` does; return where the verdict is not the expected one."""
    expected = expected_of(file)
    verdict = scorebook.score(str(file), file.read_bytes()).as_json()
    return differences(expected, json.loads(json.dumps(verdict)), ground(file, expected))


@pytest.mark.parametrize("file", transcripts(OWN), ids=name_of)
def test_own_case(file: Path) -> None:
    assert compare(file) == []


@pytest.mark.skipif(not SHARED.is_dir(), reason=IS_MISSING)
@pytest.mark.parametrize("file", transcripts(SHARED), ids=name_of)
def test_shared_case(file: Path) -> None:
    assert compare(file) == []


def test_there_are_cases_of_every_game_and_each_is_whole() -> None:
    assert [folder.name for folder in folders(OWN)] == scored_games()
    for folder in folders(OWN):
        names = {file.stem for file in folder.glob("*.yaml")}
        assert names
        assert names == {file.name.removesuffix(SUFFIX) for file in folder.glob("*.json")}


@pytest.mark.parametrize("cases", [OWN, SHARED], ids=["own", "shared"])
def test_the_command_says_the_same_of_whole_folders(cases: Path) -> None:
    if not cases.is_dir():
        pytest.skip(IS_MISSING)
    result = CliRunner().invoke(main, ["score", "--json", *map(str, folders(cases))], catch_exceptions=False)
    assert (result.exit_code, result.stderr) == (1, "")
    verdicts = [json.loads(line) for line in result.stdout.splitlines()]
    assert [verdict["file"] for verdict in verdicts] == [str(file) for file in transcripts(cases)]
    for verdict in verdicts:
        file = Path(verdict["file"])
        expected = expected_of(file)
        assert (file.name, differences(expected, verdict, ground(file, expected))) == (file.name, [])


@pytest.mark.skipif(not SHARED.is_dir(), reason=IS_MISSING)
def test_the_own_cases_are_those_of_the_shared_folder_and_more() -> None:
    for file in transcripts(SHARED):
        copied = OWN / file.parent.name / file.name
        assert copied.read_bytes() == file.read_bytes()
        assert expected_of(copied) == expected_of(file)


# The comparison can fail, for each kind of key

FILLED = OWN / "quadrant-hex" / "black-3-2-full-board.yaml"
OPEN = OWN / "quadrant-hex" / "black-wins-upper-and-left.yaml"
FAULTY = OWN / "quadrant-hex" / "faults-in-cells.yaml"
JOINED = OWN / "battle-hex" / "red-wins-by-rounds.yaml"
MANY_WAYS = OWN / "battle-hex" / "black-wins-full-board.yaml"
DOUBTFUL = OWN / "quadrant-hex" / "unclear-cell-that-decides.yaml"

Change = Callable[[dict[str, Any]], object]


def changed(file: Path, change: Change) -> list[str]:
    """Change the verdict on a case, and compare; without the change it agrees."""
    expected = expected_of(file)
    verdict = scorebook.score(str(file), file.read_bytes()).as_json()
    assert differences(expected, verdict, ground(file, expected)) == []
    other = copy.deepcopy(verdict)
    change(other)
    assert json.dumps(other) != json.dumps(verdict)
    return differences(expected, other, ground(file, expected))


def games(verdict: dict[str, Any]) -> dict[str, Any]:
    return cast(dict[str, Any], verdict["detail"]["games"])


def note(code: str) -> dict[str, Any]:
    return {"severity": "note", "code": code, "message": "", "line": None, "column": None, "move": None}


CHANGES: list[tuple[Path, str, Change]] = [
    (OPEN, "game", lambda v: v.update(game="hex")),
    (OPEN, "mode", lambda v: v.update(mode="race")),
    (OPEN, "mode", lambda v: v.pop("mode")),
    (OPEN, "valid", lambda v: v.update(valid=False)),
    (OPEN, "valid", lambda v: v.update(valid=1)),
    (OPEN, "status", lambda v: v.update(status="won")),
    (FILLED, "winners", lambda v: v.update(winners=["white"])),
    (FILLED, "winners", lambda v: v.update(winners=["black", "white"])),
    (FILLED, "winners", lambda v: v.update(winners=[])),
    (FILLED, "points", lambda v: v.update(points={"black": 2, "white": 3})),
    (FILLED, "points", lambda v: v.update(points={"black": 3, "white": 2, "red": 0})),
    (FILLED, "points", lambda v: v.update(points={"black": 3})),
    (OPEN, "problems", lambda v: v["problems"].append(note("surplus-stones"))),
    (DOUBTFUL, "problems", lambda v: v["problems"].append(note("corner-block"))),
    (FAULTY, "problems", lambda v: v["problems"].append(note("mirror") | {"severity": "error"})),
    (FAULTY, "problems", lambda v: v["problems"].append(dict(v["problems"][0]))),
    (FAULTY, "problems", lambda v: v["problems"].pop()),
    (FAULTY, "problems", lambda v: v["problems"][0].update(severity="note")),
    (FAULTY, "problems", lambda v: v["problems"][0].update(code="off-board")),
    (FAULTY, "problems", lambda v: v["problems"][0].update(line=6)),
    (FAULTY, "problems", lambda v: v["problems"][0].update(line=None)),
    (FAULTY, "problems", lambda v: v["problems"][0].update(move=4)),
    (FAULTY, "provisional", lambda v: v.pop("provisional")),
    (FAULTY, "provisional.status", lambda v: v["provisional"].update(status="won")),
    (FAULTY, "provisional.winners", lambda v: v["provisional"].update(winners=["black"])),
    (FAULTY, "provisional.points", lambda v: v["provisional"]["points"].update(black=1)),
    (FAULTY, "provisional.points", lambda v: v["provisional"].pop("points")),
    (OPEN, "detail", lambda v: v.update(detail=None)),
    (OPEN, "detail.games", lambda v: v["detail"].pop("games")),
    (OPEN, "detail.games.left", lambda v: games(v).pop("left")),
    (OPEN, "detail.games.left.winner", lambda v: games(v)["left"].update(winner="white")),
    (OPEN, "detail.games.left.winner", lambda v: games(v)["left"].update(winner=None)),
    (OPEN, "detail.games.right.winner", lambda v: games(v)["right"].update(winner="unclear")),
    (OPEN, "detail.games.left.chain", lambda v: games(v)["left"]["chain"].reverse()),
    (OPEN, "detail.games.right.chain", lambda v: games(v)["right"]["chain"].append("F1")),
    (FILLED, "detail.games.left: the chain's length", lambda v: games(v)["left"]["chain"].pop()),
    (FILLED, "detail.games.left.chain", lambda v: games(v)["left"]["chain"].reverse()),
    (FILLED, "detail.games.left.chain", lambda v: games(v)["left"]["chain"].sort()),
    (FILLED, "detail.games.right.chain", lambda v: games(v)["right"].update(chain=games(v)["left"]["chain"])),
    (FILLED, "detail.games.left.chain", lambda v: games(v)["left"].update(chain=["E6", "D6", "C6", "B6", "A6"])),
    (JOINED, "detail.chain", lambda v: v["detail"]["chain"].reverse()),
    (JOINED, "detail.chain", lambda v: v["detail"].pop("chain")),
    (JOINED, "detail.rounds", lambda v: v["detail"].update(rounds=12)),
    (JOINED, "detail.forfeits", lambda v: v["detail"]["forfeits"].clear()),
    (JOINED, "detail.tiebreaks", lambda v: v["detail"]["tiebreaks"][0].update(winner="black")),
    (MANY_WAYS, "detail.chain", lambda v: v["detail"]["chain"].reverse()),
    (MANY_WAYS, "detail: the chain's length", lambda v: v["detail"]["chain"].pop()),
    (MANY_WAYS, "detail.stones", lambda v: v["detail"]["stones"].update(red=84)),
    (DOUBTFUL, "detail.unclear", lambda v: v["detail"].pop("unclear")),
    (DOUBTFUL, "detail.unclear.cells", lambda v: v["detail"]["unclear"]["cells"].pop()),
    (DOUBTFUL, "detail.unclear.decides", lambda v: v["detail"]["unclear"]["decides"].append("J1")),
    (DOUBTFUL, "detail.unclear.decides", lambda v: v["detail"]["unclear"]["decides"].clear()),
]


@pytest.mark.parametrize(("file", "key", "change"), CHANGES)
def test_a_verdict_that_differs_is_found(file: Path, key: str, change: Change) -> None:
    assert [difference for difference in changed(file, change) if difference.startswith(f"{key}:")] != []


FREE: list[tuple[Path, Change]] = [
    (FAULTY, lambda v: v["problems"].reverse()),
    (FAULTY, lambda v: [p.update(message="", column=99) for p in v["problems"]]),
    (FAULTY, lambda v: v["problems"].append(note("surplus-stones"))),
    (DOUBTFUL, lambda v: v["problems"].append(note("surplus-stones"))),
    (FAULTY, lambda v: v["detail"].clear()),
    (DOUBTFUL, lambda v: v["detail"]["unclear"]["cells"].reverse()),
    (OPEN, lambda v: v["detail"].update(further="keys")),
    (OPEN, lambda v: v.update(file="elsewhere.yaml")),
    (OWN / "quadrant-hex" / "black-resigns.yaml", lambda v: v["problems"].append(note("surplus-stones"))),
]


@pytest.mark.parametrize(("file", "change"), FREE)
def test_what_is_free_may_differ(file: Path, change: Change) -> None:
    assert changed(file, change) == []


def verdict_with(problems: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {"valid": False, "problems": problems, "detail": {}, **more}


def problem(code: str, line: int | None = None, move: int | None = None) -> dict[str, Any]:
    return {"severity": "error", "code": code, "message": "", "line": line, "column": 1, "move": move}


def test_each_expected_problem_has_a_partner_of_its_own() -> None:
    either = {"severity": "error", "code": ["yaml", "bad-value"], "line": [2, 3]}
    strict = {"severity": "error", "code": "yaml", "line": 2}
    found = verdict_with([problem("yaml", 2), problem("bad-value", 3)])
    assert differences({"problems": [either, strict]}, found, WITH_FAULTS) == []
    assert differences({"problems": [strict, either]}, found, WITH_FAULTS) == []
    assert len(differences({"problems": [strict, strict]}, found, WITH_FAULTS)) == 2
    assert len(differences({"problems": [either]}, found, WITH_FAULTS)) == 1
    assert differences({"problems": [either]}, verdict_with([problem("yaml", 4)]), WITH_FAULTS) != []
    assert differences({"problems": [either]}, verdict_with([problem("mirror", 3)]), WITH_FAULTS) != []


def test_a_move_that_is_named_as_null_must_be_null() -> None:
    entry = {"severity": "error", "code": "yaml", "move": None}
    assert differences({"problems": [entry]}, verdict_with([problem("yaml")]), WITH_FAULTS) == []
    assert differences({"problems": [entry]}, verdict_with([problem("yaml", move=1)]), WITH_FAULTS) != []


def test_above_twelve_unclear_cells_decides_may_hold_more_but_not_less() -> None:
    cells = [f"A{number}" for number in range(1, 14)]

    def compared(cells: list[str], wanted: list[str], found: list[str]) -> list[str]:
        expected = {"detail": {"unclear": {"cells": cells, "decides": wanted}}}
        verdict = {"detail": {"unclear": {"cells": cells, "decides": found}}}
        return differences(expected, verdict, WITH_FAULTS)

    assert compared(cells, ["A2"], ["A3", "A2"]) == []
    assert compared(cells, ["A2"], ["A3"]) != []
    assert compared(cells, ["A2"], ["A2", "B1"]) != []
    assert compared(cells[:12], ["A2"], ["A3", "A2"]) != []


def test_a_path_of_hexflow_is_compared_by_its_owner_its_tiles_and_its_worth() -> None:
    verdict = {"mode": "race", "detail": {"path": ["A1", "B2", "A1"], "dots": {"C3": 2}}}
    for key, right, wrong in (("path_of", "A", "B"), ("path_tiles", 2, 3), ("path_worth", 3, 4)):
        assert differences({"detail": {key: right}}, verdict, WITH_FAULTS) == []
        assert differences({"detail": {key: wrong}}, verdict, WITH_FAULTS) != []


@pytest.mark.parametrize("key", DETAIL_AS_IT_STANDS)
def test_details_of_other_games_are_compared_as_they_stand(key: str) -> None:
    expected = {"detail": {key: {"A": 1}}}
    assert differences(expected, {"detail": {key: {"A": 1}}}, WITH_FAULTS) == []
    assert differences(expected, {"detail": {key: {"A": 2}}}, WITH_FAULTS) != []
    assert differences(expected, {"detail": {}}, WITH_FAULTS) != []


@pytest.mark.parametrize(
    "expected", [{"detail": {"path_off": "A"}}, {"detail": {"chain_length": 5}}, {"headline": "White wins"}]
)
def test_a_key_that_nobody_compares_is_a_difference(expected: dict[str, Any]) -> None:
    assert differences(expected, {"headline": "White wins", "detail": {"path_of": "A"}}, WITH_FAULTS) != []
    assert differences({"detail": {"chain": []}}, {"detail": {"chain": ["A1"]}}, WITH_FAULTS) != []
