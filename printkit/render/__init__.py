"""Renderers: a Document becomes bytes; each format is one file here, found by its name.

A renderer's file offers ``render(document, fonts) -> bytes``. Files that begin with an underscore are shared.
"""

from __future__ import annotations

from collections.abc import Callable

from printkit.drawing import Document
from printkit.fonts import Fonts
from printkit.registry import Registry

Renderer = Callable[[Document, Fonts], bytes]


RENDERERS: Registry[Renderer] = Registry(__name__, __file__, "render")
