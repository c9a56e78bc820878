"""The pages, and what makes those parts of them that are made: ``make docs``."""
