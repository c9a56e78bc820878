"""Game specs: what a YAML file says about a game, read and checked, every problem with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from printkit.agreement import CONNECTING, OF_A_RHOMBUS, OF_ONE_BOARD, boards_of, disagreements
from printkit.board import WHOLE, Board
from printkit.colours import PALETTE, colour
from printkit.drawing import Colour
from printkit.errors import Problem, RequestError, SpecError, hint_for, quoted
from printkit.extending import EXTENDS, Source, extended
from printkit.fields import (
    Gathering,
    Reader,
    as_mapping,
    choice,
    found_at,
    integer,
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
from printkit.modes import Mode
from printkit.outline import Schema, outline, takes
from printkit.overriding import overridden
from printkit.players import Player
from printkit.registry import entries_of
from printkit.shapes import BoardSpec, board_spec
from printkit.tiles import TileType
from printkit.yamlnodes import Mapping as MappingNode
from printkit.yamlnodes import Node, Place, Scalar, decoded, parse

MOST_ASSETS = 500
SCORERS = entries_of(Path(__file__).parent / "scoring")  # their names; reading a spec imports none


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
        yield from disagreements(values, node)


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
            root = overridden(root, override)
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
    boards = boards_of({"board": spec.board, "boards": spec.boards})
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
