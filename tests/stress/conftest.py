"""How much stress there is: a sample within the tests, all of it with ``--stress``; and what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import pytest

from tests.stress.campaign import SHARE, Campaign

MOST_MEMORY = 6 * 1024**3  # bytes of addresses, in the full run


@contextmanager
def _little_memory() -> Iterator[None]:
    import resource  # Windows has none

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@pytest.fixture
def campaign(request: pytest.FixtureRequest) -> Iterator[Campaign]:
    """Return what runs the cases of a test."""
    is_full = request.config.getoption("--stress")
    made = Campaign(request.node.name, is_full=is_full, seed=request.config.getoption("--stress-seed"))
    with _little_memory() if is_full else nullcontext():
        yield made
    request.node.user_properties.append(("stress", made.told()))
    assert made.cases, f"nothing was tried; a sample is {SHARE:.0%}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say after a full run what was tried."""
    if config.getoption("--stress"):
        for reports in terminalreporter.stats.values():
            for report in reports:
                for name, told in getattr(report, "user_properties", ()):
                    if name == "stress" and report.when == "teardown":
                        terminalreporter.write_line(told)
