"""Builds again whenever a file changes that a build has read; only what could have changed is made anew."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printkit.disk import Reads, differing, noted_reads, stamp, write_all
from printkit.errors import FontFileError, ProblemError, RequestError, SpecError, request_error
from printkit.fonts import Fonts
from printkit.instructions import Shelf
from printkit.pipeline import Built, chosen_assets
from printkit.printing import Draft, Job, Maker, Part, draft, refuse_unusable
from printkit.spec import Asset, Game
from printkit.yamlnodes import Mapping, Node, Scalar
from printkit.yamlnodes import Sequence as ListNode

if TYPE_CHECKING:
    from printkit.booklet import Bound

QUIET_MS = 20  # with no further change, so that a save in several steps counts as one
MOST_MS = 200  # that changes without a pause may delay a build
LOOK_MS = 500  # after which files are looked at, whether a change was told or not

Request = Callable[[], tuple[list[Game], Job]]  # loads the games, and says how to print them
Plain = tuple[object, ...]  # what a node says, wherever it stands


class _Known(NamedTuple):
    """A part that was made, what it was made from, and what was read for it."""

    made_from: Plain
    reads: Reads
    part: Part


class _KnownBooklet(NamedTuple):
    """A booklet that was bound, from what, and the parts in it."""

    made_from: Plain
    parts: tuple[Part, ...]
    bound: Bound


class Rebuilder(Maker):
    """Builds what is asked for, as often as it is told to, and remembers what it made.

    ``reads`` are all files that the last build read, with their stamps; after one that failed, also those that the
    builds before it read.
    """

    def __init__(self, request: Request, only: tuple[str, ...], progress: Callable[[str], None]) -> None:
        self.request = request
        self.only = only
        self.progress = progress
        self.reads: Reads = {}
        self._parts: dict[tuple[str, str], _Known] = {}
        self._booklets: dict[str, _KnownBooklet] = {}
        self._overviews: tuple[Sequence[Shelf], list[tuple[str, bytes]]] = ((), [])

    def build(self) -> list[Built]:
        """Build, and return what was written: files that are there already as they should be are left alone.

        Raises SpecError or RequestError; then nothing was written.
        """
        before = self.reads
        with noted_reads() as reads:
            self.reads = reads
            try:
                games, job = self.request()
                plain = job._replace(has_previews=False)
                drafted = draft(games, self.only, plain, self.progress, self)
            except (ProblemError, FontFileError):
                self.reads = {path: stamp(path) for path in before} | reads
                raise
        refuse_unusable(job)
        written = _written(drafted)
        if job.has_previews:  # which take longer, and wait until the rest is there
            with noted_reads():
                drafted = draft(games, self.only, job, self.progress, self)
            written += _written(drafted)
        asked = {(game.spec.game, asset.name) for game in games for asset in chosen_assets(game, self.only)}
        self._parts = {key: known for key, known in self._parts.items() if key in asked}
        return written

    def is_stale(self) -> bool:
        """Whether a file that was read has changed, come or gone."""
        return any(stamp(path) != then for path, then in self.reads.items())

    def part(self, game: Game, asset: Asset, fonts: Fonts, job: Job) -> Part:
        """Make an asset, unless nothing changed that it is made from; raises SpecError."""
        key = game.spec.game, asset.name
        own_fonts = tuple((path, self.reads.get(path)) for path in fonts.files.values())
        made_from = (_rest(game), _plain(asset.node), own_fonts, _printed(job))
        known = self._parts.get(key)
        if (
            known is None
            or known.made_from != made_from
            or any(stamp(p) != then for p, then in known.reads.items())
        ):
            with noted_reads() as reads:
                try:
                    part = super().part(game, asset, fonts, job._replace(has_previews=False))
                finally:
                    self._note(reads)
            known = self._parts[key] = _Known(made_from, reads, part)
        else:
            self._note(known.reads)
        if job.has_previews and not known.part.thumbnail:
            from printkit.preview import thumbnail  # noqa: PLC0415 (only previews need it)

            pictured = known.part._replace(thumbnail=thumbnail(known.part.made, fonts))
            known = self._parts[key] = known._replace(part=pictured)
        return known.part

    def booklet(self, parts: Sequence[Part], fonts: Fonts, job: Job) -> Bound:
        """Bind the parts of a game, unless they are the same as before."""
        game = parts[0].made.game
        made_from = (_rest(game), _printed(job))
        known = self._booklets.get(game.spec.game)
        if known is None or known.made_from != made_from or not _are_same(known.parts, parts):
            known = _KnownBooklet(made_from, tuple(parts), super().booklet(parts, fonts, job))
            self._booklets[game.spec.game] = known
        return known.bound

    def overviews(self, shelves: Sequence[Shelf], job: Job) -> list[tuple[str, bytes]]:
        """Make the files of a preview, unless they show the same as before."""
        if self._overviews[0] != shelves:
            self._overviews = shelves, super().overviews(shelves, job)
        return self._overviews[1]

    def _note(self, reads: Reads) -> None:
        """Note what was read for a part; of a file read twice the stamp from before counts."""
        for path, then in reads.items():
            self.reads.setdefault(path, then)


def _written(drafted: Draft) -> list[Built]:
    """Write what is not there yet as it should be, and return that."""
    changed = differing(drafted.files)
    write_all(changed)
    paths = {path for path, _ in changed}
    return [built for built in drafted.built if built.path in paths]


def _are_same(some: Sequence[Part], others: Sequence[Part]) -> bool:
    return len(some) == len(others) and all(
        one.made is other.made for one, other in zip(some, others, strict=True)
    )


def _rest(game: Game) -> Plain:
    """Return what a spec says but for its assets."""
    return (game.file, *((word.text, _plain(value)) for word, value in game.root.entries if word.text != "assets"))


def _printed(job: Job) -> Plain:
    """Return what changes in a job from build to build."""
    return job.sheet, job.target.printer


def _plain(node: Node) -> Plain:
    match node:
        case Scalar(text=text, plain=plain):
            return (text, plain)
        case ListNode(items=items):
            return tuple(_plain(item) for item in items)
        case Mapping(entries=entries):
            return tuple((word.text, _plain(value)) for word, value in entries)


def watch(
    rebuilder: Rebuilder,
    tell: Callable[[list[Built], float], None],
    complain: Callable[[ProblemError | FontFileError], None],
) -> None:
    """Build, and again after each change, until interrupted.

    ``tell`` hears what was written, and in how many seconds; ``complain`` hears why nothing could be built. Raises
    RequestError where the first build finds that what is asked for does not exist.
    """
    is_first = True
    for _ in _changes(rebuilder):
        begin = time.perf_counter()
        try:
            built = rebuilder.build()
        except (SpecError, RequestError, FontFileError) as error:
            if is_first and not isinstance(error, SpecError):
                raise
            complain(error)
        else:
            tell(built, time.perf_counter() - begin)
        is_first = False


def _changes(rebuilder: Rebuilder) -> Iterator[None]:
    """Give a sign at once, and whenever a file that was read has changed.

    What the system tells is only a reason to look: whether a file changed is seen from its stamp. So nothing is
    missed between two looks, nor where a file or its folder goes and comes back.
    """
    from watchfiles import watch as told_changes  # noqa: PLC0415 (only who watches needs it)

    yield
    while True:
        folders = _folders(rebuilder.reads)
        try:
            for _ in told_changes(
                *folders, watch_filter=None, recursive=False, debounce=MOST_MS, step=QUIET_MS,
                rust_timeout=LOOK_MS, yield_on_timeout=True,
            ):  # fmt: skip
                while rebuilder.is_stale():
                    yield
                if _folders(rebuilder.reads) != folders:
                    break
        except FileNotFoundError:  # a folder that went just now
            continue


def _folders(reads: Reads) -> list[str]:
    """Return the folders in which files were read; where one is not there, the next above it that is."""
    found = set()
    for path in reads:
        for name in _absolute(path):
            found.add(str(next(folder for folder in Path(name).parents if folder.is_dir())))
    return sorted(found)


def _absolute(path: str) -> tuple[str, str]:
    """Return a path from the root, as it is named and where its links lead; raises RequestError."""
    try:
        return os.path.abspath(path), os.path.realpath(path)  # noqa: PTH100 (a link stays one)
    except FileNotFoundError:
        raise request_error(
            "the working folder is gone", "go to a folder that is there, and start again"
        ) from None
