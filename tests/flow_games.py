"""Random games and positions of HEXFLOW, and all readings of unclear cells, by the plain rules."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tests.plain_flow import (
    BATTLE,
    NETS,
    Found,
    Tile,
    Tiles,
    Way,
    board,
    distances,
    goals,
    nets,
    onward,
    starts,
    verdict,
)

# Records


def legal(way: Way, tiles: Tiles, player: str, cell: str, shows: str, turn: int) -> bool:
    """Whether a player may place a tile on an empty cell."""
    if not any(tile.owner == player for tile in tiles.values()):
        return cell in way.corners[player] and cell not in tiles
    beside = [near for near in board(way.game)[cell] if near in tiles]
    if cell in tiles or not beside:
        return False
    placed = {**tiles, cell: Tile(player, shows, turn)}
    return shows == "block" or any(onward(way, placed, net) for net in nets(placed, cell))


def joined(way: Way, tiles: Tiles, cell: str) -> bool:
    return any(onward(way, tiles, net) for net in nets(tiles, cell))


def may_displace(way: Way, tiles: Tiles, player: str, cell: str, shows: str) -> bool:
    """Whether a player may put a Block or a Star-6 on an opponent's tile."""
    if cell not in tiles or tiles[cell].owner == player or any(cell in own for own in way.corners.values()):
        return False
    around = [near for near in board(way.game)[cell] if near is not None and near in tiles]
    after = {**tiles, cell: Tile(player, shows, 0)}
    if not any(tiles[near].owner == player for near in around) or (
        shows != "block" and not joined(way, after, cell)
    ):
        return False
    return all(joined(way, after, near) for near in around if joined(way, tiles, near))


class Played(NamedTuple):
    """A random legal record, the tiles in the end, the last cell, the captures; ``turn`` is who would be next."""

    entries: list[str]
    tiles: dict[str, Tile]
    last: str | None
    captures: dict[str, int]


def random_game(way: Way, chance: random.Random, most: int) -> Played:
    """Play at random until somebody wins or ``most`` entries are made."""
    tiles: dict[str, Tile] = {}
    hands = {player: [kind for kind, n in way.supply.items() for _ in range(n)] for player in way.players}
    captures = dict.fromkeys(way.players, 0)
    entries: list[str] = []
    last: str | None = None
    while len(entries) < most:
        player = way.turns[len(entries) % len(way.turns)]
        hand = hands[player]
        move = _random_move(way, chance, tiles, player, hand, captures)
        if move is None:
            entries.append("skip")
            if not any(hands.values()):
                return Played(entries[:-1], tiles, last, captures)
            continue
        cell, kind, shows, turn = move
        hand.remove(kind)
        mark = " x" if cell in tiles else ""
        captures[player] += cell in tiles
        tiles[cell], last = Tile(player, shows, turn), cell
        word = kind if kind == shows else f"{kind}={shows}"
        entries.append(f"{cell} {word} {60 * turn}{mark}")
        if verdict(way, tiles, last, False, captures).status != "unfinished":
            break
    return Played(entries, tiles, last, captures)


def _random_move(
    way: Way, chance: random.Random, tiles: Tiles, player: str, hand: list[str], captures: Mapping[str, int]
) -> tuple[str, str, str, int] | None:
    frontier = [
        c for c in board(way.game) if c in way.corners[player] or any(n in tiles for n in board(way.game)[c])
    ]
    for _ in range(200 if hand else 0):
        kind = chance.choice(hand)
        shows = chance.choice(list(NETS)) if kind == "wildcard" else kind
        cell, turn = chance.choice(frontier), chance.randrange(6)
        if legal(way, tiles, player, cell, shows, turn):
            return cell, kind, shows, turn
        takes = way is BATTLE and shows in ("block", "star-6") and captures[player] < 3 and chance.random() < 0.5
        if takes and may_displace(way, tiles, player, cell, shows):
            return cell, kind, shows, turn
    return None


def planted(way: Way, chance: random.Random, walks: int, extra: int) -> dict[str, Tile]:
    """Return a position in which tiles join some starts and goals, more or less, and others lie beside them."""
    left = {(player, kind): n for player in way.players for kind, n in way.supply.items() if kind != "wildcard"}
    tiles: dict[str, Tile] = {}
    for _ in range(walks):
        player = chance.choice(way.players)
        cell = chance.choice(starts(way, player))
        goal = chance.choice(list(goals(way, player)))
        came: int | None = None
        while True:
            ways = [k for k, near in enumerate(board(way.game)[cell]) if near is not None]
            far = distances(way.game, goal)
            side = min(ways, key=lambda k: far[board(way.game)[cell][k] or ""] + chance.random() * 1.5)
            if cell not in tiles:
                _plant(chance, tiles, left, cell, {side} if came is None else {came, side})
            if cell == goal:
                break
            came, cell = (side + 3) % 6, board(way.game)[cell][side] or ""
    for _ in range(extra):
        free = [c for c in board(way.game) if c not in tiles and any(n in tiles for n in board(way.game)[c])]
        _plant(chance, tiles, left, chance.choice(free), {chance.randrange(6)})
    return tiles


def _plant(
    chance: random.Random,
    tiles: dict[str, Tile],
    left: dict[tuple[str, str], int],
    cell: str,
    wanted: set[int],
) -> None:
    """Lay a tile that joins some sides, if there is one."""
    fitting = [
        Tile(player, kind, turn)
        for (player, kind), number in left.items()
        if number
        for turn in range(6)
        if any(wanted <= sides for _, sides in nets({cell: Tile(player, kind, turn)}, cell))
    ]
    if fitting:
        tiles[cell] = chance.choice(fitting)
        left[tiles[cell].owner, tiles[cell].shows] -= 1


# Unclear cells


class Read(NamedTuple):
    """What all readings come to: status and winners, or unclear; points; the cells that decide."""

    status: str
    winners: frozenset[str]
    points: Mapping[str, int]
    decides: set[str]


Reading = tuple[tuple[str, Tile, str], ...]  # by cell: the tile, and the type that it takes from the supply


def readings(way: Way, known: Tiles, kinds: Mapping[str, Tile | None]) -> Iterator[Reading]:
    """Give all readings of some cells: of a tile any direction, of None any tile that the supply allows."""
    used = [(tile.owner, tile.shows) for tile in (*known.values(), *kinds.values()) if tile is not None]
    left = {(p, k): n - used.count((p, k)) for p in way.players for k, n in way.supply.items()}

    def read(cells: list[str]) -> Iterator[Reading]:
        if not cells:
            yield ()
            return
        cell, *rest = cells
        tile = kinds[cell]
        if tile is not None:
            for others in read(rest):
                yield from (((cell, tile._replace(turn=turn), ""), *others) for turn in range(6))
            return
        for owner, kind in [slot for slot, number in left.items() if number > 0]:
            left[owner, kind] -= 1
            for others in read(rest):
                for shows in NETS if kind == "wildcard" else (kind,):
                    yield from (((cell, Tile(owner, shows, turn), owner + kind), *others) for turn in range(6))
            left[owner, kind] += 1

    return read(list(kinds))


def read_all(
    way: Way,
    known: Tiles,
    kinds: Mapping[str, Tile | None],
    last: str | None = None,
    ended: bool = False,
    captures: Mapping[str, int] | None = None,
) -> Read:
    """Judge every reading."""
    judged: dict[Reading, Found] = {}
    for reading in readings(way, known, kinds):
        tiles = {**known, **{cell: tile for cell, tile, _ in reading}}
        judged[reading] = verdict(way, tiles, last, ended, captures)
    decides = set()
    for i, cell in enumerate(kinds):
        seen: dict[Reading, tuple[str, frozenset[str]]] = {}
        for reading, found in judged.items():
            others = reading[:i] + reading[i + 1 :]
            if seen.setdefault(others, (found.status, found.winners)) != (found.status, found.winners):
                decides.add(cell)
    results = {(found.status, found.winners) for found in judged.values()}
    points = {}
    for player in way.players:
        numbers = {found.points[player] for found in judged.values()}
        points[player] = numbers.pop() if len(numbers) == 1 else 0
    status, winners = results.pop() if len(results) == 1 else ("unclear", frozenset[str]())
    return Read(status, winners, points, decides)
