"""YAML as plain nodes that know their place: scalars stay text, nothing is guessed.

The parser's events are followed one by one, so that deep nesting, exploding anchors and doubled keys
are found before anything is built, and doubled keys all at once.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable
from typing import Any, NamedTuple

import yaml

from printkit.disk import read_file
from printkit.errors import Problem, SpecError, quoted

LARGEST_FILE = 1024 * 1024  # bytes
DEEPEST = 50  # levels
MOST_NODES = 100_000  # with each alias counted as often as it is used


class Place(NamedTuple):
    """Where a node stands; ``line`` and ``column`` are 1-based, or None for a value from elsewhere."""

    file: str
    line: int | None
    column: int | None

    def problem(self, code: str, message: str, hint: str | None = None) -> Problem:
        """Make an error at this place."""
        return Problem("error", code, message, self.file, self.line, self.column, hint)


class Scalar(NamedTuple):
    """A text; ``plain`` where it stands without quotes; ``span`` is where it begins and ends in the file."""

    text: str
    place: Place
    plain: bool = True
    span: tuple[int, int] = (0, 0)


class Sequence(NamedTuple):
    """A list."""

    items: tuple[Node, ...]
    place: Place


class Mapping(NamedTuple):
    """Keys and values in the order of the file; no key stands twice."""

    entries: tuple[tuple[Scalar, Node], ...]
    place: Place

    def find(self, key: str) -> Node | None:
        """Return the value of a key, or None."""
        return next((value for name, value in self.entries if name.text == key), None)


Node = Scalar | Sequence | Mapping


def described(node: Node) -> str:
    """Name what a node is, for a message."""
    match node:
        case Scalar(text=""):
            return "nothing"
        case Scalar(text=text):
            return quoted(text)
        case Sequence():
            return "a list"
        case Mapping():
            return "a mapping"


def read_mapping(path: str) -> Mapping:
    """Read a YAML file; raises RequestError where it cannot be read, SpecError where it is faulty."""
    return parse(decoded(read_file(path, LARGEST_FILE), path), path)


def decoded(data: bytes, file: str) -> str:
    """Return a file's text, without a byte order mark; raises SpecError where it is too large or no UTF-8."""
    start = Place(file, 1, 1)
    if len(data) > LARGEST_FILE:
        raise SpecError([start.problem("yaml", "the file is larger than 1 MiB; expected 1 MiB at most")])
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        message = f"byte 0x{data[error.start]:02x} is no UTF-8; expected a text file"
        place = _end(data[: error.start].decode(), file)
        raise SpecError([place.problem("yaml", message, "save the file as UTF-8")]) from None
    odd = yaml.reader.Reader.NON_PRINTABLE.search(text)
    if odd is not None:
        message = f"U+{ord(odd[0]):04X} may not stand in a YAML file"
        raise SpecError([_end(text[: odd.start()], file).problem("yaml", message)])
    return text


def _end(text: str, file: str) -> Place:
    """Return the place behind a text."""
    before = text.replace("\r\n", "\n").replace("\r", "\n")
    return Place(file, before.count("\n") + 1, len(before) - before.rfind("\n"))


def parse(text: str, file: str, doubled: str | None = None) -> Mapping:
    """Read one YAML document that holds a mapping, from a file's text as ``decoded`` returns it.

    In the mapping at the key ``doubled`` a key may stand twice; ``find`` then gives the first. Raises SpecError
    with problems of code ``yaml``; ``partial`` is the mapping without the doubled keys and the like, where only
    such stand in the way.
    """
    builder = _Builder(file, doubled)
    try:
        root = builder.build(_loader()(text).get_event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        context = f" ({error.context})" if error.context else ""
        message = f"{error.problem or 'unreadable'}{context}"
        problem = _place(file, mark).problem("yaml", message, _hint(message, text, mark))
        raise SpecError([*builder.problems, problem]) from None
    except (yaml.reader.ReaderError, ValueError, OverflowError):
        # only without libyaml: escapes and directives with numbers that no character or version has
        problem = Place(file, 1, 1).problem("yaml", "a number in an escape or a directive is out of range")
        raise SpecError([*builder.problems, problem]) from None
    if builder.problems:
        raise SpecError(builder.problems, root if isinstance(root, Mapping) and builder.is_whole else None)
    if isinstance(root, Mapping):
        return root
    found = "an empty file" if root is None else described(root)
    place = Place(file, 1, 1) if root is None else root.place
    raise SpecError([place.problem("yaml", f"found {found}; expected a mapping of keys to values")])


HINTS = {
    "mapping values are not allowed": "a key is followed by a colon and a blank, as in 'game: hexflow', here or "
    "in the line above; a text with a colon in it stands in quotes",
    "expected ',' or": "a bracket that was opened is not closed, or a comma is missing",
    "mapping keys are not allowed": "a text that begins with a question mark stands in quotes",
    "did not find expected node content": "a value is missing here, or begins with a sign such as ? that wants "
    "quotes; a text that begins with a question mark stands in quotes",
    "could not find expected ':'": "a key is followed by a colon and a blank, as in 'game: hexflow'",
    "did not find expected key": "what belongs together begins in the same column; a text with quotes in it, or a "
    "colon, stands in quotes as a whole",
    "did not find expected '-' indicator": "the items of a list begin in the same column",
    "found unexpected end of stream": "a quotation mark or a bracket that was opened is not closed",
}


def _hint(message: str, text: str, mark: Any) -> str | None:
    """Say what probably stands in the way of YAML, in place of its own words."""
    if "cannot start any token" in message and mark is not None:
        line = text.splitlines()[mark.line : mark.line + 1]
        if line and line[0][mark.column : mark.column + 1] == "\t":
            return "indent with blanks: YAML takes no tabs there"
        return "a text that begins with this sign stands in quotes"
    return next((hint for part, hint in HINTS.items() if part in message), None)


def _loader() -> Any:
    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _place(file: str, mark: Any) -> Place:
    if mark is None:
        return Place(file, None, None)
    return Place(file, mark.line + 1, mark.column + 1)


class _Open:
    """A list or mapping whose end has not come yet."""

    __slots__ = ("anchor", "children", "is_mapping", "place", "weight")

    def __init__(self, place: Place, anchor: str | None, *, is_mapping: bool) -> None:
        self.place = place
        self.anchor = anchor
        self.is_mapping = is_mapping
        self.children: list[Node] = []
        self.weight = 1


class _Builder:
    """Makes nodes of events; each anchor keeps its node and how many nodes that stands for."""

    def __init__(self, file: str, doubled: str | None = None) -> None:
        self.file = file
        self.doubled = doubled
        self.problems: list[Problem] = []
        self.documents = 0
        self.is_whole = True  # no entry had to be left out but doubled ones
        self.root: Node | None = None
        self.open: list[_Open] = []
        self.anchors: dict[str, tuple[Node, int] | None] = {}

    def build(self, next_event: Callable[[], Any]) -> Node | None:
        """Follow the events; most of them are scalars within a list or mapping, which cost most of the time."""
        file, scalar_event = self.file, yaml.ScalarEvent
        while (event := next_event()) is not None:
            begin = event.start_mark
            place = Place(file, None, None) if begin is None else Place(file, begin.line + 1, begin.column + 1)
            if isinstance(event, scalar_event):
                if event.tag is not None:
                    self._refuse_tag(event, place)
                end = event.end_mark
                span = (0, 0) if begin is None or end is None else (begin.index, end.index)
                scalar = Scalar(event.value, place, not event.style, span)
                if event.anchor is None and self.open:
                    parent = self.open[-1]
                    parent.children.append(scalar)
                    parent.weight += 1
                    if parent.weight <= MOST_NODES:
                        continue
                self._add(scalar, event.anchor, 1)
            else:
                self._follow(event, place)
        return self.root

    def _follow(self, event: Any, place: Place) -> None:
        """Follow an event that is no scalar."""
        if isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            self._refuse_tag(event, place)
            self._begin(event, place)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            self._end()
        elif isinstance(event, yaml.AliasEvent):
            node, weight = self._anchored(event.anchor, place)
            self._add(node, None, weight)
        elif isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents == 2:
                message = "a second document begins here; expected one a file"
                raise SpecError([*self.problems, place.problem("yaml", message)])

    def _refuse_tag(self, event: Any, place: Place) -> None:
        if event.tag is not None:
            message = f"found the tag {quoted(event.tag)}; tags have no use here"
            self.problems.append(place.problem("yaml", message, "remove the tag"))

    def _begin(self, event: Any, place: Place) -> None:
        if len(self.open) >= DEEPEST:
            message = f"nested more than {DEEPEST} levels deep"
            raise SpecError([*self.problems, place.problem("yaml", message)])
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        self.open.append(_Open(place, event.anchor, is_mapping=is_mapping))

    def _end(self) -> None:
        done = self.open.pop()
        if done.is_mapping:
            children = done.children
            node: Node = Mapping(
                self._all_entries(children) if self._may_double() else self._entries(children), done.place
            )
        else:
            node = Sequence(tuple(done.children), done.place)
        self._add(node, done.anchor, done.weight)

    def _may_double(self) -> bool:
        """Whether the mapping that ends is the value of the key ``doubled`` at the top."""
        if self.doubled is None or len(self.open) != 1 or len(self.open[0].children) % 2 == 0:
            return False
        key = self.open[0].children[-1]
        return isinstance(key, Scalar) and key.text == self.doubled

    def _all_entries(self, children: list[Node]) -> tuple[tuple[Scalar, Node], ...]:
        """Return all entries, those too whose key stands twice."""
        entries: list[tuple[Scalar, Node]] = []
        for i in range(0, len(children), 2):
            entries += self._entries(children[i : i + 2])
        return tuple(entries)

    def _entries(self, children: list[Node]) -> tuple[tuple[Scalar, Node], ...]:
        entries: dict[str, tuple[Scalar, Node]] = {}
        for key, value in zip(children[::2], children[1::2], strict=True):
            if not isinstance(key, Scalar):
                self.is_whole = False
                message = f"found {described(key)} as a key; expected a word"
                self.problems.append(key.place.problem("yaml", message))
            elif key.text in entries:
                first = entries[key.text][0].place.line
                message = f"the key {quoted(key.text)} stands here a second time; the first is in line {first}"
                self.problems.append(key.place.problem("yaml", message, "keep one of the two"))
            else:
                entries[key.text] = (key, value)
        return tuple(entries.values())

    def _anchored(self, anchor: str | None, place: Place) -> tuple[Node, int]:
        if anchor is None or anchor not in self.anchors:
            message = f"no anchor {quoted(anchor or '')} before this"
            raise SpecError([*self.problems, place.problem("yaml", message)])
        found = self.anchors[anchor]
        if found is None:
            message = f"the anchor {quoted(anchor)} holds itself"
            raise SpecError([*self.problems, place.problem("yaml", message)])
        return found

    def _add(self, node: Node, anchor: str | None, weight: int) -> None:
        if anchor is not None:
            self.anchors[anchor] = (node, weight)
        if not self.open:
            self.root = node
            return
        parent = self.open[-1]
        parent.children.append(node)
        parent.weight += weight
        if parent.weight > MOST_NODES:
            message = f"more than {MOST_NODES} values, counting each alias in full: the anchors explode"
            raise SpecError([*self.problems, node.place.problem("yaml", message)])


def replaced(node: Node, path: list[str], value: Scalar) -> Node:
    """Return ``node`` with the value at a path of keys set; a mapping gets its last key where it is missing.

    List items are named by their number, from 1. Raises KeyError with the first name that is not there.
    """
    if not path:
        return value
    name, rest = path[0], path[1:]
    if isinstance(node, Mapping):
        inner = node.find(name)
        if inner is None and not rest:
            return Mapping((*node.entries, (Scalar(name, value.place), value)), node.place)
        if inner is not None:
            new = replaced(inner, rest, value)
            return Mapping(tuple((k, new if k.text == name else v) for k, v in node.entries), node.place)
    if isinstance(node, Sequence) and name in (numbers := [str(n + 1) for n in range(len(node.items))]):
        at = numbers.index(name)
        new = replaced(node.items[at], rest, value)
        return Sequence((*node.items[:at], new, *node.items[at + 1 :]), node.place)
    raise KeyError(name)
