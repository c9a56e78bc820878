"""Art: a spec's asset, its board and a Frame become Pieces; each kind of asset is one file here.

A kind's file is found by its name: ``art/board.py`` is the kind ``board``. It offers ``KIND``.
Files that begin with an underscore are shared by the kinds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from printkit.drawing import Piece
from printkit.errors import SettingError, hint_for, quoted
from printkit.fonts import Fonts
from printkit.geometry import Size
from printkit.modes import Mode
from printkit.registry import Registry
from printkit.spec import Game
from printkit.tilings import Tiling
from printkit.verdict import Position

Ink = Literal["full", "saver", "engraved"]  # the last: grounds as in the second, marks and lines as in the first


def _no_position(name: str) -> tuple[Position, str]:
    raise LookupError(name)


def _no_file(name: str) -> bytes:
    raise LookupError(name)


class Frame(NamedTuple):
    """What art may depend on beside the spec: the room on the sheet, in mm, the fonts, and how much ink to spend.

    With ``saver`` every ground is white, and areas become outlines and hatching. ``position`` gives a position of
    the spec by its name, with its winning chains and in words how it is scored, or with tiles and a path;
    ``read`` gives the bytes of a file beside the spec, and raises RequestError.
    """

    area: Size
    fonts: Fonts
    ink: Ink = "full"
    position: Callable[[str], tuple[Position | Tiling, str]] = _no_position
    read: Callable[[str], bytes] = _no_file


class Kind(NamedTuple):
    """A kind of asset: the dataclass of its settings, how it is drawn, and the layout that its pieces take.

    Where ``layout`` is None, the settings name one.
    ``fills_frame`` says that the pieces depend on the room; else they have a size of their own. ``is_thinned``
    says that lines become thinner where ink is saved. ``paper`` and ``making`` say, on a booklet's cover and in
    previews, what to print on, and what to do then.
    """

    settings: type[Any]
    draw: Callable[[Any, str, Game, Frame], tuple[Piece, ...]]
    layout: str | None
    fills_frame: bool
    is_thinned: bool = False
    paper: str = "plain paper"
    making: str = "Cut along the marks."


ART: Registry[Kind] = Registry(__name__, __file__, "KIND")


def on_board(name: str, game: Game) -> Game:
    """Return the game on the board that an asset's setting ``board`` names; raises SettingError."""
    try:
        return game.on_board(name)
    except KeyError:
        message = f"the game has no board {quoted(name)}"
        raise SettingError("board", message, hint_for(name, [word for word in game.boards if word])) from None


def mode_of(name: str, game: Game) -> Mode:
    """Return the mode that an asset's setting ``mode`` names, '' for the usual one; raises SettingError."""
    modes = game.spec.modes
    if name and name not in modes:
        raise SettingError("mode", f"the game has no mode {quoted(name)}", hint_for(name, modes))
    return modes[name] if name else next(iter(modes.values()))
