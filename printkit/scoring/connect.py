"""The scorer ``connect``: Hex, Quadrant Hex, and games in which a chain joins sides of board or region."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from printkit.board import WHOLE, Board
from printkit.errors import Problem, SpecError
from printkit.fields import choice, integer
from printkit.hexgrid import Hex
from printkit.record import Record
from printkit.scoring import Scorer
from printkit.scoring._conclusion import Scored, concluded, judged, surplus
from printkit.scoring._moves import read_moves
from printkit.scoring._standing import rules_of
from printkit.scoring._stones import POSITION_READERS, read_position
from printkit.shapes import named_board
from printkit.shapes._labels import label_faults
from printkit.shapes.rhombus import Rhombus
from printkit.spec import Game
from printkit.verdict import Outcome, Verdict

KEYS = ("diamond", "side")
NEEDS_SIDE = ("off-board", "mirror", "diagram-shape")  # what is not judged where the board's side is not known


@lru_cache(maxsize=64)
def _varied(shape: Rhombus, side: int, diamond: str) -> Board:
    """Build another board of a shape, once; shapes are compared by identity."""
    return named_board(replace(shape, side=side, diamond=diamond))


class _OnBoard(NamedTuple):
    """A game on the board that a transcript says, what is wrong there, and codes that can then not be judged."""

    game: Game
    problems: list[Problem]
    unjudged: tuple[str, ...] = ()


def _on_its_board(game: Game, record: Record) -> _OnBoard:
    """Find the board that the transcript says: another side, the other diamond."""
    board, scoring = game.spec.board, game.spec.scoring
    asked = {name: node for name in KEYS if (node := record.root.find(name)) is not None}
    if not isinstance(board, Rhombus) or scoring is None or scoring.sides is None:
        message = f"{game.spec.game} has one board: it takes no "
        words = [word for word, _ in record.root.entries if word.text in KEYS]
        return _OnBoard(game, [word.place.problem("unknown-field", f"{message}'{word.text}'") for word in words])
    problems: list[Problem] = []
    side, diamond = board.side, board.diamond
    try:
        if "side" in asked:
            side = integer(*scoring.sides)(asked["side"])
            problems += Rhombus.faults({"side": side, "regions": board.regions}, record.root)
    except SpecError as error:
        problems += error.problems
    unjudged = NEEDS_SIDE if problems else ()
    try:
        if "diamond" in asked:
            diamond = choice("wide", "tall")(asked["diamond"])
    except SpecError as error:
        problems += error.problems
    varied = replace(board, diamond=diamond)
    if diamond != board.diamond and any(label_faults(board.labels, varied.orientation, record.root)):
        message = f"the cells of a {diamond} diamond have no names: the spec's labels are for the other one"
        problems.append(asked["diamond"].place.problem("bad-value", message))
        return _OnBoard(game, problems, NEEDS_SIDE)
    if not unjudged and (side, diamond) != (board.side, board.diamond):
        game = game._replace(board=_varied(board, side, diamond))
    return _OnBoard(game, problems, unjudged)


def score(game: Game, record: Record) -> Verdict:
    """Decide every contest of a record, and the game."""
    game, board_problems, unjudged = _on_its_board(game, record)
    stones: Mapping[Hex, str] = {}
    unclear: tuple[Hex, ...] = ()
    resigned: str | None = None
    notes: Iterable[Problem] = ()
    if record.body is not None and record.body_key == "moves":
        stones, resigned, found, is_usable = read_moves(game, record.body, record.text)
    else:
        stones, unclear, found, is_usable = read_position(game, record)
        notes = () if unclear else surplus(game, record, stones, (0, 1), "somebody has passed")
    problems = [*record.problems, *board_problems, *(p for p in found if p.code not in unjudged)]
    if any(problem.code == "bad-value" for problem in board_problems):
        stones, unclear, resigned, is_usable = {}, (), None, False  # on what board they lie is not known
    outcome, games, position, doubts = judged(game, rules_of(game.board, game.spec), stones, unclear)
    if resigned is not None:
        others = tuple(player for player in game.spec.players if player != resigned)
        outcome = Outcome("resigned", others, outcome.points)
    detail = {"games": games, **doubts}
    words = headline(game, outcome, detail)
    return concluded(
        game, record, problems, Scored(outcome, detail, words, position if is_usable else None), notes
    )


def headline(game: Game, outcome: Outcome, detail: Mapping[str, Any]) -> str:
    """Say who won, by what, and where, such as ``White wins 3–2: whole board, left, upper``."""
    status, winners, points = outcome
    names = {player: who.name for player, who in game.spec.players.items()}
    order = sorted(names, key=lambda player: (player not in winners, -points[player]))
    has_parts = len(game.spec.games) > 1
    tally = " " + "–".join(str(points[player]) for player in order) if has_parts else ""
    if status == "won":
        parts = ": " + ", ".join(_won(detail, winners[0])) if has_parts else ""
        return f"{names[winners[0]]} wins{tally}{parts}"
    if status == "resigned":
        loser = next(names[player] for player in names if player not in winners)
        return f"{' and '.join(names[player] for player in winners)} wins, {loser} resigned" + (
            f" at{tally}" if has_parts else ""
        )
    parts = "; ".join(f"{names[player]}: {', '.join(_won(detail, player))}" for player in order if points[player])
    if status == "unclear":
        start = "Not clear, it hangs on " + ", ".join(detail["unclear"]["decides"])
    else:
        start = f"A draw{tally}" if status == "drawn" else "Nobody has won yet"
    return f"{start} ({parts})" if parts and has_parts else start


def _won(detail: Mapping[str, Any], player: str) -> list[str]:
    return [
        f"{name} board" if name == WHOLE else name
        for name, contest in detail["games"].items()
        if contest["winner"] == player
    ]


SCORER = Scorer(score, KEYS, ("moves", *POSITION_READERS))
