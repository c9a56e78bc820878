"""Print-ready boards and sheets for hex games, from YAML game specs."""

__version__ = "0.1.0"
