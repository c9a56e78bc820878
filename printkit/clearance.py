"""Clearance: tiles must lie on the cells of their boards with room to spare."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from printkit.errors import Problem
from printkit.spec import Asset, Game
from printkit.units import TOLERANCE

LEAST = 1.0  # mm by which a cell exceeds a tile, across flats


def tight(game: Game, assets: Sequence[Asset]) -> Iterator[Problem]:
    """Give a problem for each board among the assets whose cells leave its largest tiles too little room."""
    tiles = [asset for asset in assets if asset.kind == "tile"]
    if not tiles or not game.spec.tile_types:
        return
    largest = max(tiles, key=lambda asset: asset.settings.across_flats)
    tile: float = largest.settings.across_flats
    for asset in assets:
        cell: float = asset.settings.across_flats if asset.kind == "board" else math.inf
        if cell < tile + LEAST - TOLERANCE:
            message = f"the cells of {asset.name} are {cell:g} mm across flats and its {largest.name} {tile:g} mm"
            hint = f"use --set {asset.name}.across_flats='{tile + LEAST:g} mm', or smaller tiles"
            expected = f"expected cells at least {LEAST:g} mm larger"
            yield asset.place("across_flats").problem("clearance", f"{message}; {expected}", hint)
