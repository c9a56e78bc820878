"""Comparable work by protograf: a board of 10 × 10 hexes, 44 tiles with lines, 52 cards with backs.

It is no copy of printkit's sheets, but what a user of protograf would write for the like: the same numbers and
sizes of pieces, lines and words on them, and A4. Run: ``python peer.py board|tiles|deck OUT.pdf``.
"""

import sys

import protograf

WORK, TARGET = sys.argv[1:]
sys.argv = sys.argv[:1]  # it reads the command line itself
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
MM = 0.1  # its lengths are cm


def board() -> None:
    """Draw a board with named cells; protograf's grids are rectangular."""
    protograf.Create(filename=TARGET, paper="A4-l", margin=12.7 * MM)
    protograf.Hexagons(
        rows=10, cols=10, height=14.5 * MM, x=1, y=1, stroke_width=1, coord_elevation="top", coord_type_x="upper"
    )
    protograf.Text("Quadrant Hex", x=2, y=18, font_size=22)


def tiles() -> None:
    """Draw hexagonal tiles of 30 mm across flats, with two lines and a name on each."""
    protograf.Create(filename=TARGET, paper="A4", margin=6.4 * MM)
    radius = 15 * MM * 2 / 3**0.5
    protograf.Deck(cards=44, frame="hexagon", height=30 * MM)
    lines = (
        protograf.line(x=radius / 2, y=0.3, x1=radius * 3 / 2, y1=2.7, stroke_width=4),
        protograf.line(x=radius, y=0, x1=radius, y1=3, stroke_width=4),
    )
    for number in range(1, 45):
        name = protograf.text(f"tile {number}", x=radius, y=2.4, font_size=7)
        protograf.Card(str(number), *lines, name)


def deck() -> None:
    """Draw two decks of 26 poker cards with their backs."""
    protograf.Create(filename=TARGET, paper="A4", margin=6.4 * MM)
    protograf.Deck(cards=52, card_size="poker")
    for number in range(52):
        rank = RANKS[number % 13]
        marks = [
            protograf.text(rank, x=0.6, y=0.9, font_size=14),
            protograf.text(rank, x=5.7, y=8.3, font_size=14),
            protograf.text(rank, x=3.2, y=5.2, font_size=60),
            protograf.circle(cx=3.2, cy=2, radius=0.6, fill="black" if number < 26 else "white"),
        ]
        protograf.Card(str(number + 1), *marks)
    for half, fill in (("1-26", "grey"), ("27-52", "lightgrey")):
        protograf.CardBack(half, protograf.rectangle(x=0.4, y=0.4, width=5.5, height=8.1, fill=fill))


if __name__ == "__main__":
    {"board": board, "tiles": tiles, "deck": deck}[WORK]()
    protograf.Save()
