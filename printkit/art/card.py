"""The kind ``card``: reference cards in two columns of text, with pictures of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from printkit.art import Frame, Kind
from printkit.art._markup import MarkupError, Setter
from printkit.art._pictures import Pictures
from printkit.drawing import INK, Drawing, Item, Path, Piece, Stroke, Symbol, Text, polyline
from printkit.errors import Problem, SettingError, SettingErrors, SpecError, hint_for, quoted
from printkit.fields import choice, key, length, list_of, one_line, record, text_block
from printkit.geometry import Point, Size
from printkit.spec import Game
from printkit.theme import CAPTION_GREY, SMALLEST_ON_CARDS_PT
from printkit.units import MM_PER_POINT

SAFE = 6.0  # mm
GUTTER = 4.0
ICON = 4.8  # mm, before a heading
HEADING_GAP, SECTION_GAP, PICTURE_GAP = 1.5, 3.6, 1.8
ICON_GAP = 2.3  # below a heading with an icon


@dataclass(frozen=True, eq=False)
class Section:
    """A part of a card: a heading, a text in the small markup, a picture."""

    heading: str = key(one_line, "what the section is about", default="")
    text: str = key(text_block, "paragraphs, '- ' lists, '1. ' steps, **bold** and {icons}", default="")
    icon: str = key(one_line, "a small sign before the heading: a player, a tile, dots or token", default="")
    picture: str = key(
        one_line,
        "games, goals, 'cell J1' or 'position NAME'; with tiles also 'board MODE', 'lanes MODE', 'dots MODE', "
        "'supply MODE', tiles or turns",
        default="",
    )
    place: str = key(
        choice("column", "foot"), "in the columns, or across both at the foot of the card", default="column"
    )


@dataclass(frozen=True, eq=False)
class Page:
    """One card: its title and its sections, which flow down the first column and then the second."""

    title: str = key(one_line, "the title")
    subtitle: str = key(one_line, "a line below it", default="")
    sections: tuple[Section, ...] = key(list_of(record(Section), 1), "the sections in their order", default=())


@dataclass(frozen=True, eq=False)
class CardSettings:
    """What a spec says of reference cards."""

    width: float = key(length(40, 420), "the card's width")
    height: float = key(length(40, 420), "the card's height")
    text: float = key(length(2, 12), "the size of the text, such as '9 pt'")
    pages: tuple[Page, ...] = key(list_of(record(Page), 1, 20), "the cards")


def draw(settings: CardSettings, name: str, game: Game, frame: Frame) -> tuple[Piece, ...]:
    """Draw each card as a piece; what cannot be shown is told all at once."""
    size_pt = settings.text / MM_PER_POINT
    if size_pt < SMALLEST_ON_CARDS_PT - 1e-6:
        message = f"text of {size_pt:.1f} pt is too small for a card"
        raise SettingError("text", message, f"use at least {SMALLEST_ON_CARDS_PT:g} pt")
    cards = [_Card(settings, page, i, game, frame) for i, page in enumerate(settings.pages, 1)]
    drawings = [card.drawing() for card in cards]
    wrong = [error for card in cards for error in card.wrong]
    problems = [problem for card in cards for problem in card.problems]
    if wrong or problems:
        raise SettingErrors(wrong, problems)
    return tuple(Piece(f"{name} {i}", drawing) for i, drawing in enumerate(drawings, 1))


class _Content(NamedTuple):
    """What a section shows, ready to be placed; ``setter`` has set the lines."""

    heading: str
    icon: str
    setter: Setter
    lines: list[list[Item]]
    picture: Drawing | None


class _Card:
    """One card in the making: blocks flow down two columns."""

    def __init__(self, settings: CardSettings, page: Page, number: int, game: Game, frame: Frame) -> None:
        self.settings = settings
        self.page = page
        self.number = number
        self.game = game
        self.frame = frame
        self.size_pt = settings.text / MM_PER_POINT
        self.column_width = (settings.width - 2 * SAFE - GUTTER) / 2
        self.width = self.column_width
        self.bottom = settings.height - SAFE
        self.items: list[Item] = []
        self.wrong: list[SettingError] = []
        self.problems: list[Problem] = []
        self.path = f"pages.{number}"
        self.icons = Pictures(game, frame, self.column_width, self.size_pt)
        self.keeps_whole = True
        self.is_wide = all(section.place == "foot" for section in page.sections)  # then they flow from the top
        self.column = 0
        self.top = self._head()
        self.y = self.top

    def drawing(self) -> Drawing:
        """Set all sections, those at the foot first, from the lowest up; what is wrong is gathered.

        Sections stay whole where all of them have room that way, else they flow on into the second column.
        """
        numbered = list(enumerate(self.page.sections, 1))
        feet = [entry for entry in numbered if entry[1].place == "foot"]
        contents: list[tuple[int, bool, _Content]] = []
        if self.is_wide:
            feet.reverse()
        for number, section in (*reversed(feet), *(entry for entry in numbered if entry[1].place != "foot")):
            self.path = f"pages.{self.number}.sections.{number}"
            is_foot = section.place == "foot"
            self.width = self._width(is_foot=is_foot)
            content = self._content(section)
            if content is not None:
                contents.append((number, is_foot, content))
        head, wrong = list(self.items), list(self.wrong)
        for self.keeps_whole in (True, False):
            self.items, self.wrong, self.column, self.y = list(head), list(wrong), 0, self.top
            self.bottom = self.settings.height - SAFE
            for number, is_foot, content in contents:
                self.path = f"pages.{self.number}.sections.{number}"
                self.width = self._width(is_foot=is_foot)
                shown = self.items
                place = self._foot if is_foot and not self.is_wide else self._section
                if not self._attempt(partial(place, content)):
                    self.items = shown
            if len(self.wrong) == len(wrong):
                break
        return Drawing(Size(self.settings.width, self.settings.height), tuple(self.items))

    def _width(self, *, is_foot: bool) -> float:
        return self.settings.width - 2 * SAFE if is_foot else self.column_width

    def _content(self, section: Section) -> _Content | None:
        """Set the text of a section and draw its picture, as wide as it stands; None where either is wrong."""
        setter = self._setter()
        lines: list[list[Item]] = []
        pictures: list[Drawing] = []
        is_sound = self._attempt(lambda: lines.extend(setter.set(section.text)))
        if section.picture:
            drawn = Pictures(self.game, self.frame, self.width, self.size_pt)
            key = f"{self.path}.picture"
            is_sound &= self._attempt(lambda: pictures.append(drawn.drawn(section.picture, key)))
        if section.icon and section.icon not in self.icons.signs():
            message = f"no icon is called {quoted(section.icon)}"
            self.wrong.append(
                SettingError(f"{self.path}.icon", message, hint_for(section.icon, self.icons.signs()))
            )
            return None
        return (
            _Content(section.heading, section.icon, setter, lines, pictures[0] if pictures else None)
            if is_sound
            else None
        )

    def _attempt(self, task: Callable[[], object]) -> bool:
        """Do a part of the work, gather what is wrong with it, and say whether it was done."""
        try:
            task()
        except MarkupError as error:
            self.wrong.append(SettingError(f"{self.path}.text", *self._explained(error)))
        except SettingError as error:
            self.wrong.append(error)
        except SpecError as error:
            self.problems += error.problems
        else:
            return True
        return False

    def _setter(self) -> Setter:
        return Setter(self.frame.fonts, self.size_pt, self.width, self.icons.icon)

    def _explained(self, error: MarkupError) -> tuple[str, str]:
        if error.icon is None:
            return str(error), "see 'assets' in the reference of specs"
        return f"no icon is called {quoted(error.icon)}", hint_for(error.icon, self.icons.signs())

    def _head(self) -> float:
        """Draw the title over both columns; return where the columns begin."""
        title = Text(Point(SAFE, SAFE + 6.4), self.page.title, 22.0, "bold", room=self.settings.width - 2 * SAFE)
        self.items.append(title)
        y = SAFE + 8.6
        if self.page.subtitle:
            at = Point(SAFE, y + 3.0)
            self.items.append(Text(at, self.page.subtitle, self.size_pt, "regular", CAPTION_GREY,
                                   room=self.settings.width - 2 * SAFE))  # fmt: skip
            y += 4.6
        rule = Path(
            polyline([Point(SAFE, y + 0.6), Point(self.settings.width - SAFE, y + 0.6)]), stroke=Stroke(INK, 0.3)
        )
        self.items.append(rule)
        return y + 3.4

    def _foot(self, content: _Content) -> None:
        """Set a section across both columns, as low as there is room."""
        shown, self.items, bottom = self.items, [], self.bottom
        self.y = self.top
        self._section(content)
        height = self.y - self.top
        lower = Point(0, bottom - height - self.top)
        self.items = [*shown, Symbol(Drawing(Size(self.settings.width, height), tuple(self.items)), lower)]
        self.bottom = bottom - height - SECTION_GAP
        self.y = self.top

    def _section(self, content: _Content) -> None:
        title, icon, setter, lines, picture = content
        heading_height = 0.0
        heading: list[Item] = []
        if title:
            sign = self.icons.icon(icon, Point(ICON / 2, 1.9), ICON) if icon else None
            left = ICON + 1.2 if sign is not None else 0.0
            heading = [Text(Point(left, 3.2), title, self.size_pt + 2, "medium", room=self.width - left)]
            heading += [sign] if sign is not None else []
            heading_height = 3.2 + (HEADING_GAP if sign is None else ICON_GAP)
        first = setter.leading if lines else (picture.size.height if picture else 0.0)
        if self.y > self.top:
            self.y += SECTION_GAP
        gap = PICTURE_GAP if lines or heading else 0.0
        whole = heading_height + sum(setter.leading if line else setter.gap for line in lines)
        whole += gap + picture.size.height if picture is not None else 0.0
        if self.keeps_whole and self.y + whole > self.bottom and self.top + whole <= self.bottom:
            self._need(whole)
        self._need(heading_height + 2 * first if len(lines) > 1 else heading_height + first)
        self._put(heading, heading_height)
        for line in lines:
            height = setter.leading if line else setter.gap
            self._need(height if line else 0.0)
            self._put(line, height)
        if picture is not None:
            self._need(gap + picture.size.height)
            self.y += gap if self.y > self.top else 0.0
            self._put([Symbol(picture, Point((self.width - picture.size.width) / 2, 0))], picture.size.height)

    def _need(self, height: float) -> None:
        """Go on in the next column where this one has no room for a block."""
        if self.y + height <= self.bottom + 1e-6:
            return
        if self.column == 0 and not self.is_wide:
            self.column, self.y = 1, self.top
            if self.y + height <= self.bottom + 1e-6:
                return
        excess = self.y + height - self.bottom
        card = f"card {self.number}, {quoted(self.page.title)}"
        message = f"{card}: the text is too long, with this section by {excess:.1f} mm"
        raise SettingError(self.path, message, "shorten it, or make the card larger or the text smaller")

    def _put(self, items: Sequence[Item], height: float) -> None:
        if items:
            at = Point(SAFE + self.column * (self.column_width + GUTTER), self.y)
            self.items.append(Symbol(Drawing(Size(self.width, height), tuple(items)), at))
        self.y += height


KIND = Kind(
    CardSettings,
    draw,
    "n_up",
    fills_frame=False,
    paper="heavy paper, 160 g or more",
    making="Cut from mark to mark; glue two cards back to back if you like.",
)
