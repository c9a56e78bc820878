"""Specs on top of others: ``extends`` names a spec whose values hold where a spec has none of its own.

Mappings are joined key by key; a list or a text takes the place of another. ``~`` takes a key away. A position is
taken as a whole.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from printkit.errors import RequestError, SpecError, quoted
from printkit.fields import key_place
from printkit.yamlnodes import Mapping, Node, Scalar, decoded, described, parse

EXTENDS = "extends"
WHOLE = "positions"  # what stands below is not joined
DEEPEST = 20  # specs on top of each other
NOTHING = ("~", "null", "Null", "NULL")

Source = Callable[[str, str], tuple[str, bytes]]  # the word, and the file that it stands in: a path, and its bytes


class Extended(NamedTuple):
    """A spec with all that it takes from others, and the texts of all files by their paths."""

    root: Mapping
    texts: dict[str, str]


def extended(root: Mapping, file: str, text: str, source: Source | None) -> Extended:
    """Put a spec on top of those that it extends; raises SpecError, placed at the word that is at fault."""
    chain = [root]
    texts = {file: text}
    path = file
    while (node := chain[-1].find(EXTENDS)) is not None:
        if not isinstance(node, Scalar) or not node.text.strip():
            expected = "the name of a shipped game, or the path of a spec beside this one"
            raise SpecError([node.place.problem("bad-value", f"found {described(node)}; expected {expected}")])
        if source is None:
            message = "a spec from standard input cannot extend another one"
            raise SpecError([node.place.problem("extends", message, "save it as a file")])
        try:
            path, data = source(node.text.strip(), path)
        except RequestError as error:
            place = node.place
            raise SpecError([place.problem(EXTENDS, p.message, p.hint) for p in error.problems]) from None
        if path in texts:
            message = f"{quoted(node.text)} extends this spec in its turn"
            raise SpecError([node.place.problem(EXTENDS, message, "a spec cannot stand on top of itself")])
        if len(chain) > DEEPEST:
            message = f"{DEEPEST} specs stand on top of each other here, and one more is too many"
            raise SpecError([node.place.problem(EXTENDS, message, "put some of them together")])
        texts[path] = decoded(data, path)
        chain.append(parse(texts[path], path))
    whole = chain[-1]
    for above in reversed(chain[:-1]):
        whole = _joined(whole, above, ())
    return Extended(whole, texts)


def _joined(below: Mapping, above: Mapping, path: tuple[str, ...]) -> Mapping:
    """Put one mapping on top of another."""
    entries: dict[str, tuple[Scalar, Node]] = {word.text: (word, value) for word, value in below.entries}
    for word, value in above.entries:
        if isinstance(value, Scalar) and value.plain and value.text in NOTHING:
            if entries.pop(word.text, None) is None:
                message = f"there is no {quoted(word.text)} to take away"
                raise SpecError([key_place(above, word.text).problem(EXTENDS, message)])
            continue
        known = entries[word.text][1] if word.text in entries and path != (WHOLE,) else None
        if isinstance(known, Mapping) and isinstance(value, Mapping):
            entries[word.text] = (word, _joined(known, value, (*path, word.text)))
        else:
            entries[word.text] = (word, value)
    return Mapping(tuple(entries.values()), above.place)
