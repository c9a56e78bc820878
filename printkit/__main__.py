"""Run the command line with ``python -m printkit``."""

from printkit.cli import main

if __name__ == "__main__":
    main()
