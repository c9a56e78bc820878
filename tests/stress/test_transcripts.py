"""Transcripts that went wrong in any way give a verdict, for each scorer, never an exception."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from printkit import report, scorebook
from tests.agreed_json import breaches
from tests.stress.campaign import Campaign
from tests.stress.mutation import Chance, Mutator

TESTS = Path(__file__).parent.parent
GAMES = {
    game: Mutator([path.read_bytes() for path in sorted((TESTS / "cases" / game).glob("*.yaml"))])
    for game in ("quadrant-hex", "battle-hex", "hexflow", "hexflow-tri")
}


def scored(data: bytes, path: str = "game.yaml", *, is_own: bool = False) -> str:
    """Score a transcript in every form that is printed; return the status. One's own players are not compared."""
    verdict = scorebook.score(path, data)
    entry = json.loads(json.dumps(verdict.as_json()))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = None
    assert [breach for breach in breaches(entry, text) if not (is_own and breach.startswith("points: "))] == []
    assert all(line.isprintable() for told in report.told([verdict, verdict]) for line in told.splitlines())
    assert len(report.table([verdict]).splitlines()) == 2
    return str(entry["status"])


@pytest.mark.parametrize("game", GAMES)
def test_broken_transcripts_give_a_verdict(game: str, campaign: Campaign) -> None:
    def make(chance: Chance) -> bytes:
        return GAMES[game](chance) if chance.random() < 0.4 else GAMES[game].plausible(chance)

    campaign.run(4000, make, scored)


def test_broken_transcripts_of_a_game_of_ones_own_give_a_verdict(campaign: Campaign, tmp_path: Path) -> None:
    corpus = TESTS / "stress" / "corpus"
    specs = Mutator([path.read_bytes() for path in sorted(corpus.glob("*.yaml"))])
    records = Mutator(
        [
            b"game: own.yaml\nmoves: A1 B2 C3 D4 pass A2\n",
            b"game: own.yaml\nmoves: [A1 reach 60, I1 lock, A2 bridge 120]\n",
            b"game: own.yaml\nmode: duel\ntiles: {A1: N reach 60, C3: S lock}\nlast: A1\n",
            b"game: own.yaml\nstones: {black: A1 B1, white: C1, unclear: D1}\nclaim: {winner: black}\n",
        ]
    )

    def make(chance: Chance) -> tuple[bytes, bytes]:
        spec = chance.choice(specs.files) if chance.random() < 0.5 else specs.plausible(chance)
        return spec, records(chance) if chance.random() < 0.3 else records.plausible(chance)

    def check(case: tuple[bytes, bytes]) -> str:
        spec, record = case
        (tmp_path / "own.yaml").write_bytes(spec)
        return scored(record, str(tmp_path / "game.yaml"), is_own=True)

    campaign.run(4000, make, check)
