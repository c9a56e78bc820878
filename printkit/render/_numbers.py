"""Lengths in mm as renderers write them: short, and the same each time."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

DECIMALS = 4  # of a mm: a position is right to 0.05 µm


def number(value: float, decimals: int = DECIMALS) -> str:
    """Write a number without needless zeros."""
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


_remembered = lru_cache(4096)(number)  # many positions return, such as the middle of a row


def numbers(values: Iterable[float]) -> str:
    """Write numbers with spaces between them."""
    return " ".join(map(_remembered, values))
