"""Game specs: what a YAML file says about a game, read and checked, every problem with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, cast

from printkit.board import NUMBERS, WHOLE, Board
from printkit.colours import PALETTE, colour, theme_faults
from printkit.drawing import Colour
from printkit.errors import LONGEST_QUOTE, Problem, RequestError, SpecError, hint_for, quoted, request_error, shown
from printkit.extending import EXTENDS, Source, extended
from printkit.fields import (
    Gathering,
    Reader,
    as_mapping,
    choice,
    found_at,
    integer,
    item_place,
    key,
    key_place,
    limits,
    list_of,
    map_of,
    missing_key,
    name,
    one_line,
    player_id,
    record,
)
from printkit.modes import Mode, mode_faults
from printkit.outline import Schema, outline, takes
from printkit.players import Player, player_faults
from printkit.registry import entries_of
from printkit.shapes import BoardSpec, board_of, board_spec
from printkit.tiles import TileType, unknown_tiles
from printkit.yamlnodes import Mapping as MappingNode
from printkit.yamlnodes import Node, Place, Scalar, Sequence, decoded, parse, replaced

MOST_ASSETS = 500
CREATED = (("laser",), ("theme",), ("board", "labels"))  # mappings that --set makes where a spec has none
SCORERS = entries_of(Path(__file__).parent / "scoring")  # their names; reading a spec imports none
ROUNDS = "battle_hex"  # the scorer of a game in rounds
OF_A_RHOMBUS = ("sides", "mirror_run")  # what only boards can have that are alike in every size, and when mirrored
TILES = "flow"  # the scorer of games with tiles
OF_ONE_BOARD = (ROUNDS, TILES)  # scorers that know no boards of other sizes, and no mirrored replies
CONNECTING = ("connect", ROUNDS)  # those by which chains join sides


@dataclass(frozen=True, eq=False)
class Scoring:
    """How finished games are scored, and what a transcript may say of its board."""

    kind: str = key(
        choice(*SCORERS),
        "connect: a chain of stones joins a player's sides; battle_hex: the same, with cards that name the cells; "
        "flow: a path of tiles",
    )
    sides: tuple[int, int] | None = key(
        limits, "the sides that a transcript may name, such as '6-26'", default=None
    )
    mirror_run: int = key(
        integer(0, 1000), "mirrored replies running that are a fault; 0: no such rule", default=0
    )

    @staticmethod
    def faults(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
        """Check that what only stones on boards of several sizes need is asked for there only."""
        for word in OF_A_RHOMBUS if values.get("kind") in OF_ONE_BOARD else ():
            if node.find(word) is not None:
                message = f"the scorer '{values['kind']}' knows no {word}"
                yield key_place(node, word).problem("unknown-field", message, f"it is for '{CONNECTING[0]}'")


@dataclass(frozen=True, eq=False)
class Laser:
    """What a spec says of pieces from a laser cutter."""

    faces: str = key(choice("engrave", "score"), "faces as engraved areas, or as single lines", default="engrave")


@dataclass(frozen=True, eq=False)
class LineNames:
    """Names of lines of cells, such as the ranks of cards, in the mark of a player."""

    player: str = key(player_id, "the player in whose mark the names stand")
    names: tuple[str, ...] = key(list_of(one_line, 1, 100), "the names, in the order of the letters or numbers")


class Claim(NamedTuple):
    """A number that the rulebook states, and the reading taken where the board does not bear it out."""

    states: int
    reading: str | None
    place: Place
    builds: str | None = None


@dataclass(frozen=True, eq=False)
class _Acknowledged:
    states: int = key(integer(0), "the number in the rulebook")
    reading: str = key(one_line, "what is built instead, and why")
    builds: str | None = key(one_line, "the number that is built, such as '17' or '9 and 10'", default=None)


def _claim_outline(whole: bool) -> Schema:
    ways = (integer(0), record(_Acknowledged))
    return {"anyOf": [outline(way, whole=whole) for way in ways]}


@takes(_claim_outline)
def _claim(node: Node) -> Claim:
    if isinstance(node, Scalar):
        return Claim(integer(0)(node), None, node.place)
    noted = record(_Acknowledged)(node)
    return Claim(noted.states, noted.reading, node.place, noted.builds)


class Asset(NamedTuple):
    """Something to print: its kind and that kind's own settings."""

    name: str
    kind: str
    settings: Any
    node: MappingNode

    def place(self, key: str) -> Place:
        """Return where a setting stands, such as ``pages.1.title``; or else what of its path there is."""
        return found_at(self.node, *key.split(".")).place


@dataclass(frozen=True, eq=False)
class GameSpec:
    """A game: its players, its boards, its tiles, what is contested, the rulebook's numbers and what to print."""

    game: str = key(name, "the name of the game, as files and commands use it")
    title: str = key(one_line, "the name of the game, as people write it")
    credit: str = key(one_line, "who designed the game; it stands on every sheet and in every PDF")
    players: Mapping[str, Player] = key(
        map_of(player_id, record(Player), 1), "the players by id, first to move first"
    )
    board: BoardSpec | None = key(board_spec, "the shape, size and regions of the board", default=None)
    boards: Mapping[str, BoardSpec] = key(
        map_of(name, board_spec, 1),
        "several boards by name in place of one; the first is the usual one",
        factory=dict,
    )
    games: tuple[str, ...] = key(
        list_of(name, 1), "what is contested, a point each: 'whole' or a region", default=(WHOLE,)
    )
    scoring: Scoring | None = key(record(Scoring), "how finished games are scored", default=None)
    tile_types: Mapping[str, TileType] = key(
        map_of(name, record(TileType)), "the types of tiles by the names that transcripts use", factory=dict
    )
    supply: Mapping[str, int] = key(
        map_of(one_line, integer(0, 1000)), "how many tiles of each type a player has", factory=dict
    )
    modes: Mapping[str, Mode] = key(
        map_of(name, record(Mode)), "the ways to play with tiles; the first is the usual one", factory=dict
    )
    points_to_win: int = key(integer(1, 1000), "how many of the games a player must win", default=1)
    claims: Mapping[str, Claim] = key(
        map_of(one_line, _claim),
        "numbers that the rulebook states; 'check' counts what is built",
        factory=dict,
    )
    line_names: Mapping[str, LineNames] = key(
        map_of(choice("letters", "numbers"), record(LineNames)),
        "what the lines of cells are called on boards in place of letters and numbers",
        factory=dict,
    )
    positions: Mapping[str, MappingNode] = key(
        map_of(name, as_mapping), "positions to be shown on cards, each as in a transcript", factory=dict
    )
    laser: Laser | None = key(record(Laser), "how a laser cutter makes the pieces", default=None)
    theme: Mapping[str, Colour] = key(
        map_of(choice(*PALETTE), colour), "colours in place of the usual accents, by their names", factory=dict
    )
    fonts: Mapping[str, str] = key(
        map_of(choice("regular", "medium", "bold"), one_line),
        "your own TrueType files by weight",
        factory=dict,
    )

    @staticmethod
    def faults(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
        """Check that what is named elsewhere exists on the board and among players and tiles."""
        yield from _one_or_several(node)
        boards = _boards(values)
        players = values.get("players", {})
        yield from _lacking_sides(values, node)
        yield from _beyond_rounds(values, node)
        yield from _of_a_rhombus(values, node)
        yield from _unscored(values, node)
        for word, player in players.items():
            for i, side in enumerate(player.joins):
                place = item_place(found_at(node, "players", word, "joins"), i)
                lacking = [board for board in boards.values() if side not in board.sides]
                if lacking:
                    message = f"the board has no side {quoted(side)}"
                    yield place.problem("bad-value", message, hint_for(side, lacking[0].sides))
                elif side in player.joins[:i]:
                    yield place.problem("bad-value", f"'{side}' is listed twice; expected different sides")
        games = node.find("games")
        for i, part in enumerate(values.get("games", ())):
            if isinstance(games, Sequence):
                lacking = [board for board in boards.values() if board.region(part) is None]
                if lacking:
                    message = f"the board has no region {quoted(part)}"
                    hint = hint_for(part, (WHOLE, *lacking[0].regions))
                    yield games.items[i].place.problem("bad-value", message, hint)
                elif part in values["games"][:i]:
                    yield games.items[i].place.problem("bad-value", f"the game '{part}' is listed twice")
        number, to_win = len(values.get("games", (WHOLE,))), values.get("points_to_win", 1)
        if to_win > number:
            message = f"found {to_win}; expected at most {number}, the number of games"
            yield found_at(node, "points_to_win").place.problem("bad-value", message)
        yield from player_faults(players, found_at(node, "players"))
        yield from theme_faults(values.get("theme", {}), found_at(node, "theme"))
        tiles, known = _keys(node, "tile_types"), _keys(node, "players")
        for kind, lines in values.get("line_names", {}).items():
            if lines.player not in known:
                message = f"no player is called {quoted(lines.player)}"
                place = found_at(node, "line_names", kind, "player").place
                yield place.problem("bad-value", message, hint_for(lines.player, known))
        yield from unknown_tiles(values.get("supply", {}), tiles, found_at(node, "supply"))
        for word, mode in values.get("modes", {}).items():
            yield from mode_faults(mode, known, tiles, boards.values(), found_at(node, "modes", word))


def _one_or_several(node: MappingNode) -> Iterator[Problem]:
    board, boards = node.find("board"), node.find("boards")
    if board is None and boards is None:
        yield missing_key(node, "board")
    elif board is not None and boards is not None:
        message = "a game has a 'board' or several 'boards', not both"
        yield boards.place.problem("unknown-field", message, "keep one of the two")


def _of_a_rhombus(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
    """Give a problem where sides to choose, or mirrored replies, are asked for on a board that has none."""
    board, scoring = values.get("board"), values.get("scoring")
    if scoring is None or scoring.kind in OF_ONE_BOARD or (board is None and not values.get("boards")):
        return
    if getattr(board, "diamond", None) is None:
        for word in OF_A_RHOMBUS:
            if found_at(node, "scoring", word) is not found_at(node, "scoring"):
                message = f"the scorer knows no {word} on a board that is no rhombus"
                yield key_place(found_at(node, "scoring"), word).problem("unknown-field", message, "leave it out")


def _unscored(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
    """Give a problem for each board of a scored game whose cells are numbered, as moves are."""
    boards = {"board": values["board"]} if values.get("board") is not None else values.get("boards", {})
    for word, board in boards.items() if values.get("scoring") is not None else ():
        if board.labels.scheme == NUMBERS:
            path = ("board", "labels", "scheme") if word == "board" else ("boards", word, "labels", "scheme")
            message = "a scored game needs cells with letters: numbers of cells look like those of moves"
            yield found_at(node, *path).place.problem("bad-value", message, "leave out 'scheme', or 'scoring'")


def _keys(node: MappingNode, name: str) -> tuple[str, ...]:
    """Return the keys of a mapping within a node, those of entries with mistakes too."""
    found = node.find(name)
    return tuple(word.text for word, _ in found.entries) if isinstance(found, MappingNode) else ()


def _lacking_sides(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
    """Give a problem for each player of a connection game who joins no sides."""
    scoring = values.get("scoring")
    modes, players = node.find("modes"), node.find("players")
    has_modes = isinstance(modes, MappingNode) and bool(modes.entries)
    is_connecting = scoring is not None and scoring.kind in CONNECTING
    if not has_modes and node.find("tile_types") is not None:
        place = (node if modes is None else modes).place
        yield place.problem("missing-field", "a game with 'tile_types' needs 'modes', the ways to play with them")
        return
    if not has_modes and scoring is not None and scoring.kind == TILES:
        message = f"the scorer '{TILES}' is for games with 'tile_types' and 'modes'"
        yield found_at(node, "scoring", "kind").place.problem("bad-value", message)
    for _, value in players.entries if is_connecting and isinstance(players, MappingNode) else ():
        is_empty = isinstance(value, Scalar) and value.plain and not value.text
        if isinstance(value, MappingNode) or is_empty:
            mapping = as_mapping(value)
            if mapping.find("joins") is None:
                yield missing_key(mapping, "joins")


def _beyond_rounds(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
    """Give a problem where a game of rounds has not two players, or contests other than the whole board."""
    scoring = values.get("scoring")
    if scoring is None or scoring.kind != ROUNDS:
        return
    number, games = len(values.get("players", ())), values.get("games", (WHOLE,))
    if number not in (0, 2):
        message = f"found {number}; expected two players where cards name the cells"
        yield found_at(node, "players").place.problem("bad-value", message)
    for word, player in values.get("players", {}).items():
        if len(player.joins) > 2:
            message = f"found {len(player.joins)} sides; expected two where cards name the cells"
            yield found_at(node, "players", word, "joins").place.problem("bad-value", message)
    if games != (WHOLE,):
        message = f"found {', '.join(games)}; expected only '{WHOLE}' where cards name the cells"
        yield found_at(node, "games").place.problem("bad-value", message)


def _boards(values: Mapping[str, Any]) -> dict[str, Board]:
    """Build the boards that could be read."""
    if values.get("board") is not None:
        return {"": board_of(values["board"])}
    return {name: board_of(spec) for name, spec in values.get("boards", {}).items()}


class Game(NamedTuple):
    """A spec with the boards that it builds, its assets, and the file it came from.

    ``board`` is the one that is looked at, at first the usual one; a game with a single board calls it ''.
    """

    spec: GameSpec
    board: Board
    boards: Mapping[str, Board]
    assets: Mapping[str, Asset]
    file: str
    is_overridden: bool
    root: MappingNode
    texts: Mapping[str, str]  # of the spec's file, and of those that it extends

    @property
    def text(self) -> str:
        """The text of the spec's own file."""
        return self.texts[self.file]

    def place(self, *path: str) -> Place:
        """Return where a value of the spec stands."""
        return found_at(self.root, *path).place

    def position(self, name: str) -> MappingNode:
        """Return the node of a position that the spec holds; raises SpecError."""
        node = self.spec.positions.get(name)
        if node is None:
            message, hint = f"{self.spec.game} has no position {quoted(name)}", hint_for(name, self.spec.positions)
            raise SpecError([Problem("error", "bad-value", message, self.file, 1, 1, hint)])
        return node

    def on_board(self, name: str) -> Game:
        """Return the same game, looked at on another of its boards; '' is the usual one. Raises KeyError."""
        return self if name == "" else self._replace(board=self.boards[name])

    def supply(self, mode: str) -> Mapping[str, int]:
        """Return how many tiles of each type a player has in a mode; '' is any that has no supply of its own."""
        found = self.spec.modes.get(mode)
        return found.supply if found is not None and found.supply else self.spec.supply


def load(
    data: bytes,
    file: str,
    kinds: Mapping[str, Reader[Any]] | None,
    overrides: tuple[str, ...] = (),
    source: Source | None = None,
) -> Game:
    """Read a spec; ``overrides`` are ``KEY=VALUE`` texts that replace values of the file.

    ``kinds`` gives for each kind of asset a function that reads its settings from a node; None leaves out the
    assets unread. ``source`` gives the specs that are extended.
    Raises SpecError with all problems, or RequestError where an override itself is wrong.
    """
    gathering = Gathering()
    text = decoded(data, file)
    try:
        root = parse(text, file)
    except SpecError as error:
        if not isinstance(error.partial, MappingNode):
            raise SpecError(_with_picture_hint(problem, text) for problem in error.problems) from None
        root = error.partial
        gathering.add(error.problems)
    texts = {file: text}
    if root.find(EXTENDS) is not None:
        try:
            root, texts = extended(root, file, text, source)
        except SpecError as error:
            raise SpecError([*gathering.problems, *error.problems]) from None
    wrong: list[Problem] = []
    for override in overrides:
        try:
            root = _overridden(root, override)
        except RequestError as error:
            wrong.extend(error.problems)
    if wrong:
        raise RequestError(wrong)
    spec = gathering.attempt(record(GameSpec, also=("assets", EXTENDS)), root)
    node = root.find("assets")
    assets: dict[str, Asset] = {}
    if node is None:
        gathering.problems.append(missing_key(root, "assets"))
    elif kinds is not None:
        assets = gathering.attempt(lambda node: _assets(node, kinds), node) or {}
    if gathering.problems:
        order = sorted(gathering.problems, key=lambda p: (p.line or 0, p.column or 0))
        if all(problem.line is None for problem in order):
            raise RequestError(order)
        raise SpecError(order)
    assert spec is not None
    boards = _boards({"board": spec.board, "boards": spec.boards})
    return Game(spec, next(iter(boards.values())), boards, assets, file, bool(overrides), root, texts)


_PICTURE = re.compile(r"( *)picture:[ \t]*[|>][+-]?[ \t]*(#.*)?")


def _with_picture_hint(problem: Problem, text: str) -> Problem:
    """Say what a picture needs whose first line is indented most, where such a one is at fault."""
    for line in reversed(text.splitlines()[: (problem.line or 1) - 1]):
        match = _PICTURE.fullmatch(line)
        if match is not None:
            hint = (
                "begin the first line of the picture with '-', no cell: YAML takes its indentation for that of all"
            )
            return problem._replace(hint=hint)
        if line.strip() and not line.startswith(" "):
            break
    return problem


def _assets(node: Node, kinds: Mapping[str, Reader[Any]]) -> dict[str, Asset]:
    if isinstance(node, MappingNode) and len(node.entries) > MOST_ASSETS:
        message = f"found {len(node.entries)} assets; expected {MOST_ASSETS} at most"
        raise SpecError([node.place.problem("bad-value", message, "make several specs of it, with 'extends'")])
    read = map_of(name, lambda value: _asset(value, kinds), 1)
    return {word: Asset(word, *found) for word, found in read(node).items()}


def _asset(node: Node, kinds: Mapping[str, Reader[Any]]) -> tuple[str, Any, MappingNode]:
    mapping = as_mapping(node)
    kind = mapping.find("kind")
    if kind is None:
        raise SpecError([missing_key(mapping, "kind")])
    word = choice(*kinds)(kind)
    return word, kinds[word](mapping), mapping


def _overridden(root: MappingNode, text: str) -> MappingNode:
    """Set one value; a path may begin with the name of an asset and leave out ``assets``."""
    where, equals, value = text.partition("=")
    path = where.strip().split(".")
    if not equals or not all(path):
        message = f"found --set {quoted(text)}; expected KEY=VALUE"
        raise request_error(message, "for example --set sheet.across_flats='14 mm'")
    within_assets = ["assets", *path]
    assets = root.find("assets")
    names = [word.text for word, _ in assets.entries] if isinstance(assets, MappingNode) else []
    top = [word.text for word, _ in root.entries]
    if not _is_set(root, path) and (_is_set(root, within_assets) or (path[0] in names and path[0] not in top)):
        path = within_assets
    scalar = Scalar(value.strip(), Place(f"--set {text}", None, None))
    for created in CREATED:
        if tuple(path[: len(created)]) == created:
            root = _with_mapping(root, created, scalar.place)
    try:
        return cast(MappingNode, replaced(root, path, scalar))
    except KeyError as error:
        word = error.args[0]
        hint = hint_for(word, [*top, *names]) if word == where.strip().split(".")[0] else None
        message = f"--set {shown(text, LONGEST_QUOTE)}: there is no {quoted(word)} to set a value in"
        raise request_error(message, hint) from None


def _with_mapping(node: MappingNode, path: tuple[str, ...], place: Place) -> MappingNode:
    """Return a mapping in which there is a mapping at a path: an empty one where there was none, or nothing."""
    word, rest = path[0], path[1:]
    inner = node.find(word)
    if inner is None and not rest:
        return MappingNode((*node.entries, (Scalar(word, place), MappingNode((), place))), node.place)
    if not rest or not isinstance(inner, MappingNode):
        return node
    changed = _with_mapping(inner, rest, place)
    entries = tuple((key, changed if key.text == word else value) for key, value in node.entries)
    return MappingNode(entries, node.place)


def _is_set(node: Node | None, path: list[str]) -> bool:
    for word in path:
        node = node.find(word) if isinstance(node, MappingNode) else None
    return node is not None
