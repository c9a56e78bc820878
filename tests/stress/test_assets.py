"""Tables, images, fonts and profiles that went wrong in any way: told at their place, or used and drawn."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from PIL import Image

from printkit import library, pipeline, printers, vendors
from printkit.errors import RequestError, SpecError
from printkit.fonts import shipped
from printkit.laser import LaserProfile
from tests.stress.campaign import Campaign
from tests.stress.mutation import Chance, Mutator, bytes_changed
from tests.stress.test_specs import sensible

DECK = """\
game: deck
title: Deck
credit: nobody
players: {I: {name: Ida, mark: filled}, O: {name: Ole, mark: open}}
board: {shape: hexagon, side: 2}
fonts: FONTS
assets:
  deck:
    kind: deck
    size: 40 mm × 60 mm
    cards: CARDS
    face:
      - {text: "{name} {a}", at: [2 mm, 2 mm], box: [36 mm, 30 mm], least: 8 pt}
      - {image: IMAGE, at: [2 mm, 33 mm], box: [4 mm, 4 mm]}
"""
TARGETS = ("pdf", "svg", "png")


class Files(NamedTuple):
    """What stands beside a spec."""

    table: bytes | None = None
    image: bytes | None = None
    suffix: str = "png"
    font: bytes | None = None


def drawn(files: Files, folder: Path, target: str) -> str:
    """Draw a deck with what stands beside it, and render it; return what came of it."""
    text = DECK.replace("FONTS", "{}" if files.font is None else "{regular: one.ttf}")
    text = text.replace("CARDS", "{list: [{name: Ebb, a: b}]}" if files.table is None else "{csv: cards.csv}")
    text = text.replace("IMAGE", f"one.{files.suffix}")
    image = PNG if files.image is None else files.image
    for name, data in (("cards.csv", files.table), (f"one.{files.suffix}", image), ("one.ttf", files.font)):
        if data is not None:
            (folder / name).write_bytes(data)
    path = folder / "game.yaml"
    path.write_text(text, encoding="utf-8")
    game = library.load_game(str(path))
    try:
        fonts = library.fonts_of(game)
        made = pipeline.make(game, game.assets["deck"], pipeline.sheet_of("a4", None), fonts)
        (data, *_) = pipeline.rendered(made, fonts, pipeline.target_of(target, 36 if target == "png" else None))
    except (SpecError, RequestError) as error:
        sensible(error.problems, str(path), len(text.splitlines()) + 1)
        return "refused"
    assert data.startswith({"pdf": b"%PDF", "svg": b"<?xml", "png": b"\x89PNG"}[target])
    return "drawn"


# Tables

TABLES = [
    b"name,a\nEbb,1\nFlood,2\n",
    b'\xef\xbb\xbfname,a,copies\r\n"Ebb, low",1,2\r\n"Flo""od",2,0\r\n',
    "name,a,copies\nEbbe für alle,é,1\n\nDrei,×,3\n".encode(),
    b"a,name\n" + b"x,y\n" * 50,
]
CELLS = [
    *(b"", b'"', b'""', b",", b",,,,", b"\r", b"\n", b"\r\n", b"\t", b";", b"\x00", b"\x1b[31m", b"\xff", b"\xc3"),
    *(
        "\u202e".encode(),
        "\u200b".encode(),
        "🎲".encode(),
        b"{name}",
        b"{",
        b"**",
        b"-1",
        b"1e9",
        b"99999",
        b"1000",
    ),
    *(b"x" * 2001, b"x " * 900, b"x" * 140_000, b"name", b"copies", b"=1+1", b"'", b"\\", b"\xef\xbb\xbf"),
]


def table(chance: Chance) -> bytes:
    data = chance.choice(TABLES)
    for _ in range(chance.choice((1, 1, 2, 3))):
        if chance.random() < 0.3:
            data = bytes_changed(data, chance)
        else:
            at = chance.choice([i for i, byte in enumerate(data) if byte in b",\n"] or [0])
            end = min(len(data), at + chance.choice((0, 0, 1, 3, 8)))
            data = data[: at + 1] + chance.choice(CELLS) * chance.choice((1, 1, 1, 2, 50)) + data[end + 1 :]
    if chance.random() < 0.05:
        data = data.decode("latin-1").encode(chance.choice(("utf-16", "utf-8-sig", "utf-32")))
    return data


@pytest.mark.parametrize("part", range(2))
def test_broken_tables_are_told_or_drawn(part: int, campaign: Campaign, tmp_path: Path) -> None:
    del part
    campaign.run(2500, table, lambda data: drawn(Files(table=data), tmp_path, "pdf"))


# Images


def encoded(mode: str, kind: str, size: tuple[int, int] = (60, 50), **more: Any) -> bytes:
    buffer = BytesIO()
    noise = Image.frombytes("L", size, bytes((i * 37) % 256 for i in range(size[0] * size[1])))
    noise.convert(mode).save(buffer, kind, **more)
    return buffer.getvalue()


def turned(orientation: int) -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010E] = "a description"
    return exif


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def bomb(wide: int, high: int, data: bytes = b"\0" * 100_000) -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 1, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")


def sixteen(colour: int, channels: int) -> bytes:
    rows = b"".join(b"\0" + bytes(range(200)) * 3 for _ in range(50))[: 50 * (1 + 50 * 2 * channels)]
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 50, 50, 16, colour, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


PNG = encoded("RGB", "PNG")
IMAGES = [
    *(encoded(mode, "PNG") for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16")),
    *(encoded(mode, "JPEG", quality=60) for mode in ("L", "RGB", "CMYK")),
    *(encoded("RGB", "JPEG", quality=30, progressive=True, exif=turned(number)) for number in (1, 3, 6, 8)),
    encoded("RGB", "PNG", exif=turned(6)),
    encoded("P", "PNG", transparency=3),
    encoded("RGB", "PNG", dpi=(300, 300)),
    sixteen(0, 1),
    sixteen(2, 3),
    sixteen(6, 4),
    *(encoded("RGB", kind) for kind in ("GIF", "BMP", "TIFF", "WEBP", "PPM", "TGA", "ICO", "EPS", "PDF", "PCX")),
    encoded("RGB", "PNG", save_all=True, append_images=[Image.new("RGB", (60, 50))]),
    bomb(60, 50),
]


def image(chance: Chance) -> Files:
    data = chance.choice(IMAGES)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 5, 30))):
        data = bytes_changed(data, chance) if chance.random() < 0.7 else flipped(data, chance)
    return Files(image=data, suffix=chance.choice(("png", "jpg", "gif", "txt", "svg")))


def flipped(data: bytes, chance: Chance) -> bytes:
    """Turn a bit over."""
    at = chance.randrange(len(data) or 1)
    return data[:at] + bytes(byte ^ 1 << chance.randrange(8) for byte in data[at : at + 1]) + data[at + 1 :]


def rightly_summed(data: bytes) -> bytes:
    """Give the chunks of a PNG the sums that they should have, so that a reader goes on."""
    found, at = data[:8], 8
    while at + 12 <= len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if at + 12 + length > len(data):
            break
        found += chunk(data[at + 4 : at + 8], data[at + 8 : at + 8 + length])
        at += 12 + length
    return found + data[at:]


@pytest.mark.parametrize("part", range(4))
def test_broken_images_are_told_or_drawn(part: int, campaign: Campaign, tmp_path: Path) -> None:
    del part

    def make(chance: Chance) -> tuple[Files, str]:
        files = image(chance)
        if chance.random() < 0.5 and files.image is not None and files.image.startswith(b"\x89PNG"):
            files = files._replace(image=rightly_summed(files.image))
        return files, chance.choice(TARGETS)

    campaign.run(2500, make, lambda case: drawn(case[0], tmp_path, case[1]))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (bomb(100_000, 100_000), "too many pixels"),
        (bomb(8_000, 8_000), "too many pixels"),
        (bomb(2**31 - 1, 1), "too many pixels"),
        (bomb(0, 0), "cannot be read"),
        (encoded("RGB", "EPS"), "is a EPS"),
        (encoded("RGB", "GIF"), "is a GIF"),
    ],
)
def test_images_that_are_too_large_or_others_are_refused(data: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "one.png").write_bytes(data)
    text = DECK.replace("FONTS", "{}").replace("CARDS", "{list: [{name: Ebb, a: b}]}")
    (tmp_path / "game.yaml").write_text(text.replace("IMAGE", "one.png"), encoding="utf-8")
    game = library.load_game(str(tmp_path / "game.yaml"))
    (problem,) = pipeline.examined(game)
    assert message in problem.message


# Fonts

FONT = Path(shipped("regular")).read_bytes()
TAGS = [FONT[i : i + 4] for i in range(12, 12 + 16 * int.from_bytes(FONT[4:6], "big"), 16)]


def font(chance: Chance) -> Files:
    """Damage a font: in its directory, in one of its tables, or anywhere; or cut it short."""
    data = bytearray(FONT)
    head = 12 + 16 * len(TAGS)
    for _ in range(chance.choice((1, 1, 2, 10, 200))):
        if chance.random() < 0.3:
            at = chance.randrange(head)
        elif chance.random() < 0.8:
            entry = 12 + 16 * chance.randrange(len(TAGS))
            start, length = struct.unpack(">II", data[entry + 8 : entry + 16])
            at = start + chance.randrange(max(1, min(length, 200)))
        else:
            at = chance.randrange(len(data))
        if at < len(data):
            data[at] = chance.choice((0, 1, 0x7F, 0x80, 0xFF, data[at] ^ 1 << chance.randrange(8)))
    return Files(font=bytes(data[: chance.randrange(len(data))] if chance.random() < 0.1 else data))


@pytest.mark.parametrize("part", range(2))
def test_damaged_fonts_are_told_or_used(part: int, campaign: Campaign, tmp_path: Path) -> None:
    del part
    campaign.run(
        1000, lambda chance: (font(chance), chance.choice(TARGETS)), lambda case: drawn(case[0], tmp_path, case[1])
    )


# Profiles

PROFILES = Mutator([path.read_bytes() for path in sorted(vendors.FOLDER.glob("*.yaml"))])
PRINTER = Mutator(
    [b"scale_x: 149.4 mm\nscale_y: 1.001\nback_right: -0.5 mm\nback_down: 1 mm\nmargin_left: 5 mm\n"]
)


def test_broken_profiles_of_shops_and_lasers_are_told(campaign: Campaign, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"

    def check(data: bytes) -> str:
        path.write_bytes(data)
        try:
            profile = vendors.load_profile(str(path))
        except (SpecError, RequestError) as error:
            sensible(error.problems, str(path), data.count(b"\n") + data.count(b"\r") + 500)
            return "refused"
        return "a laser's" if isinstance(profile, LaserProfile) else "a shop's"

    campaign.run(
        5000,
        lambda chance: (PROFILES if chance.random() < 0.5 else PROFILES.plausible)(chance),
        check,
    )


def test_broken_profiles_of_printers_are_told(
    campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    path = printers.printers_folder() / "mine.yaml"
    path.parent.mkdir(parents=True)

    def check(data: bytes) -> str:
        path.write_bytes(data)
        try:
            printer = printers.load_printer("mine")
            pipeline.sheet_of("a4", None, printer=printer)
        except (SpecError, RequestError) as error:
            sensible(error.problems, str(path), data.count(b"\n") + data.count(b"\r") + 500)
            return "refused"
        return "read"

    campaign.run(5000, lambda chance: (PRINTER if chance.random() < 0.5 else PRINTER.plausible)(chance), check)
