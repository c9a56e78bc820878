"""Values of a spec that are set from the command line: ``--set KEY=VALUE``."""

from __future__ import annotations

from typing import cast

from printkit.errors import LONGEST_QUOTE, hint_for, quoted, request_error, shown
from printkit.yamlnodes import Mapping as MappingNode
from printkit.yamlnodes import Node, Place, Scalar, replaced

CREATED = (("laser",), ("theme",), ("board", "labels"))  # mappings that --set makes where a spec has none


def overridden(root: MappingNode, text: str) -> MappingNode:
    """Set one value; a path may begin with the name of an asset and leave out ``assets``. Raises RequestError."""
    where, equals, value = text.partition("=")
    path = where.strip().split(".")
    if not equals or not all(path):
        message = f"found --set {quoted(text)}; expected KEY=VALUE"
        raise request_error(message, "for example --set sheet.across_flats='14 mm'")
    within_assets = ["assets", *path]
    assets = root.find("assets")
    names = [word.text for word, _ in assets.entries] if isinstance(assets, MappingNode) else []
    top = [word.text for word, _ in root.entries]
    if not _is_set(root, path) and (_is_set(root, within_assets) or (path[0] in names and path[0] not in top)):
        path = within_assets
    scalar = Scalar(value.strip(), Place(f"--set {text}", None, None))
    for created in CREATED:
        if tuple(path[: len(created)]) == created:
            root = _with_mapping(root, created, scalar.place)
    try:
        return cast(MappingNode, replaced(root, path, scalar))
    except KeyError as error:
        word = error.args[0]
        hint = hint_for(word, [*top, *names]) if word == where.strip().split(".")[0] else None
        message = f"--set {shown(text, LONGEST_QUOTE)}: there is no {quoted(word)} to set a value in"
        raise request_error(message, hint) from None


def _with_mapping(node: MappingNode, path: tuple[str, ...], place: Place) -> MappingNode:
    """Return a mapping in which there is a mapping at a path: an empty one where there was none, or nothing."""
    word, rest = path[0], path[1:]
    inner = node.find(word)
    if inner is None and not rest:
        return MappingNode((*node.entries, (Scalar(word, place), MappingNode((), place))), node.place)
    if not rest or not isinstance(inner, MappingNode):
        return node
    changed = _with_mapping(inner, rest, place)
    entries = tuple((key, changed if key.text == word else value) for key, value in node.entries)
    return MappingNode(entries, node.place)


def _is_set(node: Node | None, path: list[str]) -> bool:
    for word in path:
        node = node.find(word) if isinstance(node, MappingNode) else None
    return node is not None
