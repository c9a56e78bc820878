"""Game specs: what a YAML file says about a game, read and checked, every problem with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from printkit.board import WHOLE, Board, BoardSpec, board_spec
from printkit.errors import LONGEST_QUOTE, Problem, RequestError, SpecError, hint_for, quoted, request_error, shown
from printkit.fields import (
    Gathering,
    Reader,
    as_mapping,
    choice,
    found_at,
    integer,
    key,
    limits,
    list_of,
    map_of,
    missing_key,
    name,
    one_line,
    record,
)
from printkit.yamlnodes import Mapping as MappingNode
from printkit.yamlnodes import Node, Place, Scalar, Sequence, decoded, parse, replaced

TYPED_MARKS = {"filled": "x X * # ● •", "open": "o O 0 ○"}
EMPTY_MARKS = "._-+·"
UNCLEAR_MARK = "?"


@dataclass(frozen=True, eq=False)
class Player:
    """Who plays, how the stones look, and which board sides a chain must join."""

    name: str = key(one_line, "what the player is called")
    mark: str = key(choice("filled", "open"), "how the player's stones and sides look")
    joins: tuple[str, ...] = key(list_of(one_line, 2, 2), "the two board sides that a chain of this player joins")
    typed: str = key(one_line, "the marks that stand for a stone of this player in a typed diagram", default="")

    @property
    def typed_marks(self) -> str:
        """The marks of a typed diagram, one character each."""
        return "".join((self.typed or TYPED_MARKS[self.mark]).split())


@dataclass(frozen=True, eq=False)
class Scoring:
    """How finished games are scored, and what a transcript may say of its board."""

    kind: str = key(name, "the scorer")
    sides: tuple[int, int] | None = key(
        limits, "the sides that a transcript may name, such as '6-26'", default=None
    )
    mirror_run: int = key(
        integer(0, 1000), "mirrored replies running that are a fault; 0: no such rule", default=0
    )


class Claim(NamedTuple):
    """A number that the rulebook states, and the reading taken where the board does not bear it out."""

    states: int
    reading: str | None
    place: Place


@dataclass(frozen=True, eq=False)
class _Acknowledged:
    states: int = key(integer(0), "the number in the rulebook")
    reading: str = key(one_line, "what is built instead, and why")


def _claim(node: Node) -> Claim:
    if isinstance(node, Scalar):
        return Claim(integer(0)(node), None, node.place)
    noted = record(_Acknowledged)(node)
    return Claim(noted.states, noted.reading, node.place)


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
    """A game: its players, its board, what is contested, the rulebook's numbers and what to print."""

    game: str = key(name, "the name of the game, as files and commands use it")
    title: str = key(one_line, "the name of the game, as people write it")
    credit: str = key(one_line, "who designed the game; it stands on every sheet and in every PDF")
    players: Mapping[str, Player] = key(map_of(name, record(Player), 1), "the players by id, first to move first")
    board: BoardSpec = key(board_spec, "the shape, size and regions of the board")
    games: tuple[str, ...] = key(
        list_of(name, 1), "what is contested, a point each: 'whole' or a region", default=(WHOLE,)
    )
    scoring: Scoring | None = key(record(Scoring), "how finished games are scored", default=None)
    points_to_win: int = key(integer(1, 1000), "how many of the games a player must win", default=1)
    claims: Mapping[str, Claim] = key(
        map_of(one_line, _claim),
        "numbers that the rulebook states; 'check' counts what is built",
        factory=dict,
    )
    positions: Mapping[str, MappingNode] = key(
        map_of(name, as_mapping), "positions to be shown on cards, each as in a transcript", factory=dict
    )
    fonts: Mapping[str, str] = key(
        map_of(choice("regular", "medium", "bold"), one_line),
        "your own TrueType files by weight",
        factory=dict,
    )

    @staticmethod
    def faults(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
        """Check that sides and regions exist on the board, and that what is contested can be won."""
        board = values["board"].build() if "board" in values else None
        sides = () if board is None else tuple(board.sides)
        for player_id, player in values.get("players", {}).items():
            joins = found_at(node, "players", player_id, "joins")
            for i, side in enumerate(player.joins):
                place = joins.items[i].place if isinstance(joins, Sequence) else joins.place
                if sides and side not in sides:
                    message = f"the board has no side {quoted(side)}"
                    yield place.problem("bad-value", message, hint_for(side, sides))
                elif side in player.joins[:i]:
                    yield place.problem("bad-value", f"'{side}' is listed twice; expected two different sides")
        games = node.find("games")
        regions = () if board is None else (WHOLE, *board.regions)
        for i, part in enumerate(values.get("games", ())):
            if isinstance(games, Sequence):
                if regions and part not in regions:
                    message = f"the board has no region {quoted(part)}"
                    yield games.items[i].place.problem("bad-value", message, hint_for(part, regions))
                elif part in values["games"][:i]:
                    yield games.items[i].place.problem("bad-value", f"the game '{part}' is listed twice")
        number, to_win = len(values.get("games", (WHOLE,))), values.get("points_to_win", 1)
        if to_win > number:
            message = f"found {to_win}; expected at most {number}, the number of games"
            yield found_at(node, "points_to_win").place.problem("bad-value", message)
        yield from _shared_marks(values.get("players", {}), node)
        yield from _alike(values.get("players", {}), node)


def _alike(players: Mapping[str, Player], node: MappingNode) -> Iterator[Problem]:
    """Give a problem for each player who is called as an earlier one."""
    first: dict[str, str] = {}
    for player_id, player in players.items():
        if first.setdefault(player.name, player_id) != player_id:
            message = f"{first[player.name]} is called {quoted(player.name)} already"
            yield found_at(node, "players", player_id, "name").place.problem("bad-value", message)


def _shared_marks(players: Mapping[str, Player], node: MappingNode) -> Iterator[Problem]:
    """Give a problem for each mark of a typed diagram that two players have."""
    owners: dict[str, str] = {}
    for player_id, player in players.items():
        for mark in player.typed_marks:
            if mark in EMPTY_MARKS or mark == UNCLEAR_MARK:
                message = f"the mark {quoted(mark)} means an empty or an unclear cell"
                yield found_at(node, "players", player_id, "typed").place.problem("bad-value", message)
            elif owners.setdefault(mark, player_id) != player_id:
                message = f"the mark {quoted(mark)} already stands for {owners[mark]}"
                hint = "give each player marks of their own with 'typed'"
                yield found_at(node, "players", player_id, "typed").place.problem("bad-value", message, hint)


class Game(NamedTuple):
    """A spec with the board that it builds, its assets, and the file it came from."""

    spec: GameSpec
    board: Board
    assets: Mapping[str, Asset]
    file: str
    is_overridden: bool
    root: MappingNode
    text: str

    def place(self, *path: str) -> Place:
        """Return where a value of the spec stands."""
        return found_at(self.root, *path).place


def load(data: bytes, file: str, kinds: Mapping[str, Reader[Any]], overrides: tuple[str, ...] = ()) -> Game:
    """Read a spec; ``overrides`` are ``KEY=VALUE`` texts that replace values of the file.

    ``kinds`` gives for each kind of asset a function that reads its settings from a node.
    Raises SpecError with all problems, or RequestError where an override itself is wrong.
    """
    gathering = Gathering()
    text = decoded(data, file)
    try:
        root = parse(text, file)
    except SpecError as error:
        if not isinstance(error.partial, MappingNode):
            raise
        root = error.partial
        gathering.problems.extend(error.problems)
    wrong: list[Problem] = []
    for override in overrides:
        try:
            root = _overridden(root, override)
        except RequestError as error:
            wrong.extend(error.problems)
    if wrong:
        raise RequestError(wrong)
    spec = gathering.attempt(record(GameSpec, also=("assets",)), root)
    node = root.find("assets")
    assets: dict[str, Asset] = {}
    if node is None:
        gathering.problems.append(missing_key(root, "assets"))
    else:
        assets = gathering.attempt(lambda node: _assets(node, kinds), node) or {}
    if gathering.problems:
        order = sorted(gathering.problems, key=lambda p: (p.line or 0, p.column or 0))
        if all(problem.line is None for problem in order):
            raise RequestError(order)
        raise SpecError(order)
    assert spec is not None
    return Game(spec, spec.board.build(), assets, file, bool(overrides), root, text)


def _assets(node: Node, kinds: Mapping[str, Reader[Any]]) -> dict[str, Asset]:
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
    try:
        return cast(MappingNode, replaced(root, path, scalar))
    except KeyError as error:
        word = error.args[0]
        hint = hint_for(word, [*top, *names]) if word == where.strip().split(".")[0] else None
        message = f"--set {shown(text, LONGEST_QUOTE)}: there is no {quoted(word)} to set a value in"
        raise request_error(message, hint) from None


def _is_set(node: Node | None, path: list[str]) -> bool:
    for word in path:
        node = node.find(word) if isinstance(node, MappingNode) else None
    return node is not None
