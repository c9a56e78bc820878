"""The page that measures a printer: two lines, stairs at each edge, and scales that the back's cross meets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from printkit.art._text import block, wrapped
from printkit.drawing import Anchor, Item, Path, Segment, Stroke, Text, line
from printkit.fonts import Fonts
from printkit.geometry import Point, Size
from printkit.theme import BODY_PT, CAPTION_GREY, CAPTION_PT, HEADING_PT, MARK_LINE, TITLE_PT, VERMILION
from printkit.units import MM_PER_POINT

END = 3.0  # mm, half the length of the strokes at the ends of a line that is measured
STEPS, STEP_WIDTH, FIRST_STEP = 20, 3.0, 1  # the stairs: 1, 2, … mm from the edge
LABELS_AT = 24.0
SCALE = 10  # mm to each side of the middle
LONG_TICK, SHORT_TICK = 4.0, 2.4
LEVEL_AT = 122.0
BACK_LINE = 22.0  # half the length of the lines on the back
CENTRE = 0.62  # of the height of the paper, where scales and stairs have their middle
LEFT, TEXT_LEFT = 32.0, 46.0  # the upright line, and all that stands beside it
LEADING = 4.2
BACK_STROKE = Stroke(VERMILION, 0.15)

Flip = Literal["long", "short"]


def front(paper: Size, lines: Size, flip: Flip, name: str, fonts: Fonts) -> tuple[Item, ...]:
    """Draw the front of the page; ``lines`` are the lengths that are measured, ``name`` the printer's, or ''."""
    return (
        *_words(paper, lines, name, fonts),
        *_measured(paper, lines),
        *(item for side in range(4) for item in _stairs(paper, side)),
        *_level_scale(_places(paper)[0], flip),
        *_upright_scale(_places(paper)[1], flip),
    )


def back(paper: Size, flip: Flip, offset: Point) -> tuple[Item, ...]:
    """Draw the back of the page: a line behind the middle of each scale of the front."""
    found: list[Segment] = []
    for at, way in zip(_places(paper), (Point(0, BACK_LINE), Point(BACK_LINE, 0)), strict=True):
        x, y = (paper.width - at.x, at.y) if flip == "long" else (at.x, paper.height - at.y)
        x, y = x + offset.x, y + offset.y
        found += line(Point(x - way.x, y - way.y), Point(x + way.x, y + way.y))
    middle = paper.height * (CENTRE if flip == "long" else 1 - CENTRE)
    at = Point(paper.width / 2, middle + BACK_LINE + 10)
    return (
        Path(tuple(found), stroke=BACK_STROKE, role="mark"),
        _text(at, "back: hold the sheet against the light, and read on the other side", CAPTION_PT, "middle"),
    )


def _places(paper: Size) -> tuple[Point, Point]:
    """Return the middles of the level and of the upright scale."""
    y = paper.height * CENTRE
    return Point(TEXT_LEFT + 28, y), Point(paper.width - 68, y)


def _text(at: Point, string: str, size_pt: float, anchor: Anchor = "start") -> Text:
    return Text(at, string, size_pt, "regular", CAPTION_GREY, anchor, role="mark")


def _words(paper: Size, lines: Size, name: str, fonts: Fonts) -> Iterator[Item]:
    """Set the title, and what is to be done in five steps."""
    room = paper.width - TEXT_LEFT - 14.0
    yield Text(Point(TEXT_LEFT, 40), "Measure this printer", TITLE_PT, "bold", role="mark")
    told = f"as 'build --printer {name}' prints" if name else "as it prints without a profile"
    yield _text(Point(TEXT_LEFT, 45.5), f"Print both sides at 100 %. This page is drawn {told}.", BODY_PT)
    steps = (
        f"x: measure the level line of {lines.width:g} mm, between the outer edges of its end strokes: scale_x.",
        f"y: measure the upright line of {lines.height:g} mm at the left in the same way: scale_y.",
        "Edges: at each edge find the first step that you can see. Its number is the margin: margin_left, "
        "margin_top, margin_right, margin_bottom.",
        "Back: hold the sheet against the light. The lines of the back meet the two scales: read back_right "
        "on the level one and back_down on the upright one.",
        "Give printkit what you read, and build with it:",
    )
    y = 52.0
    for number, step in enumerate(steps, 1):
        yield Text(Point(TEXT_LEFT, y + 0.75 * BODY_PT * MM_PER_POINT), str(number), BODY_PT, "bold", role="mark")
        texts = block(wrapped(step, fonts, BODY_PT, room - 5), Point(TEXT_LEFT + 5, y), BODY_PT, LEADING, room - 5)
        yield from (text._replace(role="mark") for text in texts)
        y += LEADING * len(texts) + 1.2
    shown = name or "NAME"
    for command in (
        f"printkit calibrate --printer {shown} --set scale_x='… mm' --set scale_y='… mm'",
        f"printkit calibrate --printer {shown} --set back_right='… mm' --set back_down='… mm'",
        f"printkit calibrate --printer {shown} --set margin_top='… mm' --set margin_bottom='… mm'",
        f"printkit build --printer {shown}",
    ):
        yield Text(Point(TEXT_LEFT + 5, y + 3), command, BODY_PT, "medium", role="mark", room=room)
        y += LEADING


def _measured(paper: Size, lines: Size) -> Iterator[Item]:
    """Draw the two lines; what is measured goes to the outer edges of the strokes at their ends."""
    half = MARK_LINE.width / 2
    y = LEVEL_AT
    x = (TEXT_LEFT + paper.width - 14 - lines.width) / 2
    ends = (x + half, x + lines.width - half)
    course = [*line(Point(ends[0], y), Point(ends[1], y))]
    for end in ends:
        course += line(Point(end, y - END), Point(end, y + END))
    yield Path(tuple(course), stroke=MARK_LINE, role="mark")
    yield _label(Point(x + lines.width / 2, y - 1.5), f"x: {lines.width:g} mm")
    top = (paper.height - lines.height) / 2
    ends = (top + half, top + lines.height - half)
    course = [*line(Point(LEFT, ends[0]), Point(LEFT, ends[1]))]
    for end in ends:
        course += line(Point(LEFT - END, end), Point(LEFT + END, end))
    yield Path(tuple(course), stroke=MARK_LINE, role="mark")
    yield _label(Point(LEFT + 5, top + lines.height / 2), f"y: {lines.height:g} mm")._replace(turn_deg=270)


def _label(at: Point, string: str) -> Text:
    return Text(at, string, HEADING_PT, "medium", anchor="middle", role="mark")


def _stairs(paper: Size, side: int) -> Iterator[Item]:
    """Draw the stairs at an edge, clockwise from the top: each step lies a mm further in than the one before."""
    is_level = side % 2 == 0
    middle = paper.width / 2 if is_level else paper.height * CENTRE
    across = paper.height if is_level else paper.width

    def place(along: float, depth: float) -> Point:
        away = depth if side in (0, 3) else across - depth
        return Point(along, away) if is_level else Point(away, along)

    start = middle - STEPS * STEP_WIDTH / 2
    course: list[Segment] = []
    for step in range(STEPS):
        begin, depth = start + step * STEP_WIDTH, FIRST_STEP + step
        course += line(place(begin, depth), place(begin + STEP_WIDTH, depth))
        x, y = place(begin + STEP_WIDTH / 2, LABELS_AT)
        yield _text(Point(x, y + 0.9), str(depth), CAPTION_PT, "middle")
    yield Path(tuple(course), stroke=MARK_LINE, role="mark")


def _level_scale(at: Point, flip: Flip) -> Iterator[Item]:
    """Draw the scale that says how far the back lies too far to the right.

    Seen through the paper, that is to the left where paper was turned at its long edge.
    """
    way = -1 if flip == "long" else 1
    course = [*line(Point(at.x - SCALE, at.y), Point(at.x + SCALE, at.y))]
    for value in range(-SCALE, SCALE + 1):
        x, half = at.x + way * value, LONG_TICK if value % 5 == 0 else SHORT_TICK
        course += line(Point(x, at.y - half), Point(x, at.y))
        if value % 5 == 0:
            yield _text(Point(x, at.y + 3.6), _signed(value), CAPTION_PT, "middle")
    yield Path(tuple(course), stroke=MARK_LINE, role="mark")
    yield _text(Point(at.x, at.y + 9), "back_right, in mm", BODY_PT, "middle")


def _upright_scale(at: Point, flip: Flip) -> Iterator[Item]:
    """Draw the scale that says how far the back lies too far down: up, where it was turned at its short edge."""
    way = 1 if flip == "long" else -1
    course = [*line(Point(at.x, at.y - SCALE), Point(at.x, at.y + SCALE))]
    for value in range(-SCALE, SCALE + 1):
        y, half = at.y + way * value, LONG_TICK if value % 5 == 0 else SHORT_TICK
        course += line(Point(at.x - half, y), Point(at.x, y))
        if value % 5 == 0:
            yield _text(Point(at.x + 2, y + 0.9), _signed(value), CAPTION_PT)
    yield Path(tuple(course), stroke=MARK_LINE, role="mark")
    yield _text(Point(at.x, at.y + SCALE + 6), "back_down, in mm", BODY_PT, "middle")


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "\u2212") if value else "0"
