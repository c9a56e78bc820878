"""AprilTag 36h11 markers, by which a photographed sheet is found, straightened and told apart."""

from __future__ import annotations

from printkit.drawing import INK, Path, Segment, rectangle
from printkit.geometry import Point, Rect

MODULES = 8  # of the black square: 6 × 6 bits and a border of one
QUIET_MODULES = 2
SMALLEST_MODULE = 1.0  # mm

# Which sheet a marker belongs to: its id is 16 × layout + 4 × board on the page + corner.
# Corners are counted clockwise from the top left. Numbers are never given twice; new sheets take the next.
LAYOUTS = {
    ("quadrant-hex", "sheet"): 0,
    ("quadrant-hex", "sheet-2"): 1,
    ("quadrant-hex", "sheet-4"): 2,
}

# The 36 bits of each id, row by row from the top left, 1 = white. The family is that of
# E. Olson, "AprilTag: A robust and flexible visual fiducial system" (2011); the bits and their order
# are those of OpenCV's DICT_APRILTAG_36h11.
CODES = (
    0x21a146bab, 0x92d18fe9b, 0x7089014bb, 0x193979e27, 0x44153d3d7, 0x35cd5b8cf,
    0xa10ba56a0, 0x2b874a608, 0xb57fb8d44, 0x4e20b5a64, 0x61d897f2c, 0xab3469ffc,
    0x594ca45c2, 0xfa1c2d2e2, 0x97c24b972, 0x75928624a, 0x1caafe99a, 0x3236ddc16,
    0x884e527d6, 0x5771a8c7e, 0xf52925b81, 0x2e59cc1a1, 0x7fa58ab31, 0xeb43384f9,
    0x3913d5345, 0xd79b1a3b5, 0x0dfbe768d, 0x5cd7a031d, 0xb9c8f7a4b, 0x46987e06b,
    0x6e0c5d527, 0x5bc567bb4, 0x1e6302bc2, 0x8ac7d046a, 0xa65fe2326, 0x5400eb616,
    0xf7a066836, 0x2dd0afdf6, 0x3b9cb60b1, 0xad6a1caf9, 0x93b62efb5, 0xbb210d93d,
    0xdee55094b, 0xa0cd1479b, 0x2a23abb27, 0x4f67f4b5f, 0x58a815818, 0x743427d64,
    0x1dec40874, 0x892ab3a02, 0x38d5742ee, 0x0c43567a1, 0x5db311cb1, 0xc957ca1f9,
    0xa22457823, 0x29ace98f3, 0xccc52c528, 0xda8b3578c, 0xd5b4b9e36, 0xac9cdd3ce,
    0xcbdaa8391, 0x1986256b1, 0xbae6cc889, 0xdf91b10e5, 0xa1a9d5a75, 0x2b651aa9d,
    0x4d5c2e19d, 0x5b163736b, 0xf753d60a8, 0x5e84b37d2, 0xfce43a9f2, 0xbb926d1a6,
    0xed8d236e5, 0x6af846f37, 0xea56a5138, 0x5d497146c, 0x470360eca, 0x8c4bcd67a,
    0x295f3901e, 0xf6b577e97, 0x520602f5a, 0xb5119492e, 0x48e299ab7, 0xb79f5737a,
    0xa814c683e, 0x2da900583, 0xd4aba4797, 0x982a0e65c, 0xf480ccc15, 0x0b20ea732,
    0xa9506710a, 0x0486e2ee1, 0xb0a972615, 0xe73f3a257, 0x17e205b98, 0xec9ab2b24,
    0xd9339e076, 0xeb8874f99, 0x9420a55cc, 0xe364ff992, 0x8a4cb8f0a, 0xf72aee766,
    0x73cc6b569, 0xc99ca6a59, 0x366a0c535, 0x509e51943, 0xba6d227d1, 0xd2acf163b,
    0xd989fef68, 0x641707bb2, 0xf9bd312ab, 0x77739c207, 0x68bf8d1bf, 0xdedd84a6e,
    0x42eaec49b, 0x302b68d53, 0x4ebb930ce, 0x439c5d9b5, 0xe1fc9228d, 0xf8a6a8d4a,
    0xb53902a18, 0xb163475ee, 0xad2f5af29, 0xaab5dc850, 0xb3ec25786, 0x4799c4405,
    0x8bc68dc04, 0x702f15dde,
)


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
