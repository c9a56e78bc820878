"""YAML as nodes with places: what is read, and what is refused where, with both of PyYAML's parsers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from printkit.errors import Problem, SpecError
from printkit.yamlnodes import (
    DEEPEST,
    LARGEST_FILE,
    Mapping,
    Node,
    Place,
    Scalar,
    Sequence,
    decoded,
    described,
    parse,
    replaced,
)

modest = settings(max_examples=60, deadline=None)

FILE = "game.yaml"
BOM = b"\xef\xbb\xbf"


@pytest.fixture(params=["with libyaml", "without libyaml"], scope="module", autouse=True)
def parser(request: pytest.FixtureRequest) -> Iterator[None]:
    """Take the fast parser, and then the one in Python that some platforms are left with."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "without libyaml":
            patch.delattr(yaml, "CSafeLoader", raising=False)
        yield


def read(text: str) -> Mapping:
    """Parse a text."""
    return parse(decoded(text.encode(), FILE), FILE)


def problems(data: bytes | str) -> list[Problem]:
    """Return the problems of what cannot be parsed."""
    with pytest.raises(SpecError) as caught:
        parse(decoded(data.encode() if isinstance(data, str) else data, FILE), FILE)
    assert {(problem.severity, problem.code, problem.file) for problem in caught.value.problems} == {
        ("error", "yaml", FILE)
    }
    return list(caught.value.problems)


def problem(data: bytes | str) -> tuple[int | None, int | None, str]:
    """Return line, column and message of the one problem of what cannot be parsed."""
    (found,) = problems(data)
    return found.line, found.column, found.message


def at(text: str, *path: str | int) -> Node:
    """Return the node at a path of keys and of places in lists."""
    node: Node = read(text)
    for word in path:
        if isinstance(node, Mapping) and isinstance(word, str):
            found = node.find(word)
            assert found is not None
            node = found
        else:
            assert isinstance(node, Sequence)
            assert isinstance(word, int)
            node = node.items[word]
    return node


def plain(node: Node) -> object:
    """Turn nodes into texts, lists and dicts."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key.text: plain(value) for key, value in node.entries}


def placed(node: Node) -> object:
    """Turn nodes into texts with their places, and lists of them."""
    if isinstance(node, Scalar):
        return node.text, node.place, node.plain
    if isinstance(node, Sequence):
        return node.place, [placed(item) for item in node.items]
    return node.place, [(placed(key), placed(value)) for key, value in node.entries]


def scalar(text: str) -> Scalar:
    """Make a scalar that stands nowhere."""
    return Scalar(text, Place("--set", None, None))


# What is read

ALL_KINDS = """\
# one of each
plain: a word   # with a comment
single: 'a word'
double: "a word"
folded: >-
  a
  word
literal: |
  a word
flow: [one, {two: 2}]
block:
  - one
  -   two
pairs:
  inner: a word
"key": value
nothing:
last: ""
"""


@pytest.mark.parametrize(
    ("path", "line", "column"),
    [
        ((), 2, 1),
        (("plain",), 2, 8),
        (("single",), 3, 9),
        (("double",), 4, 9),
        (("folded",), 5, 9),
        (("literal",), 8, 10),
        (("flow",), 10, 7),
        (("flow", 0), 10, 8),
        (("flow", 1), 10, 13),
        (("flow", 1, "two"), 10, 19),
        (("block",), 12, 3),
        (("block", 0), 12, 5),
        (("block", 1), 13, 7),
        (("pairs",), 15, 3),
        (("pairs", "inner"), 15, 10),
        (("key",), 16, 8),
        (("nothing",), 17, 9),
        (("last",), 18, 7),
    ],
)
def test_every_kind_of_node_knows_its_place(path: tuple[str | int, ...], line: int, column: int) -> None:
    assert at(ALL_KINDS, *path).place == Place(FILE, line, column)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_scalar_knows_where_it_stands_in_the_text(mark: str) -> None:
    text = "é…😀: größe\nb: [zwei, 'three', \"four\"]\n"
    (first, second), (_, items) = read(mark + text).entries
    assert isinstance(second, Scalar)
    assert isinstance(items, Sequence)
    spans = [node.span for node in (first, second, *items.items) if isinstance(node, Scalar)]
    assert [text[start:end] for start, end in spans] == ["é…😀", "größe", "zwei", "'three'", '"four"']


def test_keys_know_their_place() -> None:
    places = {key.text: key.place[1:] for key, _ in read(ALL_KINDS).entries}
    assert places == {
        "plain": (2, 1), "single": (3, 1), "double": (4, 1), "folded": (5, 1), "literal": (8, 1), "flow": (10, 1),
        "block": (11, 1), "pairs": (14, 1), "key": (16, 1), "nothing": (17, 1), "last": (18, 1),
    }  # fmt: skip


def test_entries_keep_the_order_of_the_file() -> None:
    assert [key.text for key, _ in read("c: 1\na: 2\nb: 3\n").entries] == ["c", "a", "b"]


@pytest.mark.parametrize(
    ("key", "is_plain"),
    [
        ("plain", True),
        ("nothing", True),
        ("single", False),
        ("double", False),
        ("folded", False),
        ("literal", False),
        ("last", False),
    ],
)
def test_a_scalar_knows_whether_it_stands_without_quotes(key: str, *, is_plain: bool) -> None:
    node = at(ALL_KINDS, key)
    assert isinstance(node, Scalar)
    assert node.plain == is_plain


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "yes",
        "on",
        "null",
        "~",
        "true",
        "1:30",
        "1.10",
        "0x10",
        "010",
        "1e3",
        "2024-01-01",
        "<<",
        "=",
        ".inf",
    ],
)
def test_nothing_is_guessed(text: str) -> None:
    node = at(f"key: {text}", "key")
    assert isinstance(node, Scalar)
    assert node.text == text


def test_a_missing_key_is_not_found() -> None:
    assert read("a: 1").find("b") is None


@pytest.mark.parametrize(
    ("text", "name"),
    [("a:", "nothing"), ("a: ''", "nothing"), ("a: word", "'word'"), ("a: []", "a list"), ("a: {}", "a mapping")],
)
def test_nodes_are_described_for_a_message(text: str, name: str) -> None:
    assert described(at(text, "a")) == name


def test_an_empty_mapping_is_a_mapping() -> None:
    assert read("{}") == Mapping((), Place(FILE, 1, 1))


def test_a_document_may_have_marks_of_its_start_and_its_end() -> None:
    node = read("%YAML 1.1\n---\na: 1\n...\n")
    assert plain(node) == {"a": "1"}
    assert node.place == Place(FILE, 3, 1)


words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=12)
trees = st.recursive(words, lambda inner: st.lists(inner) | st.dictionaries(words, inner), max_leaves=6)


@settings(max_examples=25, deadline=None)
@given(st.dictionaries(words, trees, max_size=3))
def test_whatever_was_written_as_yaml_is_read_back_as_text(tree: object) -> None:
    written = yaml.safe_dump(tree, allow_unicode=True, default_style='"').replace("!!str ", "")
    assert plain(read(written)) == tree


# Marks and line breaks


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_byte_order_mark_and_line_breaks_move_no_place(line_break: str, mark: str) -> None:
    text = "a: 1\nb:\n  c: [d,\n    e]\n"
    assert placed(read(mark + text.replace("\n", line_break))) == placed(read(text))


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_problems_stand_in_the_same_line_whatever_the_line_break(line_break: str) -> None:
    doubled = problem("a: 1\nb:\n  c: 1\n  c: 2\n".replace("\n", line_break))
    assert doubled == (4, 3, "the key 'c' stands here a second time; the first is in line 3")


# Doubled keys


def test_doubled_keys_are_found_all_at_once() -> None:
    found = problems("a: 1\nb: {c: 1, c: 2}\na: 3\n'a': 4\nd:\n  - {e: 1, \"e\": 2}\n")
    assert sorted((p.line, p.column, p.message) for p in found) == [
        (2, 11, "the key 'c' stands here a second time; the first is in line 2"),
        (3, 1, "the key 'a' stands here a second time; the first is in line 1"),
        (4, 1, "the key 'a' stands here a second time; the first is in line 1"),
        (6, 12, "the key 'e' stands here a second time; the first is in line 6"),
    ]
    assert {p.hint for p in found} == {"keep one of the two"}


def test_the_same_key_may_stand_in_different_mappings() -> None:
    assert plain(read("a: {c: 1}\nb: {c: 2}\nc: 3\n")) == {"a": {"c": "1"}, "b": {"c": "2"}, "c": "3"}


@pytest.mark.parametrize(("text", "kind"), [("? [a, b]\n: 1\n", "a list"), ("? {a: b}\n: 1\n", "a mapping")])
def test_only_a_word_can_be_a_key(text: str, kind: str) -> None:
    assert problem(text) == (1, 3, f"found {kind} as a key; expected a word")


# Anchors and tags


def test_an_anchor_is_read_wherever_it_is_named() -> None:
    node = read("a: &x {b: [1, 2]}\nc: *x\nd: {e: *x}\n")
    assert plain(node) == {"a": {"b": ["1", "2"]}, "c": {"b": ["1", "2"]}, "d": {"e": {"b": ["1", "2"]}}}
    assert node.find("a") is node.find("c")


def test_what_an_alias_names_keeps_the_place_of_the_anchor() -> None:
    assert at("a: &x {b: 1}\nc: *x\n", "c", "b").place == Place(FILE, 1, 11)


def test_an_anchor_may_be_set_anew() -> None:
    assert plain(read("a: &x 1\nb: *x\nc: &x 2\nd: *x\n")) == {"a": "1", "b": "1", "c": "2", "d": "2"}


def test_an_alias_can_be_a_key() -> None:
    assert plain(read("a: &x word\n*x : 1\n")) == {"a": "word", "word": "1"}


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("a: *x\n", 1, 4), ("a: 1\nb: [*x]\nc: &x 1\n", 2, 5), ("*x : 1\n", 1, 1)],
)
def test_an_unknown_anchor_is_refused(text: str, line: int, column: int) -> None:
    assert problem(text) == (line, column, "no anchor 'x' before this")


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a: &x [*x]\n", 1, 8),
        ("a: &x\n  b: *x\n", 2, 6),
        ("--- &x\na: {b: [*x]}\n", 2, 9),
        ("a: &x [&y [*x]]\n", 1, 12),
    ],
)
def test_an_anchor_that_holds_itself_is_refused(text: str, line: int, column: int) -> None:
    assert problem(text) == (line, column, "the anchor 'x' holds itself")


def exploding(levels: int) -> str:
    """Write a list of ten, a list of ten of these, and so on."""
    lines = ["a0: &a0 [" + ", ".join("x" * 10) + "]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, levels)]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("levels", [5, 9, 200])
def test_anchors_that_explode_are_refused(levels: int) -> None:
    _, _, message = problem(exploding(levels))
    assert message == "more than 100000 values, counting each alias in full: the anchors explode"


def test_anchors_may_be_used_often() -> None:
    assert len(read(exploding(4)).entries) == 4


def test_aliases_of_one_list_explode_too() -> None:
    many = ", ".join(["*x"] * 1100)
    _, _, message = problem(f"a: &x [{', '.join('x' * 100)}]\nb: [{many}]\n")
    assert message.endswith("the anchors explode")


def test_tags_are_refused_all_at_once() -> None:
    found = problems("a: !!str 1\nb: !mine [c]\nd: !!python/object/apply:os.system {e: f}\na: 2\n")
    assert sorted((p.line, p.column, p.message.split(";")[0]) for p in found) == [
        (1, 4, "found the tag 'tag:yaml.org,2002:str'"),
        (2, 4, "found the tag '!mine'"),
        (3, 4, "found the tag 'tag:yaml.org,2002:python/object/apply:os.system'"),
        (4, 1, "the key 'a' stands here a second time"),
    ]


# Depth and size


def test_a_spec_may_be_nested_50_levels_deep() -> None:
    assert DEEPEST == 50
    assert isinstance(read("a: " + "[" * 49 + "]" * 49).find("a"), Sequence)


@pytest.mark.parametrize("levels", [50, 51, 200])
def test_deeper_nesting_is_refused(levels: int) -> None:
    assert problem("a: " + "[" * levels + "]" * levels) == (1, 53, "nested more than 50 levels deep")


@pytest.mark.parametrize("text", ["[" * 100_000, "{a: " * 100_000, "- " * 100_000, "? " * 100_000])
def test_bottomless_nesting_is_refused(text: str) -> None:
    line, _, _ = problem(text)
    assert line == 1


def test_deep_nesting_is_refused_in_blocks_too() -> None:
    line, _, message = problem("".join(" " * i + "a:\n" for i in range(60)))
    assert line == 51
    assert message == "nested more than 50 levels deep"


def test_a_file_may_have_1_mib() -> None:
    start = b"a: 1\n"
    assert plain(parse(decoded(start + b"#" * (LARGEST_FILE - len(start)), FILE), FILE)) == {"a": "1"}


@pytest.mark.parametrize("size", [LARGEST_FILE + 1, 5 * LARGEST_FILE])
def test_a_larger_file_is_refused(size: int) -> None:
    line, column, message = problem(b"#" * size)
    assert (line, column) == (1, 1)
    assert message.endswith("expected 1 MiB at most")


# What is no text


@pytest.mark.parametrize(
    ("data", "line", "column", "byte"),
    [
        pytest.param(b"a: 1\nb: \xff\n", 2, 4, "ff", id="in the second line"),
        pytest.param(b"a: \xc3", 1, 4, "c3", id="cut short at the end"),
        pytest.param(b"a: \xc3(\n", 1, 4, "c3", id="cut short"),
        pytest.param(b"a: \xed\xa0\x80\n", 1, 4, "ed", id="half of a surrogate pair"),
        pytest.param("a: é\n".encode("latin-1"), 1, 4, "e9", id="Latin-1"),
        pytest.param("a: é\n".encode("utf-16"), 1, 1, "ff", id="UTF-16"),
        pytest.param(b"a: 1\r\nb: \xff\r\n", 2, 4, "ff", id="after CR LF"),
        pytest.param(b"a: 1\rb: \xff\r", 2, 4, "ff", id="after CR"),
        pytest.param("é: ".encode() + b"\xff\n", 1, 4, "ff", id="after a letter of two bytes"),
        pytest.param(BOM + b"a: \xff\n", 1, 4, "ff", id="after a byte order mark"),
        pytest.param(BOM + b"a: 1\nb: \xff\n", 2, 4, "ff", id="in the second line after a byte order mark"),
    ],
)
def test_what_is_no_utf_8_is_refused_at_its_place(data: bytes, line: int, column: int, byte: str) -> None:
    assert problem(data) == (line, column, f"byte 0x{byte} is no UTF-8; expected a text file")


@pytest.mark.parametrize(
    ("text", "line", "column", "character"),
    [
        pytest.param("a: \x1b\n", 1, 4, "001B", id="escape"),
        pytest.param("a: 1\nbc: \x07x\n", 2, 5, "0007", id="bell, in the second line"),
        pytest.param("a: 1\n\x00", 2, 1, "0000", id="nul, alone"),
        pytest.param("a: 'x\x7f'\n", 1, 6, "007F", id="delete, in quotes"),
        pytest.param("# \ufffe\n", 1, 3, "FFFE", id="no character, in a comment"),
        pytest.param("a: 1\r\nb: \x1b\r\n", 2, 4, "001B", id="after CR LF"),
        pytest.param("a: 1\rb: \x1b\r", 2, 4, "001B", id="after CR"),
        pytest.param("é: \x1b\n", 1, 4, "001B", id="after a letter of two bytes"),
        pytest.param("a: é…😀\nb: \x1b\n", 2, 4, "001B", id="after letters of two to four bytes"),
        pytest.param("\ufeffa: \x1b\n", 1, 4, "001B", id="after a byte order mark"),
    ],
)
def test_control_characters_are_refused_at_their_place(text: str, line: int, column: int, character: str) -> None:
    assert problem(text) == (line, column, f"U+{character} may not stand in a YAML file")


@pytest.mark.parametrize("text", [r'a: "\UFFFFFFFF"', r'a: "\U00110000"', r'a: "\xZZ"', r'a: "\q"'])
def test_escapes_that_name_no_character_are_refused(text: str) -> None:
    line, _, _ = problem(text)
    assert line == 1


@pytest.mark.parametrize("version", ["9.1", "1.1.1", "1." + "9" * 5000])
def test_other_versions_of_yaml_are_refused(version: str) -> None:
    line, _, _ = problem(f"%YAML {version}\n---\na: 1\n")
    assert line == 1


# Syntax, documents, and what is no mapping


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a: b: c\n", 1, 5),
        ("a: [1, 2\nb: 3\n", 2, 2),
        ("a: 1\n b: 2\n", 2, 3),
        ("a: 1\n\tb: 2\n", 2, 1),
        ("a: 1\nb\nc: 2\n", 3, 1),
        ("a: }\n", 1, 4),
        ("a: @b\n", 1, 4),
        ("a: &\n", 1, 5),
    ],
)
def test_broken_yaml_is_refused_at_its_place(text: str, line: int, column: int) -> None:
    found_line, found_column, message = problem(text)
    assert (found_line, found_column) == (line, column)
    assert message


def test_what_was_found_before_the_syntax_broke_is_told_too() -> None:
    found = problems("b: {a: 1, a: 2}\nc: !mine 1\nd: }\n")
    assert [p.line for p in found] == [1, 2, 3]


def test_a_second_document_is_refused_where_it_begins() -> None:
    assert problem("a: 1\n---\nb: 2\n") == (2, 1, "a second document begins here; expected one a file")


@pytest.mark.parametrize(
    ("text", "line", "column", "what"),
    [
        ("", 1, 1, "an empty file"),
        ("# a comment\n", 1, 1, "an empty file"),
        ("- a\n- b\n", 1, 1, "a list"),
        ("\n  word\n", 2, 3, "'word'"),
        ("~\n", 1, 1, "'~'"),
        ("''\n", 1, 1, "nothing"),
    ],
)
def test_what_is_no_mapping_is_refused(text: str, line: int, column: int, what: str) -> None:
    assert problem(text) == (line, column, f"found {what}; expected a mapping of keys to values")


def assert_mapping_or_yaml_problems(data: bytes) -> None:
    """Assert that parsing gives a mapping, or problems of code ``yaml`` with places in the file."""
    lines = len(data.replace(b"\r", b"\n").split(b"\n")) + data.count("\x85".encode()) + data.count(b"\xe2\x80")
    try:
        assert isinstance(parse(decoded(data, FILE), FILE), Mapping)
    except SpecError as error:
        found = error.problems
    else:
        return
    assert found
    for one in found:
        assert (one.severity, one.code, one.file) == ("error", "yaml", FILE)
        assert one.line is not None
        assert one.column is not None
        assert 1 <= one.line <= lines + 1
        assert one.column >= 1
        assert one.message
        assert one.message.isprintable()


@modest
@given(st.binary(max_size=60))
@example(b"a: \xc3")
@example(BOM)
@example(BOM + BOM + b"a: 1")
@example(b"\x00")
def test_any_bytes_give_a_mapping_or_yaml_problems(data: bytes) -> None:
    assert_mapping_or_yaml_problems(data)


@modest
@given(st.text(max_size=60))
def test_any_text_gives_a_mapping_or_yaml_problems(text: str) -> None:
    assert_mapping_or_yaml_problems(text.encode())


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from([*"ab:,[]{}&*!|>'\"#?-%@`\\ \t\r\né\x85\u2028", ": ", "- ", "\n  ", "&x ", "*x", "---\n"])
    )
)
def test_any_heap_of_yaml_signs_gives_a_mapping_or_yaml_problems(signs: list[str]) -> None:
    assert_mapping_or_yaml_problems("".join(signs).encode())


# Replacing

TREE = "a: 1\nb:\n  c: 2\n  d: [3, {e: 4}]\nf: 5\n"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (["a"], {"a": "new", "b": {"c": "2", "d": ["3", {"e": "4"}]}, "f": "5"}),
        (["b", "c"], {"a": "1", "b": {"c": "new", "d": ["3", {"e": "4"}]}, "f": "5"}),
        (["b", "d", "1"], {"a": "1", "b": {"c": "2", "d": ["new", {"e": "4"}]}, "f": "5"}),
        (["b", "d", "2", "e"], {"a": "1", "b": {"c": "2", "d": ["3", {"e": "new"}]}, "f": "5"}),
        (["b"], {"a": "1", "b": "new", "f": "5"}),
        (["g"], {"a": "1", "b": {"c": "2", "d": ["3", {"e": "4"}]}, "f": "5", "g": "new"}),
        (["b", "d", "2", "g"], {"a": "1", "b": {"c": "2", "d": ["3", {"e": "4", "g": "new"}]}, "f": "5"}),
    ],
)
def test_a_value_is_replaced_or_added_at_its_path(path: list[str], expected: dict[str, object]) -> None:
    before = read(TREE)
    after = replaced(before, path, scalar("new"))
    assert plain(after) == expected
    assert isinstance(after, Mapping)
    assert [key.text for key, _ in after.entries] == list(expected)
    assert before == read(TREE), "the node itself stays as it was"


def test_an_empty_path_gives_the_value() -> None:
    assert replaced(read(TREE), [], scalar("new")) == scalar("new")


def test_what_is_replaced_has_the_place_of_the_new_value_and_the_rest_its_own() -> None:
    after = replaced(read(TREE), ["b", "c"], scalar("new"))
    assert isinstance(after, Mapping)
    inner = after.find("b")
    assert isinstance(inner, Mapping)
    assert inner.place == Place(FILE, 3, 3)
    assert [(key.place.line, value.place.line) for key, value in inner.entries] == [(3, None), (4, 4)]


def test_an_added_key_has_the_place_of_its_value() -> None:
    after = replaced(read(TREE), ["g"], scalar("new"))
    assert isinstance(after, Mapping)
    assert after.entries[-1] == (scalar("g"), scalar("new"))


@pytest.mark.parametrize(
    ("path", "missing"),
    [
        (["x", "y"], "x"),
        (["b", "x", "y", "z"], "x"),
        (["b", "d", "0"], "0"),
        (["b", "d", "3"], "3"),
        (["b", "d", "01"], "01"),
        (["b", "d", "-1"], "-1"),
        (["b", "d", "e"], "e"),
        (["a", "x"], "x"),
        (["a", "x", "y"], "x"),
    ],
)
def test_a_path_that_leads_nowhere_names_its_first_missing_word(path: list[str], missing: str) -> None:
    with pytest.raises(KeyError) as caught:
        replaced(read(TREE), path, scalar("new"))
    assert caught.value.args == (missing,)
