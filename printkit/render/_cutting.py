"""Sheets for a laser cutter as SVG (svgwrite) and DXF (ezdxf): a layer an operation, in millimetres."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO

import svgwrite

from printkit.laser import Course, Cutting
from printkit.render._numbers import number, numbers

LINES = ("score", "inner", "cut")  # all else is filled
STROKE = 0.01  # mm: programs for lasers take so fine a line for a cut
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"


def svg(cutting: Cutting, colours: Mapping[str, str], title: str, author: str) -> bytes:
    """Return a sheet as an SVG: engraving is filled, all else are fine lines; each operation is a layer."""
    width, height = (number(side) for side in cutting.size)
    drawing = svgwrite.Drawing(size=(f"{width}mm", f"{height}mm"), viewBox=f"0 0 {width} {height}", debug=False)
    drawing.attribs["xmlns:inkscape"] = INKSCAPE
    drawing.set_desc(f"{title}, {cutting.label}", author)
    for operation, courses in cutting.courses.items():
        if not courses:
            continue
        group = drawing.g(id=operation)
        group.attribs |= {"inkscape:groupmode": "layer", "inkscape:label": operation}
        if operation not in LINES:
            data = " ".join(map(_data, courses))
            group.add(drawing.path(data, fill=colours[operation], fill_rule="evenodd", stroke="none"))
        else:
            for course in courses:
                group.add(drawing.path(_data(course), fill="none", stroke=colours[operation], stroke_width=STROKE))
        drawing.add(group)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{drawing.tostring()}\n'.encode()


def _data(course: Course) -> str:
    first, *rest = course.points
    lines = " ".join(numbers(point) for point in rest)
    return f"M{numbers(first)} L{lines}" + (" Z" if course.is_closed else "")


def dxf(cutting: Cutting, colours: Mapping[str, str]) -> bytes:
    """Return a sheet as a DXF in millimetres, y up, the same courses in layers of the same names."""
    import ezdxf  # noqa: PLC0415 (only who asks for a DXF needs it)

    before = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True  # the same bytes each time: no clock, no new ids
    try:
        return _dxf(cutting, colours)
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = before


def _dxf(cutting: Cutting, colours: Mapping[str, str]) -> bytes:
    import ezdxf  # noqa: PLC0415
    from ezdxf import colors, units  # noqa: PLC0415

    document = ezdxf.new("R2010", units=units.MM)
    space = document.modelspace()
    height = cutting.size.height
    for operation, courses in cutting.courses.items():
        value = colours[operation]
        layer = document.layers.add(operation)
        layer.color = _nearest(value)
        layer.rgb = colors.RGB(*(int(value[at : at + 2], 16) for at in (1, 3, 5)))
        for course in courses:
            points = [(round(x, 4), round(height - y, 4)) for x, y in course.points]
            space.add_lwpolyline(points, close=course.is_closed, dxfattribs={"layer": operation})
    document.header["$EXTMIN"], document.header["$EXTMAX"] = (0, 0, 0), (*cutting.size, 0)
    for name in sorted(document.entitydb.dxf_types_in_use()):  # else their order differs from run to run
        document.classes.add_class(name)
    stream = StringIO()
    document.write(stream)
    return stream.getvalue().encode()


ACI = {
    1: (255, 0, 0),
    2: (255, 255, 0),
    3: (0, 255, 0),
    4: (0, 255, 255),
    5: (0, 0, 255),
    6: (255, 0, 255),
    7: (0, 0, 0),
}


def _nearest(value: str) -> int:
    """Return the number of the plain colour nearest to a colour, for programs that know no others."""
    own = [int(value[at : at + 2], 16) for at in (1, 3, 5)]
    return min(ACI, key=lambda number: sum((a - b) ** 2 for a, b in zip(own, ACI[number], strict=True)))
