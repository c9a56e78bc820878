"""The kind ``counter``: square counters with the players' stones or tokens, told apart in greyscale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printkit.art import Frame, Ink, Kind
from printkit.art._discs import disc
from printkit.art._hatch import hatching
from printkit.art._token import token
from printkit.drawing import INK, Drawing, Path, Piece, Stroke, circle
from printkit.fields import choice, integer, key, length
from printkit.geometry import Point, Size, on_circle
from printkit.players import Player
from printkit.spec import Game


@dataclass(frozen=True, eq=False)
class CounterSettings:
    """What a spec says of counters."""

    side: float = key(length(6, 60), "the side of a counter")
    each: int = key(integer(1, 500), "counters a player")
    face: str = key(
        choice("stone", "token"), "what is on them: a stone, or a token for taking a tile", default="stone"
    )


def draw(settings: CounterSettings, name: str, game: Game, frame: Frame) -> tuple[Piece, ...]:
    """Draw the counters of one player after the other."""
    pieces = []
    for player_id, player in game.spec.players.items():
        side = settings.side
        if settings.face == "token":
            items = tuple(token(player.mark, Point(side / 2, side / 2), 0.42 * side, frame.ink))
        else:
            items = tuple(_stone(player, side, frame.ink))
        face = Drawing(Size(settings.side, settings.side), items)
        pieces += [Piece(f"{name} {player_id}", face)] * settings.each
    return tuple(pieces)


def _stone(player: Player, side: float, ink: Ink) -> Iterator[Path]:
    """Draw a disc in the middle: solid, open with a double ring, dotted or hatched.

    To save ink a solid one becomes hatched.
    """
    middle, radius = Point(side / 2, side / 2), 0.42 * side
    if player.mark == "filled":
        if ink != "saver":
            yield Path(circle(middle, radius), fill=INK)
        else:
            yield Path(hatching(on_circle(middle, radius, 72), 0.07 * side), stroke=Stroke(INK, 0.02 * side))
            yield Path(circle(middle, radius - 0.02 * side), stroke=Stroke(INK, 0.04 * side))
        return
    if player.mark != "open":
        yield from disc(player.mark, middle, radius, ink)
        return
    yield Path(circle(middle, radius - 0.025 * side), stroke=Stroke(INK, 0.05 * side))
    yield Path(circle(middle, 0.28 * side), stroke=Stroke(INK, 0.02 * side))


KIND = Kind(
    CounterSettings,
    draw,
    "n_up",
    fills_frame=False,
    is_thinned=True,
    paper="heavy paper, or plain paper for gluing",
    making="Glue it on card of 2 mm, then cut from mark to mark, inner cuts first.",
)
