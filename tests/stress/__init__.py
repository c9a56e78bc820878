"""Stress: inputs that went wrong in any way, and builds that are killed; in full with ``make stress``."""
