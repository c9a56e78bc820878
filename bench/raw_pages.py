"""The same pages as ``printkit build GAME...``, drawn by plain calls of a reportlab canvas.

It is the yardstick of the benchmark for whole games: the shapes and words of all assets, a PDF for each, with the
same three fonts, and nothing that printkit adds (no spec, no layout, no checks, no kerning). What a program
written by hand would say in thousands of lines stands in lists, a file for each asset, which
``bench/page_list.py`` writes beforehand. They are in Python's ``marshal`` form, which loads fastest, and in the
canvas's own terms: points, y up, methods of the canvas with their arguments. A colour, line or font is set where
it changes, and what is drawn more than once is a form.

A list is ``(title, forms, pages)``, a form ``(name, box, steps)``, a page ``(size, trim, bleed, steps)``. A step
is ``(method, arguments)``; the arguments of ``drawPath`` are ``(moves, stroke, fill)``, those of ``clipPath``
``(moves,)``, and a move is ``(method of the path, arguments)``. Run: ``python raw_pages.py LISTS OUT``.
"""

import marshal
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import FILL_NON_ZERO, Canvas

Move = tuple[str, tuple[float, ...]]
Step = tuple[str, tuple[Any, ...]]


def drawn_path(canvas: Canvas, moves: tuple[Move, ...]) -> Any:
    """Return a path."""
    path = canvas.beginPath()
    for name, numbers in moves:
        getattr(path, name)(*numbers)
    return path


def draw(canvas: Canvas, steps: tuple[Step, ...]) -> None:
    """Take the steps one after the other."""
    for name, arguments in steps:
        if name == "drawPath":
            moves, stroke, fill = arguments
            canvas.drawPath(drawn_path(canvas, moves), stroke=stroke, fill=fill, fillMode=FILL_NON_ZERO)
        elif name == "clipPath":
            canvas.clipPath(drawn_path(canvas, arguments[0]), stroke=0, fill=0)
        else:
            getattr(canvas, name)(*arguments)


def write(source: Path, target: Path) -> None:
    """Write the PDF of one list."""
    title, forms, pages = marshal.loads(source.read_bytes())
    canvas = Canvas(str(target), pagesize=pages[0][0], pageCompression=1, invariant=1, initialFontName="Regular")
    canvas.setTitle(title)
    canvas.setViewerPreference("PrintScaling", "None")
    for name, box, steps in forms:
        canvas.beginForm(name, *box)
        draw(canvas, steps)
        canvas.endForm()
    for size, trim, bleed, steps in pages:
        canvas.setPageSize(size)
        canvas.setTrimBox(trim)
        canvas.setBleedBox(bleed)
        canvas.setLineJoin(1)
        draw(canvas, steps)
        canvas.showPage()
    canvas.save()


def register_fonts() -> None:
    """Register the three fonts by the names that lists use."""
    spec = find_spec("fontpkg_fira_sans")
    assert spec is not None
    assert spec.submodule_search_locations
    fonts = Path(spec.submodule_search_locations[0], "files")
    for weight in ("Regular", "Medium", "Bold"):
        pdfmetrics.registerFont(TTFont(weight, str(fonts / f"FiraSans-{weight}.ttf")))


def main() -> None:
    """Write ``OUT/GAME/ASSET.pdf`` for every ``LISTS/GAME/ASSET.list``."""
    lists, out = Path(sys.argv[1]), Path(sys.argv[2])
    register_fonts()
    for source in sorted(lists.glob("*/*.list")):
        folder = out / source.parent.name
        folder.mkdir(parents=True, exist_ok=True)
        write(source, folder / f"{source.stem}.pdf")


if __name__ == "__main__":
    main()
