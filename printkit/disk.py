"""The disk: the only code that reads and writes files."""

from __future__ import annotations

import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Literal, NamedTuple

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


LONGEST_NAME = 1000  # characters of a path that a file names


def inside(folder: Path, name: str) -> Path:
    """Return where a file that another one names lies: in a folder or below it, whatever links there are.

    Raises RequestError where it lies elsewhere, or where there can be no such file.
    """
    if len(name) > LONGEST_NAME:
        raise request_error(f"{quoted_path(name)} is too long to be a path", f"{LONGEST_NAME} characters at most")
    try:
        found = (folder / name).resolve()
        is_inside = not Path(name).is_absolute() and found.is_relative_to(folder.resolve())
        if is_inside:
            found.exists()  # which fails where a name cannot be one
    except (OSError, RuntimeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise request_error(f"{quoted_path(name)} cannot be read: {reason}") from None
    if not is_inside:
        raise request_error(f"{quoted_path(name)} lies outside of the spec's folder", "put it beside the spec")
    return found


def read_beside(path: str, most: int) -> bytes:
    """Read what another file names, as ``read_file`` does; it must be a file, not a pipe that never ends."""
    try:
        is_other = not stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        is_other = False  # which reading will tell
    if is_other:
        raise request_error(f"{quoted_path(path)} is no file")
    return read_file(path, most)


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


def read_standard_input(most: int) -> bytes:
    """Read standard input, one byte more than ``most`` at most."""
    try:
        return sys.stdin.buffer.read(most + 1)
    except (AttributeError, OSError) as error:  # it may be closed, or a folder
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else "it is closed"
        raise request_error(f"standard input cannot be read: {reason}") from None


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
    """Replace several files, none of them before all are on the disk.

    A link is replaced itself, not what it leads to. What a process that was killed left behind in the folders is
    removed.
    """
    path = Path()
    with ExitStack() as stack:
        rooms: dict[Path, str] = {}
        waiting: list[tuple[str, Path]] = []
        try:
            for number, (path, data) in enumerate(files):
                folder = path.parent
                if folder not in rooms:
                    folder.mkdir(parents=True, exist_ok=True)
                    _remove_left_behind(folder)
                    rooms[folder] = stack.enter_context(_room(folder))
                if path.is_dir():
                    raise request_error(f"{quoted_path(path)} is a folder; expected a file to replace")
                temporary = os.path.join(rooms[folder], str(number))  # noqa: PTH118
                with open(temporary, "xb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                waiting.append((temporary, path))
            for temporary, path in waiting:
                os.replace(temporary, path)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise request_error(f"{quoted_path(path)} cannot be written: {reason}") from None


# Files wait to take the place of others in a folder of their process, which holds a lock on it. The system takes
# the lock away when the process ends, however it does: a folder that can be locked belongs to nobody any more.

_ROOM = re.compile(r"\.printkit-[a-z0-9_]{8}\.tmp", re.ASCII)
LONGEST_WAIT = 24 * 60 * 60  # seconds after which a folder is nobody's where the system knows no locks


@contextmanager
def _room(folder: Path) -> Iterator[str]:
    """Make a locked folder for files that wait; it goes with all that still is in it."""
    import tempfile  # noqa: PLC0415 (it brings much with it, and who scores games writes nothing)

    while True:
        path = tempfile.mkdtemp(prefix=".printkit-", suffix=".tmp", dir=folder)
        with _lock(path) as lock:
            if lock == "taken":  # by somebody who thought that it had been left behind
                continue
            try:
                yield path
            finally:
                _remove(path)
            return


@contextmanager
def _lock(path: str) -> Iterator[Literal["ours", "taken", "none"]]:
    """Lock a folder for as long as this lasts; ``none`` where the system knows no locks on folders.

    A folder that is gone, or is no longer the same, counts as taken.
    """
    try:
        import fcntl  # noqa: PLC0415 (Windows has none)
    except ImportError:
        yield "none"
        return
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        yield "taken"
        return
    try:
        yield _locked(descriptor, path, fcntl.flock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    finally:
        os.close(descriptor)


def _locked(
    descriptor: int, path: str, flock: Callable[[int, int], None], how: int
) -> Literal["ours", "taken", "none"]:
    try:
        flock(descriptor, how)
    except BlockingIOError:
        return "taken"
    except OSError:  # some file systems of the net
        return "none"
    try:
        return "ours" if os.path.samestat(os.fstat(descriptor), os.stat(path, follow_symlinks=False)) else "taken"
    except OSError:
        return "taken"


def _remove_left_behind(folder: Path) -> None:
    """Remove the folders that processes which live no more had for their waiting files; nothing else."""
    try:
        found = [str(entry) for entry in folder.iterdir() if _ROOM.fullmatch(entry.name)]
    except OSError:
        return  # what is to be written there will say why
    for path in found:
        with _lock(path) as lock:
            if lock == "ours" or (lock == "none" and _is_old(path)):
                _remove(path)


def _is_old(path: str) -> bool:
    try:
        return time.time() - os.stat(path).st_mtime > LONGEST_WAIT
    except OSError:
        return False


def _remove(room: str) -> None:
    """Remove a folder with the files in it; what cannot be removed stays."""
    with suppress(OSError):
        for file in Path(room).iterdir():
            file.unlink()
        Path(room).rmdir()
