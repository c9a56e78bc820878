"""Texts and files that went wrong: bytes, lines, words and structure changed by chance."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import yaml

Chance = random.Random

BYTES = [*b"\x00\x09\x0a\x0d\x20\x7f\x80\xc2\xff!\"#&'*,-.:>?@[]`{|}~%0Aa", 0x85]
SNIPPETS = [
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"\x00", b"\r\n", b"\r", b"\t", b"\xc2\x85", b"\xe2\x80\xa8", b"\xed\xa0\x80"),
    *(b"\xf0\x9f\x98\x80", b"\xe2\x80\xae", b"\xe2\x80\x8b", b"\x1b[31m", b"\n---\n", b"\n...\n", b"%YAML 9.9\n"),
    *(b"%TAG ! tag:x,2000:\n", b"&a ", b"*a ", b"!!binary ", b"!!python/object/apply:os.system [true] ", b"!x "),
    *(b"<<: *a\n", b"? ", b"- ", b": ", b"|3\n", b">-\n", b"'", b'"', b'"\\u0000"', b'"\\ud800"', b" #", b"null"),
    *(b"~", b"[" * 60, b"{" * 60, b"- " * 60, b"9" * 40, b"1e999", b"-1", b"0x10", b"1_000", b"\xc2\xb2"),
]
VALUES = [
    *(
        "",
        "~",
        "null",
        "true",
        "no",
        "0",
        "1",
        "2",
        "3",
        "7",
        "13",
        "100",
        "101",
        "9999",
        "10000",
        "1000000",
        "-1",
    ),
    *("1.5", ".nan", ".inf", "-.inf", "1e309", "1" * 5000, "0x7f", "1:30", "0 mm", "0.001 mm", "4.5 mm", "9 mm"),
    *("99 mm", "999999 mm", "999999.999999 in", "-3 mm", "1e3 mm", "nan mm", "inf mm", "3 furlong", "9 mm × 9 mm"),
    *("5 mm × 500 mm", "[]", "{}", "[[]]", "[~]", "[a, a]", "{a: b}", "{a: {a: {a: a}}}", "A1", "Z99", "A0", "a"),
    *(
        "whole",
        "black",
        "white",
        "A",
        "upper left",
        "filled",
        "open",
        "rhombus",
        "hexagon",
        "cells",
        "poker",
        "x" * 45,
    ),
    *("'\\ud800'", '"\\u202e"', '"\\0"', '"\\n"', '"a\\tb"', "\u202eabc", "\u200b", "\u0301", "e\u0301" * 30),
    *("日本語", "🎲", "{field}", "{", "}", "{{}}", "**bold**", "*a", "&a b", "!!int 3", "!!binary AA==", "|", ">"),
    *(
        "../x.yaml",
        "/etc/passwd",
        "../../etc/passwd",
        ".",
        "..",
        "-",
        "--",
        "CON",
        "con.yaml",
        "a/b",
        "a\\b",
        "a\0b",
    ),
]
LONG = ["x" * 1_000_000, "é " * 300_000, "\u202e" * 1000, "A1 " * 300_000, "- " * 300_000, "1" * 1_000_000]
_WORD = re.compile(r"[^\s,:\[\]{}#]+")


def bytes_changed(data: bytes, chance: Chance) -> bytes:
    """Change a few bytes: others, more, fewer, twice, swapped, or cut off."""
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        at = chance.randrange(len(data) + 1)
        end = min(len(data), at + chance.choice((1, 1, 2, 10, 60)))
        data = chance.choice(
            (
                data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :],
                data[:at] + bytes([chance.choice(BYTES)]) + data[at + 1 :],
                data[:at] + chance.choice(SNIPPETS) + data[at:],
                data[:at] + data[end:],
                data[:at] + data[at:end] * 2 + data[end:],
                data[end:] + data[:at],
                data[:at],
            )
        )
    return data


def lines_changed(text: str, chance: Chance, others: Sequence[str]) -> str:
    """Move, double, leave out, indent or exchange lines, also for lines of other texts."""
    lines = text.splitlines(keepends=True) or [""]
    for _ in range(chance.choice((1, 1, 2, 4))):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        foreign = chance.choice(chance.choice(others).splitlines(keepends=True) or [""])
        match chance.randrange(7):
            case 0:
                lines[at], lines[other] = lines[other], lines[at]
            case 1:
                lines.insert(at, lines[at])
            case 2:
                lines.insert(at, foreign)
            case 3:
                lines[at] = " " * chance.randrange(1, 4) + lines[at]
            case 4:
                lines[at] = lines[at].lstrip()
            case 5:
                lines[at] = "\t" + lines[at]
            case _:
                del lines[at]
                lines = lines or [""]
    return "".join(lines)


def words_changed(text: str, chance: Chance, values: Sequence[str] = VALUES) -> str:
    """Put other words in the place of some, nasty ones or those from elsewhere in the text."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        found = list(_WORD.finditer(text))
        if not found:
            return chance.choice(values)
        match = chance.choice(found)
        word = chance.choice(values) if chance.random() < 0.7 else chance.choice(found)[0]
        if chance.random() < 0.02:
            word = chance.choice(LONG)
        text = text[: match.start()] + word + text[match.end() :]
    return text


JUNK: list[Callable[[Chance], Any]] = [
    lambda _: None,
    lambda _: [],
    lambda _: {},
    lambda _: "",
    lambda chance: chance.choice(VALUES),
    lambda chance: chance.choice(VALUES),
    lambda chance: chance.choice(VALUES),
    lambda chance: str(chance.randrange(-5, 30)),
    lambda chance: f"{chance.uniform(0, 200):.2f} mm",
    lambda chance: [chance.choice(VALUES) for _ in range(chance.randrange(4))],
    lambda chance: {chance.choice(VALUES): chance.choice(VALUES) for _ in range(chance.randrange(4))},
    lambda _: 10**400,
    lambda _: float("nan"),
    lambda _: float("inf"),
]


def tree_changed(node: Any, chance: Chance, keys: Sequence[str]) -> Any:
    """Change one thing somewhere in a tree: a value, a key, an item more or fewer, the order, the kind."""
    if isinstance(node, dict) and node and chance.random() < 0.9:
        return _mapping_changed(node, chance, keys)
    if isinstance(node, list) and node and chance.random() < 0.9:
        return _list_changed(node, chance, keys)
    return chance.choice(JUNK)(chance)


def _mapping_changed(node: dict[str, Any], chance: Chance, keys: Sequence[str]) -> dict[str, Any]:
    key = chance.choice(list(node))
    rest = {other: value for other, value in node.items() if other != key}
    changes: list[Callable[[], dict[str, Any]]] = [
        lambda: rest,
        lambda: {chance.choice(keys) if other == key else other: value for other, value in node.items()},
        lambda: {**node, chance.choice(keys): chance.choice(JUNK)(chance)},
        lambda: dict(chance.sample(list(node.items()), len(node))),
        lambda: {**node, key: node[chance.choice(list(node))]},
        *[lambda: {**node, key: tree_changed(node[key], chance, keys)}] * 5,
    ]
    return chance.choice(changes)()


def _list_changed(node: list[Any], chance: Chance, keys: Sequence[str]) -> list[Any]:
    at = chance.randrange(len(node))
    changes: list[Callable[[], list[Any]]] = [
        lambda: [*node[:at], *node[at + 1 :]],
        lambda: [*node, node[at]],
        lambda: node[::-1],
        lambda: node * chance.choice((2, 10, 100)),
        *[lambda: [*node[:at], tree_changed(node[at], chance, keys), *node[at + 1 :]]] * 4,
    ]
    return chance.choice(changes)()


Pool = dict[str, list[Any]]


def pooled(trees: Sequence[Any]) -> Pool:
    """Return what stands at each key anywhere in some trees."""
    found: Pool = {}

    def walk(node: Any) -> None:
        for key, value in node.items() if isinstance(node, dict) else ():
            found.setdefault(key, []).append(value)
            walk(value)
        for item in node if isinstance(node, list) else ():
            walk(item)

    for tree in trees:
        walk(tree)
    return found


def _one_of(pool: Pool, chance: Chance) -> dict[str, Any]:
    key = chance.choice(list(pool))
    return {key: chance.choice(pool[key])}


_NUMBER = re.compile(r"\d+(\.\d+)?")


def grafted(node: Any, chance: Chance, pool: Pool, texts: Sequence[str]) -> Any:
    """Change one thing somewhere in a tree so that it may still be sound: what stands elsewhere, other numbers."""
    if isinstance(node, dict) and node and chance.random() < 0.95:
        key = chance.choice(list(node))
        changes: list[Callable[[], Any]] = [
            lambda: {other: value for other, value in node.items() if other != key},
            lambda: {**node, key: chance.choice(pool.get(key, [node[key]]))},
            lambda: {**node, **_one_of(pool, chance)},
            *[lambda: {**node, key: grafted(node[key], chance, pool, texts)}] * 5,
        ]
        return chance.choice(changes)()
    if isinstance(node, list) and node and chance.random() < 0.95:
        at = chance.randrange(len(node))
        items: list[Callable[[], Any]] = [
            lambda: [*node[:at], *node[at + 1 :]],
            lambda: [*node, node[at]],
            *[lambda: [*node[:at], grafted(node[at], chance, pool, texts), *node[at + 1 :]]] * 4,
        ]
        return chance.choice(items)()
    if isinstance(node, str) and (match := _NUMBER.search(node)) is not None and chance.random() < 0.8:
        other = chance.choice(("0", "1", "2", "3", str(chance.randrange(60)), f"{chance.uniform(0, 90):.2f}"))
        return node[: match.start()] + other + node[match.end() :]
    if isinstance(node, str) and node and chance.random() < 0.3:
        words = node.split(" ")
        words[chance.randrange(len(words))] = chance.choice(chance.choice(texts).split(" "))
        return " ".join(words)
    return chance.choice(texts)


STYLES: list[dict[str, Any]] = [
    {},
    {},
    {"default_flow_style": True},
    {"default_style": "'"},
    {"default_style": '"', "line_break": "\r\n"},
    {"default_style": "|"},
    {"allow_unicode": True, "indent": 7, "width": 20},
]


LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # several times faster where there is libyaml
DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def dumped(tree: Any, chance: Chance) -> bytes:
    """Write a tree as YAML, in some style."""
    options = {"allow_unicode": False, **chance.choice(STYLES)}
    text: str = yaml.dump(tree, Dumper=DUMPER, sort_keys=False, **options)
    return text.encode("utf-8", "surrogatepass")


def tree_of(data: bytes) -> Any:
    """Return the tree of a YAML text with all its scalars as texts; None where it has none."""
    try:
        return yaml.load(data, LOADER)  # noqa: S506, RUF100 (which makes texts only)
    except (yaml.YAMLError, ValueError):
        return None


class Mutator:
    """Makes broken YAML of some whole files."""

    def __init__(self, files: Sequence[bytes]) -> None:
        self.files = files
        self.texts = [data.decode("utf-8", "replace") for data in files]
        self.trees = [tree for data in files if isinstance(tree := tree_of(data), dict)]
        self.pool = pooled(self.trees)
        self.keys = [*self.pool, "x", "<<", "", "extends", "~"]
        self.scalars = [value for values in self.pool.values() for value in values if isinstance(value, str)]

    def __call__(self, chance: Chance) -> bytes:
        """Change a file in some way."""
        text = chance.choice(self.texts)
        match chance.randrange(10):
            case 0 | 1:
                return bytes_changed(chance.choice(self.files), chance)
            case 2:
                data = lines_changed(text, chance, self.texts)
            case 3 | 4 | 5:
                data = words_changed(text, chance)
            case 6:
                data = words_changed(lines_changed(text, chance, self.texts), chance)
                return data.encode(chance.choice(("utf-16", "utf-8-sig", "latin-1", "utf-32")), "replace")
            case _:
                tree = chance.choice(self.trees)
                for _ in range(chance.choice((1, 1, 1, 2, 4))):
                    tree = tree_changed(tree, chance, self.keys)
                return dumped(tree, chance)
        if chance.random() < 0.1:
            data = data.replace("\n", chance.choice(("\r\n", "\r", "\u2028", "\n\n")))
        return data.encode("utf-8", "surrogatepass")

    def plausible(self, chance: Chance) -> bytes:
        """Change a file so that it may still be sound."""
        tree = chance.choice(self.trees)
        for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 5))):
            tree = grafted(tree, chance, self.pool, self.scalars)
        return dumped(tree, chance)
