"""HEXFLOW at random: legal games replay, what is broken ends in a verdict, mirrored games are mirrored."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from printkit import scorebook
from printkit.verdict import Verdict
from tests.agreed_json import breaches
from tests.flow_games import Played, planted, random_game, read_all
from tests.flow_texts import judged, position, record
from tests.plain_flow import (
    ALL_WAYS,
    BATTLE,
    NETS,
    RACE,
    THREE_LARGE,
    TWO,
    TWO_LARGE,
    WAYS,
    Tile,
    Tiles,
    Way,
    board,
    winning,
)


def scored(text: str) -> Verdict:
    verdict = scorebook.score("game.yaml", text.encode())
    assert breaches(verdict.as_json(), text) == []
    return verdict


def errors(verdict: Verdict) -> list[str]:
    return [problem.code for problem in verdict.problems if problem.severity == "error"]


def games(number: int, seed: int, most: int = 50) -> list[tuple[Way, Played]]:
    chance = random.Random(seed)
    ways = [ALL_WAYS[i % len(ALL_WAYS)] for i in range(number)]
    return [(way, random_game(way, chance, chance.choice([8, 20, most]))) for way in ways]


@pytest.mark.parametrize("seed", range(8))
def test_random_legal_games_replay_to_their_verdict(seed: int) -> None:
    for way, game in games(12, seed):
        for ended in (False, True):
            text = record(way, game.entries) + ("ended: true\n" if ended else "")
            verdict = scored(text)
            expected = judged(way, game, ended=ended)
            assert errors(verdict) == []
            found = verdict.outcome
            assert (found.status, sorted(found.winners)) == (expected.status, sorted(expected.winners))
            assert (found.points, verdict.detail["how"]) == (dict(expected.points), expected.how)


@pytest.mark.parametrize("seed", range(8))
def test_a_record_and_its_final_position_agree(seed: int) -> None:
    for way, game in games(12, 100 + seed):
        expected = judged(way, game)
        text = position(
            way, game.tiles, last=game.last, captures=game.captures, ended=expected.numbers is not None
        )
        verdict = scored(text)
        if "supply" in errors(verdict):
            continue  # a Wildcard stands as the type that it was declared to be
        assert verdict.outcome.status == expected.status
        assert set(verdict.outcome.winners) == expected.winners


# One thing broken

CELLS = {way.game: list(board(way.game)) for way in ALL_WAYS}
STRANGE = [
    "",
    "~",
    "[]",
    "x",
    "A1 x",
    "?",
    "A:",
    "skip skip",
    "A1 block x x",
    "\u00e9\u4e2d 9\u00b0",
    "Z99 star-6 60",
]


def broken(chance: random.Random, way: Way, entries: list[str]) -> list[str]:
    """Break one thing in a record: cell, tile, direction, order, or a whole entry."""
    changed = list(entries)
    at = chance.randrange(len(changed))
    words = changed[at].split()
    kind = chance.choice(["cell", "tile", "direction", "swap", "drop", "double", "strange"])
    if kind == "swap":
        other = chance.randrange(len(changed))
        changed[at], changed[other] = changed[other], changed[at]
    elif kind == "drop":
        del changed[at]
    elif kind == "double":
        changed.insert(at, changed[at])
    elif kind == "strange" or len(words) < 3:
        changed[at] = chance.choice(STRANGE)
    else:
        new = {"cell": CELLS[way.game], "tile": list(NETS), "direction": ["0", "60", "120", "45", "?"]}[kind]
        words[["cell", "tile", "direction"].index(kind)] = chance.choice(new)
        changed[at] = " ".join(words)
    return changed


@pytest.mark.parametrize("seed", range(8))
def test_after_anything_broken_there_is_a_verdict_or_a_problem(seed: int) -> None:
    chance = random.Random(seed)
    for way, game in games(24, 200 + seed, 30):
        verdict = scored(record(way, broken(chance, way, game.entries)))
        if errors(verdict):
            assert verdict.outcome.status == "invalid"
            assert verdict.provisional is not None or "yaml" in errors(verdict)


@pytest.mark.parametrize("seed", range(8))
def test_a_broken_position_ends_in_a_verdict_or_a_problem(seed: int) -> None:
    chance = random.Random(seed)
    for way in WAYS:
        tiles = planted(way, chance, 2, 3)
        cell = chance.choice(list(tiles))
        for typed in ("unclear", "A", "A star-6 ?", "I star-6 61", "[1, 2]", "{A: B}", chance.choice(STRANGE)):
            last = chance.choice([None, cell, "Q7"])
            scored(position(way, tiles, {cell: typed}, last=last, ended=chance.random() < 0.5))


# Mirrored games

TURNED_OVER = {"y-right": "y-left", "y-left": "y-right", "x-cross": "x-cross"}


def flipped_turn(shows: str, turn: int, image: Mapping[int, int]) -> tuple[str, int]:
    """Find a type and a turn whose lines are the image of another's under a symmetry of sides."""
    wanted = {frozenset(image[(int(side) + turn) % 6] for side in net) for net in NETS[shows]}
    for kind in (shows, *NETS):
        for k in range(6):
            if {frozenset((int(side) + k) % 6 for side in net) for net in NETS[kind]} == wanted:
                return kind, k
    raise AssertionError((shows, turn))


def flip(way: Way, axis: str) -> tuple[dict[str, str], dict[int, int]]:
    """Return the cells and the sides of a board mirrored left to right, or top to bottom."""
    if way.game == "hexflow":
        lengths = {letter: 9 + (n % 2) for n, letter in enumerate("ABCDEFGHI")}
        if axis == "level":
            cells = {c: f"{c[0]}{lengths[c[0]] + 1 - int(c[1:])}" for c in board(way.game)}
            return cells, {0: 3, 1: 2, 2: 1, 3: 0, 4: 5, 5: 4}
        cells = {c: "ABCDEFGHI"[8 - "ABCDEFGHI".index(c[0])] + c[1:] for c in board(way.game)}
        return cells, {0: 0, 1: 5, 2: 4, 3: 3, 4: 2, 5: 1}
    if axis == "turned":  # by a third, so that the top comes to lie at the bottom left
        side = max(ord(cell[0]) for cell in board(way.game))
        cells = {c: f"{chr(side + 1 - int(c[1:]))}{ord(c[0]) - 64 - int(c[1:]) + 1}" for c in board(way.game)}
        return cells, {k: (k + 4) % 6 for k in range(6)}
    cells = {c: f"{c[0]}{ord(c[0]) - 64 + 1 - int(c[1:])}" for c in board(way.game)}
    return cells, {0: 5, 1: 4, 2: 3, 3: 2, 4: 1, 5: 0}


def mirrored(way: Way, tiles: Tiles, axis: str, swap: Mapping[str, str]) -> dict[str, Tile]:
    cells, image = flip(way, axis)
    found = {}
    for cell, (owner, shows, turn) in tiles.items():
        kind, k = flipped_turn(shows, turn, image)
        found[cells[cell]] = Tile(swap[owner], kind, k)
    return found


SWAP = {"A": "B", "B": "A", "II": "III", "III": "II"}
TURNED = {"I": "II", "II": "III", "III": "I"}
MIRRORED = [
    (RACE, "level"),
    (BATTLE, "upright"),
    (RACE, "upright"),
    (TWO_LARGE, "upright"),
    (THREE_LARGE, "turned"),
]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("way", "axis"), MIRRORED)
def test_a_mirrored_position_has_the_mirrored_verdict(way: Way, axis: str, seed: int) -> None:
    chance = random.Random(seed)
    tiles = planted(way, chance, 2, 5)
    last = chance.choice(list(tiles))
    cells, _ = flip(way, axis)
    ended = seed % 2 == 0
    swap = TURNED if axis == "turned" else SWAP
    one = scored(position(way, tiles, last=last, ended=ended))
    other = scored(position(way, mirrored(way, tiles, axis, swap), last=cells[last], ended=ended))
    if errors(one) or errors(other):
        assert {"supply", *errors(one)} >= set(errors(other))
        return
    if axis == "turned" and sum(bool(winning(way, tiles, player)) for player in way.players) > 1:
        return  # the order of turns may decide, and that is not turned
    assert other.outcome.status == one.outcome.status
    assert set(other.outcome.winners) == {swap[winner] for winner in one.outcome.winners}
    assert other.outcome.points == {swap[player]: number for player, number in one.outcome.points.items()}


def mirrored_entry(way: Way, entry: str, axis: str) -> str:
    """Mirror an entry of a record; what stands behind the direction stays."""
    if entry == "skip":
        return entry
    cells, image = flip(way, axis)
    cell, shows, degrees, *rest = entry.split()
    kind, turn = flipped_turn(shows, int(degrees) // 60, image)
    return " ".join([cells[cell], kind, str(60 * turn), *rest])


def swapped(values: Mapping[str, object] | None) -> dict[str, object] | None:
    return None if values is None else {SWAP[player]: value for player, value in values.items()}


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(("way", "axis"), [(RACE, "level"), (BATTLE, "upright"), (RACE, "upright")])
def test_a_mirrored_game_with_its_players_swapped_has_the_mirrored_verdict(way: Way, axis: str, seed: int) -> None:
    chance = random.Random(300 + seed)
    for most in (20, 60):
        game = random_game(way, chance, most).entries
        ended = "ended: true\n" if chance.random() < 0.5 else ""
        one = scored(record(way, game, first="A") + ended)
        mirror = [mirrored_entry(way, entry, axis) for entry in game]
        other = scored(record(way, mirror, first="B") + ended)
        assert errors(one) == errors(other) == []
        assert other.outcome.status == one.outcome.status
        assert {SWAP[winner] for winner in other.outcome.winners} == set(one.outcome.winners)
        assert swapped(other.outcome.points) == one.outcome.points
        assert other.detail["how"] == one.detail["how"]
        for numbers in ("reach", "stalemate", "captures"):
            assert swapped(other.detail[numbers]) == one.detail[numbers]
        if way is RACE:
            dots = [sorted((verdict.detail["dots"] or {}).values()) for verdict in (one, other)]
            assert dots[0] == dots[1]
            assert len(other.detail["path"] or ()) == len(one.detail["path"] or ())


# Unclear cells, against every reading


def unclear(way: Way, chance: random.Random, tiles: dict[str, Tile], hidden: int, turned: int) -> None:
    """Compare the verdict on a position with some cells unclear with all its readings."""
    cells = chance.sample(list(tiles), min(hidden + turned, len(tiles)))
    kinds = {cell: None if number < hidden else tiles[cell] for number, cell in enumerate(cells)}
    typed = {c: "unclear" if tile is None else f"{tile.owner} {tile.shows} ?" for c, tile in kinds.items()}
    known = {cell: tile for cell, tile in tiles.items() if cell not in kinds}
    last = chance.choice([None, *tiles])
    ended = chance.random() < 0.5
    found = scored(position(way, tiles, typed, last=last, ended=ended))
    expected = read_all(way, known, kinds, last, ended)
    if expected.status == "needs-last":
        assert errors(found) == ["needs-last"]
        return
    assert (found.outcome.status, sorted(found.outcome.winners)) == (expected.status, sorted(expected.winners))
    assert found.outcome.points == dict(expected.points)
    assert set(found.detail["unclear"]["decides"]) == expected.decides


@pytest.mark.parametrize("seed", range(14))
def test_unclear_directions_are_judged_over_all_readings(seed: int) -> None:
    chance = random.Random(seed)
    way = WAYS[seed % 4]
    unclear(way, chance, planted(way, chance, 1, 2), 0, 2)


@pytest.mark.parametrize("seed", range(10))
def test_an_unclear_tile_is_judged_over_all_readings(seed: int) -> None:
    chance = random.Random(50 + seed)
    way = WAYS[seed % 4]
    unclear(way, chance, planted(way, chance, 1, 0), 1, 0)


@pytest.mark.parametrize("seed", range(6))
def test_unclear_tiles_share_what_the_supply_has_left(seed: int) -> None:
    chance = random.Random(seed)
    way = (RACE, TWO, BATTLE)[seed % 3]
    tiles = planted(way, chance, 1, 0)
    beside = {near for cell in tiles for near in board(way.game)[cell] if near is not None}
    corners = {cell for own in way.corners.values() for cell in own}
    far = [cell for cell in board(way.game) if cell not in tiles and cell not in beside and cell not in corners]
    used = [(tile.owner, tile.shows) for tile in tiles.values()]
    rest = [(p, k) for p in way.players for k, n in way.supply.items() for _ in range(n - used.count((p, k)))]
    chance.shuffle(rest)
    for (player, kind), cell in zip(rest[1:], chance.sample(far, len(far)), strict=False):
        tiles[cell] = Tile(player, kind, 0)
    lying = [cell for cell in tiles if cell not in far]
    cells = chance.sample(lying, 2)
    kept = {cell: tiles[cell] for cell in tiles if cell not in cells}
    unclear_pair(way, chance, kept, cells)


def unclear_pair(way: Way, chance: random.Random, known: Tiles, cells: list[str]) -> None:
    left = sum(way.supply.values()) * len(way.players) - len(known)
    assert 2 <= left <= 12
    ended = chance.random() < 0.5 or left == 2
    found = scored(position(way, known, dict.fromkeys(cells, "unclear"), ended=ended))
    expected = read_all(way, known, dict.fromkeys(cells), None, ended)
    assert (found.outcome.status, sorted(found.outcome.winners)) == (expected.status, sorted(expected.winners))
    assert set(found.detail["unclear"]["decides"]) == expected.decides


def test_many_unclear_cells_end_in_a_verdict() -> None:
    chance = random.Random(4)
    for way in WAYS:
        tiles = planted(way, chance, 2, 4)
        hidden = dict.fromkeys(chance.sample(list(tiles), 5), "unclear")
        found = scored(position(way, tiles, hidden))
        assert set(found.detail["unclear"]["cells"]) == set(hidden)
