"""AprilTag 36h11 markers, by which a photographed sheet is found, straightened and told apart."""

from __future__ import annotations

from printkit.drawing import INK, Path, Segment, rectangle
from printkit.geometry import Point, Rect

MODULES = 8  # of the black square: 6 × 6 bits and a border of one
QUIET_MODULES = 2
SMALLEST_MODULE = 1.0  # mm

# Which sheet a marker belongs to: its id is 16 × layout + 4 × board on the page + corner.
# Corners are counted clockwise from the top left. Numbers are never given twice; new sheets take the next.
# A sheet is known by its game and name, and by the board that it is for: diamond and side.
LAYOUTS = {
    ("quadrant-hex", "sheet", "wide", 10): 0,
    ("quadrant-hex", "sheet-2", "wide", 10): 1,
    ("quadrant-hex", "sheet-4", "wide", 10): 2,
    ("battle-hex", "sheet", "wide", 13): 3,
}
OTHER = 7  # any other sheet: it can be found and straightened, and the reader must be told what it is
MOST_BOARDS = 4  # a page, so that no two layouts share an id

# The 36 bits of each id, row by row from the top left, 1 = white. The family is that of
# E. Olson, "AprilTag: A robust and flexible visual fiducial system" (2011); the bits and their order
# are those of OpenCV's DICT_APRILTAG_36h11.
CODES = (
    0x21A146BAB,
    0x92D18FE9B,
    0x7089014BB,
    0x193979E27,
    0x44153D3D7,
    0x35CD5B8CF,
    0xA10BA56A0,
    0x2B874A608,
    0xB57FB8D44,
    0x4E20B5A64,
    0x61D897F2C,
    0xAB3469FFC,
    0x594CA45C2,
    0xFA1C2D2E2,
    0x97C24B972,
    0x75928624A,
    0x1CAAFE99A,
    0x3236DDC16,
    0x884E527D6,
    0x5771A8C7E,
    0xF52925B81,
    0x2E59CC1A1,
    0x7FA58AB31,
    0xEB43384F9,
    0x3913D5345,
    0xD79B1A3B5,
    0x0DFBE768D,
    0x5CD7A031D,
    0xB9C8F7A4B,
    0x46987E06B,
    0x6E0C5D527,
    0x5BC567BB4,
    0x1E6302BC2,
    0x8AC7D046A,
    0xA65FE2326,
    0x5400EB616,
    0xF7A066836,
    0x2DD0AFDF6,
    0x3B9CB60B1,
    0xAD6A1CAF9,
    0x93B62EFB5,
    0xBB210D93D,
    0xDEE55094B,
    0xA0CD1479B,
    0x2A23ABB27,
    0x4F67F4B5F,
    0x58A815818,
    0x743427D64,
    0x1DEC40874,
    0x892AB3A02,
    0x38D5742EE,
    0x0C43567A1,
    0x5DB311CB1,
    0xC957CA1F9,
    0xA22457823,
    0x29ACE98F3,
    0xCCC52C528,
    0xDA8B3578C,
    0xD5B4B9E36,
    0xAC9CDD3CE,
    0xCBDAA8391,
    0x1986256B1,
    0xBAE6CC889,
    0xDF91B10E5,
    0xA1A9D5A75,
    0x2B651AA9D,
    0x4D5C2E19D,
    0x5B163736B,
    0xF753D60A8,
    0x5E84B37D2,
    0xFCE43A9F2,
    0xBB926D1A6,
    0xED8D236E5,
    0x6AF846F37,
    0xEA56A5138,
    0x5D497146C,
    0x470360ECA,
    0x8C4BCD67A,
    0x295F3901E,
    0xF6B577E97,
    0x520602F5A,
    0xB5119492E,
    0x48E299AB7,
    0xB79F5737A,
    0xA814C683E,
    0x2DA900583,
    0xD4ABA4797,
    0x982A0E65C,
    0xF480CCC15,
    0x0B20EA732,
    0xA9506710A,
    0x0486E2EE1,
    0xB0A972615,
    0xE73F3A257,
    0x17E205B98,
    0xEC9AB2B24,
    0xD9339E076,
    0xEB8874F99,
    0x9420A55CC,
    0xE364FF992,
    0x8A4CB8F0A,
    0xF72AEE766,
    0x73CC6B569,
    0xC99CA6A59,
    0x366A0C535,
    0x509E51943,
    0xBA6D227D1,
    0xD2ACF163B,
    0xD989FEF68,
    0x641707BB2,
    0xF9BD312AB,
    0x77739C207,
    0x68BF8D1BF,
    0xDEDD84A6E,
    0x42EAEC49B,
    0x302B68D53,
    0x4EBB930CE,
    0x439C5D9B5,
    0xE1FC9228D,
    0xF8A6A8D4A,
    0xB53902A18,
    0xB163475EE,
    0xAD2F5AF29,
    0xAAB5DC850,
    0xB3EC25786,
    0x4799C4405,
    0x8BC68DC04,
    0x702F15DDE,
)


def layout_of(game: str, asset: str, diamond: str, side: int) -> int:
    """Return the number of a sheet's layout."""
    return LAYOUTS.get((game, asset, diamond, side), OTHER)


def marker_id(layout: int, board: int, corner: int) -> int:
    """Return the id of a marker."""
    return 16 * layout + 4 * board + corner


def marker(number: int, center: Point, side: float) -> Path:
    """Draw a marker whose black square has this side in mm: its black modules as one path."""
    module = side / MODULES
    left, top = center.x - side / 2, center.y - side / 2
    segments: list[Segment] = []
    for row in range(MODULES):
        for start, end in _black_runs(number, row):
            box = Rect(left + start * module, top + row * module, left + end * module, top + (row + 1) * module)
            segments.extend(rectangle(box))
    return Path(tuple(segments), fill=INK, role="marker")


def _black_runs(number: int, row: int) -> list[tuple[int, int]]:
    """Return the runs of black modules of a row as pairs of first module and end."""
    white = [False] * MODULES
    if 0 < row < MODULES - 1:
        bits = CODES[number] >> 6 * (6 - row)
        white[1:7] = [bool(bits >> 5 - i & 1) for i in range(6)]
    runs = []
    start = 0
    for i in range(MODULES + 1):
        if i == MODULES or white[i]:
            if start < i:
                runs.append((start, i))
            start = i + 1
    return runs
