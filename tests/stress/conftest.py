"""How much stress there is: a sample within the tests, all of it with ``--stress``; and what came of it."""

from __future__ import annotations

import resource
from collections.abc import Iterator

import pytest

from tests.stress.campaign import SHARE, Campaign

MOST_MEMORY = 6 * 1024**3  # bytes of addresses, in the full run


@pytest.fixture
def campaign(request: pytest.FixtureRequest) -> Iterator[Campaign]:
    """Return what runs the cases of a test."""
    is_full = request.config.getoption("--stress")
    made = Campaign(request.node.name, is_full=is_full, seed=request.config.getoption("--stress-seed"))
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if is_full:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, hard))
    yield made
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
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
