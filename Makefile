# One virtual environment, made from the lock files; every command below sets up what it needs.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
export NO_MKDOCS_2_WARNING := 1
# Nothing published carries a date; tools that insist on one get this.
export SOURCE_DATE_EPOCH ?= 946684800
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: help serve site offline rebuild pdf test lint ledger-diff judges faults bench advisories lighthouse mutants browser validator screenshots clean lock
.DEFAULT_GOAL := help

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# ---- the environment -------------------------------------------------------------------------------------------
$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: requirements/book.txt pyproject.toml | $(BIN)/python
	$(PIP) install --require-hashes -r requirements/book.txt
	$(PIP) install --no-deps --no-build-isolation --config-settings editable_mode=compat --editable .
	@touch $@

$(VENV)/.checked: requirements/dev.txt $(VENV)/.installed
	$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@

lock:  ## resolve requirements/*.in again into the lock files (needs uv)
	uv pip compile --universal --generate-hashes --python-version 3.11.5 --no-emit-index-url --no-header -q requirements/book.in -o requirements/book.txt
	uv pip compile --universal --generate-hashes --python-version 3.11.5 --no-emit-index-url --no-header -q requirements/dev.in -o requirements/dev.txt

# ---- the book --------------------------------------------------------------------------------------------------
serve: $(VENV)/.installed  ## the book on this machine, rebuilt at every save
	$(BIN)/python -m mkdocs serve

site: $(VENV)/.installed  ## the whole site into site/; if anything is wrong, the last good one stays
	@rm -rf site.new site.old
	@$(BIN)/python -m mkdocs build --strict --site-dir site.new || { rm -rf site.new; exit 1; }
	@$(BIN)/python -m figgen verify site.new || { rm -rf site.new; exit 1; }
	@if [ -e site ]; then mv site site.old; fi; mv site.new site; rm -rf site.old

offline: $(VENV)/.installed  ## a folder, site-offline/, that opens without a server
	@rm -rf site.offline
	@$(BIN)/python -m mkdocs build --strict --config-file mkdocs.offline.yml --site-dir site.offline || { rm -rf site.offline; exit 1; }
	@$(BIN)/python -m figgen verify --config-file mkdocs.offline.yml site.offline || { rm -rf site.offline; exit 1; }
	@rm -rf site-offline; mv site.offline site-offline

rebuild: $(VENV)/.installed  ## every value and every figure, from nothing
	rm -rf build
	$(BIN)/python -m figgen build --explain

pdf: site $(VENV)/.checked browser  ## the whole book as one file, build/book.pdf
	$(BIN)/python scripts/pdf.py

# ---- the proof -------------------------------------------------------------------------------------------------
test: $(VENV)/.checked browser validator lint  ## everything that a change must pass
	$(BIN)/python -m figgen check
	$(BIN)/python -m figgen ledger
	$(BIN)/python -m pytest -n auto --dist loadfile --ignore tests/browser
	$(BIN)/python -m pytest tests/browser

lint: $(VENV)/.checked
	$(BIN)/python -m ruff check .
	$(BIN)/python -m mypy

BASE ?= HEAD
ledger-diff:  ## what changes in ledger.txt since the commit BASE, as Markdown for a reviewer
	@$(PYTHON) scripts/ledger_diff.py $(BASE)

JUDGES := .venv-judges
$(JUDGES)/.installed: requirements/judges.txt
	$(PYTHON) -m venv $(JUDGES)
	$(JUDGES)/bin/python -m pip --disable-pip-version-check --quiet install -r requirements/judges.txt
	@touch $@

judges: $(JUDGES)/.installed site  ## the engine before PyTorch and transformers, in an environment of their own
	$(JUDGES)/bin/python -m pytest -q tests/judges tests/engine/test_onnx.py --write-record

faults: $(VENV)/.checked browser  ## the engine is broken on purpose; builds are killed; 500 malformed chapters (minutes)
	$(BIN)/python -m tests.engine.faults
	$(BIN)/python -m pytest -q --many tests/site/test_faults.py tests/site/test_malformed.py

bench: $(VENV)/.checked  ## what tracing, builds and saves cost, as ratios measured in one run (LONG=1: 1000 chapters too)
	@failed=0; for what in engine_costs "builds $(if $(LONG),--long)" saving; do \
	    $(BIN)/python -m tests.benchmarks.$$what || failed=1; done; exit $$failed

AUDIT := .venv-audit
advisories:  ## the public advisories are asked about every locked version; fails where they cannot be reached
	@test -x $(AUDIT)/bin/pip-audit || { $(PYTHON) -m venv $(AUDIT) && $(AUDIT)/bin/python -m pip --disable-pip-version-check --quiet install pip-audit==2.10.1; }
	$(AUDIT)/bin/pip-audit --strict --disable-pip --no-deps --progress-spinner off -r requirements/book.txt -r requirements/dev.txt

lighthouse: site $(VENV)/.checked browser  ## Lighthouse on a phone and a desktop, medians of three (needs npm; a quiet machine)
	$(BIN)/python -m tests.benchmarks.lighthouse

mutants: $(VENV)/.checked  ## every number of the book is changed in turn; all must be caught (an hour)
	$(BIN)/python -m tests.mutants

browser:  # Chromium and a Chinese font, for the tests that look at the site as a reader does
	@sh scripts/browser.sh

validator:  # the W3C's checker of HTML, for the test that needs it
	@sh scripts/validator.sh $(VENV)/vnu.jar

screenshots: site $(VENV)/.checked browser  ## every page at three widths, light, dark and printed, to look at
	$(BIN)/python -m tests.browser.screenshots

clean:  ## everything generated; the environment stays
	rm -rf build site site-offline site.offline site.new site.old .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find engine figgen docs tests scripts -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
