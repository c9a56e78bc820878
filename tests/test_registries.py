"""What is registered is whole: each shape, kind, layout and renderer has a docstring, a use, a golden, a row."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import pytest

from printkit import library
from printkit.art import ART
from printkit.claims import COUNTERS
from printkit.layouts import LAYOUTS
from printkit.render import RENDERERS
from printkit.scoring import SCORERS
from printkit.shapes import SHAPES
from printkit.spec import Game
from tests.conftest import load
from tests.test_goldens import CASES

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def shipped() -> list[Game]:
    return [load(game=name) for name in library.shipped_games()]


def examples() -> list[Game]:
    return [load(game=str(path)) for path in sorted((Path(__file__).parent.parent / "examples").glob("*.yaml"))]


def shapes_of(game: Game) -> set[str]:
    boards = (game.spec.board, *game.spec.boards.values())
    return {name for name, made in SHAPES.items() if any(isinstance(board, made) for board in boards)}


def used_kinds() -> set[str]:
    return {asset.kind for game in shipped() for asset in game.assets.values()}


def used_layouts() -> set[str]:
    assets = [asset for game in shipped() for asset in game.assets.values()]
    return {ART[asset.kind].layout or asset.settings.layout for asset in assets}


def golden_kinds() -> set[str]:
    return {load(*case.overrides, game=case.game).assets[case.asset].kind for case in CASES}


def golden_layouts() -> set[str]:
    assets = [load(*case.overrides, game=case.game).assets[case.asset] for case in CASES]
    return {ART[asset.kind].layout or asset.settings.layout for asset in assets}


@pytest.mark.parametrize("name", ART)
def test_every_kind_is_described_used_and_recorded(name: str) -> None:
    kind = ART[name]
    module = sys.modules[f"printkit.art.{name}"]
    assert (module.__doc__ or "").startswith(f"The kind ``{name}``")
    assert kind.settings.__doc__
    assert inspect.getdoc(kind.draw)
    assert kind.layout is None or kind.layout in LAYOUTS
    assert name in used_kinds()
    assert name in golden_kinds()
    assert f"| `{name}` |" in README


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_layout_is_described_used_and_recorded(name: str) -> None:
    assert inspect.getdoc(LAYOUTS[name])
    module = sys.modules[f"printkit.layouts.{name}"]
    assert (module.__doc__ or "").startswith(f"The layout ``{name}``")
    assert name in used_layouts()
    assert name in golden_layouts()
    assert f"| `{name}` |" in README


@pytest.mark.parametrize("name", RENDERERS)
def test_every_renderer_is_described(name: str) -> None:
    assert inspect.getdoc(RENDERERS[name].render)
    module = sys.modules[f"printkit.render.{name}"]
    assert (module.__doc__ or "").startswith(f"The {name.upper()} renderer")
    assert f"| `{name}` |" in README


@pytest.mark.parametrize("name", SCORERS)
def test_every_scorer_is_described_used_and_has_cases(name: str) -> None:
    scorer = SCORERS[name]
    assert inspect.getdoc(scorer.score)
    assert (sys.modules[f"printkit.scoring.{name}"].__doc__ or "").startswith(f"The scorer ``{name}``")
    games = [game.spec.game for game in shipped() if game.spec.scoring and game.spec.scoring.kind == name]
    assert games != []
    for game in games:
        assert list((Path(__file__).parent / "cases" / game).glob("*.yaml")) != []


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_described_used_and_recorded(name: str) -> None:
    assert inspect.getdoc(SHAPES[name])
    assert (sys.modules[f"printkit.shapes.{name}"].__doc__ or "").startswith(f"The shape ``{name}``")
    assert name in set[str]().union(*map(shapes_of, [*shipped(), *examples()]))
    assert name in set[str]().union(*(shapes_of(load(*case.overrides, game=case.game)) for case in CASES))
    assert f"| `{name}` |" in README


def test_every_counter_has_a_shipped_claim_or_a_test() -> None:
    claimed = {name for game in shipped() for name in game.spec.claims}
    tested = "".join((Path(__file__).parent / f"test_{name}.py").read_text("utf-8") for name in ("spec", "claims"))
    assert [name for name in COUNTERS if name not in claimed and f'"{name}"' not in tested] == []


def test_unknown_names_are_not_found() -> None:
    for registry in (ART, LAYOUTS, RENDERERS, SCORERS, SHAPES):
        assert "_boards" not in registry
        assert "_keys" not in registry
        with pytest.raises(KeyError):
            registry["no-such-entry"]
