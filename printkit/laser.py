"""Profiles of laser cutters: the bed, and the colours by which a program tells operations apart; what is made.

A profile is a YAML file, as those of print shops are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from printkit.errors import Problem
from printkit.fields import found_at, key, length, map_of, mismatch, name, one_line, record, sized
from printkit.geometry import Point, Size
from printkit.yamlnodes import Mapping as MappingNode
from printkit.yamlnodes import Node, Scalar

Operation = Literal["engrave", "score", "inner", "cut"]
OPERATIONS: tuple[Operation, ...] = ("engrave", "score", "inner", "cut")  # in the order in which they are made
LARGEST_KERF = 2.0  # mm
LEAST_ROOM = 20.0  # mm that a bed has between its margins


def _hex_colour(node: Node) -> str:
    text = node.text.strip().lower() if isinstance(node, Scalar) else ""
    if not re.fullmatch("#[0-9a-f]{6}", text, re.ASCII):
        raise mismatch(node, "a colour such as '#ff0000', in quotes")
    return text


def _operation(node: Node) -> str:
    if isinstance(node, Scalar) and node.text in OPERATIONS:
        return node.text
    raise mismatch(node, "one of the operations: " + ", ".join(OPERATIONS))


@dataclass(frozen=True, eq=False)
class LaserProfile:
    """What a laser cutter and its program want."""

    profile: str = key(name, "the name of the profile, as the command line uses it")
    vendor: str = key(one_line, "what cuts")
    bed: Size = key(sized(50, 5000), "the size of the bed, or of the material")
    operations: Mapping[str, str] = key(map_of(_operation, _hex_colour), "the colour of each operation")
    margin: float = key(length(0, 100), "what stays free at the edges of the bed", default=5.0)
    gap: float = key(length(0, 50), "space between pieces that are cut apart", default=2.0)
    thin: float = key(length(0, 5), "lines below this width are scored, not engraved", default=0.5)

    @staticmethod
    def faults(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
        """Check that each operation has a colour of its own."""
        found = values.get("operations")
        if found is None:
            return
        place = found_at(node, "operations")
        named = [word.text for word, _ in place.entries] if isinstance(place, MappingNode) else []
        for word in OPERATIONS:
            if word not in named:
                yield place.place.problem("missing-field", f"the colour of '{word}' is missing")
        bed, margin = values.get("bed"), values.get("margin", 5.0)
        if bed is not None and 2 * margin > min(bed) - LEAST_ROOM:
            message = f"margins of {margin:g} mm leave no room on a bed of {bed.width:g} × {bed.height:g} mm"
            yield found_at(node, "margin" if node.find("margin") is not None else "bed").place.problem(
                "fit", message
            )
        owners: dict[str, str] = {}
        for word, colour in found.items():
            if owners.setdefault(colour, word) != word:
                message = f"'{word}' has the colour of '{owners[colour]}'"
                yield found_at(place, word).place.problem(
                    "bad-value", message, "a program could not tell them apart"
                )


class Course(NamedTuple):
    """A course of straight lines in mm; ``is_closed``: back to its first point."""

    points: tuple[Point, ...]
    is_closed: bool

    def edges(self) -> Iterator[tuple[Point, Point]]:
        """Give the lines."""
        ends = (*self.points[1:], self.points[0]) if self.is_closed else self.points[1:]
        yield from zip(self.points, ends, strict=False)

    def moved(self, by: Point) -> Course:
        """Return the course, shifted."""
        return Course(tuple(Point(x + by.x, y + by.y) for x, y in self.points), self.is_closed)


class Cutting(NamedTuple):
    """A sheet of material: its size, and the courses of each operation in the order in which they are made.

    What is engraved is an area: its courses are rings, inside and outside by turns.
    """

    label: str
    size: Size
    courses: Mapping[str, tuple[Course, ...]]


read_laser = record(LaserProfile)
