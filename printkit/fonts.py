"""Fonts: Fira Sans, or the user's own TrueType files, measured by HarfBuzz (kerning on, ligatures off)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from importlib.util import find_spec
from pathlib import Path

from printkit.errors import FontFileError
from printkit.units import MM_PER_POINT

PACKAGE = "fontpkg_fira_sans"
FILES = {"regular": "FiraSans-Regular.ttf", "medium": "FiraSans-Medium.ttf", "bold": "FiraSans-Bold.ttf"}
FEATURES = {"kern": True, "liga": False, "dlig": False, "clig": False, "calt": False}


class Face:
    """One font file."""

    def __init__(self, data: bytes) -> None:
        import uharfbuzz  # noqa: PLC0415  (what only scores games measures no text)

        self.data = data
        self.harfbuzz = uharfbuzz
        self.face = uharfbuzz.Face(data)
        self.font = uharfbuzz.Font(self.face)
        self.per_em = 1000 / self.face.upem

    @cached_property
    def characters(self) -> frozenset[int]:
        """The code points that the font has glyphs for."""
        return frozenset(self.face.unicodes)

    def advances(self, string: str) -> tuple[float, ...]:
        """Return for each character how far the next one is, in thousandths of the font size."""
        if not string:
            return ()  # of which HarfBuzz knows no positions
        buffer = self.harfbuzz.Buffer()
        buffer.add_str(string)
        buffer.guess_segment_properties()
        buffer.direction = "ltr"
        self.harfbuzz.shape(self.font, buffer, FEATURES)
        sums = [0.0] * len(string)
        for glyph, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            sums[glyph.cluster] += position.x_advance * self.per_em
        return tuple(sums)


class Fonts:
    """The faces by weight; each is read when first used. ``files`` are the user's own, by weight."""

    def __init__(self, read: Callable[[str], bytes], files: Mapping[str, str] | None = None) -> None:
        self._read = read
        self.files = files or {}
        self._faces: dict[str, Face] = {}
        self.advances = lru_cache(maxsize=4096)(self._advances)

    def face(self, weight: str) -> Face:
        """Return the face of a weight."""
        if weight not in self._faces:
            path = self.files.get(weight) or shipped(weight)
            self._faces[weight] = Face(self._read(path))
        return self._faces[weight]

    def _advances(self, string: str, weight: str) -> tuple[float, ...]:
        return self.face(weight).advances(string)

    def width(self, string: str, weight: str, size_pt: float) -> float:
        """Return the width of a line of text in mm."""
        return sum(self.advances(string, weight)) / 1000 * size_pt * MM_PER_POINT

    def missing(self, string: str, weight: str) -> str:
        """Return the characters that the face has no glyph for."""
        known = self.face(weight).characters
        return "".join(dict.fromkeys(c for c in string if ord(c) not in known))


def shipped(weight: str) -> str:
    """Return the path of the Fira Sans file of a weight.

    The package is only looked up: importing it would cost more than reading the font.
    """
    package = find_spec(PACKAGE)
    if package is None or not package.submodule_search_locations:
        raise FontFileError("the fonts are missing: install the package 'fontpkg-fira-sans'")
    return str(Path(package.submodule_search_locations[0], "files", FILES[weight]))


def refuse_unusable(data: bytes) -> None:
    """Raise FontFileError where a font file is no static TrueType font that a PDF can embed."""
    if data[:4] == b"OTTO":
        raise FontFileError("it holds CFF outlines; expected TrueType outlines (.ttf)")
    if data[:4] == b"ttcf":
        raise FontFileError("it is a collection of fonts; expected a single one (.ttf)")
    if data[:4] not in (b"\x00\x01\x00\x00", b"true"):
        raise FontFileError("it is no TrueType font; expected a .ttf file")
    entries = [data[i : i + 16] for i in range(12, 12 + 16 * int.from_bytes(data[4:6], "big"), 16)]
    tables = {entry[:4] for entry in entries}
    ends = [int.from_bytes(entry[8:12], "big") + int.from_bytes(entry[12:16], "big") for entry in entries]
    if max(ends, default=0) > len(data):
        raise FontFileError(f"it is cut short: {len(data)} bytes of {max(ends)}")
    if b"fvar" in tables:
        raise FontFileError(
            "it is a variable font, which would print in its default weight; expected a static one"
        )
    needed = {b"cmap", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp"}
    if not needed <= tables:
        lacking = ", ".join(sorted(table.decode() for table in needed - tables))
        raise FontFileError(f"the tables {lacking} are missing; expected a complete TrueType font")
