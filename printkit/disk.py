"""The disk: the only code that reads and writes files."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

from printkit.errors import quoted_path, request_error


class Stamp(NamedTuple):
    """What tells one state of a file from another without reading it."""

    inode: int
    size: int  # bytes
    modified: int  # ns


def stamp(path: str) -> Stamp | None:
    """Return the stamp of a file; None where there is none that could be read."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return Stamp(status.st_ino, status.st_size, status.st_mtime_ns)


Reads = dict[str, Stamp | None]
_reads: ContextVar[Reads | None] = ContextVar("reads", default=None)


@contextmanager
def noted_reads() -> Iterator[Reads]:
    """Note each file that is read meanwhile, or could not be, with its stamp before that; the innermost notes."""
    found: Reads = {}
    token = _reads.set(found)
    try:
        yield found
    finally:
        _reads.reset(token)


def read_file(path: str, most: int) -> bytes:
    """Read a file of at most ``most`` bytes; one byte more is read, so that the caller sees it is too large."""
    reads = _reads.get()
    if reads is not None:
        reads.setdefault(path, stamp(path))
    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            raise request_error(f"{quoted_path(path)} is a folder; expected a file")
        is_small = stat.S_ISREG(status.st_mode) and status.st_size <= most
        with open(path, "rb") as file:
            return file.read() if is_small else file.read(most + 1)  # which takes room for as much
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise request_error(f"{quoted_path(path)} cannot be read: {reason}") from None


def check_writable(output: Path) -> None:
    """Find out before the work that the output cannot be written."""
    try:
        existing = next(folder for folder in (output, *output.absolute().parents) if folder.exists())
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise request_error(f"{quoted_path(output)} cannot be written: {reason}") from None
    if not existing.is_dir():
        raise request_error(f"{quoted_path(existing)} is a file; expected a folder for the output")
    if not os.access(existing, os.W_OK | os.X_OK):
        raise request_error(f"the folder {quoted_path(existing)} cannot be written to")


def write(path: Path, data: bytes) -> None:
    """Replace a file at once: whoever reads it sees the old one or the new one, whole."""
    write_all([(path, data)])


def differing(files: Iterable[tuple[Path, bytes]]) -> list[tuple[Path, bytes]]:
    """Return those files that are not yet on the disk with just these bytes."""
    return [(path, data) for path, data in files if not _holds(path, data)]


def _holds(path: Path, data: bytes) -> bool:
    try:
        return path.stat().st_size == len(data) and path.read_bytes() == data
    except OSError:
        return False


def write_all(files: Iterable[tuple[Path, bytes]]) -> None:
    """Replace several files, none of them before all are on the disk."""
    import tempfile  # noqa: PLC0415 (it brings much with it, and who scores games writes nothing)

    waiting: list[tuple[str, Path]] = []
    path = Path()
    try:
        for path, data in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                raise request_error(f"{quoted_path(path)} is a folder; expected a file to replace")
            descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
            waiting.append((temporary, path))
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                os.chmod(temporary, 0o666 & ~_umask())
        while waiting:
            temporary, path = waiting[0]
            os.replace(temporary, path)
            waiting.pop(0)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise request_error(f"{quoted_path(path)} cannot be written: {reason}") from None
    finally:
        for temporary, _ in waiting:
            Path(temporary).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
