"""HEXFLOW said again, plainly and slowly: every path is walked, every rule is as the rules page words it.

Nothing is taken from the package, so that both can be compared. Cells are names such as ``E5``; a tile is its
owner, its type and by how many times 60° it is turned.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import NamedTuple

NETS = {
    "straight": ["03"],
    "x-cross": ["03", "14"],
    "angle": ["01"],
    "arrow": ["015"],
    "block": [],
    "y-right": ["032"],
    "y-left": ["034"],
    "star-6": ["012345"],
    "tri-branch": ["315"],
    "l-curve": ["02"],
    "spread": ["0324"],
}
POINTS = dict(zip(NETS, (2, 4, 2, 3, 1, 3, 3, 5, 3, 2, 4), strict=True))
FULL_SET = dict.fromkeys(NETS, 2)
SMALL_SET = {**dict.fromkeys(NETS, 1), **dict.fromkeys(("tri-branch", "straight", "angle", "l-curve", "block"), 2)}


class Tile(NamedTuple):
    """A tile as it lies; ``shows`` is the type whose lines it has."""

    owner: str
    shows: str
    turn: int


class Way(NamedTuple):
    """A way to play, with what it takes from the rules; a board that is not the usual one follows the game."""

    game: str
    mode: str
    players: tuple[str, ...]
    turns: tuple[str, ...]
    corners: Mapping[str, tuple[str, ...]]
    supply: Mapping[str, int]
    centre: tuple[str, ...] = ()


RACE = Way("hexflow", "race", ("A", "B"), ("A", "B"), {"A": ("A1", "I9"), "B": ("A9", "I1")}, FULL_SET)
BATTLE = RACE._replace(mode="battle", corners={"A": ("A1", "A9"), "B": ("I1", "I9")})
THREE = Way(
    "hexflow-tri",
    "three",
    ("I", "II", "III"),
    ("III", "II", "I"),
    {"I": ("A1",), "II": ("M1",), "III": ("M13",)},
    {**SMALL_SET, "wildcard": 1},
    ("H4", "I4", "I5"),
)
TWO = THREE._replace(
    mode="two",
    players=("II", "III"),
    turns=("III", "II"),
    corners={"II": ("M1",), "III": ("M13",)},
    supply=FULL_SET,
)
WAYS = (RACE, BATTLE, THREE, TWO)
LARGE, LARGE_CENTRE = "hexflow-tri 105", ("I5", "J5", "J6")
LARGE_CORNERS = {"I": ("A1",), "II": ("N1",), "III": ("N14",)}
THREE_LARGE = THREE._replace(game=LARGE, centre=LARGE_CENTRE, corners=LARGE_CORNERS)
TWO_LARGE = TWO._replace(
    game=LARGE, centre=LARGE_CENTRE, corners={player: LARGE_CORNERS[player] for player in TWO.players}
)
ALL_WAYS = (*WAYS, THREE_LARGE, TWO_LARGE)

DOTS = {
    "hexflow": {"E5": 5, "E2": 4, "E8": 4, "C5": 3, "G5": 3, "C3": 2, "C7": 2, "G3": 2, "G7": 2},
    "hexflow-tri": {
        **dict.fromkeys(("E3", "K3", "K9"), 2),
        **dict.fromkeys(("K6", "H6", "H3"), 3),
        **dict.fromkeys(("G4", "J4", "J7"), 4),
        **dict.fromkeys(("M7", "G7", "G1"), 5),
    },
    "hexflow-tri 105": {
        **dict.fromkeys(("E3", "L3", "L10"), 2),
        **dict.fromkeys(("K6", "I6", "I4"), 3),
        **dict.fromkeys(("G4", "K4", "K8"), 4),
        **dict.fromkeys(("M7", "H7", "H2"), 5),
    },
}


@cache
def board(game: str) -> dict[str, list[str | None]]:
    """Return for each cell what lies at its sides 0 to 5."""
    if game == "hexflow":
        places = [(c, r) for c in range(1, 10) for r in range(1, 10 + (c % 2 == 0))]
    else:
        places = [(c, r) for c in range(1, 15 if game == "hexflow-tri 105" else 14) for r in range(1, c + 1)]
    near = {}
    for c, r in places:
        if game == "hexflow":
            up = 1 if c % 2 else 0  # the higher of the two rows beside it
            around = [
                (c, r + 1),
                (c + 1, r + up),
                (c + 1, r + up - 1),
                (c, r - 1),
                (c - 1, r + up - 1),
                (c - 1, r + up),
            ]
        else:
            around = [(c - 1, r), (c, r + 1), (c + 1, r + 1), (c + 1, r), (c, r - 1), (c - 1, r - 1)]
        near[_name(c, r)] = [_name(*place) if place in places else None for place in around]
    return near


def _name(c: int, r: int) -> str:
    return f"{chr(64 + c)}{r}"


def order(cell: str) -> tuple[str, int]:
    return cell[0], int(cell[1:])


@cache
def distances(game: str, start: str) -> dict[str, int]:
    """Return the steps from a cell to each other one."""
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        cell = waiting.popleft()
        for near in board(game)[cell]:
            if near is not None and near not in found:
                found[near] = found[cell] + 1
                waiting.append(near)
    return found


Net = tuple[str, frozenset[int]]
Tiles = Mapping[str, Tile]


def nets(tiles: Tiles, cell: str) -> list[Net]:
    if cell not in tiles:
        return []
    _, shows, turn = tiles[cell]
    return [(cell, frozenset((int(side) + turn) % 6 for side in net)) for net in NETS[shows]]


def onward(way: Way, tiles: Tiles, net: Net) -> list[Net]:
    """Return the nets that are connected with a net."""
    cell, sides = net
    return [
        other
        for side in sides
        if (near := board(way.game)[cell][side]) is not None
        for other in nets(tiles, near)
        if (side + 3) % 6 in other[1]
    ]


def usable(way: Way, tiles: Tiles, player: str) -> dict[str, Tile]:
    """Return the tiles that may carry a player's path."""
    if way.mode == "two":
        return {cell: tile for cell, tile in tiles.items() if cell != "A1"}
    if way is not BATTLE:
        return dict(tiles)
    land = {"A": "GHI", "B": "ABC"}[player]  # the opponent's
    return {cell: tile for cell, tile in tiles.items() if tile.owner == player or cell[0] not in land}


def goals(way: Way, player: str) -> Collection[str]:
    if way is RACE:
        return way.corners[player][1:]
    if way is BATTLE:
        return [cell for cell in board(way.game) if cell[0] == {"A": "I", "B": "A"}[player]]
    return way.centre


def starts(way: Way, player: str) -> tuple[str, ...]:
    return way.corners[player][:1] if way is RACE else way.corners[player]


def paths(way: Way, tiles: Tiles, player: str) -> Iterator[list[Net]]:
    """Walk every path that begins on a player's start, wherever it ends."""
    mine = usable(way, tiles, player)

    def walk(path: list[Net]) -> Iterator[list[Net]]:
        yield path
        for net in onward(way, mine, path[-1]):
            if net not in path:
                yield from walk([*path, net])

    for cell in starts(way, player):
        for net in nets(mine, cell):
            yield from walk([net])


def winning(way: Way, tiles: Tiles, player: str) -> list[list[str]]:
    """Return all paths of a player that reach the goal, as cells."""
    ends = goals(way, player)
    return [[cell for cell, _ in path] for path in paths(way, tiles, player) if path[-1][0] in ends]


def worth(way: Way, path: Collection[str]) -> int:
    return sum(DOTS[way.game].get(cell, -1) + 1 for cell in set(path))


def scored(way: Way, found: list[list[str]]) -> tuple[int, list[str]]:
    """Return what the best path scores, and its cells."""
    best = min(found, key=lambda path: (-worth(way, path), len(set(path)), [order(cell) for cell in path]))
    if way is RACE:
        return 10 * worth(way, best) or 10, best
    return 10 + worth(way, best), best


def tie(way: Way, tiles: Tiles, found: list[list[str]]) -> tuple[int, int]:
    return max(
        (
            (sum(POINTS[tiles[c].shows] for c in set(path)), sum(c in DOTS[way.game] for c in set(path)))
            for path in found
        ),
        default=(0, 0),
    )


def may_join(way: Way, tiles: Tiles, player: str) -> bool:
    """Whether a path is possible if each empty hex joins all its six sides."""
    every = {cell: Tile("", "star-6", 0) for cell in board(way.game)} | dict(tiles)
    mine = usable(way, every, player)
    seen = [net for cell in starts(way, player) for net in nets(mine, cell)]
    for net in seen:
        seen += [other for other in set(onward(way, mine, net)) if other not in seen]
    return any(cell in goals(way, player) for cell, _ in seen)


class Found(NamedTuple):
    """A verdict: status, winners, points, how, the scored path, and what settles a game without one."""

    status: str
    winners: frozenset[str]
    points: Mapping[str, int]
    how: str | None = None
    path: list[str] | None = None
    numbers: Mapping[str, object] | None = None
    drawn: frozenset[str] = frozenset()


def verdict(
    way: Way, tiles: Tiles, last: str | None = None, ended: bool = False, captures: Mapping[str, int] | None = None
) -> Found:
    """Judge a final position."""
    taken = captures or {}
    none = {player: 2 * taken.get(player, 0) if way is BATTLE else 0 for player in way.players}
    found = {player: ways for player in way.turns if (ways := winning(way, tiles, player))}
    placer = tiles[last].owner if last is not None else None
    if found and way.centre:
        return _to_the_centre(way, tiles, found, none)
    if len(found) == 2 and placer is None:
        return Found("needs-last", frozenset(), none)
    if found:
        winner = placer if placer in found else next(iter(found))
        assert winner is not None
        if way is BATTLE:
            return Found("won", frozenset([winner]), none, "path")
        points, path = scored(way, found[winner])
        return Found("won", frozenset([winner]), none | {winner: points}, "path", path)
    if last is not None and placer is not None and way.mode in ("race", "two") and tiles[last].shows == "block":
        before = {cell: tile for cell, tile in tiles.items() if cell != last}
        (other,) = (player for player in way.players if player != placer)
        if may_join(way, before, other) and not may_join(way, tiles, other):
            return Found("won", frozenset([placer]), none, "cut-off")
    return _settled(way, tiles, none, taken) if ended else Found("unfinished", frozenset(), none)


def _to_the_centre(way: Way, tiles: Tiles, found: dict[str, list[list[str]]], none: Mapping[str, int]) -> Found:
    ends = {player: {path[-1] for path in ways} for player, ways in found.items()}
    groups: list[set[str]] = [{player} for player in found]
    for player in found:
        for other in found:
            if ends[player] & ends[other]:
                joined = set().union(*(group for group in groups if player in group or other in group))
                groups = [group for group in groups if not group & joined] + [joined]
    winners = set()
    for group in groups:
        ranked = [(tie(way, tiles, found[player]), -way.turns.index(player), player) for player in group]
        winners.add(max(ranked)[2])
    points = {player: scored(way, found[player])[0] if player in winners else 0 for player in way.players}
    status = "won" if len(winners) == 1 else "shared"
    return Found(status, frozenset(winners), dict(none) | points, "path")


def chain(way: Way, tiles: Tiles, player: str, corner: str) -> set[str]:
    mine = usable(way, tiles, player)
    seen = nets(mine, corner)
    for net in seen:
        seen += [other for other in set(onward(way, mine, net)) if other not in seen]
    return {cell for cell, _ in seen}


def _settled(way: Way, tiles: Tiles, none: Mapping[str, int], taken: Mapping[str, int]) -> Found:
    if way is BATTLE:
        return _stalemate(way, tiles, taken)
    numbers = {}
    for player in way.players:
        corners = way.corners[player]
        ends = {corner: [other for other in corners if other != corner] or way.centre for corner in corners}
        near = [
            distances(way.game, cell)[end]
            for corner in corners
            for cell in chain(way, tiles, player, corner)
            for end in ends[corner]
        ]
        numbers[player] = (
            min(near) if near else 1 + min(distances(way.game, c)[e] for c in corners for e in ends[c])
        )
    best = {player for player in way.players if numbers[player] == min(numbers.values())}
    if len(best) > 1 and way.centre:
        ties = {p: tie(way, tiles, [[cell for cell, _ in path] for path in paths(way, tiles, p)]) for p in best}
        best = {player for player in best if ties[player] == max(ties.values())}
    how = "centre" if way.centre else "reach"
    return _of_best(best, none, how, numbers)


def _stalemate(way: Way, tiles: Tiles, taken: Mapping[str, int]) -> Found:
    numbers = {}
    for player in way.players:
        found = [{cell for cell, _ in path} for path in paths(way, tiles, player)]
        length, total = max(((len(path), worth(way, path)) for path in found), default=(0, 0))
        mine = taken.get(player, 0)
        score = length + 2 * mine + length * total
        numbers[player] = {"length": length, "captures": mine, "multipliers": total, "score": score}
    points = {player: number["score"] for player, number in numbers.items()}
    best = {player for player in way.players if points[player] == max(points.values())}
    return _of_best(best, points, "stalemate", numbers)


def _of_best(best: set[str], points: Mapping[str, int], how: str, numbers: Mapping[str, object]) -> Found:
    if len(best) == 1:
        return Found("won", frozenset(best), points, how, None, numbers)
    return Found("drawn", frozenset(), points, how, None, numbers, frozenset(best))
