"""Problems: what is wrong, where it stands and what would mend it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "note"]

LONGEST_QUOTE = 60  # characters of a user's text in a message
LONGEST_PATH = 300
MOST_LISTED = 100  # names in a hint
MOST_COMPARED = 200  # names that a word is compared with
MOST_PROBLEMS = 500  # of a file


class Problem(NamedTuple):
    """One fault or remark; ``line`` and ``column`` are 1-based and None where there is no place."""

    severity: Severity
    code: str
    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    hint: str | None = None
    move: int | None = None  # the move or round of a record, from 1

    def __str__(self) -> str:
        """Give ``file:line:column: error: message`` and the hint on a line of its own."""
        place = "" if self.file is None else shown(self.file) + ":"
        if self.line is not None:
            place += f"{self.line}:{self.column}:"
        head = f"{place} {self.severity}: {self.message}".lstrip()
        return head if self.hint is None else f"{head}\n    hint: {self.hint}"


class ProblemError(Exception):
    """A task that cannot go on, with every problem that was found, each once.

    ``partial`` is what could be read all the same, so that checks of it need not wait.
    """

    def __init__(self, problems: Iterable[Problem], partial: object = None) -> None:
        self.problems = tuple(dict.fromkeys(problems))
        self.partial = partial
        super().__init__("\n".join(str(problem) for problem in self.problems))


class SpecError(ProblemError):
    """Something inside a file is wrong (exit status 1)."""


class RequestError(ProblemError):
    """The request is wrong, or names what does not exist or cannot be read or written (exit status 2)."""


def request_error(message: str, hint: str | None = None) -> RequestError:
    """Make a RequestError of one problem without a place."""
    return RequestError([Problem("error", "request", message, hint=hint)])


def shown(text: str, most: int = LONGEST_PATH) -> str:
    """Make a user's text safe to print: cut to ``most`` characters, control and direction characters escaped."""
    cut = text if len(text) <= most else text[:most] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in cut)


def shown_path(path: object) -> str:
    """Make a path safe to print, whole."""
    text = str(path)
    return shown(text, len(text))


def shown_lines(text: str) -> str:
    """Make a text of several lines safe to print, whole."""
    return "\n".join(shown(line, len(line)) for line in text.split("\n"))


def quoted(text: str, most: int = LONGEST_QUOTE) -> str:
    """Put a user's text in quotes for a message, made safe to print."""
    return f"'{shown(text, most)}'"


def listed_signs(characters: str) -> str:
    """List characters for a message, each with its code point."""
    return ", ".join(f"{quoted(character)} (U+{ord(character):04X})" for character in characters)


def quoted_path(path: object) -> str:
    """Put a path in quotes for a message."""
    return quoted(str(path), LONGEST_PATH)


def counted(number: int, word: str) -> str:
    """Say how many there are of something whose plural takes an s."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def did_you_mean(word: str, allowed: Iterable[str]) -> str | None:
    """Name the allowed word nearest to ``word``, or None where none is near.

    Of very many words only those are looked at that begin in the same way.
    """
    import difflib  # noqa: PLC0415  (only an error needs it)

    wanted = word[:LONGEST_QUOTE].casefold()
    by_folded = {name.casefold(): name for name in allowed}
    for length in range(1, LONGEST_QUOTE):
        if len(by_folded) <= MOST_COMPARED:
            break
        by_folded = {folded: name for folded, name in by_folded.items() if folded[:length] == wanted[:length]}
    near = difflib.get_close_matches(wanted, by_folded, n=1, cutoff=0.6)
    return by_folded[near[0]] if near else None


def hint_for(word: str, allowed: Iterable[str]) -> str:
    """Say what was probably meant, and what is allowed: all of it, or of very many the first."""
    names = sorted(set(allowed))
    if not names:
        return "there are none"
    near = did_you_mean(word, names)
    listed = "allowed: " + ", ".join(shown(name, LONGEST_QUOTE) for name in names[:MOST_LISTED])
    if len(names) > MOST_LISTED:
        listed += f" and {len(names) - MOST_LISTED} more"
    return listed if near is None else f"did you mean {quoted(near)}? {listed}"


class FitError(Exception):
    """What was drawn needs more room than there is, in mm."""

    def __init__(self, needed: tuple[float, float], room: tuple[float, float]) -> None:
        self.needed = needed
        self.room = room
        super().__init__(f"needs {needed}, has {room}")


class SettingError(Exception):
    """A setting of an asset that cannot be drawn, and what would mend it."""

    def __init__(self, key: str, message: str, hint: str) -> None:
        self.key = key
        self.message = message
        self.hint = hint
        super().__init__(message)


class SettingErrors(Exception):  # noqa: N818 (several of the above)
    """All that is wrong with the settings of an asset: settings, and problems that have their place already."""

    def __init__(self, settings: Iterable[SettingError], problems: Iterable[Problem] = ()) -> None:
        self.settings = tuple(settings)
        self.problems = tuple(problems)
        super().__init__(", ".join(str(error) for error in self.settings))


class FontFileError(Exception):
    """A font file that cannot be used, and why."""
