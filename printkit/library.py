"""Specs and fonts by name or path: the shipped games, and the user's own."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from printkit.disk import inside, read_beside, read_file, read_standard_input
from printkit.errors import (
    FontFileError,
    Problem,
    RequestError,
    SpecError,
    hint_for,
    quoted,
    quoted_path,
    request_error,
)
from printkit.fields import Reader, record
from printkit.fonts import Fonts, refuse_unusable
from printkit.spec import Game, load
from printkit.yamlnodes import LARGEST_FILE, Node

LARGEST_FONT = 32 * 1024 * 1024


def specs_folder() -> Path:
    """Return the folder of the shipped specs: in the package, or beside it in a checkout."""
    package = Path(__file__).parent
    inside = package / "specs"
    return inside if inside.is_dir() else package.parent / "specs"


def shipped_games() -> list[str]:
    """Return the names of the shipped specs."""
    return sorted(file.stem for file in specs_folder().glob("*.yaml"))


def spec_path(word: str) -> Path:
    """Find the spec that a word on the command line means: a shipped game or a file."""
    games = shipped_games()
    if word in games:
        return specs_folder() / f"{word}.yaml"
    is_path = word.endswith((".yaml", ".yml")) or os.sep in word or os.path.exists(word)  # noqa: PTH110 (a path too long is no path)
    if not is_path:
        hint = f"{hint_for(word, games)}; or the path of a spec ending in .yaml"
        raise request_error(f"no game is called {quoted(word)}", hint)
    return Path(word)


def _kinds() -> Mapping[str, Reader[Any]]:
    """Return for each kind of asset what reads its settings; a kind is imported when it is first read."""
    from printkit.art import ART  # noqa: PLC0415 (who only scores games draws nothing)

    def reader(kind: str) -> Reader[Any]:
        def read(node: Node) -> Any:
            return record(ART[kind].settings, also=("kind",))(node)

        return read

    return {kind: reader(kind) for kind in ART}


def load_game(word: str, overrides: tuple[str, ...] = ()) -> Game:
    """Load a game by its shipped name, by the path of its spec, or from standard input (``-``)."""
    if word == "-":
        return load(read_standard_input(LARGEST_FILE), "-", _kinds(), overrides)
    path = str(spec_path(word))
    return load(read_file(path, LARGEST_FILE), path, _kinds(), overrides, _below)


def load_rules(word: str) -> Game:
    """Load a game to score it, by its shipped name or by the path of its spec; what it prints is not looked at."""
    path = str(spec_path(word))
    return load(read_beside(path, LARGEST_FILE), path, None, (), _below)


def _below(word: str, file: str) -> tuple[str, bytes]:
    """Return the path and the bytes of a spec that another one extends; raises RequestError.

    That is a shipped one by its name, or one in the folder of the other, or in a folder below.
    """
    if word in shipped_games():
        path = specs_folder() / f"{word}.yaml"
        return str(path), read_file(str(path), LARGEST_FILE)
    if not word.endswith((".yaml", ".yml")):
        raise request_error(f"no game is called {quoted(word)}", hint_for(word, shipped_games()))
    folder = Path(file).parent
    found = inside(folder, word)
    if not found.exists() and found.stem in shipped_games():
        raise request_error(f"{quoted(word)} is not there", f"the shipped game is called {found.stem}")
    path = folder / found.relative_to(folder.resolve())  # so that one file has one path, and cycles are seen
    return str(path), read_beside(str(found), LARGEST_FILE)


def load_games(words: Iterable[str], overrides: tuple[str, ...] = ()) -> list[Game]:
    """Load several games (all shipped ones where no word is given), with all their problems at once."""
    found: list[Game] = []
    problems: list[Problem] = []
    kinds: set[type[Exception]] = set()
    for word in dict.fromkeys(words) or shipped_games():
        try:
            game = load_game(word, overrides)
        except (SpecError, RequestError) as error:
            problems.extend(error.problems)
            kinds.add(type(error))
            continue
        twin = next((other for other in found if other.spec.game == game.spec.game), None)
        if twin is not None:
            files = f"{quoted_path(twin.file)} and {quoted_path(game.file)}"
            message = f"two specs are called '{game.spec.game}': {files}"
            problems.extend(request_error(message, "build them one at a time").problems)
            kinds.add(RequestError)
        else:
            found.append(game)
    if problems:
        raise (RequestError if RequestError in kinds else SpecError)(problems)
    return found


def _refuse_broken(data: bytes) -> None:
    from printkit.render.pdf import refuse_broken  # noqa: PLC0415 (only a font of one's own needs it)

    refuse_broken(data)


def fonts_of(game: Game) -> Fonts:
    """Return the fonts of a game: its own files, given relative to the spec, or Fira Sans."""
    folder = Path(game.file).parent
    files = {}
    problems: list[Problem] = []
    for weight, text in game.spec.fonts.items():
        place = game.place("fonts", weight)
        beside = folder if place.line is None else Path(place.file).parent
        path = str(beside / text)
        try:
            data = read_beside(path, LARGEST_FONT)
            if len(data) > LARGEST_FONT:
                raise FontFileError(f"it is larger than {LARGEST_FONT // 1024**2} MiB")
            refuse_unusable(data)
            _refuse_broken(data)
        except RequestError as error:
            problems += [place.problem("font", problem.message) for problem in error.problems]
        except FontFileError as error:
            message = f"the {weight} font {quoted(text)} cannot be used: {error}"
            problems.append(place.problem("font", message))
        files[weight] = path
    if problems:
        raise SpecError(problems)
    return Fonts(_font_bytes, files) if files else shipped_fonts()


def _font_bytes(path: str) -> bytes:
    return read_file(path, LARGEST_FONT)


@cache
def shipped_fonts() -> Fonts:
    """Return the fonts that all games share which bring none of their own."""
    return Fonts(_font_bytes)
