"""Goldens: every asset as a readable list of what is drawn, in mm, compared with the recorded one.

``pytest --regold`` records anew. On a difference the new text is kept in the test's temporary folder.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from pathlib import Path as FilePath
from typing import NamedTuple, assert_never

import pytest

from printkit.drawing import Colour, Image, Item, Page, Path, Symbol, Text
from tests.conftest import USUAL, Maker, load

FOLDER = FilePath(__file__).parent / "goldens"


class Case(NamedTuple):
    """An asset of a game on a paper, with values overridden."""

    name: str
    asset: str
    paper: str
    overrides: tuple[str, ...] = ()
    game: str = USUAL


def one_of(game: str, *types: str) -> tuple[str, ...]:
    """Give each player one tile of each of these types, and of the others none."""
    return tuple(f"supply.{word}={int(word in types)}" for word in load(game=game).spec.supply)


def example(name: str) -> str:
    """Return the path of an example's spec."""
    return str(FilePath(__file__).parent.parent / "examples" / f"{name}.yaml")


CASES = (
    Case("board-a4", "board", "a4"),
    Case("board-letter", "board", "letter"),
    Case("sheet-a4", "sheet", "a4"),
    Case("sheet-letter", "sheet", "letter"),
    Case("sheet-2-a4", "sheet-2", "a4"),
    Case("sheet-4-letter", "sheet-4", "letter"),
    Case("board-large-letter", "board-large", "letter"),
    Case("stones-a4", "stones", "a4", ("stones.each=2",)),
    Case("rules-a4", "rules", "a4"),
    Case(
        "board-tall-12", "board", "a4", ("board.diamond=tall", "board.side=12", "assets.board.across_flats=11 mm")
    ),
    Case("sheet-tall-6", "sheet", "a4", ("board.diamond=tall", "board.side=6", "sheet.across_flats=12 mm")),
    Case("hexflow-board-a4", "board", "a4", game="hexflow"),
    Case("hexflow-board-battle-a3", "board-battle", "a3", game="hexflow"),
    Case(
        "hexflow-tiles-a4", "tiles", "a4", one_of("hexflow", *load(game="hexflow").spec.tile_types), game="hexflow"
    ),
    Case("hexflow-tokens-a4", "tokens", "a4", ("tokens.each=2",), game="hexflow"),
    Case("hexflow-score-sheet-a4", "score-sheet", "a4", game="hexflow"),
    Case("hexflow-tile-guide-a4", "tile-guide", "a4", game="hexflow"),
    Case("hexflow-rules-letter", "rules", "letter", game="hexflow"),
    Case("hexflow-tri-board-a3", "board", "a3", game="hexflow-tri"),
    Case(
        "hexflow-tri-tiles-letter",
        "tiles",
        "letter",
        one_of("hexflow-tri", "x-cross", "wildcard"),
        game="hexflow-tri",
    ),
    Case("battle-hex-board-a4", "board", "a4", game="battle-hex"),
    Case("battle-hex-rules-a4", "rules", "a4", game="battle-hex"),
    Case("terraces-board-a4", "board", "a4", ("board.side=5",), game=example("terraces")),
    Case("havannah-sheet-a4", "sheet", "a4", ("board.side=5",), game=example("havannah")),
    Case("island-board-letter", "board", "letter", game=example("island")),
    Case("narrows-board-a4", "board", "a4", game=example("narrows")),
    Case("y-board-a4", "board", "a4", ("board.side=5", "board.across_flats=16 mm"), game=example("y")),
    Case("tidepool-board-a4", "board", "a4", game=example("tidepool")),
    Case("canals-board-lake-a3", "board-lake", "a3", game=example("canals")),
    Case("two-cards-a6", "deck", "a6", game=str(FilePath(__file__).parent / "decks" / "two-cards.yaml")),
)


def number(value: float) -> str:
    """Write a length in mm to 0.01, without a negative zero."""
    return f"{round(value, 2) + 0.0:g}"


def colour(value: Colour | None) -> str:
    if value is None:
        return "none"
    red, green, blue = value.rgb
    return f"grey {1 - red:g}" if red == green == blue else f"rgb {red:g} {green:g} {blue:g}"


def clipped(symbol: Symbol) -> str:
    return "" if symbol.clip is None else f", clipped to {','.join(number(v) for v in symbol.clip)}"


def listed(items: Iterable[Item], indent: str = "  ") -> Iterator[str]:
    """Give a line for each item; what a symbol holds stands indented below it."""
    for item in items:
        match item:
            case Path():
                stroke = "none" if item.stroke is None else f"{item.stroke.width:g} {colour(item.stroke.colour)}"
                yield f"{indent}{item.role} path, fill {colour(item.fill)}, stroke {stroke}"
                course = [segment[0] + ",".join(number(v) for v in segment[1:]) for segment in item.segments]
                for start in range(0, len(course), 8):
                    yield f"{indent}    " + " ".join(course[start : start + 8])
            case Text():
                place = f"{number(item.at.x)},{number(item.at.y)} {item.anchor} {item.turn_deg}°"
                look = f"{item.size_pt:g} pt {item.weight} {colour(item.colour)}"
                yield f'{indent}{item.role} text "{item.string}" at {place}, {look}'
            case Image():
                box = ",".join(number(v) for v in item.box)
                look = f"{item.media_type}, {len(item.data)} bytes, {item.turn_deg}°"
                yield f"{indent}{item.role} image in {box}, {look}"
            case Symbol():
                yield f"{indent}symbol at {number(item.at.x)},{number(item.at.y)}{clipped(item)}"
                yield from listed(item.drawing.items, indent + "  ")
            case _:
                assert_never(item)


def described(pages: Iterable[Page]) -> str:
    """Describe pages: paper, pieces with their anchors and quiet boxes, marks."""
    lines = []
    for page in pages:
        lines.append(f"page {page.label}, paper {number(page.paper.width)} × {number(page.paper.height)}")
        for piece in page.pieces:
            width, height = piece.drawing.size
            place = f"{number(piece.at.x)},{number(piece.at.y)}{clipped(piece)}"
            lines.append(f" piece {number(width)} × {number(height)} at {place}")
            lines += [f"  anchor {name} {number(x)},{number(y)}" for name, (x, y) in piece.drawing.anchors.items()]
            lines += [f"  quiet {','.join(number(v) for v in box)}" for box in piece.drawing.quiet]
            lines += listed(piece.drawing.items)
        lines.append(" marks")
        lines += listed(page.marks)
    return "\n".join(lines) + "\n"


def differences(old: str, new: str) -> list[str]:
    return list(difflib.unified_diff(old.splitlines(), new.splitlines(), "recorded", "now", lineterm="", n=1))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_drawings_are_as_recorded(
    made: Maker, tmp_path: FilePath, pytestconfig: pytest.Config, case: Case
) -> None:
    now = described(made(case.asset, case.paper, *case.overrides, game=case.game).pages)
    golden = FOLDER / f"{case.name}.txt"
    if pytestconfig.getoption("--regold"):
        golden.write_text(now, encoding="utf-8")
    old = golden.read_text(encoding="utf-8")
    if old != now:
        kept = tmp_path / golden.name
        kept.write_text(now, encoding="utf-8")
        shown = "\n".join(differences(old, now)[:40])
        pytest.fail(f"{case.name} differs from {golden}; what is drawn now: {kept}\n{shown}")


def test_a_line_moved_by_a_twentieth_of_a_mm_is_seen(made: Maker) -> None:
    (page,) = made("board", "a4").pages
    (piece,) = page.pieces
    moved = page._replace(pieces=(piece._replace(at=piece.at._replace(x=piece.at.x + 0.05)),))
    assert len(differences(described([page]), described([moved]))) > 2


def test_no_golden_is_left_over() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == {case.name for case in CASES}
