"""Finished games of HEXFLOW to score: random legal ones of each mode, and what reads their files with PyYAML."""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.flow_games import random_game
from tests.plain_flow import WAYS

LOADING = """
import sys, yaml
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        yaml.load(file, Loader=yaml.CSafeLoader)
"""


def write_games(folder: Path, number: int) -> list[str]:
    """Write random legal games, as many of each mode, and return their paths."""
    chance = random.Random(1)
    paths = []
    for i in range(number):
        way = WAYS[i % len(WAYS)]
        lines = "".join(f"  - {entry}\n" for entry in random_game(way, chance, 60).entries)
        path = folder / f"{i:03}-{way.mode}.yaml"
        path.write_text(f"game: {way.game}\nmode: {way.mode}\nmoves:\n{lines}", encoding="utf-8")
        paths.append(str(path))
    return paths
