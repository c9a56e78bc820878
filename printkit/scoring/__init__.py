"""Scorers: a Board and a Record become a Verdict; each family of games is one file here, found by its name.

A scorer's file offers ``score(game, record) -> Verdict`` and ``KEYS`` and ``BODIES``, the keys that its
transcripts may have. Files that begin with an underscore are shared by the scorers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from printkit.record import Record
from printkit.registry import Registry
from printkit.spec import Game
from printkit.verdict import Verdict


class Scorer(NamedTuple):
    """A family of games: how it is scored, the keys of its transcripts, and those that hold the game itself."""

    score: Callable[[Game, Record], Verdict]
    keys: tuple[str, ...]
    bodies: tuple[str, ...]


SCORERS: Registry[Scorer] = Registry(__name__, __file__, "SCORER")
