"""Makes the reference of all keys of specs from their JSON Schema: ``make docs`` writes ``docs/reference.md``."""

from __future__ import annotations

import json
import re
import string
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from docs.sections import (
    Section,
    Sections,
    Use,
    inside,
    is_free,
    shipped_specs,
    ways,
    whole_schema,
    words_of,
)
from printkit.extending import EXTENDS
from printkit.fields import LARGEST_COUNT
from printkit.outline import Schema
from printkit.schema import spec_schema
from printkit.yamlnodes import Mapping, Node, Scalar, Sequence, read_mapping

PAGE = Path(__file__).parent / "reference.md"
WIDEST = 100  # characters of an example
MOST_LINES = 6
TOP = "The top level"

HEAD = """# All keys of a spec

*`make docs` makes this page from what printkit itself says of its keys; `printkit schema` prints the same as JSON
Schema.* What it is all for, with examples, is in [Specs](specs.md); a first spec, step by step,
in [Get started](start.md).

- **A length** is a number and a unit: `mm`, `cm`, `in` or `pt`, such as `14.5 mm`.
- **A text** needs no quotes, unless YAML itself would misread it: behind `: ` or ` #` for example.
- **A mapping** has keys and values. "For each name" says that you choose the keys.
- What has a default may be left out, and so may what has a dash.

"""

FORMS = (  # texts that a pattern takes, all of them, and what to call what it takes
    (("22 mm",), "a length"),
    (("63.5 mm × 88.9 mm",), "two lengths such as `63.5 mm × 88.9 mm`"),
    (("#0072B2",), "a colour such as `'#0072B2'`"),
    (("100 60 0 40",), "four numbers such as `100 60 0 40`"),
    (("A-E", "first half"), "letters such as `A-E`, or `first half`, or `second half`"),
    (("1-5", "first half"), "numbers such as `1-5`, or `first half`, or `second half`"),
    (("0", "2-3"), "a whole number, or two such as `2-3`"),
    (("6-26",), "two whole numbers such as `6-26`"),
    (("mine.yaml",), "the path of a YAML file"),
    (("T B", "TR B BL"), "sides such as `T B`"),
)
NO_FORM = "Some words, § and a sign"
UNKNOWN = "a text of a certain form"
MOST_LISTED = 10  # letters in a row; of more only the first and the last are named
PLURAL = re.compile(r"an? (text|length|whole number|name|id|colour)\b")


class Words:
    """What values are, in words; ``sections`` are those that it may refer to."""

    def __init__(self, sections: Sections) -> None:
        self._sections = sections

    def of(self, schema: Schema, *, is_explained: bool = False) -> str:
        """Say what a value is; of a key's value the description says more than that, and is told elsewhere."""
        own = schema.get("$comment") if is_explained else schema.get("$comment", schema.get("description"))
        found = ways(schema)
        if len(found) > 1:
            return ", or ".join(_listed(way["enum"]) if "enum" in way else self.of(way) for way in found)
        said = self._of_one(found[0])
        if own is None or own in said:
            return said
        return own if said == UNKNOWN or re.match(r"an? |two ", own) else f"{said} {own}"

    def _of_one(self, schema: Schema) -> str:
        kinds = schema.get("type", ())
        if "enum" in schema:
            return _of_enum(schema["enum"])
        if "items" in schema:
            return self._of_list(schema)
        if is_free(schema):
            return f"for each {_names(schema)}: {_after_key(self.of(inside(schema)))}"
        if "object" in kinds:
            section = self._sections.of(schema)
            return "a mapping" if section is None else f"a mapping with [these keys](#{anchor(section)})"
        return _of_number(schema) if kinds == "integer" else _of_text(schema)

    def _of_list(self, schema: Schema) -> str:
        item, least, most = self.of(schema["items"]), schema.get("minItems", 0), schema.get("maxItems")
        amount = f"{least} " if least == most else f"at most {most} " if most is not None else ""
        if PLURAL.match(item):
            return f"a list of {amount}{PLURAL.sub(lambda match: f'{match[1]}s', item, count=1)}"
        if item.startswith("a mapping"):
            return f"a list of {amount}mappings{item.removeprefix('a mapping')}"
        if item.startswith("for each"):
            return f"a list of {amount}mappings, {item}"
        return f"a list of {amount}items, each {item}"


def _after_key(words: str) -> str:
    return f"a mapping, {words}" if words.startswith("for each") else words


def _listed(values: Iterable[object]) -> str:
    return ", ".join(f"`{value}`" for value in values)


def _of_enum(values: list[object]) -> str:
    if True in values and "yes" in values:
        return "`yes` or `no`"
    words = "".join(map(str, values))
    if len(values) == len(words) > MOST_LISTED and words in string.ascii_uppercase:
        return f"one of: `{words[0]}` to `{words[-1]}`"
    return f"one of: {_listed(values)}" if len(values) > 1 else _listed(values)


def _of_number(schema: Schema) -> str:
    least, most = schema.get("minimum"), schema.get("maximum", LARGEST_COUNT)
    if least is None:
        return "a whole number"
    return f"a whole number from {least} to {most}" if most < LARGEST_COUNT else f"a whole number, {least} or more"


def _of_text(schema: Schema) -> str:
    pattern = schema.get("pattern")
    if pattern is None:
        return "a text or a number"
    if re.search(pattern, NO_FORM):
        return "a text, of several lines if need be" if re.search(pattern, "two\nlines") else "a text"
    for samples, words in FORMS:
        if all(re.search(pattern, sample) for sample in samples):
            return words
    return UNKNOWN


def _names(schema: Schema) -> str:
    """Say what the keys of a mapping with free keys are."""
    words = words_of(schema)
    if words:
        return f"of {_listed(words)}"
    pattern = schema.get("propertyNames", {}).get("pattern", "")
    digits = re.fullmatch(r"\^0\*\[(\d)-(\d)\]\$", pattern)
    if digits:
        return f"number from {digits[1]} to {digits[2]}"
    if not pattern or re.search(pattern, NO_FORM):
        return "text"
    samples = (("Ab", "id"), ("ab", "name"), ("f", "sign"))
    return next((word for sample, word in samples if re.search(pattern, sample)), "number")


def title(section: Section) -> str:
    """Return the heading of a section."""
    return " › ".join(section.path) or TOP


def anchor(section: Section) -> str:
    """Return the anchor that GitHub gives to a section's heading."""
    return slug(title(section))


def slug(heading: str) -> str:
    """Return the anchor of a heading: small letters, hyphens for spaces, without signs."""
    return re.sub(r"[^\w\- ]", "", heading.replace("`", "").strip().lower()).replace(" ", "-")


def meaning(schema: Schema) -> str:
    """Return what a key is for: its description without what its values are."""
    text: str = schema.get("description", "")
    own = schema.get("$comment")
    text = text if own is None else text.removesuffix(f"; {own}")
    text = re.sub(r"(?<!\w)'([^']+)'(?!\w)", r"`\1`", text)
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else re.sub(r"([*<])", r"\\\1", part) for part in parts)


def default(section: Section, key: str) -> str:
    """Say what happens where a key is left out."""
    if key in section.either:
        others = " or ".join(f"`{other}`" for other in section.either if other != key)
        return f"**required**, or {others}"
    if key in section.required:
        return "**required**"
    if "default" not in section.keys[key]:
        return "–"
    value = section.keys[key]["default"]
    return f"`{('no', 'yes')[value] if isinstance(value, bool) else value}`"


def flow(node: Node) -> str:
    """Write a node in one line of YAML."""
    match node:
        case Mapping(entries):
            return "{" + ", ".join(f"{flow(word)}: {flow(value)}" for word, value in entries) + "}"
        case Sequence(items):
            return "[" + ", ".join(flow(item) for item in items) + "]"
        case Scalar(text=text, plain=plain):
            is_safe = plain and not re.search(r"[,\[\]{}#\n]|: ", text)
            return text if is_safe else json.dumps(text, ensure_ascii=False)


def _alone(node: Node) -> str:
    """Write a node as a value on a line of its own, where commas and brackets do no harm."""
    return node.text if isinstance(node, Scalar) and node.plain and "\n" not in node.text else flow(node)


class Example(NamedTuple):
    """Lines of a spec; ``is_all`` where nothing is left out."""

    lines: tuple[str, ...]
    keys: int
    is_all: bool
    file: str

    @property
    def rank(self) -> tuple[bool, int, int]:
        """What makes it better than another."""
        return self.is_all, self.keys, -sum(map(len, self.lines))


def example(section: Section, chooser: str, use: Use, file: str) -> Example:
    """Write a mapping of a spec in a line, or the top level in several; what is too long is left out."""
    entries = [
        (word, value) for word, value in use.node.entries if word.text in section.keys or word.text == chooser
    ]
    if not section.path:
        lines = [line for word, value in entries if len(line := f"{word.text}: {_alone(value)}") <= WIDEST]
        return Example(tuple(lines[:MOST_LINES]), len(lines), len(lines) <= MOST_LINES, file)
    lead = "- " if use.key == "-" else f"{use.key}: "
    kept: list[tuple[Scalar, Node]] = []
    for entry in entries:
        text = lead + flow(Mapping((*kept, entry), use.node.place))
        if len(text) <= WIDEST:
            kept.append(entry)
    number = sum(word.text in section.keys for word, _ in kept)
    return Example((lead + flow(Mapping(tuple(kept), use.node.place)),), number, len(kept) == len(entries), file)


def examples(sections: Sections, files: Iterable[Path]) -> dict[str, Example]:
    """Return the best example of each section, by its name, from specs that stand on their own."""
    choosers = {(*section.path, word): section.chooser for section in sections for word in _variants(section)}
    best: dict[str, Example] = {}
    for file in files:
        root = read_mapping(str(file))
        if root.find(EXTENDS) is not None:
            continue
        name = f"{file.parent.name}/{file.name}"
        for use in sections.uses(root):
            section = use.section
            found = example(section, choosers.get(section.path, ""), use, name)
            is_telling = found.keys > (section.chooser in section.keys)
            if is_telling and (section.name not in best or found.rank > best[section.name].rank):
                best[section.name] = found
    return best


def _variants(section: Section) -> list[str]:
    return list(section.keys[section.chooser]["enum"]) if section.chooser else []


def page(sections: Sections, files: Iterable[Path]) -> str:
    """Return the page."""
    words, shown = Words(sections), examples(sections, files)
    contents = [
        f"{'  ' * (len(section.path) - 1)}- [{section.path[-1] if section.path else TOP}](#{anchor(section)})"
        for section in sections
    ]
    by_path = {section.path: section for section in sections}
    parts = ["\n".join(_section(section, by_path, words, shown.get(section.name))) for section in sections]
    return HEAD + "\n".join(contents) + "\n\n" + "\n\n".join(parts) + "\n"


def _section(
    section: Section, by_path: dict[tuple[str, ...], Section], words: Words, shown: Example | None
) -> Iterator[str]:
    yield f"{'#' * min(4, 2 + max(0, len(section.path) - 1))} {title(section)}"
    yield ""
    above = by_path.get(section.path[:-1])
    if section.path and above is not None:
        last = section.path[-1]
        link = f"[{title(above)}](#{anchor(above)})"
        if last in _variants(above):
            shared = ", ".join(f"`{key}`" for key in above.keys)
            yield f"With `{above.chooser}: {last}`, beside {shared} of {link}."
        elif last in above.keys:
            about = meaning(above.keys[last]) or f"`{last}`"
            where = f" It stands under `{last}` of {link}." if above.path else ""
            yield f"{about[0].upper()}{about[1:]}.{where}"
        yield ""
    if section.keys:
        yield "| key | takes | default | meaning |"
        yield "|---|---|---|---|"
    else:
        yield "It takes no further keys."
    for key, schema in section.keys.items():
        takes = words.of(schema, is_explained=True)
        if key == section.chooser:
            takes = "one of: " + ", ".join(
                f"[`{word}`](#{anchor(by_path[(*section.path, word)])})" for word in _variants(section)
            )
        cells = (f"`{key}`", takes, default(section, key), meaning(schema))
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
    if shown is not None:
        yield ""
        yield f"For example in [{shown.file}](../{shown.file})" + (":" if shown.is_all else ", shortened:")
        yield ""
        yield "```yaml"
        yield from shown.lines
        yield "```"


def made() -> str:
    """Return the page as it should be now."""
    return page(Sections(whole_schema(spec_schema())), shipped_specs())


def main() -> None:
    """Write the page."""
    PAGE.write_text(made(), encoding="utf-8")


if __name__ == "__main__":
    main()
