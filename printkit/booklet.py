"""All assets of a game in one document, behind a cover that says how to make them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from printkit.art._cover import Row, covers
from printkit.colours import Recolouring
from printkit.drawing import Document, Page, Piece
from printkit.errors import FitError, SpecError
from printkit.fonts import Fonts
from printkit.layouts import LAYOUTS, Titles
from printkit.pipeline import BOOKLET, DOES_NOT_FIT, Made, Target, instructions, unprintable, written
from printkit.profile import Sheet


class Bound(NamedTuple):
    """A booklet: its bytes, how many pages it has, and how many come before each asset."""

    data: bytes
    pages: int
    starts: tuple[int, ...]


def bind(parts: Sequence[Made], sheet: Sheet, fonts: Fonts, target: Target) -> Bound:
    """Bind all that was made of a game; raises SpecError where the cover does not fit, or a page has faults."""
    game = parts[0].game
    fronts = _covers(parts, [0 for _ in parts], sheet, fonts)  # to see how many there are
    pages: list[Page] = [*fronts]
    starts = []
    for made in parts:
        if made.flip and len(pages) % 2:  # so that each front has its own back behind it
            pages.append(Page("blank", sheet.size, sheet.printable, (), ()))
        starts.append(len(pages))
        pages += made.pages
    pages[: len(fronts)] = _covers(parts, starts, sheet, fonts)
    title = f"{game.spec.title}: {BOOKLET}"
    names = [made.asset.name for made in parts]
    bookmarks = (("cover", 0), *zip(names, starts, strict=True))
    document = Document(title, game.spec.title, game.spec.credit, tuple(pages), parts=bookmarks)
    wrong, files = written(document, fonts, target)
    if wrong:
        raise unprintable(BOOKLET, game.place("assets"), wrong)
    return Bound(files[0], len(document.pages), tuple(starts))


def _covers(parts: Sequence[Made], starts: Sequence[int], sheet: Sheet, fonts: Fonts) -> tuple[Page, ...]:
    game = parts[0].game
    rows = [_row(made, start, sheet) for made, start in zip(parts, starts, strict=True)]
    try:
        drawings = covers(game, sheet.name, rows, sheet.room.size, fonts)
    except FitError as error:
        (needed, _), (room, _) = error.needed, error.room
        message = f"the cover of the {BOOKLET} needs {needed:.1f} mm in width; {sheet.name} leaves {room:.1f} mm"
        raise SpecError([game.place("assets").problem(DOES_NOT_FIT, message, "choose a larger paper")]) from None
    themed = [Recolouring(game.spec.theme).drawing(drawing) for drawing in drawings]
    titles = Titles(game.spec.title, "cover", game.spec.credit, fonts)
    return LAYOUTS["single"](tuple(Piece("cover", drawing, is_cut=False) for drawing in themed), sheet, titles)


def _row(made: Made, start: int, sheet: Sheet) -> Row:
    last = start + len(made.pages)
    pages = f"{start + 1}" if len(made.pages) == 1 else f"{start + 1}\u2013{last}"
    return Row(pages, instructions(made, sheet))
