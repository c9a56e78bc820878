"""From names and files to files: ties the floors together; the only code that touches the disk."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

from printkit import claims
from printkit.art import ART, Frame, Ink, Kind
from printkit.drawing import Document, Page, Piece
from printkit.errors import (
    FitError,
    Problem,
    RequestError,
    SettingError,
    SpecError,
    hint_for,
    quoted,
    request_error,
)
from printkit.fields import Reader, record
from printkit.fonts import FontFileError, Fonts, refuse_unusable
from printkit.geometry import Size
from printkit.layouts import LAYOUTS, Titles
from printkit.preflight import faults
from printkit.profile import HOME, OFFICE, Margins, Sheet
from printkit.render import RENDERERS, Render
from printkit.spec import Asset, Game, load
from printkit.units import PAPERS, parse_length
from printkit.verdict import Position
from printkit.yamlnodes import LARGEST_FILE, Node

LARGEST_FONT = 32 * 1024 * 1024


# Reading


def specs_folder() -> Path:
    """Return the folder of the shipped specs: in the package, or beside it in a checkout."""
    package = Path(__file__).parent
    inside = package / "specs"
    return inside if inside.is_dir() else package.parent / "specs"


def shipped_games() -> list[str]:
    """Return the names of the shipped specs."""
    return sorted(file.stem for file in specs_folder().glob("*.yaml"))


def read_file(path: str, most: int) -> bytes:
    """Read a file of at most ``most`` bytes; one byte more is read, so that the caller sees it is too large."""
    try:
        if stat.S_ISDIR(os.stat(path).st_mode):
            raise request_error(f"{quoted(path)} is a folder; expected a file")
        with open(path, "rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise request_error(f"{quoted(path)} cannot be read: {reason}") from None


def spec_path(word: str) -> Path:
    """Find the spec that a word on the command line means: a shipped game or a file."""
    games = shipped_games()
    if word in games:
        return specs_folder() / f"{word}.yaml"
    is_path = word.endswith((".yaml", ".yml")) or os.sep in word or Path(word).exists()
    if not is_path:
        hint = f"{hint_for(word, games)}; or the path of a spec ending in .yaml"
        raise request_error(f"no game is called {quoted(word)}", hint)
    return Path(word)


def _kinds() -> Mapping[str, Reader[Any]]:
    """Return for each kind of asset what reads its settings; a kind is imported when it is first read."""

    def reader(name: str) -> Reader[Any]:
        def read(node: Node) -> Any:
            return record(ART[name].settings, also=("kind",))(node)

        return read

    return {name: reader(name) for name in ART}


def load_game(word: str, overrides: tuple[str, ...] = ()) -> Game:
    """Load a game by its shipped name or by the path of its spec."""
    path = spec_path(word)
    return load(read_file(str(path), LARGEST_FILE), str(path), _kinds(), overrides)


def load_games(words: Iterable[str], overrides: tuple[str, ...] = ()) -> list[Game]:
    """Load several games (all shipped ones where no word is given), with all their problems at once."""
    found: list[Game] = []
    problems: list[Problem] = []
    kinds: set[type[Exception]] = set()
    for word in tuple(words) or shipped_games():
        try:
            game = load_game(word, overrides)
        except (SpecError, RequestError) as error:
            problems.extend(error.problems)
            kinds.add(type(error))
            continue
        twin = next((other for other in found if other.spec.game == game.spec.game), None)
        if twin is not None:
            message = f"two specs are called '{game.spec.game}': {twin.file} and {game.file}"
            problems.extend(request_error(message, "build them one at a time").problems)
            kinds.add(RequestError)
        else:
            found.append(game)
    if problems:
        raise (RequestError if RequestError in kinds else SpecError)(problems)
    return found


def fonts_of(game: Game) -> Fonts:
    """Return the fonts of a game: its own files, given relative to the spec, or Fira Sans."""
    folder = Path(game.file).parent
    files = {}
    for weight, text in game.spec.fonts.items():
        path = str(folder / text)
        data = read_file(path, LARGEST_FONT)
        try:
            refuse_unusable(data)
        except FontFileError as error:
            message = f"the {weight} font {quoted(text)} cannot be used: {error}"
            raise SpecError([Problem("error", "font", message, game.file, 1, 1)]) from None
        files[weight] = path
    return Fonts(lambda path: read_file(path, LARGEST_FONT), files)


# Papers


def sheet_of(paper: str, margins: str | None) -> Sheet:
    """Return the upright sheet of a paper's name, with the margins asked for."""
    key = paper.lower()
    if key not in PAPERS:
        raise request_error(f"no paper is called {quoted(paper)}", hint_for(key, PAPERS))
    name = key.upper() if key[0] == "a" and key[1:].isdigit() else key.capitalize()
    sheet = Sheet(name, Size(*PAPERS[key]), _margins(margins))
    if min(sheet.room.size) < 50:
        raise request_error(f"margins of {quoted(margins or '')} leave no room on {name}")
    return sheet


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
    """An asset laid out on paper."""

    game: Game
    asset: Asset
    pieces: tuple[Piece, ...]
    pages: tuple[Page, ...]


def make(game: Game, asset: Asset, sheet: Sheet, fonts: Fonts, ink: Ink = "full") -> Made:
    """Draw an asset and lay it out on the upright or the lying paper: where it takes fewer pages, else upright.

    Raises SpecError, placed at the setting that is too large.
    """
    kind = ART[asset.kind]
    titles = Titles(game.spec.title, asset.name, game.spec.credit, fonts)
    failures = []
    best: Made | None = None
    try:
        for outcome in _attempts(kind, asset, game, sheet, titles, ink):
            if isinstance(outcome, FitError):
                failures.append(outcome)
            elif best is None or len(outcome.pages) < len(best.pages):
                best = outcome
            if best is not None and len(best.pages) == 1:
                return best
    except SettingError as error:
        place = asset.place(error.key)
        raise SpecError([place.problem("size", error.message, error.hint)]) from None
    if best is not None:
        return best
    nearest = min(failures, key=_excess)
    needed, room = (f"{width:.1f} × {height:.1f} mm" for width, height in (nearest.needed, nearest.room))
    message = f"{asset.name} needs {needed}; {sheet.name} leaves {room}"
    hint = _fitting(kind, asset, game, sheet, titles)
    place = asset.place("across_flats" if hasattr(asset.settings, "across_flats") else "kind")
    raise SpecError([place.problem("size", message, hint)])


def _excess(error: FitError) -> float:
    (width, height), (room_width, room_height) = error.needed, error.room
    return max(width - room_width, height - room_height)


def _position(game: Game, name: str) -> tuple[Position, str]:
    """Return a position of the spec as the scorer sees it."""
    from printkit.scorebook import score_position

    return score_position(game, name)


def _attempts(
    kind: Kind, asset: Asset, game: Game, sheet: Sheet, titles: Titles, ink: Ink
) -> Iterator[Made | FitError]:
    """Lay an asset out on the upright and then on the lying paper."""
    pieces: tuple[Piece, ...] = ()
    for lying in (sheet, sheet.turned()):
        try:
            if not pieces or kind.fills_frame:
                frame = Frame(lying.room.size, titles.fonts, ink, partial(_position, game))
                pieces = kind.draw(asset.settings, asset.name, game, frame)
            layout = LAYOUTS[kind.layout or asset.settings.layout]
            yield Made(game, asset, pieces, layout(pieces, lying, titles))
        except FitError as error:
            yield error


def _fitting(kind: Kind, asset: Asset, game: Game, sheet: Sheet, titles: Titles) -> str:
    """Name the largest cells that would fit, or another way out."""
    if not hasattr(asset.settings, "across_flats"):
        return "choose a larger paper"

    def outcome(tenths: int) -> Literal["fits", "too large", "too small"]:
        smaller = asset._replace(settings=replace(asset.settings, across_flats=tenths / 10))
        try:
            fits = any(isinstance(made, Made) for made in _attempts(kind, smaller, game, sheet, titles, "full"))
        except SettingError:
            return "too small"
        return "fits" if fits else "too large"

    low, high = 20, int(asset.settings.across_flats * 10)  # tenths of a mm
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (low, middle - 1) if outcome(middle) == "too large" else (middle, high)
    if outcome(low) != "fits":
        return "choose a larger paper"
    return f"the largest that fits: --set {asset.name}.across_flats='{low / 10:g} mm'; or choose a larger paper"


def chosen_assets(game: Game, only: tuple[str, ...]) -> list[Asset]:
    """Return the assets of a game that were asked for, in the order of the spec."""
    for name in only:
        if name not in game.assets:
            message = f"{game.spec.game} has no asset {quoted(name)}"
            raise request_error(message, hint_for(name, game.assets))
    return [asset for asset in game.assets.values() if not only or asset.name in only]


def document_of(made: Made) -> Document:
    """Return the document of an asset."""
    title = f"{made.game.spec.title}: {made.asset.name}"
    return Document(title, made.game.spec.title, made.game.spec.credit, made.pages)


class Target(NamedTuple):
    """How documents are written: format, file by file or page by page, and whether the files are checked."""

    format: str
    is_paged: bool
    render: Render
    verify: bool


def target_of(name: str, dpi: int | None = None, *, verify: bool = False) -> Target:
    """Return the target of a format's name; what a format does not take is refused."""
    key = name.lower()
    if key not in RENDERERS:
        raise request_error(f"no format is called {quoted(name)}", hint_for(key, RENDERERS))
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
    document = document_of(made)
    found = list(faults(document, fonts))
    if not found:
        files = target.render(document, fonts)
        if not target.verify:
            return files
        from printkit.verify import faults as file_faults

        found = [fault for data in files for fault in file_faults(data, document)]
        if not found:
            return files
    place = made.asset.place("kind")
    raise SpecError(place.problem("print", f"{made.asset.name}: {fault}") for fault in dict.fromkeys(found))


class Built(NamedTuple):
    """A file that was written."""

    path: Path
    game: str
    asset: str
    pages: int


def build(
    games: list[Game], only: tuple[str, ...], sheet: Sheet, output: Path, target: Target,
    progress: Callable[[str], None], ink: Ink = "full",
) -> list[Built]:  # fmt: skip
    """Build games into ``output/GAME/ASSET.pdf`` or ``ASSET-PAGE.svg``; nothing is written before all is made."""
    jobs = [(game, asset) for game in games for asset in chosen_assets(game, only)]
    problems = [p for game in games for p in claims.compare(game) if p.severity == "error"]
    _check_writable(output)
    files: list[tuple[Built, bytes]] = []
    all_fonts = {game.spec.game: fonts_of(game) for game in games}
    for game, asset in jobs:
        progress(f"{game.spec.game} {asset.name}")
        fonts = all_fonts[game.spec.game]
        try:
            made = make(game, asset, sheet, fonts, ink)
            made_files = rendered(made, fonts, target)
        except SpecError as error:
            problems.extend(error.problems)
            continue
        pages = 1 if target.is_paged else len(made.pages)
        for number, data in enumerate(made_files, 1):
            name = f"{asset.name}-{number}" if target.is_paged else asset.name
            path = output / game.spec.game / f"{name}.{target.format}"
            files.append((Built(path, game.spec.game, asset.name, pages), data))
    if problems:
        raise_all(problems)
    for built, data in files:
        write(built.path, data)
    return [built for built, _ in files]


def checked(game: Game) -> list[Problem]:
    """Return what a check of a loaded game finds: its claims and its fonts."""
    found = list(claims.compare(game))
    try:
        fonts_of(game)
    except (SpecError, RequestError) as error:
        found.extend(error.problems)
    return found


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
    try:
        return make(game, asset, sheet, fonts)
    except SpecError:
        return None


def raise_all(problems: list[Problem]) -> None:
    """Raise problems together: a RequestError where all of them come from the command line."""
    from_outside = all(problem.file is not None and problem.line is None for problem in problems)
    raise (RequestError if from_outside else SpecError)(problems)


# Writing


def _check_writable(output: Path) -> None:
    """Find out before the work that the output cannot be written."""
    existing = next(folder for folder in (output, *output.absolute().parents) if folder.exists())
    if not existing.is_dir():
        raise request_error(f"{quoted(str(existing))} is a file; expected a folder for the output")
    if not os.access(existing, os.W_OK | os.X_OK):
        raise request_error(f"the folder {quoted(str(existing))} cannot be written to")


def write(path: Path, data: bytes) -> None:
    """Replace a file at once: whoever reads it sees the old one or the new one, whole."""
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
        temporary = None
    except OSError as error:
        raise request_error(f"{quoted(str(path))} cannot be written: {error.strerror}") from None
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
