"""Run the command line with ``python -m printkit``."""

from printkit.cli import run

if __name__ == "__main__":
    run()
