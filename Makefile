# make        set up .venv and build every shipped game into output/
# make test   set up .venv and run the tests
# make stress set up .venv and run all of the stress: broken inputs by the ten thousand, killed builds
# make docs   make the pictures, the gallery and the reference of all keys
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: all test stress lint format bench docs clean
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

bench: $(VENV)/.installed-bench
	$(BIN)/python bench/bench.py
	$(BIN)/python bench/scoring.py
	$(BIN)/python bench/flow.py

docs: $(VENV)/.installed-dev
	$(BIN)/python -m docs.pictures
	$(BIN)/python -m docs.reference

clean:
	rm -rf $(VENV) dist build output/*/

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit("printkit needs Python 3.11 or newer, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.installed-dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $(VENV)/.installed $@

# OpenSpiel is not to be had everywhere; bench/scoring.py says so where it is missing
$(VENV)/.installed-bench: $(VENV)/.installed-dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]' || true
	touch $@
