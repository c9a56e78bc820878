"""Scoring transcripts: finds the game that each one names, reads it, and has it scored."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path

from printkit.disk import read_file, read_standard_input
from printkit.errors import (
    Problem,
    RequestError,
    SpecError,
    did_you_mean,
    hint_for,
    quoted,
    quoted_path,
    request_error,
    shown,
)
from printkit.library import load_rules, shipped_games
from printkit.record import PLAIN_DIAGRAM_HINT
from printkit.record import read as read_record
from printkit.scoring import SCORERS
from printkit.scoring._shown import BODIES, PATH, shown_position
from printkit.spec import Game
from printkit.tilings import Tiling
from printkit.verdict import Position, Verdict, unread
from printkit.yamlnodes import LARGEST_FILE, Mapping, Node, Place, Scalar, decoded, described, parse


def transcripts_in(path: str) -> list[str]:
    """Return a file's own path, or the transcripts of a folder and of those in it by name, without hidden ones."""
    if path == "-" or not os.path.isdir(path):  # noqa: PTH112 (a path too long is no folder)
        return [path]
    try:
        found = sorted(
            str(file)
            for file in Path(path).rglob("*")
            if file.suffix.lower() in (".yaml", ".yml") and not file.name.startswith(".") and file.is_file()
        )
    except OSError as error:
        reason = error.strerror or str(error)
        raise request_error(f"the folder {quoted_path(path)} cannot be looked through: {reason}") from None
    if not found:
        raise request_error(f"the folder {quoted_path(path)} holds no transcripts", "their names end in .yaml")
    return found


def score_all(paths: Iterable[str]) -> tuple[list[Verdict], list[Problem]]:
    """Score files, folders of files, and standard input (``-``); return problems too for what cannot be read."""
    verdicts: list[Verdict] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            files = transcripts_in(path)
        except RequestError as error:
            problems += error.problems
            continue
        for file in files:
            try:
                verdicts.append(
                    score(
                        file, read_standard_input(LARGEST_FILE) if file == "-" else read_file(file, LARGEST_FILE)
                    )
                )
            except RequestError as error:
                problems += error.problems
    return verdicts, problems


def score(path: str, data: bytes) -> Verdict:
    """Score one transcript; whatever is wrong inside it is in the verdict."""
    try:
        text = decoded(data, path)
    except SpecError as error:
        return unread(path, error.problems, None, ())
    try:
        root = parse(text, path, TILES)
    except SpecError as error:
        return unread(path, tuple(_with_hint(problem, text) for problem in error.problems), None, ())
    node = root.find("game")
    try:
        game = _scored_game(node, path)
    except SpecError as error:
        return unread(path, (*error.problems, *(() if node is not None else _meant_for_game(root))), None, ())
    assert game.spec.scoring is not None
    scorer = SCORERS[game.spec.scoring.kind]
    record = read_record(text, root, path, game.spec.players, scorer.keys, scorer.bodies)
    verdict = scorer.score(game, record)
    problems = tuple(sorted(verdict.problems, key=_in_the_file))
    return verdict._replace(problems=problems, about=" · ".join(_about(game, root)))


def _about(game: Game, root: Mapping) -> Iterator[str]:
    """Give what a transcript says of its game beside the moves: title, event, date, and who played what."""
    for key in ("title", "event", "date"):
        node = root.find(key)
        if isinstance(node, Scalar) and node.text.strip():
            yield shown(" ".join(node.text.split()))
    node = root.find("players")
    names = node.entries if isinstance(node, Mapping) else ()
    told = [
        f"{game.spec.players[word.text].name}: {shown(' '.join(value.text.split()))}"
        for word, value in names
        if word.text in game.spec.players and isinstance(value, Scalar) and value.text.strip()
    ]
    if told:
        yield ", ".join(told)


def _meant_for_game(root: Mapping) -> Iterator[Problem]:
    """Point at a key that was probably meant for ``game``."""
    words = {word.text: word for word, _ in root.entries}
    near = did_you_mean("game", words)
    if near is not None:
        message = f"unknown key {quoted(near)}"
        yield words[near].place.problem("unknown-field", message, "did you mean 'game'?")


def _in_the_file(problem: Problem) -> tuple[int, int]:
    return problem.line or 0, problem.column or 0


def _with_hint(problem: Problem, text: str) -> Problem:
    """Say what probably stands in the way of YAML."""
    before = "\n".join(text.splitlines()[: problem.line])
    if _BARE_MARK.search(before) and _HAS_TILES.search(before):
        hint = f"a tile that cannot be read is written as '{UNCLEAR}', such as F3: {UNCLEAR}"
        return problem._replace(hint=hint)
    return _with_diagram_hint(problem, text)


TILES, UNCLEAR = "tiles", "unclear"
_BARE_MARK = re.compile(r":[ \t]+\?([ \t,}].*)?$", re.MULTILINE)
_HAS_TILES = re.compile(rf"^{TILES}:", re.MULTILINE)
_PLAIN_DIAGRAM = re.compile(r"^diagram:[ \t]*[|>][+-]?[ \t]*(#.*)?$")


def _with_diagram_hint(problem: Problem, text: str) -> Problem:
    """Say what a diagram needs whose first line is indented most, where such a one is at fault."""
    above = text.splitlines()[: problem.line]
    while above and (not above[-1].strip() or above[-1][0].isspace()):
        above.pop()
    is_inside = bool(above) and len(above) != problem.line and _PLAIN_DIAGRAM.match(above[-1]) is not None
    return problem._replace(hint=PLAIN_DIAGRAM_HINT) if is_inside else problem


def _scored_game(node: Node | None, path: str) -> Game:
    """Return the game that a transcript names, by a shipped name or by a spec's path relative to it."""
    if node is None:
        message, hint = "the key 'game' is missing", f"for example game: {shipped_games()[0]}"
        raise SpecError([Place(path, None, None).problem("missing-field", message, hint)])
    if not isinstance(node, Scalar) or not node.text:
        raise SpecError([node.place.problem("bad-value", f"found {described(node)}; expected the name of a game")])
    word = node.text
    if word in _shipped():
        game = _cached_game(word)
    elif word.endswith((".yaml", ".yml")):
        try:
            game = _own_game(str(Path(path).parent / word))
        except (SpecError, RequestError) as error:
            first = error.problems[0]
            message = f"the spec {quoted(word)} cannot be used: {first._replace(hint=None)}"
            raise SpecError([node.place.problem("unknown-game", message, first.hint)]) from None
    else:
        message = f"no game is called {quoted(word)}"
        raise SpecError([node.place.problem("unknown-game", message, hint_for(word, shipped_games()))])
    if game.spec.scoring is None:
        raise SpecError([node.place.problem("unknown-game", f"{game.spec.game} says no way to score a game")])
    return game


@cache
def _shipped() -> frozenset[str]:
    return frozenset(shipped_games())


@cache
def _cached_game(word: str) -> Game:
    return load_rules(word)


def _own_game(path: str) -> Game:
    """Load a spec of one's own, once for as long as the file stays the same."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return load_rules(path)  # which says why not
    return _unchanged_game(path, (status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size))


@lru_cache(maxsize=64)
def _unchanged_game(path: str, _stamp: tuple[int, ...]) -> Game:
    return load_rules(path)


def score_position(game: Game, name: str) -> tuple[Position | Tiling, str]:
    """Score a position of a spec, where the game has a scorer; raises SpecError where it is missing or faulty."""
    node = game.position(name)
    file = node.place.file if node.place.file in game.texts else game.file
    if game.spec.scoring is None:
        record = read_record(game.texts[file], node, file, game.spec.players, (PATH,), BODIES)
        return shown_position(game, record), ""
    scorer = SCORERS[game.spec.scoring.kind]
    record = read_record(game.texts[file], node, file, game.spec.players, scorer.keys, scorer.bodies)
    verdict = scorer.score(game, record)
    if not verdict.is_valid or verdict.position is None:
        raise SpecError([problem for problem in verdict.problems if problem.severity == "error"])
    return verdict.position, verdict.headline
