"""From specs to the bytes of files: draws assets, lays them out, checks and renders them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from printkit import claims
from printkit.art import ART, Frame, Ink, Kind
from printkit.clearance import tight
from printkit.colours import Recolouring
from printkit.disk import inside, read_file, write_all
from printkit.drawing import Document, Page, Piece
from printkit.errors import (
    MOST_PROBLEMS,
    FitError,
    Problem,
    RequestError,
    SettingError,
    SettingErrors,
    SpecError,
    hint_for,
    quoted,
    request_error,
)
from printkit.fonts import Fonts
from printkit.geometry import Point, Size
from printkit.instructions import Instructions
from printkit.layouts import LAYOUTS, TURNS_PAPER, Titles, backs_style, pages_of
from printkit.library import fonts_of
from printkit.preflight import faults, lacking
from printkit.profile import HOME, OFFICE, Backs, BackStyle, Margins, Sheet
from printkit.render import RENDERERS, Render
from printkit.spec import Asset, Game
from printkit.tilings import Tiling, read_tiling
from printkit.units import PAPERS, TOLERANCE, parse_length
from printkit.verdict import Position
from printkit.yamlnodes import Place

if TYPE_CHECKING:
    from printkit.printer import Printer

BACKS: dict[str, BackStyle] = {
    "duplex-long": "duplex-long", "duplex-short": "duplex-short", "fold": "fold", "none": "none",
}  # fmt: skip
BOOKLET = "booklet"  # the format that binds all assets of a game in one PDF
SIZES = ("across_flats", "size")  # the settings that say how large a piece is
LARGEST_OFFSET = 20.0  # mm
LARGEST_ASSET = 32 * 1024 * 1024  # bytes of an image or a table
MOST_PIECES = 20_000  # of an asset
DOES_NOT_FIT = "fit"  # the code of problems that a larger paper mends


# Papers


def sheet_of(paper: str, margins: str | None, backs: Backs = Backs(), printer: Printer | None = None) -> Sheet:
    """Return the upright sheet of a paper's name, with the margins and the backs asked for.

    A printer's profile gives the margins where none are asked for, and room for all to be enlarged in.
    """
    key = paper.lower()
    if key not in PAPERS:
        raise request_error(f"no paper is called {quoted(paper)}", hint_for(key, PAPERS))
    name = key.upper() if key[0] == "a" and key[1:].isdigit() else key.capitalize()
    size, sides = Size(*PAPERS[key]), _margins(margins)
    if printer is not None:
        sides = printer.within(sides if margins is not None else printer.margins(sides), size)
    ends = None if printer is None or margins is not None else printer.ends(sides)
    sheet = Sheet(name, size, sides, backs, ends)
    if min(sheet.room.size) < 50:
        raise request_error(f"margins of {quoted(margins or '')} leave no room on {name}")
    return sheet


_SHIFT = re.compile(r"\s*(-?)\s*([^,-]+),\s*(-?)\s*([^,-]+)")


def backs_of(style: str, offset: str | None, printer: Printer | None = None) -> Backs:
    """Return how backs are printed; ``offset`` is two lengths such as ``0.5 mm,-1 mm``, else the printer's."""
    if style not in BACKS:
        raise request_error(f"backs are not printed as {quoted(style)}", hint_for(style, BACKS))
    if offset is None:
        is_shifted = printer is not None and style.startswith("duplex")
        return Backs(BACKS[style], printer.back_offset) if printer and is_shifted else Backs(BACKS[style])
    match = _SHIFT.fullmatch(offset)
    try:
        if match is None:
            raise ValueError("expected two lengths with a comma between them")
        x, y = (parse_length(match[i + 1]) * (-1 if match[i] else 1) for i in (1, 3))
    except ValueError as error:
        message = f"the back offset {quoted(offset)} is not understood: {error}"
        raise request_error(message, "for example --back-offset '0.5 mm,-1 mm': right and down") from None
    if max(abs(x), abs(y)) > LARGEST_OFFSET:
        raise request_error(f"the back offset {quoted(offset)} is larger than {LARGEST_OFFSET:g} mm")
    if not style.startswith("duplex"):
        raise request_error(
            "--back-offset shifts the other side of the paper", "use it with --backs duplex-long or duplex-short"
        )
    known = Point(0, 0) if printer is None else printer.back_offset
    return Backs(BACKS[style], Point(known.x + x, known.y + y))


def _margins(text: str | None) -> Margins:
    if text is None:
        return HOME
    if text == "office":
        return OFFICE
    try:
        width = parse_length(text)
    except ValueError as error:
        message = f"the margins {quoted(text)} are not understood: {error}"
        raise request_error(message, "'office' or one length, such as '5 mm'") from None
    return Margins(width, width)


# Making


class Made(NamedTuple):
    """An asset laid out on paper; a printer turns it over at the edge ``flip``."""

    game: Game
    asset: Asset
    pieces: tuple[Piece, ...]
    pages: tuple[Page, ...]
    flip: Literal["", "long", "short"] = ""


def make(game: Game, asset: Asset, sheet: Sheet, fonts: Fonts, ink: Ink = "full") -> Made:
    """Draw an asset and lay it out on the upright or the lying paper: where it takes fewer pages, else upright.

    Raises SpecError, placed at the setting that is too large.
    """
    kind = ART[asset.kind]
    titles = Titles(game.spec.title, asset.name, game.spec.credit, fonts)
    best, failures = _best(kind, asset, game, sheet, titles, ink)
    if best is not None:
        return best
    nearest = min(failures, key=_excess)
    needed, room = (f"{width:.1f} × {height:.1f} mm" for width, height in (nearest.needed, nearest.room))
    message = f"{asset.name} needs {needed}; {sheet.name} leaves {room}"
    hint = _fitting(kind, asset, game, sheet, titles)
    setting = next((key for key in SIZES if hasattr(asset.settings, key)), "kind")
    raise SpecError([asset.place(setting).problem(DOES_NOT_FIT, message, hint)])


def _best(
    kind: Kind, asset: Asset, game: Game, sheet: Sheet, titles: Titles, ink: Ink
) -> tuple[Made | None, list[FitError]]:
    """Lay an asset out in the way that takes the fewest pages; return why it does not fit where it does not."""
    failures = []
    best: Made | None = None
    try:
        for outcome in _attempts(kind, asset, game, sheet, titles, ink):
            if isinstance(outcome, FitError):
                failures.append(outcome)
            elif best is None or len(outcome.pages) < len(best.pages):
                best = outcome
            if best is not None and len(best.pages) == 1:
                break
    except SettingError as error:
        raise SpecError(_placed(asset, [error])) from None
    except SettingErrors as error:
        raise SpecError([*_placed(asset, error.settings), *error.problems]) from None
    return best, failures


def _placed(asset: Asset, errors: Iterable[SettingError]) -> Iterator[Problem]:
    for error in errors:
        yield asset.place(error.key).problem("setting", error.message, error.hint or None)


def _excess(error: FitError) -> float:
    (width, height), (room_width, room_height) = error.needed, error.room
    return max(width - room_width, height - room_height)


def _position(game: Game, name: str) -> tuple[Position | Tiling, str]:
    """Return a position of the spec: with tiles as it is given, with stones as the scorer sees it."""
    if game.spec.tile_types:
        return read_tiling(game, game.position(name)), ""
    from printkit.scorebook import score_position

    return score_position(game, name)


def _flip(pieces: tuple[Piece, ...], sheet: Sheet) -> Literal["", "long", "short"]:
    styles: dict[str, Literal["long", "short"]] = {"duplex-long": "long", "duplex-short": "short"}
    return styles.get(backs_style(pieces, sheet), "")


def _beside(game: Game, name: str) -> bytes:
    """Return the bytes of a file beside the spec, or in a folder below it; raises RequestError."""
    found = inside(Path(game.file).parent, name)
    if found.exists() and not found.is_file():
        raise request_error(f"{quoted(name)} is no file", "put a file beside the spec")
    data = read_file(str(found), LARGEST_ASSET)
    if len(data) > LARGEST_ASSET:
        raise request_error(f"{quoted(name)} is larger than {LARGEST_ASSET // 1024**2} MiB", "make it smaller")
    return data


def _drawn(game: Game, asset: Asset, sheet: Sheet, fonts: Fonts, ink: Ink) -> tuple[Piece, ...]:
    """Draw the pieces of an asset in the game's theme."""
    kind = ART[asset.kind]
    frame = Frame(sheet.room.size, fonts, ink, partial(_position, game), partial(_beside, game))
    pieces = kind.draw(asset.settings, asset.name, game, frame)
    if len(pieces) > MOST_PIECES:
        message = f"{asset.name} has {len(pieces)} pieces; expected {MOST_PIECES} at most"
        raise SettingError("kind", message, "print fewer of them")
    return Recolouring(game.spec.theme, thins=ink == "saver" and kind.is_thinned).pieces(pieces)


def pieces_of(game: Game, asset: Asset, sheet: Sheet, fonts: Fonts, ink: Ink = "full") -> tuple[Piece, ...]:
    """Draw the pieces of an asset without laying them out; what fills a sheet, upright or lying, as it fits."""
    kind = ART[asset.kind]
    failures: list[FitError] = []
    for lying in (sheet, sheet.turned()):
        try:
            pieces = _drawn(game, asset, lying, fonts, ink)
        except SettingError as error:
            raise SpecError(_placed(asset, [error])) from None
        except SettingErrors as error:
            raise SpecError([*_placed(asset, error.settings), *error.problems]) from None
        except FitError as error:
            failures.append(error)
            continue
        size, room = pieces[0].front.size, lying.room.size
        if not kind.fills_frame or all(n <= r + TOLERANCE for n, r in zip(size, room, strict=True)):
            return pieces
        failures.append(FitError(size, room))
    nearest = min(failures, key=_excess)
    needed, room = Size(*nearest.needed), Size(*nearest.room)
    sizes = (f"{width:.1f} × {height:.1f} mm" for width, height in (needed, room))
    message = f"{asset.name} needs {next(sizes)}; {sheet.name} leaves {next(sizes)}"
    raise SpecError([asset.place("kind").problem(DOES_NOT_FIT, message, "make it smaller")])


def _attempts(
    kind: Kind, asset: Asset, game: Game, sheet: Sheet, titles: Titles, ink: Ink
) -> Iterator[Made | FitError]:
    """Lay an asset out on the upright and then on the lying paper; on the better one only where that is known."""
    name = kind.layout or asset.settings.layout
    ways = [sheet] if name in TURNS_PAPER else [sheet, sheet.turned()]
    pieces: tuple[Piece, ...] = ()
    if not kind.fills_frame:
        pieces = _drawn(game, asset, sheet, titles.fonts, ink)
        ways = _better(name, pieces, ways)
    for lying in ways:
        try:
            if kind.fills_frame:
                pieces = _drawn(game, asset, lying, titles.fonts, ink)
            yield Made(game, asset, pieces, LAYOUTS[name](pieces, lying, titles), _flip(pieces, sheet))
        except FitError as error:
            yield error


def _better(layout: str, pieces: tuple[Piece, ...], ways: list[Sheet]) -> list[Sheet]:
    """Return the way to lay the paper that takes the fewest pages; all of them where that is not known."""
    counts = [pages_of(layout, pieces, lying) for lying in ways]
    fitting = [(count, i) for i, count in enumerate(counts) if count]
    return [ways[min(fitting)[1]]] if fitting else ways


def _fitting(kind: Kind, asset: Asset, game: Game, sheet: Sheet, titles: Titles) -> str:
    """Name the largest cells that would fit, or another way out."""
    if not hasattr(asset.settings, "across_flats"):
        return "choose a larger paper"

    def outcome(tenths: int) -> Literal["fits", "too large", "too small"]:
        smaller = asset._replace(settings=replace(asset.settings, across_flats=tenths / 10))
        try:
            made = [m for m in _attempts(kind, smaller, game, sheet, titles, "full") if isinstance(m, Made)]
        except (SettingError, SettingErrors):
            return "too small"
        sound = any(not any(faults(document_of(one), titles.fonts)) for one in made)
        return "fits" if sound else "too large"

    low, high = 45, int(asset.settings.across_flats * 10)  # tenths of a mm
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (low, middle - 1) if outcome(middle) == "too large" else (middle, high)
    if outcome(low) != "fits":
        return "choose a larger paper"
    return f"the largest that fits: --set {asset.name}.across_flats='{low / 10:g} mm'; or choose a larger paper"


def refuse_unknown(games: list[Game], only: tuple[str, ...]) -> None:
    """Raise RequestError where an asset was asked for that none of the games has."""
    known = dict.fromkeys(name for game in games for name in game.assets)
    for name in only:
        if name not in known:
            whose = f"{games[0].spec.game} has no asset" if len(games) == 1 else "none of the games has an asset"
            raise request_error(f"{whose} {quoted(name)}", hint_for(name, known))


def chosen_assets(game: Game, only: tuple[str, ...]) -> list[Asset]:
    """Return those assets of a game that were asked for, in the order of the spec."""
    return [asset for asset in game.assets.values() if not only or asset.name in only]


def document_of(made: Made) -> Document:
    """Return the document of an asset."""
    title = f"{made.game.spec.title}: {made.asset.name}"
    return Document(title, made.game.spec.title, made.game.spec.credit, made.pages, made.flip)


class Target(NamedTuple):
    """How documents are written: format, file by file or page by page, whether files are checked, what printer."""

    format: str
    is_paged: bool
    render: Render
    verify: bool
    printer: Printer | None = None
    is_booklet: bool = False


def target_of(name: str, dpi: int | None = None, *, verify: bool = False) -> Target:
    """Return the target of a format's name; what a format does not take is refused."""
    key = name.lower()
    if key == BOOKLET:
        return target_of("pdf", dpi, verify=verify)._replace(is_booklet=True)
    if key == "dxf":
        raise request_error("DXFs are for laser cutters", "use it with --profile laser")
    if key not in RENDERERS:
        raise request_error(f"no format is called {quoted(name)}", hint_for(key, (*RENDERERS, BOOKLET)))
    if verify and key != "pdf":
        raise request_error(f"--verify checks PDFs, and the format is {key}", "leave out --verify, or use pdf")
    renderer = RENDERERS[key]
    if dpi is None:
        return Target(key, renderer.is_paged, renderer.render, verify)
    if renderer.at_dpi is None:
        raise request_error(
            f"--dpi is the resolution of PNGs, and the format is {key}", "leave out --dpi, or use png"
        )
    return Target(key, renderer.is_paged, renderer.at_dpi(dpi), verify)


def rendered(made: Made, fonts: Fonts, target: Target) -> tuple[bytes, ...]:
    """Check an asset's document, render it and, where asked, check the files as well."""
    found, files = written(document_of(made), fonts, target)
    if not found:
        return files
    raise unprintable(made.asset.name, made.asset.place("kind"), found)


def unprintable(name: str, place: Place, wrong: Iterable[str]) -> SpecError:
    """Make the error for a file with faults, each of them told once."""
    return SpecError(place.problem("print", f"{name}: {fault}") for fault in dict.fromkeys(wrong))


def written(document: Document, fonts: Fonts, target: Target) -> tuple[list[str], tuple[bytes, ...]]:
    """Check and render a document; return what is wrong with it, or else its files."""
    if target.printer is not None:
        document = document._replace(stretch=target.printer.stretch)
    found = list(faults(document, fonts))
    if found:
        return found, ()
    files = target.render(document, fonts)
    if target.verify:
        from printkit.verify import faults as file_faults

        found = [fault for data in files for fault in file_faults(data, document)]
    return found, files


class Built(NamedTuple):
    """A file that was written, with how many pages of which paper; of 0 where it is nothing to print."""

    path: Path
    game: str
    asset: str
    pages: int
    paper: str = ""


def kept(files: list[tuple[Built, bytes]], problems: list[Problem]) -> list[Built]:
    """Write the files of a build, all or none; raises where there are problems."""
    if problems:
        raise_all(problems)
    write_all((built.path, data) for built, data in files)
    return [built for built, _ in files]


def is_joined(made: Made) -> bool:
    """Whether the sheets of an asset are joined to one piece."""
    return (ART[made.asset.kind].layout or made.asset.settings.layout) in TURNS_PAPER and len(made.pages) > 1


def instructions(made: Made, sheet: Sheet) -> Instructions:
    """Return how to make an asset that was laid out, for a booklet's cover and for previews."""
    kind = ART[made.asset.kind]
    number, sheets = len(made.pieces), len(made.pages)
    sides = "Print on one side."
    if made.flip:
        sides, sheets = f"Print on both sides; the paper turns at its {made.flip} edge.", (sheets + 1) // 2
    elif backs_style(made.pieces, sheet) == "fold":
        sides = "Print on one side, fold along the dashed line, the backs outward, and glue."
    joining = "Join the sheets as the map at their foot shows: cut at solid marks, glue on dashed ones."
    steps = (joining, kind.making) if is_joined(made) else (kind.making,)
    size = made.pieces[0].front.size
    return Instructions(made.asset.name, number, size, len(made.pages), sheets, kind.paper, sides, steps)


def prepared_games(games: list[Game], only: tuple[str, ...]) -> tuple[list[Fonts], list[Problem]]:
    """Return the fonts of games, and what is wrong with the games; raises where it is their fonts."""
    prepared = [_prepared(game, only) for game in games]
    problems = [p for _, found in prepared for p in found if p.severity == "error"]
    if any(problem.code == "font" for problem in problems):
        raise_all(problems)
    return [fonts for fonts, _ in prepared if fonts is not None], problems


def examined(game: Game) -> list[Problem]:
    """Return what a check finds: in claims, clearances, fonts and their signs, positions, and the drawn assets.

    Whether an asset fits on a paper is not looked at.
    """
    fonts, found = _prepared(game)
    if fonts is None:
        return found
    for name in game.spec.positions:
        try:
            _position(game, name)
        except SpecError as error:
            found += error.problems
    for asset in game.assets.values():
        try:
            make(game, asset, sheet_of("a3", None), fonts)
        except SpecError as error:
            found += [problem for problem in error.problems if problem.code != DOES_NOT_FIT]
    return list(dict.fromkeys(found))


def _prepared(game: Game, only: tuple[str, ...] = ()) -> tuple[Fonts | None, list[Problem]]:
    """Return a game's fonts, None where they cannot be used, and what is wrong with it."""
    found = [*islice(claims.compare(game), MOST_PROBLEMS), *tight(game, chosen_assets(game, only))]
    try:
        fonts = fonts_of(game)
    except SpecError as error:
        return None, [*found, *error.problems]
    return fonts, [*found, *_unknown_signs(game, fonts)]


def _unknown_signs(game: Game, fonts: Fonts) -> Iterator[Problem]:
    """Give a problem for each text of a spec, at its own place, that has characters which its font lacks."""
    texts: list[tuple[str, str, tuple[str, ...]]] = [
        (game.spec.title, "bold", ("title",)),
        (game.spec.credit, "regular", ("credit",)),
    ]
    texts += [(who.name, "bold", ("players", name, "name")) for name, who in game.spec.players.items()]
    for text, weight, path in texts:
        lack = lacking(text, weight, fonts)
        if lack is not None:
            yield game.place(*path).problem("font", f"{quoted(text)} {lack}")


LISTED_PAPERS = ("a4", "letter")


def listing(game: Game, sheet: Sheet, margins: str | None) -> dict[str, Any]:
    """Return a game's assets with pieces, their size and the pages they take, None where one does not fit."""
    fonts = fonts_of(game)
    sheets = {name: sheet_of(name, margins) for name in LISTED_PAPERS}
    sheets[sheet.name.lower()] = sheet
    assets = []
    for asset in game.assets.values():
        made = {paper: _made_or_none(game, asset, lying, fonts) for paper, lying in sheets.items()}
        here = made[sheet.name.lower()]
        size = None if here is None else [round(side, 2) for side in here.pieces[0].front.size]
        pages = {paper: None if found is None else len(found.pages) for paper, found in made.items()}
        pieces = next((len(found.pieces) for found in made.values() if found is not None), None)
        assets.append({"name": asset.name, "kind": asset.kind, "pieces": pieces, "size_mm": size, "pages": pages})
    return {"game": game.spec.game, "assets": assets}


def _made_or_none(game: Game, asset: Asset, sheet: Sheet, fonts: Fonts) -> Made | None:
    titles = Titles(game.spec.title, asset.name, game.spec.credit, fonts)
    try:
        return _best(ART[asset.kind], asset, game, sheet, titles, "full")[0]
    except SpecError:
        return None


def raise_all(problems: list[Problem]) -> None:
    """Raise problems together: a RequestError where all of them come from the command line."""
    from_outside = all(problem.file is not None and problem.line is None for problem in problems)
    raise (RequestError if from_outside else SpecError)(problems)
