"""Profiles of those who print or cut, by name or path: data files, shipped or the user's own."""

from __future__ import annotations

from pathlib import Path

from printkit.errors import SpecError, hint_for, quoted, request_error
from printkit.fields import found_at
from printkit.laser import LaserProfile, read_laser
from printkit.press import PressProfile, read_press
from printkit.yamlnodes import read_mapping

FOLDER = Path(__file__).parent / "profiles"
HOME = "home"


def known_profiles() -> list[str]:
    """Return the names of the shipped profiles."""
    return sorted(file.stem for file in FOLDER.glob("*.yaml"))


def load_profile(word: str) -> PressProfile | LaserProfile:
    """Load a profile by its shipped name, or by the path of a file of one's own; one with a bed is of a laser."""
    names = known_profiles()
    if word in names:
        path = FOLDER / f"{word}.yaml"
    elif word.endswith((".yaml", ".yml")):
        path = Path(word)
    else:
        hint = f"{hint_for(word, (HOME, *names))}; or the path of a profile ending in .yaml"
        raise request_error(f"no profile is called {quoted(word)}", hint)
    root = read_mapping(str(path))
    is_laser = root.find("bed") is not None or root.find("operations") is not None
    profile = read_laser(root) if is_laser else read_press(root)
    if word not in names and profile.profile in (HOME, *names):
        message = f"'{profile.profile}' is the name of another profile; files of both would lie in one folder"
        raise SpecError(
            [found_at(root, "profile").place.problem("bad-value", message, "give it a name of its own")]
        )
    return profile
