"""Reads what a PDF draws, in mm with y down from the top left of the page, without asking printkit."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np
import pikepdf
import pypdfium2

MM = 25.4 / 72

Pair = tuple[float, float]


class Matrix(NamedTuple):
    """A transformation as PDF writes it."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float


class Line(NamedTuple):
    """A stroked straight line: its ends, its width in mm, its grey (0 black)."""

    start: Pair
    end: Pair
    width: float
    grey: float


class Word(NamedTuple):
    """A run of text without spaces and the middle of its box."""

    text: str
    x: float
    y: float


def _times(a: Matrix, b: Matrix) -> Matrix:
    return Matrix(
        a.a * b.a + a.b * b.c,
        a.a * b.b + a.b * b.d,
        a.c * b.a + a.d * b.c,
        a.c * b.b + a.d * b.d,
        a.e * b.a + a.f * b.c + b.e,
        a.e * b.b + a.f * b.d + b.f,
    )


class _State(NamedTuple):
    matrix: Matrix
    width: float
    grey: float


class _Reader:
    """Follows the operators of content streams as far as lines go."""

    def __init__(self, height_pt: float) -> None:
        self.height = height_pt
        self.lines: list[Line] = []
        self.path: list[tuple[Pair, Pair]] = []
        self.first = self.at = (0.0, 0.0)

    def read(self, stream: Any, resources: Any, matrix: Matrix) -> None:
        state = _State(matrix, 1.0, 0.0)
        stack: list[_State] = []
        for instruction in pikepdf.parse_content_stream(stream):
            operands: list[Any] = list(instruction.operands)
            operator = instruction.operator
            numbers = [float(o) for o in operands if isinstance(o, (int, float, Decimal))]
            match str(operator):
                case "q":
                    stack.append(state)
                case "Q":
                    state = stack.pop()
                case "cm":
                    state = state._replace(matrix=_times(Matrix(*numbers), state.matrix))
                case "w":
                    state = state._replace(width=numbers[0])
                case "G":
                    state = state._replace(grey=numbers[0])
                case "Do":
                    form = resources["/XObject"][operands[0]]
                    inner = Matrix(*(float(v) for v in form.get("/Matrix", (1, 0, 0, 1, 0, 0))))
                    self.read(form, form.get("/Resources", resources), _times(inner, state.matrix))
                case other:
                    self._path(other, numbers, state)

    def _path(self, operator: str, numbers: list[float], state: _State) -> None:
        if operator in ("m", "l", "c"):
            x, y = numbers[-2:]
            m = state.matrix
            to = ((m.a * x + m.c * y + m.e) * MM, (self.height - (m.b * x + m.d * y + m.f)) * MM)
            if operator == "m":
                self.first = to
            elif operator == "l":
                self.path.append((self.at, to))
            self.at = to
        elif operator == "h":
            self.path.append((self.at, self.first))
            self.at = self.first
        elif operator in ("S", "B", "f", "n"):
            if operator in ("S", "B"):
                scale = abs(state.matrix.a * state.matrix.d - state.matrix.b * state.matrix.c) ** 0.5 * MM
                self.lines += [Line(a, b, state.width * scale, state.grey) for a, b in self.path]
            self.path = []


def lines(data: bytes, page: int = 0) -> list[Line]:
    """Return all stroked straight lines of a page, those in forms too."""
    with pikepdf.open(BytesIO(data)) as pdf:
        found = pdf.pages[page]
        reader = _Reader(float(found.mediabox[3]))
        reader.read(found, found.obj["/Resources"], Matrix(1, 0, 0, 1, 0, 0))
        return reader.lines


def words(data: bytes, page: int = 0) -> list[Word]:
    """Return the words of a page, in the order of drawing."""
    with pypdfium2.PdfDocument(data) as pdf:
        found = pdf[page]
        text = found.get_textpage()
        height = found.get_height()
        return list(_words(text, height))


def _words(text: Any, height: float) -> Iterator[Word]:
    run: list[tuple[str, tuple[float, float, float, float]]] = []
    for i in range(text.count_chars()):
        character = text.get_text_range(i, 1)
        if character.strip():
            run.append((character, text.get_charbox(i)))
        elif run:
            yield _word(run, height)
            run = []
    if run:
        yield _word(run, height)


def _word(run: list[tuple[str, tuple[float, float, float, float]]], height: float) -> Word:
    boxes = np.array([box for _, box in run])
    left, bottom = boxes[:, :2].min(axis=0)
    right, top = boxes[:, 2:].max(axis=0)
    return Word("".join(c for c, _ in run), (left + right) / 2 * MM, (height - (bottom + top) / 2) * MM)


def pixels(data: bytes, dpi: float, page: int = 0) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Return a page as an array of grey values, rows × columns."""
    with pypdfium2.PdfDocument(data) as pdf:
        image = pdf[page].render(scale=dpi / 72, grayscale=True)
        return np.array(image.to_numpy()).reshape(image.height, -1)[:, : image.width]
