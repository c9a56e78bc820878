"""Starter specs: a game on top of a shipped one, with remarks on what to change; it builds as it stands."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.fields import found_at
from printkit.spec import Game
from printkit.yamlnodes import Mapping, Scalar

LONGEST_TITLE = 22  # characters
SIZES = ("across_flats", "side", "size")  # what people change first


def starter(name: str, game: Game) -> str:
    """Return the text of a spec called ``name`` on top of a game."""
    title = _title(name)
    lines = [
        f"# {title}, a game on top of {game.spec.title}.",
        f"# Build it: printkit build {name}.yaml      Check it: printkit check {name}.yaml",
        f"# Whatever is not said here is as in {game.spec.game}. '~' takes a key out. All keys: docs/reference.md",
        "# An editor completes keys after 'printkit schema > printkit.schema.json', with this line at the top:",
        "#   # yaml-language-server: $schema=printkit.schema.json",
        "",
        f"extends: {game.spec.game}",
        f"game: {name}               # the name of its folder in output/",
        f"title: {title}",
        f"credit: {title}, after {game.spec.credit}   # it stands on every sheet; give your name too",
        "",
        "# Remove a # to change what stands behind it.",
        "",
        "# players:",
        *_players(game),
        "",
        "# theme:                   # other colours, as in '#D55E00'",
        "#   vermilion: '#CC3311'",
        "",
        "# assets:",
        *_assets(game),
    ]
    return "\n".join(lines) + "\n"


def _title(name: str) -> str:
    """Make a title of a name: of a long one the first words, so that it has room on every sheet."""
    words = [word.capitalize() for word in name.split("-")]
    while len(" ".join(words)) > LONGEST_TITLE and len(words) > 1:
        words.pop()
    return " ".join(words)[:LONGEST_TITLE]


def _players(game: Game) -> Iterator[str]:
    for word, player in game.spec.players.items():
        yield f"#   {word}: {{name: {player.name}}}"


def _assets(game: Game) -> Iterator[str]:
    """Give a line an asset, with its size where it has one; the last one says how to leave it out."""
    names = list(game.assets)
    for name in names:
        node = found_at(game.root, "assets", name)
        for key in SIZES:
            value = node.find(key) if isinstance(node, Mapping) else None
            if isinstance(value, Scalar):
                yield f"#   {name}: {{{key}: {value.text}}}"
                break
    yield f"#   {names[-1]}: ~           # leaves it out"
