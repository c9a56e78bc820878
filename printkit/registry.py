"""Registries: a folder's files by name, each imported when it is asked for.

A new file in the folder is found without being listed. Files that begin with an underscore are not entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Generic, TypeVar

T = TypeVar("T")


def entries_of(folder: Path) -> tuple[str, ...]:
    """Return the names of a folder's entries, without importing any."""
    return tuple(sorted(file.stem for file in folder.glob("[a-z]*.py")))


class Registry(Mapping[str, T], Generic[T]):
    """What each file of a package's folder offers under one attribute, by the file's name."""

    def __init__(self, package: str, folder_of: str, attribute: str) -> None:
        self._package = package
        self._attribute = attribute
        self._names = entries_of(Path(folder_of).parent)

    def __getitem__(self, name: str) -> T:
        if name not in self._names:
            raise KeyError(name)
        entry: T = getattr(import_module(f"{self._package}.{name}"), self._attribute)
        return entry

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
