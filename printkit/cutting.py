"""Builds for laser cutters: pieces on the bed, their faces engraved or scored, and cut out at last."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal, NamedTuple, cast

from printkit.art import ART
from printkit.disk import check_writable
from printkit.drawing import Piece
from printkit.engraving import Engraver, Faces
from printkit.errors import FitError, Problem, RequestError, SettingError, SpecError, quoted, request_error
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Size
from printkit.laser import LARGEST_KERF, Course, Cutting, LaserProfile
from printkit.layouts import outline_of
from printkit.layouts._laser import Bed, Cut, beds
from printkit.library import shipped_fonts
from printkit.pipeline import Built, chosen_assets, kept, pieces_of, prepared_games, refuse_unknown
from printkit.profile import Margins, Sheet
from printkit.render import _cutting
from printkit.spec import Asset, Game
from printkit.units import parse_length

KINDS = ("tile", "counter", "board")  # what is cut out of wood or acrylic
FRAME = 3.0  # mm between a frame and the pieces in it
FORMATS = ("svg", "dxf")


class Job(NamedTuple):
    """What is asked for: the profile, how pieces are cut apart, the width of the cut in mm, the format."""

    profile: LaserProfile
    cut: Cut
    kerf: float
    format: Literal["svg", "dxf"]


def job_of(profile: LaserProfile, cut: str, kerf: str | None, form: str) -> Job:
    """Return a job; refuses what is not understood."""
    if cut not in ("separate", "common"):
        raise request_error(f"found --cut {quoted(cut)}; expected separate or common")
    if form not in FORMATS:
        raise request_error(f"a laser takes no {quoted(form)}", "use --format svg or dxf")
    width = 0.0
    if kerf is not None:
        try:
            width = parse_length(kerf)
        except ValueError as error:
            raise request_error(
                f"the kerf {quoted(kerf)} is not understood: {error}", "for example '0.2 mm'"
            ) from None
        if width > LARGEST_KERF:
            raise request_error(f"a kerf of {width:g} mm is too wide; expected {LARGEST_KERF:g} mm at most")
    return Job(profile, cast(Cut, cut), width, cast(Literal["svg", "dxf"], form))


def build(
    games: list[Game], only: tuple[str, ...], job: Job, output: Path, progress: Callable[[str], None]
) -> list[Built]:
    """Build games into ``output/GAME/PROFILE/ASSET-SHEET.svg``; nothing is written before all is made.

    What is printed on paper only is left out, and refused where it is asked for by name.
    """
    refuse_unknown(games, only)
    all_fonts, problems = prepared_games(games, only)
    check_writable(output)
    files: list[tuple[Built, bytes]] = []
    for game, fonts in zip(games, all_fonts, strict=True):
        for asset in chosen_assets(game, only):
            if asset.kind not in KINDS:
                if asset.name in only:
                    message = f"{asset.name} is printed on paper; a laser makes {', '.join(KINDS)}"
                    problems.append(asset.place("kind").problem("laser", message))
                continue
            progress(f"{game.spec.game} {asset.name}")
            try:
                made = list(sheets(game, asset, job, fonts))
            except SpecError as error:
                problems.extend(error.problems)
                continue
            folder = output / game.spec.game / job.profile.profile
            for sheet in made:
                path = folder / f"{sheet.label}.{job.format}"
                data = written(sheet, job, job.profile.operations, game.spec.title, game.spec.credit)
                files.append((Built(path, game.spec.game, asset.name, 1), data))
    return kept(files, problems)


def written(sheet: Cutting, job: Job, colours: Mapping[str, str], title: str, author: str) -> bytes:
    """Return a sheet in the format that was asked for."""
    if job.format == "dxf":
        return _cutting.dxf(sheet, colours)
    return _cutting.svg(sheet, colours, title, author)


def sheets(game: Game, asset: Asset, job: Job, fonts: Fonts) -> Iterator[Cutting]:
    """Draw an asset's pieces, each player's on sheets of their own, so that these can be of other material."""
    bed, margin = job.profile.bed, job.profile.margin
    pieces = _drawn(game, asset, bed, margin, fonts)
    engraver = Engraver(fonts, _faces(game), job.profile.thin)
    groups: dict[str, list[Piece]] = {}
    for piece in pieces:
        groups.setdefault(_owner(game, asset, piece), []).append(piece)
    two_sided = any(piece.back is not None for piece in pieces)
    inset = margin + (FRAME + job.kerf if two_sided else 0.0)
    room = Rect(inset, inset, bed.width - inset, bed.height - inset)
    for owner, group in groups.items():
        try:
            laid = beds(group, job.profile, job.cut, job.kerf, room)
        except FitError as error:
            raise SpecError([_too_large(asset, error)]) from None
        for number, one in enumerate(laid, 1):
            name = "-".join(
                part for part in (asset.name, owner.lower(), str(number) if len(laid) > 1 else "") if part
            )
            try:
                yield from _made(one, name, engraver, bed, inset - margin if two_sided else None)
            except SettingError as error:
                raise SpecError([asset.place(error.key).problem("setting", error.message, error.hint)]) from None


def _drawn(game: Game, asset: Asset, bed: Size, margin: float, fonts: Fonts) -> tuple[Piece, ...]:
    """Draw pieces with light grounds: what is dark is engraved."""
    if hasattr(asset.settings, "bleed"):
        asset = asset._replace(settings=replace(asset.settings, bleed=0.0))
    sheet = Sheet("The bed", bed, Margins(margin, margin))
    return pieces_of(game, asset, sheet, fonts, "engraved")


def _faces(game: Game) -> Faces:
    return "engrave" if game.spec.laser is None else cast(Faces, game.spec.laser.faces)


def _owner(game: Game, asset: Asset, piece: Piece) -> str:
    """Return the id of the player whose piece it is, or ''."""
    words = piece.name.removeprefix(asset.name).split()
    return words[0] if ART[asset.kind].layout is not None and words and words[0] in game.spec.players else ""


def _too_large(asset: Asset, error: FitError) -> Problem:
    needed, room = (f"{width:.1f} × {height:.1f} mm" for width, height in (error.needed, error.room))
    message = f"{asset.name} needs {needed}; the bed leaves {room}"
    return asset.place("kind").problem(
        "fit", message, "give the profile a larger bed, or make it smaller with --set"
    )


def _made(bed: Bed, name: str, engraver: Engraver, size: Size, frame: float | None) -> Iterator[Cutting]:
    """Make the sheet of a bed; pieces with a back have two, with a frame in which the sheet is turned over."""
    faces = _engraved(bed, engraver, is_back=False)
    if frame is None:
        yield Cutting(name, size, {**faces, "inner": bed.inner, "cut": bed.outer})
        return
    rim = _around(bed, frame)
    yield Cutting(f"{name}-1-front", size, {**faces, "cut": (rim,)})
    left, right = min(x for x, _ in rim.points), max(x for x, _ in rim.points)

    def turned(course: Course) -> Course:
        points = tuple(Point(left + right - x, y) for x, y in course.points)
        return Course(points, course.is_closed)

    backs = {
        operation: tuple(map(turned, courses))
        for operation, courses in _engraved(bed, engraver, is_back=True).items()
    }
    cuts = {"inner": tuple(map(turned, bed.inner)), "cut": tuple(map(turned, bed.outer))}
    yield Cutting(f"{name}-2-back", size, {**backs, **cuts})


def _engraved(bed: Bed, engraver: Engraver, *, is_back: bool) -> dict[str, tuple[Course, ...]]:
    """Return what is engraved and scored of all faces, or of all backs as they are seen from the front."""
    found: dict[str, list[Course]] = {"engrave": [], "score": []}
    for piece, at in bed.pieces:
        drawing = piece.back if is_back else piece.front
        if drawing is None:
            continue
        courses = engraver.courses(drawing, outline_of(piece))
        width = drawing.size.width
        for operation, made in courses.items():
            for course in made:
                points = tuple(Point(width - x, y) for x, y in course.points) if is_back else course.points
                found[operation].append(Course(points, course.is_closed).moved(at))
    return {operation: tuple(courses) for operation, courses in found.items()}


def _around(bed: Bed, frame: float) -> Course:
    """Return the frame round all pieces of a bed."""
    points = [point for course in (*bed.outer, *bed.inner) for point in course.points]
    left, right = min(x for x, _ in points) - frame, max(x for x, _ in points) + frame
    top, bottom = min(y for _, y in points) - frame, max(y for _, y in points) + frame
    return _box(Rect(left, top, right, bottom))


# Coupons


def coupons(job: Job, output: Path) -> list[tuple[Path, bytes]]:
    """Return both coupons as files."""
    fonts = shipped_fonts()
    contrast, colours = contrast_coupon(job.profile, fonts)
    files = []
    for sheet, palette in ((kerf_coupon(job.profile, fonts), job.profile.operations), (contrast, colours)):
        data = written(sheet, job, palette, "printkit", "")
        files.append((output / f"{sheet.label}.{job.format}", data))
    return files


SQUARES = 20
KERFS = tuple(round(0.025 * step, 3) for step in range(21))  # mm: slots 0.05 mm apart
TAB, DEPTH, STEP = 8.0, 12.0, 14.0


def kerf_coupon(profile: LaserProfile, fonts: Fonts) -> Cutting:
    """Return the coupon that shows the kerf: a tab, and slots for it, each narrower by 0.05 mm.

    Cut without compensation, a slot comes out wider by the kerf and the tab narrower by it: the tab sits tight in
    the slot that is marked with half of what both are off by, that is, with the kerf. Raises RequestError where
    the bed is too small.
    """
    margin, bed = profile.margin, profile.bed
    across = int((bed.width - 2 * margin - 10.0) // STEP)
    rows = [KERFS[start : start + across] for start in range(0, len(KERFS), max(across, 1))] if across > 1 else []
    if not rows or 2 * margin + 38.0 * len(rows) + 30.0 > bed.height:
        raise _small_bed(profile)
    courses: list[Course] = []
    words: list[tuple[Point, str]] = []
    for row, kerfs in enumerate(rows):
        top = margin + 38.0 * row
        edge: list[Point] = [Point(margin, top + 30.0), Point(margin, top)]
        for number, kerf in enumerate(kerfs):
            middle = margin + 5.0 + STEP * (number + 0.5)
            half = (TAB - 2 * kerf) / 2
            edge += [
                Point(middle - half, top),
                Point(middle - half, top + DEPTH),
                Point(middle + half, top + DEPTH),
                Point(middle + half, top),
            ]
            words.append((Point(middle, top + DEPTH + 8.0), f"{kerf:g}"))
        right = margin + 10.0 + STEP * len(kerfs)
        edge += [Point(right, top), Point(right, top + 30.0)]
        courses.append(Course(tuple(edge), is_closed=True))
    top = margin + 38.0 * len(rows)
    courses.append(_box(Rect(margin, top, margin + TAB, top + 30.0)))
    engraved = Engraver(fonts, "engrave", profile.thin).words(words, 8.0)
    return Cutting("coupon-kerf", bed, {"engrave": engraved, "cut": tuple(courses)})


def contrast_coupon(profile: LaserProfile, fonts: Fonts) -> tuple[Cutting, dict[str, str]]:
    """Return the coupon that shows how dark engraving becomes: squares, each of a colour of its own, with numbers.

    Give each colour another power or speed in the program of the laser. Raises RequestError where the bed is too
    small.
    """
    margin, side, step, high = profile.margin, 12.0, 18.0, 24.0
    columns = min(10, int((profile.bed.width - 2 * margin - 2.0) // step))
    rows = math.ceil(SQUARES / columns) if columns > 0 else 0
    width, height = step * columns + 2.0, high * rows + 4.0
    if columns < 1 or height + 2 * margin > profile.bed.height:
        raise _small_bed(profile)
    taken = set(profile.operations.values())
    free = [colour for colour in map(_spread, range(SQUARES + len(taken))) if colour not in taken]
    courses: dict[str, tuple[Course, ...]] = {}
    colours: dict[str, str] = {}
    words: list[tuple[Point, str]] = []
    for number in range(SQUARES):
        x, y = margin + 4.0 + step * (number % columns), margin + 4.0 + high * (number // columns)
        name = f"square-{number + 1:02}"
        courses[name], colours[name] = (_box(Rect(x, y, x + side, y + side)),), free[number]
        words.append((Point(x + side / 2, y + side + 5.0), str(number + 1)))
    engraved = Engraver(fonts, "engrave", profile.thin).words(words, 9.0)
    whole = {"engrave": engraved, **courses, "cut": (_box(Rect(margin, margin, margin + width, margin + height)),)}
    return Cutting("coupon-contrast", profile.bed, whole), {**profile.operations, **colours}


def _box(box: Rect) -> Course:
    left, top, right, bottom = box
    return Course((Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)), is_closed=True)


def _small_bed(profile: LaserProfile) -> RequestError:
    bed = profile.bed
    message = f"the coupons have no room on a bed of {bed.width:g} × {bed.height:g} mm"
    return request_error(message, "name a profile with a larger one")


def _spread(number: int) -> str:
    """Return one of many colours far from each other, and from black and pure colours."""
    angle = math.tau * number / SQUARES
    bright = (0.45 if number % 2 else 0.8) - 0.1 * (number // SQUARES)
    third = math.tau / 3
    shares = (bright * (0.5 + 0.4 * math.cos(angle - n * third)) for n in range(3))
    return "#" + "".join(f"{round(255 * share):02x}" for share in shares)
