"""Pictures of verdicts, as files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from printkit.art._verdict import verdict_picture
from printkit.colours import Recolouring
from printkit.disk import write
from printkit.drawing import Document, Drawing, Page, Symbol
from printkit.errors import did_you_mean, quoted_path, request_error, shown
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Size
from printkit.library import fonts_of
from printkit.pipeline import target_of
from printkit.tilings import Tiling
from printkit.units import PAPERS
from printkit.verdict import Position, Verdict

FORMATS = ("pdf", "png", "svg")
PER_PAGE, COLUMNS = 6, 2
EDGE = 8.0  # mm of paper round the games of a sheet


def picture_format(path: str) -> str:
    """Return the format that a picture's file name asks for."""
    suffix = Path(path).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        near = did_you_mean(suffix, FORMATS)
        hint = None if near is None else f"did you mean '.{near}'?"
        raise request_error(f"a picture's name ends in .pdf, .png or .svg, not as {quoted_path(path)} does", hint)
    return suffix


def write_picture(verdicts: Sequence[Verdict], path: str) -> None:
    """Draw verdicts, several a page; SVG and PNG hold one only."""
    target = target_of(picture_format(path))
    if target.is_paged and len(verdicts) > 1:
        message = f"{quoted_path(path)} holds one game; {len(verdicts)} were given"
        raise request_error(message, "use a name that ends in .pdf, for several games a page")
    document, fonts = picture_of(verdicts)
    write(Path(path), target.render(document, fonts)[0])


def picture_of(verdicts: Sequence[Verdict]) -> tuple[Document, Fonts]:
    """Return the pages of verdicts, with their fonts; a verdict without a position is left out.

    A single game has a page of its own size, several stand on sheets of A4.
    """
    drawn = [(verdict, verdict.position) for verdict in verdicts if verdict.position is not None]
    if not drawn:
        raise request_error("there is no position to draw")
    game = drawn[0][1].game
    fonts = fonts_of(game)
    if len(drawn) == 1:
        pages: tuple[Page, ...] = (_own_page(*drawn[0], fonts),)
    else:
        starts = range(0, len(drawn), PER_PAGE)
        pages = tuple(_sheet(drawn[start : start + PER_PAGE], fonts, start) for start in starts)
    games = {position.game.spec.title: position.game.spec.credit for _, position in drawn}
    title, author = ", ".join(games), "; ".join(dict.fromkeys(games.values()))
    return Document(f"{title}: finished games", "Finished games, scored", author, pages), fonts


def _own_page(verdict: Verdict, position: Position | Tiling, fonts: Fonts) -> Page:
    name = _printable(shown(Path(verdict.file).name), fonts)
    drawn = verdict_picture(position, _headline(verdict), _caption(verdict, position, fonts), fonts)
    drawing = _themed(drawn, position)
    return Page(name, drawing.size, Rect(0, 0, *drawing.size), (Symbol(drawing, Point(0, 0)),), ())


def _themed(drawing: Drawing, position: Position | Tiling) -> Drawing:
    return Recolouring(position.game.spec.theme).drawing(drawing)


def _sheet(drawn: Sequence[tuple[Verdict, Position | Tiling]], fonts: Fonts, start: int) -> Page:
    """Put some games on a sheet of A4, two beside each other."""
    paper = Size(*PAPERS["a4"])
    room = Size((paper.width - 2 * EDGE) / COLUMNS, (paper.height - 2 * EDGE) / (PER_PAGE // COLUMNS))
    pieces = []
    for i, (verdict, position) in enumerate(drawn):
        caption = _caption(verdict, position, fonts)
        drawing = _themed(verdict_picture(position, _headline(verdict), caption, fonts, room), position)
        at = Point(EDGE + i % COLUMNS * room.width, EDGE + i // COLUMNS * room.height)
        pieces.append(Symbol(drawing, at))
    label = f"games {start + 1} to {start + len(drawn)}"
    return Page(label, paper, Rect(0, 0, *paper), tuple(pieces), ())


def _headline(verdict: Verdict) -> str:
    """Return who won; of a record with faults first of all that it is not valid."""
    if verdict.is_valid or verdict.outcome.status != "invalid":
        return verdict.headline
    number = sum(problem.severity == "error" for problem in verdict.problems)
    errors = "1 error" if number == 1 else f"{number} errors"
    start = f"Not valid, {errors}"
    return start if verdict.provisional is None else f"{start}; without what is at fault: {verdict.headline}"


def _caption(verdict: Verdict, position: Position | Tiling, fonts: Fonts) -> str:
    """Say of which game a picture is, which file it came from, and what cannot be seen on the board."""
    parts = [_printable(verdict.about, fonts)] if verdict.about else []
    parts.append(position.game.spec.title)
    if isinstance(position, Tiling):
        parts.append(position.game.spec.modes[position.mode].name)
    parts.append(_printable(shown(Path(verdict.file).name), fonts))
    if isinstance(position, Tiling) and any(position.captures.values()) and "captures" not in verdict.headline:
        names = position.game.spec.players
        taken = [f"{names[who].name} {number}" for who, number in position.captures.items()]
        parts.append(f"captures: {', '.join(taken)}")
    return " · ".join(parts)


def _printable(text: str, fonts: Fonts) -> str:
    """Replace the characters that the font lacks."""
    missing = fonts.missing(text, "regular")
    return "".join("·" if character in missing else character for character in text)
