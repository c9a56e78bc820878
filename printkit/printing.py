"""Builds for a printer at home: PDFs, SVGs or PNGs of every asset, booklets, and previews of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printkit.art import Ink
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

if TYPE_CHECKING:
    from printkit.booklet import Bound


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
        if not job.has_previews:
            return Part(made, files)
        from printkit.preview import thumbnail

        return Part(made, files, thumbnail(made, fonts))

    def booklet(self, parts: Sequence[Part], fonts: Fonts, job: Job) -> Bound:
        """Bind the parts of a game; raises SpecError."""
        from printkit.booklet import bind

        return bind([part.made for part in parts], job.sheet, fonts, job.target)

    def overviews(self, shelves: Sequence[Shelf], job: Job) -> list[tuple[str, bytes]]:
        """Make the files of a preview, by their paths below the output's folder."""
        from printkit.preview import files

        return files(shelves, job.sheet.name)


class Draft(NamedTuple):
    """All that a build makes, before it is written: the files, and what is told of them."""

    files: tuple[tuple[Path, bytes], ...]
    built: tuple[Built, ...]


def build(
    games: list[Game], only: tuple[str, ...], job: Job, progress: Callable[[str], None]
) -> tuple[Built, ...]:
    """Build games into ``output/GAME/ASSET.pdf`` or ``ASSET-PAGE.svg``; nothing is written before all is made."""
    refuse_unusable(job)
    drafted = draft(games, only, job, progress, Maker())
    write_all(drafted.files)
    return drafted.built


def refuse_unusable(job: Job) -> None:
    """Raise RequestError where the output cannot be written, or holds what somebody else made."""
    check_writable(job.output)
    if job.has_previews:
        from printkit.preview import refuse_foreign

        refuse_foreign(job.output)


def draft(
    games: list[Game], only: tuple[str, ...], job: Job, progress: Callable[[str], None], maker: Maker
) -> Draft:
    """Make all files of a build without writing any; raises SpecError or RequestError with all problems."""
    refuse_unknown(games, only)
    found, problems = prepared_games(games, only)
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
    return _filed(parts, bound, job, maker)


def _filed(parts: Mapping[str, Sequence[Part]], bound: Mapping[str, Bound], job: Job, maker: Maker) -> Draft:
    """Give all that was made its place in the output's folder."""
    files: list[tuple[Path, bytes]] = []
    built: list[Built] = []
    form, is_paged = job.target.format, job.target.is_paged
    for name, those in parts.items():
        folder = job.output / name
        if name in bound:
            files.append((folder / f"{BOOKLET}.{form}", bound[name].data))
            built.append(Built(files[-1][0], name, BOOKLET, bound[name].pages, job.sheet.name))
        for part in those:
            asset, pages = part.made.asset.name, 1 if is_paged else len(part.made.pages)
            for file, data in zip(_names(part, job), part.files, strict=False):  # what is bound has none
                files.append((folder / file, data))
                built.append(Built(folder / file, name, asset, pages, job.sheet.name))
    if job.has_previews:
        overviews = maker.overviews(_shelves(parts, bound, job), job)
        files += ((job.output / file, data) for file, data in overviews)
        built += (Built(path, "", "", 0) for path, _ in files[-2:])  # the pictures one by one are not told
    return Draft(tuple(files), tuple(built))


def _names(part: Part, job: Job) -> list[str]:
    """Name the files of an asset: one, or one a page."""
    asset, form = part.made.asset.name, job.target.format
    if not job.target.is_paged:
        return [f"{asset}.{form}"]
    return [f"{asset}-{number}.{form}" for number in range(1, len(part.made.pages) + 1)]


def _shelves(parts: Mapping[str, Sequence[Part]], bound: Mapping[str, Bound], job: Job) -> list[Shelf]:
    """Return what previews show of each game."""
    from printkit.preview import shown

    shelves = []
    for name, those in parts.items():
        spec = those[0].made.game.spec
        starts = bound[name].starts if name in bound else [0 for _ in those]
        entries: list[Shown] = []
        for part, start in zip(those, starts, strict=True):
            names = [f"{BOOKLET}.{job.target.format}"] if name in bound else _names(part, job)
            paths = tuple(f"{name}/{file}" for file in names)
            entries.append(shown(part.made, part.thumbnail, paths, job.sheet, start + 1))
        shelves.append(Shelf(name, spec.title, spec.credit, tuple(entries)))
    return shelves
