"""The scorer ``connect``: Hex, Quadrant Hex, and games in which a chain joins two sides of board or region."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from printkit.board import WHOLE, Board
from printkit.errors import Problem, SpecError
from printkit.fields import choice, integer
from printkit.hexgrid import Hex
from printkit.record import Record, claim_problems
from printkit.scoring import Scorer
from printkit.scoring._arena import Arena
from printkit.scoring._moves import read_moves
from printkit.scoring._stones import read_diagram, read_stones
from printkit.scoring._unclear import pivotal
from printkit.shapes.rhombus import Rhombus
from printkit.spec import Game, GameSpec
from printkit.verdict import Outcome, Position, Status, Verdict, invalid

UNDECIDED = "unclear"
KEYS = ("diamond", "side")
NEEDS_SIDE = ("off-board", "mirror", "diagram-shape")  # what is not judged where the board's side is not known


class Rules(NamedTuple):
    """What a game on a board comes to: the contests as bits, the cells' names by bit, and how many contests win.

    ``has_one_winner`` says that a contest whose cells are all filled has exactly one winner: two players whose
    sides alternate round each region (the theorem of Hex).
    """

    arena: Arena
    names: tuple[str, ...]  # "" where a bit is no cell
    players: tuple[str, ...]
    points_to_win: int
    has_one_winner: bool


@lru_cache(maxsize=64)
def rules_of(board: Board, spec: GameSpec) -> Rules:
    """Prepare a board for scoring; both are compared by identity."""
    regions = [region for name in spec.games if (region := board.region(name)) is not None]
    joins = [(who.joins[0], who.joins[1]) for who in spec.players.values()]
    alternate = len(joins) == 2 and all(
        list(region.sides).index(joins[0][1]) - list(region.sides).index(joins[0][0]) in (2, -2)
        and set(region.sides) == {*joins[0], *joins[1]}
        and len(region.sides) == 4
        for region in regions
    )
    arena = Arena(board, regions, joins)
    bits = range(arena.everything.bit_length())
    names = tuple(board.names[arena.cell_at[bit]] if bit in arena.cell_at else "" for bit in bits)
    return Rules(arena, names, tuple(spec.players), spec.points_to_win, alternate)


def winners(rules: Rules, stones: Sequence[int]) -> list[int | None]:
    """Return for each contest the number of the player who has won it, or None; ``stones`` are bits by player."""
    arena = rules.arena
    found: list[int | None] = [None] * len(arena.contests)
    is_filled = rules.has_one_winner and sum(stones) == arena.everything
    left = arena.everything
    for player, own in enumerate(stones):
        if is_filled and player:
            return [player if winner is None else winner for winner in found]
        reach = arena.reached(arena.starts[player] & left, own & left)
        for i, contest in enumerate(arena.contests):
            if reach & contest.goals[player]:
                found[i] = player
                left ^= contest.cells
        if not left:
            break
    return found


def winners_and_chains(rules: Rules, stones: Sequence[int]) -> list[tuple[int | None, list[int]]]:
    """Return for each contest its winner as ``winners`` does, with a shortest chain of the winner's, as bits.

    A chain begins on the winner's first-named side: the flood comes from the other one.
    """
    arena = rules.arena
    found: list[tuple[int | None, list[int]]] = [(None, [])] * len(arena.contests)
    left = arena.everything
    for player, own in enumerate(stones):
        layers = arena.layers(arena.goals[player] & left, own & left)
        reach = layers[-1]
        for i, contest in enumerate(arena.contests):
            if reach & contest.starts[player]:
                found[i] = player, arena.chain(layers, contest.starts[player])
                left ^= contest.cells
        if not left:
            break
    return found


class Standing(NamedTuple):
    """How a position stands, the winner and the chain of each game, and the unclear cells that matter."""

    outcome: Outcome
    games: dict[str, dict[str, Any]]
    matters: set[Hex]


def standing(rules: Rules, own: Sequence[int], unclear: Sequence[Hex] = ()) -> Standing:
    """Judge a position; ``own`` are the stones by player, as bits."""
    arena, players = rules.arena, rules.players
    decided = winners_and_chains(rules, own)
    states: list[int | str | None] = [winner for winner, _ in decided]
    matters: set[Hex] = set()
    doubtful = arena.mask(unclear) if unclear else 0
    for i, contest in enumerate(arena.contests) if unclear else ():
        for player in range(len(own)) if decided[i][0] is None else ():
            if arena.joins(own[player] | doubtful, contest, player):
                states[i] = UNDECIDED
                matters |= pivotal(arena, own[player], doubtful, contest, player)
    name_of = rules.names.__getitem__
    games = {}
    for contest, state, (_, chain) in zip(arena.contests, states, decided, strict=True):
        winner = players[state] if isinstance(state, int) else state
        games[contest.name] = {"winner": winner, "chain": list(map(name_of, chain))}
    counts = [states.count(player) for player in range(len(own))]
    points = dict(zip(players, counts, strict=True))
    return Standing(Outcome(*_status(rules, own, doubtful, states, counts), points), games, matters)


@lru_cache(maxsize=64)
def _varied(shape: Rhombus, side: int, diamond: str) -> Board:
    """Build another board of a shape, once; shapes are compared by identity."""
    return replace(shape, side=side, diamond=diamond).build()


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
    if not unjudged and (side, diamond) != (board.side, board.diamond):
        game = game._replace(board=_varied(board, side, diamond))
    return _OnBoard(game, problems, unjudged)


def score(game: Game, record: Record) -> Verdict:
    """Decide every contest of a record, and the game."""
    game, board_problems, unjudged = _on_its_board(game, record)
    rules = rules_of(game.board, game.spec)
    stones: dict[Hex, str] = {}
    unclear: tuple[Hex, ...] = ()
    resigned: str | None = None
    found: list[Problem] = []
    is_usable = False
    if record.body is not None and record.body_key == "moves":
        stones, resigned, found, is_usable = read_moves(game, record.body, record.text)
    elif record.body is not None:
        reader = read_stones if record.body_key == "stones" else read_diagram
        stones, unclear, found, is_usable = reader(game, record.body, record.text)
    problems = [*record.problems, *board_problems, *(p for p in found if p.code not in unjudged)]
    if any(problem.code == "bad-value" for problem in board_problems):
        stones, unclear, resigned, is_usable = {}, (), None, False  # on what board they lie is not known
    outcome, detail, chains, matters = _decided(game, rules, stones, unclear, resigned)
    has_errors = any(problem.severity == "error" for problem in problems)
    if not has_errors:
        if record.body_key != "moves" and not unclear:
            problems += _surplus(record, rules, stones)
        if record.claim is not None:
            problems += claim_problems(record.claim, outcome, has_all_points=not matters)
    verdict = Verdict(record.file, game.spec.game, None, tuple(problems), outcome, detail, "cannot be scored")
    if is_usable:
        decides = tuple(cell for cell in unclear if cell in matters)
        position = Position(game, stones, unclear, chains, decides)
        verdict = verdict._replace(headline=headline(game, outcome, detail), position=position)
    if has_errors:
        provisional = outcome if is_usable else None
        verdict = verdict._replace(outcome=invalid(rules.players), provisional=provisional)
    return verdict


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


Chains = tuple[tuple[str, str, tuple[Hex, ...]], ...]


def _decided(
    game: Game, rules: Rules, stones: dict[Hex, str], unclear: tuple[Hex, ...], resigned: str | None
) -> tuple[Outcome, dict[str, Any], Chains, set[Hex]]:
    """Return the outcome, the detail, the winning chains, and the unclear cells that matter."""
    board, names = game.board, game.board.names
    own = [rules.arena.mask(cell for cell, owner in stones.items() if owner == player) for player in rules.players]
    outcome, games, matters = standing(rules, own, unclear)
    detail: dict[str, Any] = {"games": games}
    if unclear:
        listed = [names[cell] for cell in unclear if cell in matters]
        detail["unclear"] = {"cells": [names[cell] for cell in unclear], "decides": listed}
    chains = tuple(
        (
            name,
            contest["winner"],
            tuple(cell for word in contest["chain"] if (cell := board.cell(word)) is not None),
        )
        for name, contest in games.items()
        if contest["chain"]
    )
    if resigned is not None:
        others = tuple(player for player in rules.players if player != resigned)
        outcome = Outcome("resigned", others, outcome.points)
    return outcome, detail, chains, matters


def _status(
    rules: Rules, own: Sequence[int], doubtful: int, states: list[int | str | None], counts: list[int]
) -> tuple[Status, tuple[str, ...]]:
    """Return status and winners, the same in every reading or ``unclear``.

    More stones never take a contest from a player. So the reading that is best for a player is the one in which
    all unclear cells are that player's, and the one in which the fewest contests are won has them all empty.
    ``counts`` are the contests that each player has won in that one.
    """
    winner = _winner(rules, counts)
    for player in range(len(own)) if doubtful else ():
        best = [stones | doubtful if i == player else stones for i, stones in enumerate(own)]
        won = winners(rules, best)
        if _winner(rules, [won.count(other) for other in range(len(own))]) != winner:
            return "unclear", ()
    if winner is not None:
        return "won", (rules.players[winner],)
    if None in states:
        return "unfinished", ()
    can_be_drawn = len(own) * (rules.points_to_win - 1) >= len(states)
    if UNDECIDED not in states:
        return "drawn", ()
    return ("unclear" if can_be_drawn else "unfinished"), ()


def _winner(rules: Rules, counts: list[int]) -> int | None:
    """Return the player who has won enough contests, and more than anyone else."""
    best = max(counts)
    return counts.index(best) if best >= rules.points_to_win and counts.count(best) == 1 else None


def _surplus(record: Record, rules: Rules, stones: dict[Hex, str]) -> Iterator[Problem]:
    """Note a position in which the first player has not as many stones as the second, or one more."""
    counts = [sum(owner == player for owner in stones.values()) for player in rules.players]
    if len(counts) == 2 and counts[0] - counts[1] not in (0, 1) and record.body is not None:
        (first, second), names = counts, rules.players
        message = (
            f"{first} stones of {names[0]} and {second} of {names[1]}: somebody has passed, or a stone is amiss"
        )
        yield record.body.place.problem("surplus-stones", message)._replace(severity="note")


SCORER = Scorer(score, KEYS, ("moves", "stones", "diagram"))
