"""The kind ``tile``: hexagonal tiles of each player, with the lines of their types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from printkit.art import Frame, Kind
from printkit.art._face_words import face_words
from printkit.art._faces import Tile, face, look_of, plain_back
from printkit.drawing import Piece
from printkit.errors import SettingError, hint_for, quoted
from printkit.fields import choice, integer, key, length, map_of, name, one_line
from printkit.spec import Game

BACK_BLEED = 2.5  # mm


@dataclass(frozen=True, eq=False)
class TileSettings:
    """What a spec says of tiles."""

    across_flats: float = key(length(10, 120), "distance between opposite sides of a tile")
    mode: str = key(name, "the mode whose tiles these are, where modes differ", default="")
    more: Mapping[str, int] = key(
        map_of(one_line, integer(0, 1000)), "tiles of each player beside those that the game needs", factory=dict
    )
    bleed: float = key(
        length(0, 10), "ground beyond each tile's edge; tiles then stand apart, without shared cuts", default=0.0
    )
    back: str = key(
        choice("none", "plain"), "what is behind them: nothing, or the player's ground and id", default="none"
    )


def draw(settings: TileSettings, name: str, game: Game, frame: Frame) -> tuple[Piece, ...]:
    """Draw the tiles of one player after the other, those of a type together."""
    spec = game.spec
    if settings.mode and settings.mode not in spec.modes:
        message = f"the game has no mode {quoted(settings.mode)}"
        raise SettingError("mode", message, hint_for(settings.mode, spec.modes))
    for word in settings.more:
        if word not in spec.tile_types:
            raise SettingError("more", f"no tile is called {quoted(word)}", hint_for(word, spec.tile_types))
    counts = dict(_counts(settings, game))
    if not counts:
        raise SettingError("kind", "there are no tiles to draw", "give the spec 'tile_types' and a 'supply'")
    tile = Tile(settings.across_flats)
    players = spec.players
    if settings.mode:
        players = {who: player for who, player in players.items() if who in spec.modes[settings.mode].corners}
    widest = max(players, key=lambda who: frame.fonts.width(who, "bold", 7.0))
    placed = {word: face_words(spec.tile_types[word], widest, tile, frame.fonts) for word in counts}
    cramped = next((word for word, found in placed.items() if found is None), None)
    if cramped is not None:
        message = f"a tile of {tile.across_flats:g} mm has no room for the words of {quoted(cramped)}"
        hint = "" if spec.tile_types[cramped].short else f", or give {cramped} a name that is 'short'"
        raise SettingError("across_flats", message, f"make tiles larger{hint}")
    pieces: list[Piece] = []
    for who, player in players.items():
        look = look_of(player, frame.ink)
        back = None
        if settings.back == "plain":
            back = plain_back(player, who, tile, frame.ink, max(settings.bleed, BACK_BLEED))
        for word, number in counts.items():
            found = placed[word]
            assert found is not None
            words = tuple(found.items(who, look, frame.fonts))
            front = face(spec.tile_types[word], look, tile, words=words, bleed=settings.bleed)
            piece = Piece(
                f"{name} {who} {word}",
                front,
                hex_flats=tile.across_flats,
                back=back,
                group=who if back is not None else "",
            )
            pieces += [piece] * number
    return tuple(pieces)


def _counts(settings: TileSettings, game: Game) -> Iterator[tuple[str, int]]:
    supply = game.supply(settings.mode)
    for word in game.spec.tile_types:
        number = supply.get(word, 0) + settings.more.get(word, 0)
        if number:
            yield word, number


KIND = Kind(
    TileSettings,
    draw,
    "tessellate",
    fills_frame=False,
    is_thinned=True,
    paper="heavy paper, or plain paper for gluing",
    making="Glue it on card of 2 mm, then cut along the fine lines: each cut parts two tiles.",
)
