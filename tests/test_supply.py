"""What is installed is locked: each requirement has one version a Python, with hashes, within its bounds."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LOCK = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
_LOCKED = re.compile(
    r"^([a-z0-9-]+)==(\S+)(?: ; (.*?))? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.M
)


def unlocked(requirements: list[str], lock: str) -> list[str]:
    """Return the requirements that a lock does not fulfil."""
    locked = [(name, version) for name, version, _, _ in _LOCKED.findall(lock)]
    wanted = [Requirement(text) for text in requirements]
    return [
        need.name
        for need in wanted
        if not any(name == canonicalize_name(need.name) and version in need.specifier for name, version in locked)
    ]


def test_all_requirements_are_locked_within_their_bounds() -> None:
    needed = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]
    assert unlocked(needed, LOCK) == []
    assert unlocked([*needed, "click>=99", "nothing-like-it"], LOCK) == ["click", "nothing-like-it"]


def test_the_lock_has_hashes_and_names_no_host() -> None:
    lines = [line for line in LOCK.splitlines() if not line.startswith(("#", "    --hash=sha256:"))]
    assert len(lines) == len(_LOCKED.findall(LOCK)) > len(PROJECT["dependencies"])
    assert "://" not in LOCK
    assert "index-url" not in LOCK


def test_every_requirement_has_a_lower_bound() -> None:
    extras = [text for texts in PROJECT["optional-dependencies"].values() for text in texts]
    for text in [*PROJECT["dependencies"], *extras]:
        assert [specifier.operator for specifier in Requirement(text).specifier] == [">="], text
