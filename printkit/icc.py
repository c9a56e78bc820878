"""ICC profiles of printing conditions: the user's, the system's, or the public-domain one that libvips carries."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printkit.disk import read_file
from printkit.drawing import Colour
from printkit.errors import RequestError, quoted_path, request_error

if TYPE_CHECKING:
    from PIL import Image

LARGEST = 16 * 1024 * 1024
FOLDERS = (
    "~/.local/share/icc",
    "~/.color/icc",
    "/usr/share/color/icc",
    "/usr/local/share/color/icc",
    "~/Library/ColorSync/Profiles",
    "/Library/ColorSync/Profiles",
    "C:/Windows/System32/spool/drivers/color",
)
PREFERRED = ("fogra39", "isocoated_v2", "fogra51", "psocoated_v3", "fogra52", "psouncoated_v3", "gracol", "swop")
CONDITIONS = {"fogra39": "FOGRA39", "iso coated v2": "FOGRA39", "fogra51": "FOGRA51", "pso coated v3": "FOGRA51"}
HINT = "name one with --icc FILE, or install printkit with its extra 'shop'"


class Icc(NamedTuple):
    """A profile of CMYK: its bytes, what it calls itself, and the condition's registered name where it has one."""

    data: bytes
    told: str
    condition: str


def load(path: str) -> Icc:
    """Read a profile from a file; raises RequestError where it is none of CMYK."""
    return _checked(read_file(path, LARGEST), path)


def _checked(data: bytes, path: str) -> Icc:
    if len(data) > LARGEST or data[36:40] != b"acsp":
        raise request_error(f"{quoted_path(path)} is no ICC profile")
    if data[16:20] != b"CMYK":
        kind = data[16:20].decode("ascii", "replace").strip()
        raise request_error(f"{quoted_path(path)} is a profile of {kind}; expected one of CMYK")
    if int.from_bytes(data[:4]) != len(data) or data[12:16] != b"prtr":
        raise request_error(f"{quoted_path(path)} is damaged, or no profile of a printing condition")
    from PIL import Image, ImageCms  # noqa: PLC0415 (only images and profiles need it)

    try:
        profile = ImageCms.ImageCmsProfile(BytesIO(data))
        told = ImageCms.getProfileDescription(profile).strip()
        trial = Image.new("RGB", (1, 1))
        ImageCms.profileToProfile(trial, ImageCms.createProfile("sRGB"), profile, outputMode="CMYK")
    except (ImageCms.PyCMSError, OSError, ValueError):
        raise request_error(f"{quoted_path(path)} is damaged, and cannot be used") from None
    known = next((name for part, name in CONDITIONS.items() if part in told.casefold()), "Custom")
    return Icc(data, told or Path(path).stem, known)


def find() -> Icc | None:
    """Return the system's best profile of CMYK, or that of libvips; None where there is none."""
    for path in _candidates():
        try:
            return load(str(path))
        except RequestError:
            continue
    try:
        import pyvips  # noqa: PLC0415 (it may be missing)
    except (ImportError, OSError):
        return None
    return _checked(bytes(pyvips.Operation.call("profile_load", "cmyk")), "the profile of libvips")


def _candidates() -> Iterator[Path]:
    """Give the files that may be profiles of CMYK, the best known ones first."""
    found = []
    for folder in FOLDERS:
        for place, _, names in os.walk(os.path.expanduser(folder)):  # noqa: PTH111 (as a text)
            found += [Path(place) / name for name in names if name.casefold().endswith((".icc", ".icm"))]

    def rank(path: Path) -> tuple[int, str]:
        name = path.stem.casefold()
        ranks = [i for i, part in enumerate(PREFERRED) if part in name]
        return (min(ranks) if ranks else len(PREFERRED)), str(path)

    yield from sorted(found, key=rank)


def to_cmyk(profile: Icc | None) -> Callable[[bytes, Colour], Image.Image]:
    """Return what turns an image into CMYK, given the colour that shows where it is transparent.

    What is CMYK stays as it is, and grey is black ink alone.
    """

    def convert(data: bytes, ground: Colour) -> Image.Image:
        from PIL import Image, ImageChops, ImageCms  # noqa: PLC0415 (only pictures of pixels need it)

        with Image.open(BytesIO(data)) as image:
            if image.mode == "CMYK":
                return image.copy()
            is_grey = image.mode in ("1", "L", "LA") and len(set(ground.rgb)) == 1
            whole = image.convert("RGBA")
        paper = Image.new("RGBA", whole.size, tuple(round(255 * light) for light in ground.rgb))
        paper.alpha_composite(whole)
        if is_grey:
            none = Image.new("L", whole.size, 0)
            return Image.merge("CMYK", (none, none, none, ImageChops.invert(paper.convert("L"))))
        if profile is None:
            raise request_error("a picture of pixels needs an ICC profile to become CMYK", HINT)
        target = ImageCms.ImageCmsProfile(BytesIO(profile.data))
        source = ImageCms.createProfile("sRGB")
        found = ImageCms.profileToProfile(paper.convert("RGB"), source, target, outputMode="CMYK")
        assert found is not None
        return found

    return convert
