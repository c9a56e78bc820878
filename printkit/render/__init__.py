"""Renderers: a Document becomes bytes; each format is one file here, found by its name.

A renderer's file offers ``RENDERER``. Files that begin with an underscore are shared.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from printkit.drawing import Document
from printkit.fonts import Fonts
from printkit.registry import Registry

Render = Callable[[Document, Fonts], tuple[bytes, ...]]


class Renderer(NamedTuple):
    """What a format does: ``render`` gives the bytes of one file, or, where it ``is_paged``, of one for each page.

    A format of pixels has ``at_dpi``, which gives the ``render`` of a resolution; it raises RequestError.
    """

    render: Render
    is_paged: bool
    at_dpi: Callable[[int], Render] | None = None


RENDERERS: Registry[Renderer] = Registry(__name__, __file__, "RENDERER")
