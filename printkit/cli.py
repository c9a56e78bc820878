"""The command ``printkit``: reads the command line, prints, exits; it decides nothing else."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, Literal

import click

from printkit import __version__
from printkit.errors import (
    FontFileError,
    Problem,
    ProblemError,
    counted,
    hint_for,
    quoted,
    request_error,
    shown,
    shown_path,
)
from printkit.terminal import (
    INTERRUPTED,
    WRONG_FILE,
    WRONG_REQUEST,
    Commands,
    Progress,
    reported,
    show,
    show_all,
    tell_error,
)
from printkit.units import sleeve_for

if TYPE_CHECKING:
    from pathlib import Path

    from printkit import watching
    from printkit.pipeline import Built
    from printkit.printer import Printer
    from printkit.spec import Game
    from printkit.verdict import Verdict

Command = Callable[..., None]


def _options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


_games = click.argument("games", nargs=-1, metavar="[GAME or SPEC.yaml]...")
_set = click.option(
    "--set",
    "overrides",
    multiple=True,
    metavar="KEY=VALUE",
    help="Override a value of the spec; may be repeated.",
)
_paper = click.option("--paper", default="a4", show_default=True, help="a4, letter, a3, tabloid, legal, a5 or a6.")
_margins = click.option(
    "--margins",
    metavar="LENGTH",
    help="Unprintable paper: 'office' (5 mm) or a length.  [default: 6.4 and 12.7 mm]",
)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="printkit")
def main() -> None:
    """Print boards, sheets and cards for hex games from YAML specs, and score finished games."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and "utf" not in stream.encoding.lower():
            stream.reconfigure(
                errors="replace"
            )  # a terminal without our signs gets question marks, not a traceback


@main.command()
@_options(_games, _set, _paper, _margins)
@click.option("--only", multiple=True, metavar="ASSET", help="Build only this asset; may be repeated.")
@click.option("-o", "--output", default="output", show_default=True, metavar="FOLDER", help="Where to write.")
@click.option(
    "--ink", default="full", show_default=True, type=click.Choice(["full", "saver"]), help="How much ink to spend."
)
@click.option(
    "--format",
    "format_name",
    default="pdf",
    show_default=True,
    help="pdf; booklet: one PDF a game; svg or png: a file for each page.",
)
@click.option("--dpi", type=int, metavar="NUMBER", help="Resolution of png, 36 to 1200.  [default: 300]")
@click.option(
    "--backs",
    default="duplex-long",
    show_default=True,
    metavar="HOW",
    help="Backs of cards and tiles: duplex-long, duplex-short, fold or none.",
)
@click.option("--back-offset", metavar="X,Y", help="Shift backs right and down, such as '0.5 mm,-1 mm'.")
@click.option("--printer", metavar="NAME", help="Print truly on this printer; measure it with 'calibrate'.")
@click.option(
    "--profile", default="home", show_default=True, metavar="NAME or FILE",
    help="Who prints or cuts: home, shop, shop-us, pod-VENDOR, laser, or a profile of your own ending in .yaml.",
)  # fmt: skip
@click.option("--pdfx", metavar="KIND", help="The kind of PDF/X for a shop: x4 or x1a.")
@click.option("--icc", metavar="FILE", help="The ICC profile of a shop's printing condition.")
@click.option(
    "--cut", default="separate", show_default=True, metavar="HOW",
    help="For a laser: separate pieces, or common cuts between them.",
)  # fmt: skip
@click.option("--kerf", metavar="LENGTH", help="For a laser: the width of its cut; pieces come out true.")
@click.option("--verify", is_flag=True, help="Reopen each PDF and check it; for shops always done.")
@click.option(
    "--preview", "has_previews", is_flag=True, help="Also make OUTPUT/index.html and OUTPUT/preview.png."
)
@click.option("--watch", "is_watching", is_flag=True, help="Build again whenever a file that was read changes.")
@click.pass_context
def build(
    context: click.Context, /,
    games: tuple[str, ...], overrides: tuple[str, ...], paper: str, margins: str | None,
    only: tuple[str, ...], output: str, ink: Literal["full", "saver"], format_name: str, dpi: int | None,
    backs: str, back_offset: str | None, printer: str | None,
    profile: str, *, verify: bool, has_previews: bool, is_watching: bool, **_for_profiles: str | None,
) -> None:  # fmt: skip
    """Make print-ready files: OUTPUT/GAME/ASSET.pdf. Without names, all shipped games."""
    from printkit import library, pipeline, printing

    with reported():
        folder = _folder(output)
        if profile != "home":
            _for_others(context, profile, games, overrides, only, folder)
            return
        _refuse_options(context, (*SHOP_OPTIONS, *LASER_OPTIONS), "home")
        target = pipeline.target_of(format_name, dpi, verify=verify)

        def request() -> tuple[list[Game], printing.Job]:
            measured = _printer(printer)
            sheet = pipeline.sheet_of(paper, margins, pipeline.backs_of(backs, back_offset, measured), measured)
            job = printing.Job(sheet, folder, target._replace(printer=measured), ink, has_previews)
            return library.load_games(games, overrides), job

        if is_watching:
            _watch(games, request, only)
            return
        loaded, job = request()
        progress = Progress()
        try:
            built = printing.build(loaded, only, job, progress)
        finally:
            progress.clear()
        for file in built:
            click.echo(_built(file))


def _built(file: Built) -> str:
    """Say which file was made, and how many pages of which paper it is."""
    return (
        f"{shown_path(file.path)}  {counted(file.pages, 'page')} {file.paper}".rstrip()
        if file.pages
        else shown_path(file.path)
    )


def _watch(games: tuple[str, ...], request: watching.Request, only: tuple[str, ...]) -> None:
    """Build, and again after each change, until interrupted."""
    from printkit import watching

    if "-" in games:
        raise request_error("standard input cannot be watched", "save the spec as a file, and name that")
    progress = Progress()
    rebuilder = watching.Rebuilder(request, only, progress)

    def tell(built: list[Built], seconds: float) -> None:
        progress.clear()
        for file in built:
            click.echo(_built(file))
        what = f"{counted(len(built), 'file')} written in {seconds:.2f} s" if built else "nothing to write"
        click.echo(f"{what}; watching, Ctrl-C ends", err=True)

    def complain(error: ProblemError | FontFileError) -> None:
        progress.clear()
        tell_error(error)
        click.echo("nothing written; watching, Ctrl-C ends", err=True)

    try:
        watching.watch(rebuilder, tell, complain)
    except KeyboardInterrupt:
        progress.clear()
        click.echo("stopped watching", err=True)
        sys.exit(INTERRUPTED)
    finally:
        progress.clear()


def _folder(output: str) -> Path:
    """Return the folder to write to; raises RequestError where it has no name."""
    from pathlib import Path

    if not output:
        raise request_error("the output has no name", "name a folder, or leave out -o for ./output")
    return Path(output)


SHOP_OPTIONS, LASER_OPTIONS = ("pdfx", "icc"), ("cut", "kerf")
HOME_OPTIONS = (
    "paper", "margins", "ink", "format_name", "dpi", "backs", "back_offset", "printer",
    "has_previews", "is_watching",
)  # fmt: skip


def _refuse_options(context: click.Context, names: tuple[str, ...], profile: str) -> None:
    """Raise RequestError where an option is given that a profile does not take."""
    flags = {option.name: max(option.opts, key=len) for option in context.command.params}
    for name in names:
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            message = f"the profile {quoted(profile)} takes no {flags[name]}"
            raise request_error(message, f"leave out {flags[name]}")


def _for_others(
    context: click.Context, name: str, games: tuple[str, ...], overrides: tuple[str, ...],
    only: tuple[str, ...], output: Path,
) -> None:  # fmt: skip
    """Build for a print shop, a vendor, or a laser cutter."""
    from printkit import library, vendors
    from printkit.laser import LaserProfile

    profile = vendors.load_profile(name)
    values = context.params
    kept = tuple(option for option in HOME_OPTIONS if option != "format_name")
    form = values["format_name"].lower()
    progress = Progress()
    notes: list[Problem] = []
    try:
        if isinstance(profile, LaserProfile):
            from printkit import cutting

            _refuse_options(context, (*kept, *SHOP_OPTIONS, "verify"), name)
            is_usual = context.get_parameter_source("format_name") is click.core.ParameterSource.DEFAULT
            job = cutting.job_of(profile, values["cut"], values["kerf"], "svg" if is_usual else form)
            built = cutting.build(library.load_games(games, overrides), only, job, output, progress)
        else:
            from printkit import pressing

            _refuse_options(context, (*(kept if form == profile.format else HOME_OPTIONS), *LASER_OPTIONS), name)
            order = pressing.order_of(profile, values["pdfx"], values["icc"])
            loaded = library.load_games(games, overrides)
            built, notes = pressing.build(loaded, only, order, output, progress)
    finally:
        progress.clear()
    for note in notes:
        show(note)
    for file in built:
        click.echo(f"{shown_path(file.path)}  {counted(file.pages, 'page')}")


@main.command()
@click.option("--profile", default="laser", show_default=True, metavar="NAME or FILE", help="The laser cutter.")
@click.option("--format", "form", default="svg", show_default=True, help="svg or dxf.")
@click.option("-o", "--output", default="output", show_default=True, metavar="FOLDER", help="Where to write.")
def coupon(profile: str, form: str, output: str) -> None:
    """Make two coupons that show a laser's kerf, and how dark it engraves."""
    from printkit import cutting, disk, vendors
    from printkit.laser import LaserProfile

    with reported():
        found = vendors.load_profile(profile)
        if not isinstance(found, LaserProfile):
            raise request_error(f"the profile {quoted(profile)} is none of a laser cutter", "use --profile laser")
        folder = _folder(output)
        disk.check_writable(folder)
        files = cutting.coupons(cutting.job_of(found, "separate", None, form.lower()), folder)
        disk.write_all(files)
        for path, _ in files:
            click.echo(shown_path(path))


def _printer(name: str | None) -> Printer | None:
    if name is None:
        return None
    from printkit import printers

    return printers.load_printer(name)


@main.command()
@click.option("--printer", metavar="NAME", help="Whose profile to set; or to print the page with, as a check.")
@click.option(
    "--set", "settings", multiple=True, metavar="KEY=VALUE",
    help="Set scale_x, scale_y, back_right, back_down, margin_left, margin_top, margin_right or margin_bottom.",
)  # fmt: skip
@_paper
@click.option(
    "--backs", default="duplex-long", show_default=True, metavar="HOW", help="duplex-long or duplex-short."
)
@click.option("-o", "--output", default="output", show_default=True, metavar="FOLDER", help="Where to write.")
def calibrate(printer: str | None, settings: tuple[str, ...], paper: str, backs: str, output: str) -> None:
    """Make a page that measures your printer: OUTPUT/calibrate-PAPER.pdf; or note with --set what it shows."""
    from printkit import calibration, disk, printers

    with reported():
        if settings:
            if printer is None:
                raise request_error("the printer has no name", "name it, for example --printer home")
            profile, path = printers.save_printer(printer, settings)
            click.echo(f"{shown_path(path)}  {profile.told}")
            return
        folder = _folder(output)
        file = folder / f"calibrate-{paper.lower()}.pdf"
        data = calibration.calibration(paper, backs, _printer(printer))
        disk.check_writable(folder)
        disk.write(file, data)
        click.echo(f"{shown_path(file)}  2 pages")


@main.command()
@click.argument("name")
@click.option(
    "--like", default="quadrant-hex", show_default=True, metavar="GAME", help="The shipped game below it."
)
def new(name: str, like: str) -> None:
    """Write a starter, NAME.yaml: a game of your own on top of a shipped one, which builds as it stands."""
    from pathlib import Path

    from printkit import disk, library
    from printkit.fields import checked_name
    from printkit.starter import starter

    with reported():
        games = library.shipped_games()
        if like not in games:
            raise request_error(f"no game is called {quoted(like)}", hint_for(like, games))
        path = Path(f"{checked_name(name, 'the name')}.yaml")
        if name in games:
            raise request_error(f"a shipped game is called {quoted(name)}", "give yours a name of its own")
        if path.exists() or path.is_symlink():
            raise request_error(f"{quoted(str(path))} is there already", "take another name, or remove the file")
        disk.write(path, starter(name, library.load_game(like)).encode())
        click.echo(f"{path}  build it: printkit build {path}")


@main.command(name="list")
@_options(_games, _set, _paper, _margins)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with the pages on A4 and Letter.")
def list_games(
    games: tuple[str, ...], overrides: tuple[str, ...], paper: str, margins: str | None, *, as_json: bool
) -> None:
    """Show the games and their assets: size, pieces and pages on the chosen paper."""
    from printkit import library, pipeline

    with reported():
        loaded = library.load_games(games, overrides)
        sheet = pipeline.sheet_of(paper, margins)
        listing = [pipeline.listing(game, sheet, margins) for game in loaded]
    if as_json:
        import json

        click.echo(json.dumps(listing, indent=2, ensure_ascii=False))
        return
    for game, entry in zip(loaded, listing, strict=True):
        click.echo(f"{entry['game']}: {game.spec.title}")
        for asset in entry["assets"]:
            click.echo("  " + _row(asset, paper.lower(), sheet.name))


@main.command()
@_options(_games, _set)
def check(games: tuple[str, ...], overrides: tuple[str, ...]) -> None:
    """Check specs, and compare the numbers of their rulebooks with what is built."""
    from printkit import library, pipeline

    with reported():
        loaded = library.load_games(games, overrides)
        wrong = 0
        for game in loaded:
            problems = pipeline.examined(game)
            show_all(problems)
            errors = sum(problem.severity == "error" for problem in problems)
            wrong += errors
            if errors:
                click.echo(f"{game.spec.game}: {counted(errors, 'error')}")
            else:
                notes = len(problems)
                end = f", {counted(notes, 'note')}" if notes else ""
                click.echo(f"{game.spec.game}: fine, {counted(len(game.spec.claims), 'claim')} compared{end}")
    if wrong:
        sys.exit(WRONG_FILE)


@main.command()
def schema() -> None:
    """Print the JSON Schema of specs, for an editor that completes and checks them."""
    import json

    from printkit.schema import spec_schema

    click.echo(json.dumps(spec_schema(), indent=2, ensure_ascii=False))


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE or FOLDER or -...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line and game.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a table as CSV.")
@click.option("--picture", metavar="FILE", help="Draw final positions: .pdf (several a page), .svg or .png.")
def score(files: tuple[str, ...], picture: str | None, *, as_json: bool, as_csv: bool) -> None:
    """Say who won finished games that were typed in, and what is wrong with the records."""
    from printkit import scorebook

    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other")
    if picture is not None:
        _check_picture(picture)
    verdicts, unreadable = scorebook.score_all(files)
    for problem in unreadable:
        show(problem)
    if as_json:
        import json

        lines = [json.dumps(verdict.as_json()) + "\n" for verdict in verdicts]  # ASCII, whatever a file is called
        click.echo("".join(lines), nl=False)
    elif as_csv:
        from printkit import report

        click.echo(report.table(verdicts), nl=False)
    else:
        from printkit import report

        for line in report.told(verdicts):
            click.echo(line)
    if picture is not None:
        _draw(verdicts, picture)
    if unreadable:
        sys.exit(WRONG_REQUEST)
    if not all(verdict.is_valid for verdict in verdicts):
        sys.exit(WRONG_FILE)


def _check_picture(path: str) -> None:
    """Refuse a picture's name before the work."""
    from printkit import pictures

    with reported():
        pictures.picture_format(path)


def _draw(verdicts: list[Verdict], path: str) -> None:
    """Draw what can be drawn, and say what cannot."""
    from printkit import pictures

    for verdict in verdicts:
        if verdict.position is None:
            click.echo(f"no picture of {shown(verdict.file)}: nothing could be placed", err=True)
    if any(verdict.position is not None for verdict in verdicts):
        with reported():
            pictures.write_picture(verdicts, path)


def _row(asset: dict[str, Any], paper: str, paper_name: str) -> str:
    name = f"{asset['name']:<14} {asset['kind']:<8}"
    if asset["size_mm"] is None:
        return f"{name} does not fit on {paper_name}"
    width, height = asset["size_mm"]
    size = f"{width:.1f} × {height:.1f} mm"
    pieces, pages = counted(asset["pieces"], "piece"), counted(asset["pages"][paper], "page")
    row = f"{name} {size:>18}  {pieces:>9}  {pages:>8} {paper_name}"
    sleeve = sleeve_for(width, height) if asset["kind"] == "deck" else None
    return row if sleeve is None else f"{row}  sleeves {sleeve[0]:g} × {sleeve[1]:g}"


def run() -> None:
    """Run the command; what the terminal or the disk refuses ends in a message, and an interruption with 130."""
    try:
        sys.exit(main.main(standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        os.dup2(click.open_file(os.devnull, "w").fileno(), sys.stdout.fileno())  # nothing more to flush
        sys.exit(0)
    except OSError as error:
        click.echo(f"error: {error.strerror or error}", err=True)
        sys.exit(WRONG_REQUEST)
