"""The look: greys, line widths and type sizes that all art shares (lengths in mm, type in pt)."""

from __future__ import annotations

from printkit.drawing import INK, Colour, Stroke, grey

# Greys
CELL_GREY = grey(0.65)
CAPTION_GREY = grey(0.62)
TINT = grey(0.06)
PEN_GRID_GREY = grey(0.25)
PEN_BORDER_GREY = grey(0.38)
RULE_GREY = grey(0.45)

# Accents, of the palette by Okabe and Ito
VERMILION = Colour((0xD5 / 255, 0x5E / 255, 0.0), (0.0, 0.60, 1.0, 0.10))
GREEN = Colour((0.0, 0x9E / 255, 0x73 / 255), (0.80, 0.0, 0.65, 0.05))
DARK_GREEN = Colour((0.0, 0x76 / 255, 0x56 / 255), (0.85, 0.0, 0.70, 0.30))  # for text
GREEN_TINT = Colour((0.66, 0.87, 0.81), (0.33, 0.0, 0.22, 0.02))
YELLOW = Colour((0xF0 / 255, 0xE4 / 255, 0x42 / 255), (0.06, 0.06, 0.82, 0.0))
DARK_VERMILION = Colour((0xB8 / 255, 0x4E / 255, 0.0), (0.0, 0.68, 1.0, 0.24))  # for text
BLUE = Colour((0.0, 0x72 / 255, 0xB2 / 255), (1.0, 0.45, 0.0, 0.15))

# Grounds of zones: each accent thinned with paper
VERMILION_TINT = Colour((0.965, 0.867, 0.784), (0.0, 0.12, 0.20, 0.02))
BLUE_TINT = Colour((0.82, 0.902, 0.949), (0.18, 0.07, 0.0, 0.02))
LEAF_TINT = Colour((0.831, 0.933, 0.902), (0.17, 0.0, 0.12, 0.01))
YELLOW_TINT = Colour((0.988, 0.976, 0.82), (0.01, 0.01, 0.18, 0.0))

# Lines of boards to play on
CELL_LINE = Stroke(CELL_GREY, 0.35, "round")
REGION_LINE = Stroke(INK, 0.9, "round")
OUTLINE = Stroke(INK, 1.2, "round")

# Lines of pen-and-paper sheets, pale so that a pen stands out and a reader can tell them apart
PEN_CELL_LINE = Stroke(PEN_GRID_GREY, 0.30, "round")
PEN_BORDER_LINE = Stroke(PEN_BORDER_GREY, 0.7, "round")

# Lines to write on, and marks beside the pieces
WRITING_LINE = Stroke(RULE_GREY, 0.2)
MARK_LINE = Stroke(INK, 0.15)
RULER_LINE = Stroke(INK, 0.2)

# Type
TITLE_PT = 22.0
HEADING_PT = 11.0
BODY_PT = 9.0
COORDINATE_PT = 9.0
CAPTION_PT = 7.0
SMALLEST_PT = 7.0
SMALLEST_ON_CARDS_PT = 8.0
LEAST_CONTRAST = 4.5

CAP_HEIGHT = 0.689  # of the type size, Fira Sans
