"""Builds for a printer at home: PDFs, SVGs or PNGs of every asset, booklets, and previews of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from printkit import preview
from printkit.art import Ink
from printkit.booklet import Bound, bind
from printkit.disk import check_writable, write_all
from printkit.errors import SpecError
from printkit.fonts import Fonts
from printkit.instructions import Shelf, Shown
from printkit.pipeline import (
    BOOKLET,
    Built,
    Made,
    Target,
    chosen_assets,
    make,
    prepared_games,
    raise_all,
    refuse_unknown,
    rendered,
)
from printkit.profile import Sheet
from printkit.spec import Asset, Game


class Job(NamedTuple):
    """What is asked for: the paper, the folder to write to, the format, how much ink, and whether previews too."""

    sheet: Sheet
    output: Path
    target: Target
    ink: Ink = "full"
    has_previews: bool = False


class Part(NamedTuple):
    """An asset that was made: its files, none where it goes into a booklet, and its thumbnail, if it has one."""

    made: Made
    files: tuple[bytes, ...]
    thumbnail: bytes = b""


class Maker:
    """Makes the parts of a build; who builds again and again has one that remembers."""

    def part(self, game: Game, asset: Asset, fonts: Fonts, job: Job) -> Part:
        """Make an asset; raises SpecError."""
        made = make(game, asset, job.sheet, fonts, job.ink)
        files = () if job.target.is_booklet else rendered(made, fonts, job.target)
        return Part(made, files, preview.thumbnail(made, fonts)) if job.has_previews else Part(made, files)

    def booklet(self, parts: Sequence[Part], fonts: Fonts, job: Job) -> Bound:
        """Bind the parts of a game; raises SpecError."""
        return bind([part.made for part in parts], job.sheet, fonts, job.target)


class Draft(NamedTuple):
    """All that a build makes, before it is written: the files, and what is told of them."""

    files: tuple[tuple[Path, bytes], ...]
    built: tuple[Built, ...]


def build(
    games: list[Game], only: tuple[str, ...], job: Job, progress: Callable[[str], None]
) -> tuple[Built, ...]:
    """Build games into ``output/GAME/ASSET.pdf`` or ``ASSET-PAGE.svg``; nothing is written before all is made."""
    drafted = draft(games, only, job, progress, Maker())
    write_all(drafted.files)
    return drafted.built


def draft(
    games: list[Game], only: tuple[str, ...], job: Job, progress: Callable[[str], None], maker: Maker
) -> Draft:
    """Make all files of a build without writing any; raises SpecError or RequestError with all problems."""
    refuse_unknown(games, only)
    found, problems = prepared_games(games, only)
    check_writable(job.output)
    if job.has_previews:
        preview.refuse_foreign(job.output)
    all_fonts = {game.spec.game: fonts for game, fonts in zip(games, found, strict=True)}
    parts: dict[str, list[Part]] = {}
    for game in games:
        for asset in chosen_assets(game, only):
            progress(f"{game.spec.game} {asset.name}")
            try:
                part = maker.part(game, asset, all_fonts[game.spec.game], job)
            except SpecError as error:
                problems.extend(error.problems)
                continue
            parts.setdefault(game.spec.game, []).append(part)
    bound: dict[str, Bound] = {}
    if job.target.is_booklet and not problems:
        try:
            bound = {name: maker.booklet(those, all_fonts[name], job) for name, those in parts.items()}
        except SpecError as error:
            problems.extend(error.problems)
    if problems:
        raise_all(problems)
    return _filed(parts, bound, job)


def _filed(parts: Mapping[str, Sequence[Part]], bound: Mapping[str, Bound], job: Job) -> Draft:
    """Give all that was made its place in the output's folder."""
    files: list[tuple[Path, bytes]] = []
    built: list[Built] = []
    shelves: list[Shelf] = []
    form = job.target.format
    for name, those in parts.items():
        folder = job.output / name
        starts: Sequence[int] = [0 for _ in those]
        if name in bound:
            files.append((folder / f"{BOOKLET}.{form}", bound[name].data))
            built.append(Built(files[-1][0], name, BOOKLET, bound[name].pages))
            starts = bound[name].starts
        shown: list[Shown] = []
        for part, start in zip(those, starts, strict=True):
            asset, pages = part.made.asset.name, len(part.made.pages)
            names = (
                [f"{asset}-{n}.{form}" for n in range(1, pages + 1)]
                if job.target.is_paged
                else [f"{asset}.{form}"]
            )
            for file, data in zip(names, part.files, strict=False):  # a booklet's part has none
                files.append((folder / file, data))
                built.append(Built(folder / file, name, asset, 1 if job.target.is_paged else pages))
            if job.has_previews:
                links = [f"{BOOKLET}.{form}"] if name in bound else names
                paths = tuple(f"{name}/{link}" for link in links)
                shown.append(preview.shown(part.made, part.thumbnail, paths, job.sheet, start + 1))
        if job.has_previews:
            spec = those[0].made.game.spec
            shelves.append(Shelf(name, spec.title, spec.credit, tuple(shown)))
    if job.has_previews:
        files += ((job.output / file, data) for file, data in preview.files(shelves, job.sheet.name))
        built += (Built(job.output / file, "", "", 0) for file in preview.OVERVIEWS)
    return Draft(tuple(files), tuple(built))
