"""Dataclasses that are read from YAML nodes: each field names the reader that converts it.

The dataclasses are the schema: what they declare is what a spec may say. All problems of a node come at
once, each at its place, with the allowed names. A library such as pydantic would do the conversions but
knows no lines and columns, and importing it costs more than a whole build.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Mapping as MappingOf
from dataclasses import MISSING, field, fields
from itertools import islice
from typing import Any, TypeVar

from printkit.errors import MOST_PROBLEMS, Problem, RequestError, SpecError, did_you_mean, hint_for, quoted
from printkit.geometry import Size
from printkit.outline import Schema, documented, map_like, object_of, outline, pattern, takes, text
from printkit.units import CARD_SIZES, MM_PER_UNIT, parse_length
from printkit.yamlnodes import Mapping, Node, Place, Scalar, Sequence, described

T = TypeVar("T")
K = TypeVar("K")

LONGEST_TEXT = 2000
LONGEST_BLOCK = 20_000
LARGEST_COUNT = 1_000_000

Reader = Callable[[Node], T]


def key(read: Reader[Any], doc: str, *, default: Any = MISSING, factory: Any = MISSING) -> Any:
    """Declare a field of a dataclass that ``record`` reads; without default or factory the key is required."""
    metadata = {"read": read, "doc": doc}
    if factory is not MISSING:
        return field(default_factory=factory, metadata=metadata)
    return field(default=default, metadata=metadata)


def mismatch(node: Node, expected: str, hint: str | None = None) -> SpecError:
    """Make the error for a value of the wrong kind: what was found, what was expected."""
    message = f"found {described(node)}; expected {expected}"
    return SpecError([node.place.problem("bad-value", message, hint)])


class Gathering:
    """Collects the problems of several readings, to raise them together; it reads no more when it is full."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    @property
    def is_full(self) -> bool:
        """Whether there are as many problems as are told of one file."""
        return len(self.problems) >= MOST_PROBLEMS

    def attempt(self, read: Reader[T], node: Node) -> T | None:
        """Read a node; on a SpecError keep its problems and return what could be read of it, or None."""
        if self.is_full:
            return None
        try:
            return read(node)
        except SpecError as error:
            self.add(error.problems)
            return error.partial  # type: ignore[return-value]

    def add(self, problems: Iterable[Problem]) -> None:
        """Keep problems, as far as there is room for them."""
        if not self.is_full:
            self.problems.extend(islice(problems, MOST_PROBLEMS - len(self.problems)))

    def finish(self, partial: object = None) -> None:
        """Raise SpecError where there are problems."""
        if self.problems:
            raise SpecError(self.problems, partial)


@takes(text(r"^\s*\S(?:[^\n\r\t]*\S)?\s*$", LONGEST_TEXT))
def one_line(node: Node) -> str:
    """Read a text of one line that is not empty."""
    if not isinstance(node, Scalar) or not node.text.strip():
        raise mismatch(node, "a text")
    text = node.text.strip()
    if len(text) > LONGEST_TEXT:
        raise mismatch(node, f"at most {LONGEST_TEXT} characters, not {len(text)}")
    if not text.isprintable():
        odd = next(c for c in text if not c.isprintable())
        raise mismatch(node, f"one line of visible characters, without U+{ord(odd):04X}")
    return text


def block_of(longest: int) -> Reader[str]:
    """Make a reader of texts of several lines with at most ``longest`` characters."""

    @takes(text(r"\S", longest))
    def read(node: Node) -> str:
        if not isinstance(node, Scalar) or not node.text.strip():
            raise mismatch(node, "a text")
        if len(node.text) > longest:
            raise mismatch(node, f"at most {longest} characters, not {len(node.text)}")
        odd = next((c for c in node.text if not c.isprintable() and c != "\n"), None)
        if odd is not None:
            raise mismatch(node, f"visible characters, without U+{ord(odd):04X}")
        return node.text

    return read


text_block = block_of(LONGEST_BLOCK)


_LONGEST_NAME = 40


def _word(letters: str, expected: str, example: str) -> Reader[str]:
    """Make a reader of names that match a pattern of letters."""
    form = re.compile(letters, re.ASCII)

    @takes(
        {
            "type": ["string", "integer"],
            "minimum": 0,
            "pattern": f"^(?:{letters})$",
            "maxLength": _LONGEST_NAME,
            "description": expected,
        }
    )
    def read(node: Node) -> str:
        if isinstance(node, Scalar) and len(node.text) <= _LONGEST_NAME and form.fullmatch(node.text):
            return node.text
        raise mismatch(node, f"{expected}, {_LONGEST_NAME} characters at most", f"for example {example}")

    return read


# Names that are fit for files
name = _word(r"[a-z0-9]+(-[a-z0-9]+)*", "a name of a–z, 0–9 and single hyphens", "'quadrant-hex'")
player_id = _word(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*", "an id of A–Z, a–z, 0–9 and single hyphens", "'black' or 'A'")


def checked_name(word: str, where: str) -> str:
    """Return a name from the command line that is fit for a file; raises RequestError, which tells ``where``."""
    try:
        return name(Scalar(word, Place(where, None, None)))
    except SpecError as error:
        raise RequestError(error.problems) from None


def integer(least: int, most: int = LARGEST_COUNT) -> Reader[int]:
    """Make a reader of whole numbers from ``least`` to ``most``."""

    @takes({"type": "integer", "minimum": least, "maximum": most})
    def read(node: Node) -> int:
        expected = f"a whole number from {least} to {most}"
        if not isinstance(node, Scalar) or not re.fullmatch(r"-?[0-9]{1,9}", node.text, re.ASCII):
            raise mismatch(node, expected)
        number = int(node.text)
        if not least <= number <= most:
            raise mismatch(node, expected)
        return number

    return read


@takes(pattern(r"[0-9]{1,6}\s*[-–]\s*[0-9]{1,6}"))
def limits(node: Node) -> tuple[int, int]:
    """Read two whole numbers, such as ``6-26``."""
    match = re.fullmatch(r"([0-9]{1,6})\s*[-–]\s*([0-9]{1,6})", node.text) if isinstance(node, Scalar) else None
    if match is None or int(match[1]) > int(match[2]):
        raise mismatch(node, "two whole numbers, the smaller first, such as '6-26'")
    return int(match[1]), int(match[2])


_LENGTH = r"[0-9]{1,6}(?:\.[0-9]{1,6})?\s*(?:" + "|".join(MM_PER_UNIT) + ")"
_SIZE = rf"\s*{_LENGTH}\s*[x×]\s*{_LENGTH}\s*"


def length(least: float, most: float) -> Reader[float]:
    """Make a reader of lengths with a unit, from ``least`` to ``most`` mm."""

    @takes({**pattern(rf"\s*{_LENGTH}\s*"), "description": f"from {least:g} mm to {most:g} mm"})
    def read(node: Node) -> float:
        if not isinstance(node, Scalar):
            raise mismatch(node, "a length such as '22 mm'")
        try:
            value = parse_length(node.text)
        except ValueError as error:
            message = f"found {described(node)}: {error}"
            raise SpecError([node.place.problem("bad-value", message)]) from None
        if not least <= value <= most:
            raise mismatch(node, f"a length from {least:g} mm to {most:g} mm")
        return value

    return read


def sized(least: float, most: float) -> Reader[Size]:
    """Make a reader of a width and a height, such as ``63.5 mm × 88.9 mm``, from ``least`` to ``most`` mm each."""

    @takes({**pattern(_SIZE), "description": f"two lengths from {least:g} mm to {most:g} mm"})
    def read(node: Node) -> Size:
        parts = node.text.replace("x", "×").split("×") if isinstance(node, Scalar) else []
        if len(parts) != 2:
            raise mismatch(node, "two lengths such as '63.5 mm × 88.9 mm'")
        try:
            sides = [parse_length(part) for part in parts]
        except ValueError as error:
            raise mismatch(node, f"two lengths such as '63.5 mm × 88.9 mm': {error}") from None
        if not all(least <= side <= most for side in sides):
            raise mismatch(node, f"a size of {least:g} to {most:g} mm a side")
        return Size(*sides)

    return read


two_lengths = sized(10, 500)


@takes({"anyOf": [{"enum": list(CARD_SIZES)}, pattern(_SIZE)]})
def card_size(node: Node) -> Size:
    """Read the size of a card: a name, or two lengths such as ``63.5 mm × 88.9 mm``."""
    if isinstance(node, Scalar) and node.text in CARD_SIZES:
        return Size(*CARD_SIZES[node.text])
    if isinstance(node, Scalar) and len(node.text.replace("x", "×").split("×")) == 2:
        return two_lengths(node)
    hint = hint_for(node.text, CARD_SIZES) if isinstance(node, Scalar) else None
    raise mismatch(node, f"a size by name, or '63.5 mm × 88.9 mm'; names: {', '.join(CARD_SIZES)}", hint)


def choice(*allowed: str) -> Reader[str]:
    """Make a reader of one word out of several."""

    @takes({"enum": list(allowed)})
    def read(node: Node) -> str:
        if isinstance(node, Scalar) and node.text in allowed:
            return node.text
        hint = hint_for(node.text, allowed) if isinstance(node, Scalar) and node.text else None
        raise mismatch(node, "one of: " + ", ".join(allowed), hint)

    return read


@takes({"enum": [True, False, "yes", "no", "Yes", "No", "YES", "NO"]})
def yes_or_no(node: Node) -> bool:
    """Read ``yes`` or ``no``, or ``true`` or ``false``."""
    words = {"yes": True, "true": True, "no": False, "false": False}
    if isinstance(node, Scalar) and node.text.lower() in words:
        return words[node.text.lower()]
    raise mismatch(node, "yes or no")


def list_of(read: Reader[T], least: int = 0, most: int = LARGEST_COUNT) -> Reader[tuple[T, ...]]:
    """Make a reader of lists with ``least`` to ``most`` items."""

    def items(_whole: bool) -> Schema:  # a list takes the place of another as a whole
        schema: Schema = {"type": "array", "items": outline(read, whole=True), "minItems": least}
        return schema if most == LARGEST_COUNT else {**schema, "maxItems": most}

    @takes(items)
    def read_list(node: Node) -> tuple[T, ...]:
        if not isinstance(node, Sequence):
            raise mismatch(node, "a list")
        if not least <= len(node.items) <= most:
            amount = f"{least}" if least == most else f"{least} to {most}"
            message = f"found a list of {len(node.items)}; expected {amount} items"
            raise SpecError([node.place.problem("bad-value", message)])
        gathering = Gathering()
        values = [gathering.attempt(read, item) for item in node.items]
        gathering.finish()
        return tuple(values)  # type: ignore[arg-type]

    return read_list


def map_of(read_key: Reader[K], read: Reader[T], least: int = 0) -> Reader[MappingOf[K, T]]:
    """Make a reader of mappings with free keys."""

    def entries(whole: bool) -> Schema:
        return map_like(outline(read_key, whole=True), outline(read, whole=whole), least, whole=whole)

    @takes(entries)
    def read_map(node: Node) -> MappingOf[K, T]:
        entries = as_mapping(node).entries
        if len(entries) < least:
            raise mismatch(node, f"at least {least} entries")
        gathering = Gathering()
        found = {}
        for word, value in entries:
            name = gathering.attempt(read_key, word)
            if name is not None and name in found:
                message = f"the key {quoted(word.text)} stands here a second time"
                gathering.problems.append(word.place.problem("bad-value", message, "keep one of the two"))
            found[name] = gathering.attempt(read, value)
        whole = {name: value for name, value in found.items() if name is not None and value is not None}
        gathering.finish(whole)
        return whole

    return read_map


@takes({"type": ["object", "null"]})
def as_mapping(node: Node) -> Mapping:
    """Return the node as a mapping; nothing at all counts as an empty one."""
    if isinstance(node, Scalar) and node.plain and not node.text:
        return Mapping((), node.place)
    if not isinstance(node, Mapping):
        raise mismatch(node, "a mapping of keys to values")
    return node


def found_at(node: Node, *path: str) -> Node:
    """Return the node at a path of keys, and of numbers from 1 for the items of lists, as far as it goes."""
    for word in path:
        inner: Node | None = None
        if isinstance(node, Mapping):
            inner = node.find(word)
        elif isinstance(node, Sequence) and word.isdigit() and 0 < int(word) <= len(node.items):
            inner = node.items[int(word) - 1]
        if inner is None:
            break
        node = inner
    return node


def item_place(node: Node, index: int) -> Place:
    """Return where an item of a list stands, counted from 0; of what is no list, where that stands."""
    return (node.items[index] if isinstance(node, Sequence) else node).place


def key_place(node: Node, word: str) -> Place:
    """Return where a key of a mapping stands; else where the node does."""
    entries = node.entries if isinstance(node, Mapping) else ()
    return next((name.place for name, _ in entries if name.text == word), node.place)


def _default(value: object) -> Schema:
    """Return the default of an outline, as a spec would say it; none for what is left out as a whole."""
    if value is MISSING or value is None or value in ("", ()):
        return {}
    if isinstance(value, float):  # a length; 0 stands for what is found otherwise
        return {"default": f"{value:g} mm"} if value else {}
    return {"default": value} if isinstance(value, str | int) else {}


def record(cls: type[T], *, also: tuple[str, ...] = ()) -> Reader[T]:
    """Make a reader of a dataclass whose fields were declared with ``key``.

    ``also`` names keys that somebody else reads. A dataclass may offer a static ``faults(values, node)``, which
    gives the problems that only several fields together show; of faulty ones ``values`` holds what could be read.
    """

    def keys(whole: bool) -> Schema:
        declared = [f for f in fields(cls) if "read" in f.metadata]  # type: ignore[arg-type]
        properties: dict[str, Schema] = {word: {} for word in also}
        for f in declared:
            schema = documented(outline(f.metadata["read"], whole=whole), f.metadata["doc"])
            properties[f.name] = schema | _default(f.default)
        required = [f.name for f in declared if f.default is MISSING and f.default_factory is MISSING]
        return object_of(properties, required, whole=whole)

    @takes(keys)
    def read(node: Node) -> T:
        mapping = as_mapping(node)
        given = {word.text: value for word, value in mapping.entries}
        declared = {f.name: f for f in fields(cls) if "read" in f.metadata}  # type: ignore[arg-type]
        gathering = Gathering()
        gathering.add(unknown_keys(mapping, (*declared, *also)))
        values = {}
        for name, declaration in declared.items():
            if name in given:
                values[name] = gathering.attempt(declaration.metadata["read"], given[name])
            elif declaration.default is MISSING and declaration.default_factory is MISSING:
                gathering.problems.append(missing_key(mapping, name))
        if hasattr(cls, "faults") and not gathering.is_full:
            known = {name: value for name, value in values.items() if value is not None}
            gathering.add(cls.faults(known, mapping))  # type: ignore[attr-defined]
        gathering.finish()
        return cls(**values)

    return read


def unknown_keys(mapping: Mapping, allowed: tuple[str, ...]) -> Iterator[Problem]:
    """Give a problem for each key that is not among the allowed ones."""
    for word, _ in mapping.entries:
        if word.text not in allowed:
            message = f"unknown key {quoted(word.text)}"
            yield word.place.problem("unknown-field", message, hint_for(word.text, allowed))


def missing_key(mapping: Mapping, name: str) -> Problem:
    """Make the problem for a required key that is not there; it names a key that may have been meant for it."""
    near = did_you_mean(name, (word.text for word, _ in mapping.entries))
    hint = None if near is None else f"was {quoted(near)} meant for it?"
    return mapping.place.problem("missing-field", f"the key '{name}' is missing here", hint)
