"""Transcripts of HEXFLOW as texts, from tiles and entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tests.flow_games import Played
from tests.plain_flow import BATTLE, Found, Tiles, Way, verdict


def heading(way: Way) -> str:
    """Return the keys that say which game it is."""
    game, _, board = way.game.partition(" ")
    return f"game: {game}\nmode: {way.mode}\n" + (f"board: {board}\n" if board else "")


def record(way: Way, entries: Iterable[str], first: str = "") -> str:
    """Return a record of moves; an entry that holds a colon alone is a mapping for YAML, as people type it."""
    start = f"first: {first}\n" if first else ""
    return f"{heading(way)}{start}moves:\n" + "".join(f"  - {entry}\n" for entry in entries)


def position(
    way: Way,
    tiles: Tiles,
    unclear: Mapping[str, str] | None = None,
    *,
    last: str | None = None,
    ended: bool = False,
    captures: Mapping[str, int] | None = None,
) -> str:
    """Return a final position; ``unclear`` has what is typed for cells that cannot be read."""
    typed = {cell: f"{tile.owner} {tile.shows} {60 * tile.turn}" for cell, tile in tiles.items()} | dict(
        unclear or {}
    )
    lines = [f"{heading(way)}tiles:" if typed else f"{heading(way)}tiles: {{}}"]
    lines += [f"  {cell}: {text}" for cell, text in typed.items()]
    lines += [f"last: {last}"] if last else []
    lines += ["ended: true"] if ended else []
    if captures and way is BATTLE:
        lines.append("captures: {" + ", ".join(f"{player}: {number}" for player, number in captures.items()) + "}")
    return "\n".join(lines) + "\n"


def judged(way: Way, game: Played, *, ended: bool = False) -> Found:
    """Judge the end of a random game plainly."""
    placed = [entry for entry in game.entries if entry != "skip"]
    is_out = len(placed) == sum(way.supply.values()) * len(way.players)
    return verdict(way, game.tiles, game.last, ended or is_out, game.captures)
