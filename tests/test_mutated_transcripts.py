"""Transcripts that went wrong in any way give a verdict, never an exception, and JSON with the agreed keys."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit import report, scorebook
from tests.agreed_json import breaches

GAMES = ("quadrant-hex", "battle-hex")
CASES = [file for game in GAMES for file in sorted((Path(__file__).parent / "cases" / game).glob("*.yaml"))]
TEXTS = [file.read_bytes() for file in CASES]
NAMES = [file.stem for file in CASES]

cases = st.sampled_from(TEXTS)
seeds = st.integers(0, 2**32)


def check(data: bytes) -> dict[str, Any]:
    """Score a text, in every form that is printed; fail where the verdict does not keep to what is agreed."""
    verdict = scorebook.score("game.yaml", data)
    entry: dict[str, Any] = json.loads(json.dumps(verdict.as_json()))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = None
    assert breaches(entry, text) == []
    lines = list(report.told([verdict, verdict]))
    assert all(line.isprintable() for line in "\n".join(lines).splitlines())
    assert len(report.table([verdict]).splitlines()) == 2
    return entry


@pytest.mark.parametrize("data", TEXTS, ids=NAMES)
def test_the_cases_keep_to_what_is_agreed(data: bytes) -> None:
    check(data)
    check(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"))
    check(data.replace(b"\n", b"\r"))
    check(data.decode().encode("utf-16"))
    check(data.decode().encode("latin-1", "replace"))


# Bytes

ODD_BYTES = [*b"\x00\x09\x0a\x0d\x20\x7f\x80\xc2\xff!\"#&'*,-.:>?@[]`{|}~%0Aa", 0x85]
ODD_TEXTS = [
    *(b"\xef\xbb\xbf", b"\r\n", b"\xc2\x85", b"\xe2\x80\xa8", b"\xed\xa0\x80", b"\xf0\x9f\x98\x80", b"\n---\n"),
    *(
        b"\n...\n",
        b"%YAML 9.9\n",
        b"&a ",
        b"*a ",
        b"!!binary ",
        b"<<: *a\n",
        b"? ",
        b"- ",
        b": ",
        b"|3\n",
        b">-\n",
    ),
    *(
        b"'",
        b'"',
        b"\\u0000",
        b" #",
        b"null",
        b"\xe2\x80\xae",
        b"\x1b[31m",
        b"resign ",
        b"1.",
        b"9" * 40,
        b"[" * 60,
    ),
]


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Change a few bytes: others, more, fewer, twice, swapped, or cut off."""
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        at = chance.randrange(len(data) + 1)
        end = min(len(data), at + chance.choice((1, 1, 2, 10, 60)))
        data = chance.choice(
            (
                data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :],
                data[:at] + bytes([chance.choice(ODD_BYTES)]) + data[at + 1 :],
                data[:at] + chance.choice(ODD_TEXTS) + data[at:],
                data[:at] + data[end:],
                data[:at] + data[at:end] * 2 + data[end:],
                data[end:] + data[:at],
                data[:at],
            )
        )
    return data


@settings(max_examples=250, deadline=None)
@given(cases, seeds)
def test_changed_bytes_give_a_verdict(data: bytes, seed: int) -> None:
    check(mutated(data, random.Random(seed)))


@pytest.mark.parametrize("data", TEXTS, ids=NAMES)
def test_every_beginning_gives_a_verdict(data: bytes) -> None:
    for end in range(0, len(data), 7):
        check(data[:end])


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_behind_a_game_give_a_verdict(data: bytes) -> None:
    check(data)
    for key in (b"moves", b"stones", b"diagram", b"claim", b"side"):
        check(b"game: quadrant-hex\n" + key + b": " + data)
    for head in (b"rounds: ", b"rounds:\n- ", b"rounds:\n- red: ", b"rounds: [{tie: "):
        check(b"game: battle-hex\n" + head + data)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60))
def test_any_text_in_a_body_gives_a_verdict(text: str) -> None:
    quoted = json.dumps(text)
    for body in ("moves: {}", "moves: [E5, {}, F6]", "stones: {{black: {}}}", "diagram: {}", "{}: [E5]"):
        check(f"game: quadrant-hex\n{body.format(quoted)}\n".encode("utf-8", "surrogatepass"))
    for entry in ("red: {}, black: R3 B3", "red: F7, black: F7, tie: {}, other: {}", "{}: F7", "tie: {{red: {}}}"):
        body = "rounds: [{" + entry.replace("{}", quoted) + "}]"
        check(f"game: battle-hex\n{body}\n".encode("utf-8", "surrogatepass"))


# Structure

JUNK: list[Callable[[random.Random], Any]] = [
    lambda _: None,
    lambda _: [],
    lambda _: {},
    lambda _: "",
    lambda _: True,
    lambda chance: chance.randrange(-5, 30),
    lambda chance: chance.random() * 20,
    lambda chance: chance.choice(
        ("black", "white", "unclear", "none", "resign", "pass", "-", "E5", "Z9", "?", "A0", "R6 B7", "10♥", "R")
    ),
    lambda chance: [[chance.choice(("E5", None, "F6"))]],
    lambda chance: {"black": chance.choice(("E5", ["F6"], {"G7": 1}))},
    lambda chance: {"red": chance.choice(("R", "F7", ["B"])), "black": chance.choice(("B", "R3 B3", None))},
    lambda chance: "X O . ? " * chance.randrange(1, 60),
    lambda _: "\u202e\x1b[0m\n\x00",
    lambda _: "é" * 200,
    lambda _: 10**400,
]
KEYS = [
    "game",
    "moves",
    "stones",
    "diagram",
    "claim",
    "players",
    "side",
    "diamond",
    "title",
    "winner",
    "points",
    "x",
    *("rounds", "red", "black", "tie", "other"),
]


def restructured(node: Any, chance: random.Random) -> Any:
    """Change one thing somewhere in a tree: a value, a key, an item more or fewer, the order, the kind."""
    if isinstance(node, dict) and node and chance.random() < 0.8:
        key = chance.choice(list(node))
        return chance.choice(
            (
                {**node, key: restructured(node[key], chance)},
                {**node, key: restructured(node[key], chance)},
                {other: value for other, value in node.items() if other != key},
                {chance.choice(KEYS) if other == key else other: value for other, value in node.items()},
                {**node, chance.choice(KEYS): chance.choice(JUNK)(chance)},
                dict(chance.sample(list(node.items()), len(node))),
                list(node.values()),
            )
        )
    if isinstance(node, list) and node and chance.random() < 0.8:
        at = chance.randrange(len(node))
        return chance.choice(
            (
                [*node[:at], restructured(node[at], chance), *node[at + 1 :]],
                [*node[:at], *node[at + 1 :]],
                [*node, node[at]],
                node[::-1],
                [node],
                {str(item): at for item in node},
            )
        )
    if isinstance(node, str) and node and chance.random() < 0.6:
        words = node.split()
        chance.shuffle(words)
        return chance.choice((" ".join(words), words, node.replace("\n", " "), node.lower(), node[::-1], [node]))
    return chance.choice(JUNK)(chance)


READABLE = [yaml.safe_load(data) for name, data in zip(NAMES, TEXTS, strict=True) if name != "broken-yaml"]
STYLES: list[dict[str, Any]] = [
    {},
    {"default_flow_style": True},
    {"default_style": "|"},
    {"default_style": ">"},
    {"default_style": "'"},
    {"default_style": '"', "line_break": "\r\n"},
    {"allow_unicode": True, "indent": 7, "width": 20},
]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(READABLE), st.sampled_from(STYLES), seeds)
def test_changed_structure_gives_a_verdict(tree: Any, style: dict[str, Any], seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(chance.choice((1, 1, 2, 4))):
        tree = restructured(tree, chance)
    check(
        yaml.safe_dump(tree, sort_keys=False, **{"allow_unicode": False, **style}).encode("utf-8", "surrogatepass")
    )


# Size


@pytest.mark.parametrize(
    "body",
    [
        "moves: " + "EO " * 15_000,
        "moves: [" + "{a: b}, " * 10_000 + "]",
        "diagram: |1\n " + "z\n " * 15_000,
        "stones: {black: " + "A1 " * 15_000 + "}",
        "side: 26\nstones: {unclear: "
        + " ".join(f"{chr(64 + c)}{r}" for c in range(1, 27) for r in range(1, 27))
        + "}",
        "stones: {unclear: " + " ".join(f"{c}{r}" for c in "ABCDJ" for r in (1, 5, 6)) + "}",
        "game: battle-hex\nrounds: [" + "{red: A1, black: A2}, " * 12_000 + "]",
        "game: battle-hex\nrounds: [" + "{red: A1, black: A1}, " * 12_000 + "]",
        "game: battle-hex\nrounds: [{red: " + "R6 " * 50_000 + "}]",
        "game: battle-hex\nstones: {unclear: "
        + " ".join(f"{c}{r}" for c in "ABCDEFGHIJKLM" for r in range(1, 14))
        + "}",
    ],
    ids=[
        *("words", "items", "marks", "cells", "all unclear", "fifteen unclear"),
        *("rounds", "ties", "cards", "all of Battle Hex unclear"),
    ],
)
def test_large_transcripts_are_scored_in_good_time(body: str) -> None:
    head = "" if body.startswith("game:") else "game: quadrant-hex\n"
    check(f"{head}{body}\n".encode())


def test_the_check_finds_what_is_not_agreed() -> None:
    fine = check(TEXTS[NAMES.index("faults-in-cells")])
    for change in (
        {"extra": 1},
        {"valid": True},
        {"status": "lost"},
        {"status": "won"},
        {"winners": ["black"]},
        {"points": {"white": 0, "black": 0}},
        {"points": {"black": 1, "white": 0}},
        {"provisional": {"status": "invalid", "winners": [], "points": {}}},
        {"provisional": {"winners": [], "status": "won", "points": {}}},
    ):
        assert breaches({**fine, **change}) != [], change
    for key, value in (("code", "odd"), ("severity", "note"), ("message", ""), ("message", "a\x1b"), ("extra", 1)):
        assert breaches({**fine, "problems": [{**fine["problems"][0], key: value}]}) != [], key
    (first, *_) = fine["problems"]
    for place in ({"line": 99}, {"line": 0}, {"column": 0}, {"column": 99}):
        assert breaches({**fine, "problems": [{**first, **place}]}, "game: quadrant-hex\n" * 9) != []
