"""The command as a process of its own: ``printkit``, or ``python -m printkit``."""

from __future__ import annotations

import gc
import sys

INTERRUPTED = 130


def run() -> None:
    """Run the command line, and exit.

    Nearly all that a command makes is kept to its end, or goes by itself: so the collector is asked rarely, from
    before the first import on, and not at all when the process ends. That is a sixth of the time of a small build.
    """
    gc.set_threshold(100_000, 20, 100)
    try:
        from printkit.cli import run as command  # noqa: PLC0415

        command()
    except KeyboardInterrupt:  # before the command could take care of it
        print("interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
    finally:
        gc.freeze()


if __name__ == "__main__":
    run()
