# make        set up .venv and build every shipped game into output/
# make test   set up .venv and run the tests
# make stress set up .venv and run all of the stress: broken inputs by the ten thousand, killed builds
# make docs   make the pictures, the gallery and the reference of all keys
# make bench  one table of what printkit takes, against plain scripts
# make supply wheel, sdist, lowest versions, each Python that is here
# make lock   renew the versions and hashes that 'make test' installs; 'make test LOCK=' takes the newest instead
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BENCH := .venv-bench
PIP := bin/python -m pip install --quiet --disable-pip-version-check
LOCK ?= requirements-dev.lock

.PHONY: all test stress lint format bench docs supply lock clean
all: $(VENV)/.installed
	$(BIN)/printkit build

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n auto --dist worksteal

stress: $(VENV)/.installed-dev
	$(BIN)/python -m pytest tests/stress --stress -n auto --dist worksteal

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(BENCH)/.installed
	$(BENCH)/bin/python bench/bench.py

docs: $(VENV)/.installed-dev
	$(BIN)/python -m docs.pictures
	$(BIN)/python -m docs.reference

supply: $(VENV)/.installed-uv
	$(BIN)/python tools/supply.py

lock: $(VENV)/.installed-uv
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --upgrade --python-version 3.11 --no-annotate \
		--custom-compile-command 'make lock' --extra dev pyproject.toml --output-file requirements-dev.lock

clean:
	rm -rf $(VENV) $(BENCH) dist build output/*/

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit("printkit needs Python 3.11 or newer, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(VENV)/$(PIP) --editable .
	touch $@

# A hash for each package, and nothing that the lock does not name: where that fails, 'make lock'
$(VENV)/.installed-dev: pyproject.toml $(LOCK) | $(BIN)/python
ifneq ($(LOCK),)
	$(VENV)/$(PIP) --require-hashes --requirement $(LOCK)
	$(VENV)/$(PIP) --no-deps --no-build-isolation --editable .
	$(BIN)/python -m pip check
else
	$(VENV)/$(PIP) --editable '.[dev]'
endif
	touch $(VENV)/.installed $@

# An environment of its own, as protograf wants older versions; it and OpenSpiel are not to be had everywhere, and
# the table says so where one is missing
$(BENCH)/.installed: pyproject.toml | $(BIN)/python
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/$(PIP) --editable .
	for peer in openspiel protograf; do $(BENCH)/$(PIP) --editable ".[$$peer]" || true; done
	touch $@

$(VENV)/.installed-uv: $(VENV)/.installed-dev
	$(VENV)/$(PIP) uv
	touch $@
