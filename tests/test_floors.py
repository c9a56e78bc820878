"""Imports go down only: each module may import what stands on a lower floor, or in its own folder."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import printkit

PACKAGE = Path(printkit.__file__).parent

# From the bottom up; the modules and folders of one line are strangers to each other.
FLOORS = (
    ("errors", "units", "registry"),
    ("geometry", "disk"),
    ("hexgrid", "fonts", "yamlnodes", "outline"),
    ("fields", "drawing", "instructions"),
    ("turning",),
    ("board", "theme", "profile", "tiles", "players", "icc"),
    ("colours", "extending"),
    ("shapes", "modes", "printer", "press", "laser"),
    ("agreement", "overriding"),
    ("spec", "preflight", "safety", "engraving"),
    ("starter",),
    ("claims", "clearance", "tilings"),
    ("verdict",),
    ("record",),
    ("art", "layouts", "render", "scoring", "verify", "report", "pressproof", "webpage"),
    ("library", "printers", "vendors"),
    ("scorebook",),
    ("pipeline",),
    ("booklet", "preview"),
    ("printing", "pictures", "calibration", "pressing", "cutting", "schema"),
    ("watching",),
    ("terminal",),
    ("cli",),
    ("__main__",),
)
FLOOR = {name: number for number, names in enumerate(FLOORS) for name in names}

# Layouts and renderers know nothing of games; scorers will know nothing of drawings.
APART = {"layouts": {"spec"}, "render": {"spec", "board"}, "scoring": {"drawing"}, "report": {"drawing"}}


def imported(source: str) -> Iterator[str]:
    """Give the printkit modules that a source imports, by their first name."""
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide the floor"
            module = node.module or ""
            names = [f"printkit.{alias.name}" for alias in node.names] if module == "printkit" else [module]
        for name in names:
            first, _, rest = name.partition(".")
            if first == "printkit" and rest and not rest.startswith("__version__"):
                yield rest.split(".")[0]


def breaches(own: str, source: str) -> list[str]:
    """Name the imports of a module that do not go down."""
    return [
        f"{own} imports {other}"
        for other in imported(source)
        if (other != own and FLOOR[other] >= FLOOR[own]) or other in APART.get(own, ())
    ]


def test_imports_go_down_only() -> None:
    found = []
    for file in sorted(PACKAGE.rglob("*.py")):
        parts = file.relative_to(PACKAGE).with_suffix("").parts
        if parts != ("__init__",):
            found += breaches(parts[0], file.read_text(encoding="utf-8"))
    assert found == []


def test_every_module_has_a_floor() -> None:
    names = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    assert names - {"__init__"} == set(FLOOR)


def test_the_walk_finds_imports_that_go_up_or_sideways() -> None:
    assert breaches("geometry", "from printkit.drawing import Path") == ["geometry imports drawing"]
    assert breaches("art", "def f():\n    import printkit.layouts.single") == ["art imports layouts"]
    assert breaches("layouts", "from printkit.spec import Game") == ["layouts imports spec"]
    assert breaches("board", "from printkit import spec") == ["board imports spec"]
    assert breaches("spec", "from printkit.board import Board\nimport click") == []


def test_only_one_module_touches_the_disk() -> None:
    words = ("open(", "write_bytes", "write_text", "read_bytes", "read_text", "os.replace")
    touching = {
        file.name
        for file in PACKAGE.rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and f"{ast.unparse(call.func)}(".endswith(words)
        if ast.unparse(call.func) not in ("pikepdf.open", "Image.open", "Pixels.open")
    }
    assert touching == {"disk.py"}
