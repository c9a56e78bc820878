"""Profiles of print shops and print-on-demand vendors: what they take, as data.

A profile is a YAML file; those that are shipped are in ``printkit/profiles``, and users can name one of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from printkit.errors import Problem
from printkit.fields import (
    Reader,
    choice,
    found_at,
    integer,
    key,
    length,
    list_of,
    mismatch,
    name,
    one_line,
    record,
    two_lengths,
    yes_or_no,
)
from printkit.geometry import Size
from printkit.units import MM_PER_INCH, PAPERS
from printkit.yamlnodes import Mapping as MappingNode
from printkit.yamlnodes import Node, Scalar

MOST_PIXELS, MOST_IN_ALL = 20_000, 80_000_000
Standard = Literal["x4", "x1a"]
VERSIONS: dict[Standard, tuple[int, int]] = {"x4": (1, 6), "x1a": (1, 4)}  # of PDF
NAMES: dict[Standard, str] = {"x4": "PDF/X-4", "x1a": "PDF/X-1a:2003"}

NEAR = 0.15  # mm by which a piece may differ from a product


def _product_faults(product: Product, values: Mapping[str, Any], node: Node) -> Iterator[Problem]:
    """Check that a product's page or image holds its finished size, with the bleed that the profile says."""
    page, size = product.page, product.pixels
    if size is not None and values.get("format") == "png":
        dpi = values.get("dpi", 300)
        page = Size(size[0] / dpi * MM_PER_INCH, size[1] / dpi * MM_PER_INCH)
    if page is None:
        return
    bleeds = (page.width - product.trim.width) / 2, (page.height - product.trim.height) / 2
    least = values.get("bleed", 0.0) if values.get("format") == "pdf" else 0.0
    if min(bleeds) < least - NEAR:
        sides = " and ".join(f"{bleed:.2f}" for bleed in bleeds)
        message = f"{product.name}: the page leaves a bleed of {sides} mm; expected {least:g} mm at least"
        yield node.place.problem("bad-value", message, "trim is the finished size, page and pixels are larger")
    safe = values.get("safe", 0.0)
    if 2 * safe >= min(product.trim):
        message = (
            f"{product.name}: a safe area {safe:g} mm inside the cut leaves nothing of {min(product.trim):g} mm"
        )
        yield node.place.problem("bad-value", message)


def pixels(node: Node) -> tuple[int, int]:
    """Read two numbers of pixels, such as ``825 × 1125``."""
    match = (
        re.fullmatch(r"\s*([0-9]{1,6})\s*[×x]\s*([0-9]{1,6})\s*", node.text) if isinstance(node, Scalar) else None
    )
    sides = [int(side) for side in match.groups()] if match is not None else [0, 0]
    if not all(0 < side <= MOST_PIXELS for side in sides) or sides[0] * sides[1] > MOST_IN_ALL:
        most = f"{MOST_IN_ALL // 1_000_000} million in all"
        raise mismatch(node, f"two numbers of pixels, such as '825 × 1125', {most} at most")
    return sides[0], sides[1]


def percent(least: int, most: int) -> Reader[float]:
    """Make a reader of shares such as ``300 %``; 1 is 100 %."""

    def read(node: Node) -> float:
        match = (
            re.fullmatch(r"([0-9]{1,4})\s*%", node.text.strip(), re.ASCII) if isinstance(node, Scalar) else None
        )
        if match is None or not least <= int(match[1]) <= most:
            raise mismatch(node, f"a share from {least} % to {most} %")
        return int(match[1]) / 100

    return read


@dataclass(frozen=True, eq=False)
class Product:
    """A product of a vendor: its finished size, and the page or the pixels that it takes."""

    name: str = key(one_line, "what the vendor calls it")
    trim: Size = key(two_lengths, "the finished size; of a hex its box, flat side up")
    shape: str = key(choice("box", "hex"), "whether it is a box or a flat-top hex", default="box")
    page: Size | None = key(two_lengths, "the size of a page of a PDF, with its bleed", default=None)
    pixels: tuple[int, int] | None = key(pixels, "the size of an image, with its bleed", default=None)

    def takes(self, size: Size, hex_flats: float | None) -> bool:
        """Whether a piece of this size is this product; hexes are told by the distance across their flats."""
        return self.is_like(hex_flats) and self.distance(size, hex_flats) <= NEAR

    def is_like(self, hex_flats: float | None) -> bool:
        """Whether a piece has this product's shape."""
        return (hex_flats is not None) == (self.shape == "hex")

    def distance(self, size: Size, hex_flats: float | None) -> float:
        """Return by how many mm a piece is off at most."""
        if hex_flats is not None:
            return abs(self.trim.height - hex_flats)
        return max(abs(size.width - self.trim.width), abs(size.height - self.trim.height))


@dataclass(frozen=True, eq=False)
class PressProfile:
    """What a shop or a vendor takes."""

    profile: str = key(name, "the name of the profile, as the command line uses it")
    vendor: str = key(one_line, "who prints")
    format: str = key(choice("pdf", "png"), "what files they take")
    colours: str = key(choice("cmyk", "rgb"), "how colours are given: cmyk in PDFs, rgb in PNGs")
    safe: float = key(length(0, 20), "how far from the trim nothing but grounds should stand")
    standard: str = key(choice(*VERSIONS), "the kind of PDF/X", default="x4")
    bleed: float = key(length(0, 20), "how far grounds go on beyond the trim, if no product says it", default=0.0)
    ink_limit: float = key(percent(100, 400), "the most ink that may lie on one place", default=4.0)
    marks: bool = key(yes_or_no, "whether there are crop and registration marks, and a cut line", default=False)
    condition: str = key(
        one_line, "the registered printing condition of a PDF/X-1a without an ICC profile", default="FOGRA39"
    )
    sheet: str = key(choice(*PAPERS), "the size of what is not cut", default="a4")
    dpi: int = key(integer(72, 1200), "the resolution of images", default=300)
    products: tuple[Product, ...] = key(
        list_of(record(Product), 1, 200), "what can be ordered; none: any size", default=()
    )

    @staticmethod
    def faults(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
        """Check that format, colours and products go together."""
        wanted = {"pdf": "cmyk", "png": "rgb"}.get(values.get("format", ""))
        if wanted is not None and values.get("colours", wanted) != wanted:
            message = f"found {values['colours']}; a {values['format']} has {wanted}"
            yield found_at(node, "colours").place.problem("bad-value", message)
        field = {"pdf": "page", "png": "pixels"}.get(values.get("format", ""))
        if values.get("format") == "png" and not values.get("products"):
            yield node.place.problem("missing-field", "images need 'products' that say how many pixels they have")
        for number, product in enumerate(values.get("products", ()), 1):
            if field is not None and getattr(product, field) is None:
                place = found_at(node, "products", str(number)).place
                yield place.problem(
                    "missing-field", f"the key '{field}' is missing: the size of a {values['format']}"
                )

    def page_of(self, product: Product | None, trim: Size) -> Size:
        """Return the size of a face with its bleed, in mm."""
        if product is not None and product.pixels is not None:
            width, height = (side * MM_PER_INCH / self.dpi for side in product.pixels)
            return Size(width, height)
        if product is not None and product.page is not None:
            return product.page
        return Size(trim.width + 2 * self.bleed, trim.height + 2 * self.bleed)

    def product_for(self, size: Size, hex_flats: float | None) -> Product | None:
        """Return the product that a piece is, if any."""
        return next((product for product in self.products if product.takes(size, hex_flats)), None)

    def nearest(self, size: Size, hex_flats: float | None) -> Product | None:
        """Return the product of the same shape that a piece is nearest to."""
        alike = [product for product in self.products if product.is_like(hex_flats)]
        return min(alike, key=lambda product: product.distance(size, hex_flats), default=None)


read_press = record(PressProfile)
