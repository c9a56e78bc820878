"""Command lines by chance: an exit status of 0, 1 or 2, never a traceback, and nothing that cannot be seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from printkit.cli import main
from tests.stress.campaign import Campaign
from tests.stress.mutation import VALUES, Chance, Mutator

CORPUS = [path.read_bytes() for path in sorted((Path(__file__).parent / "corpus").glob("*.yaml"))]
SPECS = Mutator(CORPUS)
NASTY = [
    *("", " ", "-", "--", "-1", "0", "1e9", "nan", "inf", "a=b", "=", "x=", "=x", ".", "/dev/null"),
    *(
        "/etc/passwd",
        "a" * 300,
        "a/" * 200 + "b",
        "\x1b[31m",
        "\u202eabc",
        "\u200b",
        "\udcff",
        "a\0b",
        "🎲",
        "%s",
        "{}",
    ),
    *("one", "board", "deck", "tiles", "quadrant-hex", "hexflow", "nope", "game.yaml", "game.json", "NUL"),
]
SETTABLE = [
    *(
        "board.side",
        "board.shape",
        "title",
        "game",
        "players.black.name",
        "theme.blue",
        "laser.faces",
        "fonts.bold",
    ),
    *("one.across_flats", "deck.copies", "deck.cards.csv", "deck.face.1.image", "tiles.across_flats", "assets"),
    *("a.b.c", "deck.face.99", "extends", "positions.won", "x" * 300),
]
KNOWN: dict[str, list[str]] = {
    "--paper": ["a4", "letter", "a3", "a6", "A5"],
    "--margins": ["office", "5 mm", "0 mm", "200 mm"],
    "--only": ["board", "one", "deck", "tiles", "stones", "suits"],
    "-o": ["out", "out/deep/er", "game.yaml", "out/game"],
    "--ink": ["full", "saver"],
    "--format": ["pdf", "booklet", "svg", "png", "dxf"],
    "--dpi": ["36", "72", "1201", "0"],
    "--backs": ["duplex-long", "duplex-short", "fold", "none"],
    "--back-offset": ["0.5 mm,-1 mm", "99 mm,0 mm", "1,1"],
    "--printer": ["home", "mine"],
    "--profile": ["home", "laser", "shop", "pod-makeplayingcards", "game.yaml"],
    "--pdfx": ["x4", "x1a"],
    "--icc": ["game.yaml", "none.icc"],
    "--cut": ["separate", "common"],
    "--kerf": ["0.1 mm", "3 mm", "0 mm"],
    "--like": ["hexflow", "quadrant-hex"],
    "--picture": ["p.svg", "p.png", "p.pdf", "out/p.pdf", "p.gif"],
    "--set": [f"{key}={value}" for key in SETTABLE[:6] for value in ("3", "9 mm", "x", "")],
}
FLAGS = ["--verify", "--json", "--csv", "--help", "-h", "--version", "--nope"]
COMMANDS = {
    "build": [*list(KNOWN)[:15], "--set", "--verify"],
    "list": ["--set", "--paper", "--margins", "--json"],
    "check": ["--set"],
    "score": ["--json", "--csv", "--picture"],
    "new": ["--like"],
    "calibrate": ["--printer", "--set", "--paper", "--backs", "-o"],
    "coupon": ["--profile", "--format", "-o"],
    "schema": [],
}


def line(chance: Chance) -> list[str]:
    """Return a command line, of which much is as it should be."""
    command = chance.choice([*COMMANDS, "build", "build", "build", "list", "check"])
    words = [command]
    for _ in range(chance.choice((0, 1, 1, 2, 2, 3, 5))):
        own = COMMANDS[command] if chance.random() < 0.95 else [*KNOWN, *FLAGS]
        option = chance.choice(own or FLAGS)
        words.append(option)
        if option == "--set" and chance.random() < 0.5:
            words.append(f"{chance.choice(SETTABLE)}={chance.choice(VALUES)}")
        elif option in KNOWN:
            words.append(chance.choice(KNOWN[option] if chance.random() < 0.75 else NASTY))
    if command not in ("calibrate", "coupon", "schema") or chance.random() < 0.1:
        words.append(chance.choice(("game.yaml", "game.yaml", "game.yaml", chance.choice(NASTY))))
    return words if chance.random() < 0.98 else [chance.choice(NASTY), *words[1:]]


def test_any_command_line_ends_in_a_status(
    campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))

    def make(chance: Chance) -> tuple[list[str], bytes]:
        spec = chance.choice(CORPUS) if chance.random() < 0.6 else SPECS.plausible(chance)
        return line(chance), spec

    def check(case: tuple[list[str], bytes]) -> str:
        words, spec = case
        Path("game.yaml").write_bytes(spec)
        result = CliRunner().invoke(main, words, catch_exceptions=False)
        assert result.exit_code in (0, 1, 2), result.output
        assert result.exit_code != 0 or "error:" not in result.stderr
        assert "Traceback" not in result.output
        for text in (*result.stdout.splitlines(), *result.stderr.splitlines()):
            assert text.isprintable(), text
        assert set(tmp_path.parent.iterdir()) == before
        return f"{words[0]}: {result.exit_code}" if words[0] in COMMANDS else f"other: {result.exit_code}"

    before = set(tmp_path.parent.iterdir())
    campaign.run(5000, make, check)
