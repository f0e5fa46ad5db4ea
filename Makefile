# `make demo` and `make test` need Python 3.11 or newer and nothing else: the rest is made on the first call.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
PYTEST := $(BIN)/python -m pytest
NODE := api/explorer/node_modules/.package-lock.json
EXPLORER := api/graphmem_api/explorer/index.html
WITHOUT := slow or slowest
TWO := -n 2 --dist loadfile --no-loadscope-reorder  # two processes on one server: while one waits for the database the other prepares

.PHONY: help demo test test-all bench eval eval-work lint explorer pictures install clean

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(INSTALLED) $(EXPLORER) ## load two real memories into Neo4j and ask them
	$(BIN)/graphmem demo

test: $(INSTALLED) $(EXPLORER) ## the everyday suite, on a Neo4j of its own; with WITHOUT=slowest also what takes long, as before a change lands
	$(PYTEST) -q -m "not ($(WITHOUT) or benchmark or evaluation)" $(TWO) $(ARGS)

test-all: $(INSTALLED) $(EXPLORER) ## all tests, with full counts of faults and fuzz, then the benchmarks
	GRAPHMEM_FULL=1 $(PYTEST) -q -m "not (benchmark or evaluation)" $(TWO) $(ARGS)
	GRAPHMEM_FULL=1 $(PYTEST) -q -m benchmark $(ARGS)

bench: $(INSTALLED) $(EXPLORER) ## measure against the budgets
	$(PYTEST) -q -s -m benchmark $(ARGS)

eval: $(INSTALLED) ## measure what search finds, on the sets of docs/evaluation.md
	$(PYTEST) -q -s -m evaluation tests/evaluation $(ARGS)

eval-work: $(INSTALLED) ## measure what the work memory is worth: clusters of corrections, and an agent before and after rules
	$(PYTEST) -q -s -m "evaluation or not evaluation" tests/work/test_worth.py $(ARGS)

lint: $(INSTALLED) ## style, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(NODE) && npm --prefix api/explorer run --silent check; \
	else echo "no npm here: the explorer is not checked"; fi

explorer: ## build the explorer, which needs npm (Node 20 or newer)
	@command -v npm >/dev/null || { echo "make explorer needs npm (Node 20 or newer); all but the explorer works without" >&2; exit 1; }
	@$(MAKE) --no-print-directory $(EXPLORER)

pictures: $(INSTALLED) $(EXPLORER) ## take the pictures in docs/pictures anew
	GRAPHMEM_PICTURES=1 $(PYTEST) -q $$(grep -l 'explorer\.picture(' tests/browser/test_*.py)

# Where npm is missing this makes nothing: the server then says at its address what is missing.
$(EXPLORER): $(NODE) $(shell find api/explorer/src api/explorer/public api/explorer/*.html api/explorer/*.ts -type f)
	@if command -v npm >/dev/null; then npm --prefix api/explorer run --silent build -- --logLevel warn; \
	else echo "no npm here: the explorer is not built"; fi

$(NODE): api/explorer/package-lock.json
	@if command -v npm >/dev/null; then npm --prefix api/explorer ci --silent && touch $@; fi

install: $(INSTALLED) ## make the virtual environment

$(INSTALLED): pyproject.toml
	@test -n "$(PYTHON)" || { echo "graphmem needs Python 3.11 or newer: install it, or say make PYTHON=/path/to/python" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	@touch $@

clean: ## remove the virtual environment and what the tools left; no memory is touched
	rm -rf $(VENV) api/explorer/node_modules api/graphmem_api/explorer build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
