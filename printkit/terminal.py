"""What commands show while they run, and how they end: problems, progress, exit status."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from printkit.errors import MOST_PROBLEMS, FontFileError, Problem, ProblemError, SpecError, shown_lines

WRONG_FILE, WRONG_REQUEST, INTERRUPTED = 1, 2, 130


def show(problem: Problem) -> None:
    """Show a problem."""
    click.echo(str(problem), err=True)


def show_all(problems: Sequence[Problem]) -> None:
    """Show problems, as many as somebody may read."""
    for problem in problems[:MOST_PROBLEMS]:
        show(problem)
    if len(problems) > MOST_PROBLEMS:
        click.echo(f"and {len(problems) - MOST_PROBLEMS} more", err=True)


class Commands(click.Group):
    """The commands; what click itself says of words on the command line shows their odd characters escaped."""

    def make_context(self, *words: Any, **more: Any) -> click.Context:
        """Read the command line."""
        with escaped():
            return super().make_context(*words, **more)

    def invoke(self, context: click.Context) -> Any:
        """Run the command."""
        with escaped():
            return super().invoke(context)


@contextmanager
def escaped() -> Iterator[None]:
    """Show odd characters escaped in what click says of the command line."""
    try:
        yield
    except click.ClickException as error:
        vars(error)["message"] = shown_lines(error.message)
        raise


@contextmanager
def reported() -> Iterator[None]:
    """Print the problems that end a command, and exit with the status that they ask for."""
    try:
        yield
    except (ProblemError, FontFileError) as error:
        tell_error(error)
        sys.exit(WRONG_FILE if isinstance(error, SpecError) else WRONG_REQUEST)


def tell_error(error: ProblemError | FontFileError) -> None:
    """Show why something could not be done."""
    if isinstance(error, ProblemError):
        show_all(error.problems)
    else:
        click.echo(f"error: {error}", err=True)


class Progress:
    """A line on a terminal that says what is being made; nothing elsewhere."""

    def __init__(self) -> None:
        self.is_shown = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, text: str) -> None:
        """Say what is being made now."""
        if self.is_shown:
            click.echo(f"\r\x1b[K{text} …", err=True, nl=False)

    def clear(self) -> None:
        """Leave the line empty, for what is told next."""
        if self.is_shown:
            click.echo("\r\x1b[K", err=True, nl=False)
