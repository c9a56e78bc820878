"""Pictures of verdicts, as files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from printkit.art._verdict import verdict_picture
from printkit.disk import write
from printkit.drawing import Document, Page, Symbol
from printkit.errors import did_you_mean, quoted_path, request_error, shown
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect
from printkit.library import fonts_of
from printkit.pipeline import target_of
from printkit.verdict import Position, Verdict

FORMATS = ("pdf", "png", "svg")


def picture_format(path: str) -> str:
    """Return the format that a picture's file name asks for."""
    suffix = Path(path).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        near = did_you_mean(suffix, FORMATS)
        hint = None if near is None else f"did you mean '.{near}'?"
        raise request_error(f"a picture's name ends in .pdf, .png or .svg, not as {quoted_path(path)} does", hint)
    return suffix


def write_picture(verdicts: Sequence[Verdict], path: str) -> None:
    """Draw verdicts, a page each; SVG and PNG hold one only."""
    target = target_of(picture_format(path))
    if target.is_paged and len(verdicts) > 1:
        message = f"{quoted_path(path)} holds one game; {len(verdicts)} were given"
        raise request_error(message, "use a name that ends in .pdf, for a page a game")
    document, fonts = picture_of(verdicts)
    write(Path(path), target.render(document, fonts)[0])


def picture_of(verdicts: Sequence[Verdict]) -> tuple[Document, Fonts]:
    """Return the pages of verdicts, with their fonts; a verdict without a position has no page."""
    drawn = [(verdict, verdict.position) for verdict in verdicts if verdict.position is not None]
    if not drawn:
        raise request_error("there is no position to draw")
    game = drawn[0][1].game
    fonts = fonts_of(game)
    pages = tuple(_page(verdict, position, fonts) for verdict, position in drawn)
    return Document(f"{game.spec.title}: finished games", "Finished games, scored", game.spec.credit, pages), fonts


def _page(verdict: Verdict, position: Position, fonts: Fonts) -> Page:
    name = _printable(shown(Path(verdict.file).name), fonts)
    state = "" if verdict.is_valid else " · with faults, which are left out"
    caption = f"{position.game.spec.title} · {name}{state}"
    drawing = verdict_picture(position, verdict.headline, caption, fonts)
    paper = Rect(0, 0, *drawing.size)
    return Page(name, drawing.size, paper, (Symbol(drawing, Point(0, 0)),), ())


def _printable(text: str, fonts: Fonts) -> str:
    """Replace the characters that the font lacks."""
    missing = fonts.missing(text, "regular")
    return "".join("·" if character in missing else character for character in text)
