"""Printer profiles on the disk: a file a printer, in the user's folder for settings."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from printkit.disk import write
from printkit.errors import RequestError, SpecError, hint_for, quoted, request_error
from printkit.fields import checked_name
from printkit.printer import Printer, read_printer
from printkit.yamlnodes import Mapping, Node, Place, Scalar, read_mapping


def printers_folder() -> Path:
    """Return the folder of the printer profiles, in the user's folder for settings (XDG)."""
    base = os.environ.get("XDG_CONFIG_HOME", "")
    folder = Path(base) if os.path.isabs(base) else Path.home() / ".config"  # noqa: PTH117 (an empty text is none)
    return folder / "printkit" / "printers"


def _printer_path(name: str) -> Path:
    return printers_folder() / f"{checked_name(name, '--printer')}.yaml"


def load_printer(name: str) -> Printer:
    """Load a printer profile; raises RequestError where there is none, SpecError where it is faulty."""
    path = _printer_path(name)
    if not path.exists():
        known = sorted(file.stem for file in path.parent.glob("*.yaml"))
        hint = hint_for(name, known) + "; " if known else ""
        example = f"printkit calibrate --printer {name} --set scale_x='149.4 mm'"
        raise request_error(
            f"there is no profile of a printer {quoted(name)}", f"{hint}measure it first: {example}"
        )
    return Printer(name, read_printer(read_mapping(str(path))))


def save_printer(name: str, settings: Iterable[str]) -> tuple[Printer, Path]:
    """Set values of a printer profile, beside those that it has; ``settings`` are like ``back_right=1 mm``.

    Nothing is written where one of them is wrong.
    """
    path = _printer_path(name)
    entries: dict[str, tuple[Scalar, Node]] = {}
    if path.exists():
        entries = {word.text: (word, value) for word, value in read_mapping(str(path)).entries}
    for setting in settings:
        word, equals, value = (part.strip() for part in setting.partition("="))
        if not equals or not word or not setting.isprintable():
            raise request_error(
                f"found --set {quoted(setting)}; expected KEY=VALUE", "for example scale_x='149.4 mm'"
            )
        place = Place(f"--set {setting}", None, None)
        entries[word] = (Scalar(word, place), Scalar(value, place))
    try:
        printer = Printer(name, read_printer(Mapping(tuple(entries.values()), Place(str(path), 1, 1))))
    except SpecError as error:
        if all(problem.line is None for problem in error.problems):
            raise RequestError(error.problems) from None
        raise
    lines = [f"# How the printer '{name}' prints, measured on the page of 'printkit calibrate'."]
    lines += [f"{word}: {value.text}" for word, (_, value) in entries.items() if isinstance(value, Scalar)]
    write(path, ("\n".join(lines) + "\n").encode())
    return printer, path
