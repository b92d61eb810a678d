# Every job of the project. Needs Python 3.11 or newer and make; the rest is installed into .venv
# and web/node_modules.

SHELL := /bin/sh
.DEFAULT_GOAL := help
BIN := .venv/bin
# Where `make run` keeps its credits, rounds and keys.
HOUSE := .house
# Their tests alone must reach every branch of the rules.
RULES := $(addprefix tests/,rules unit contract golden classics)
PYTEST := $(BIN)/python -m pytest --hypothesis-profile=ci --durations=30
# Tests that wait (for a browser, a server, a database) leave a processor to others meanwhile.
AT_ONCE := 5
BROWSERS := 3
# Every other test but those in a browser, in parts of a process each: a part collects only its own,
# and loads modules, sheets and decks once. The longest begin first; the last has whatever is left.
PARTS := server attacks pit numbers others cli
# This one waits the most, and would end alone.
WORKERS_server := -n 2 --dist loadfile
PART_attacks := attacks floor
PART_server := server trainers coach
PART_pit := pit store console par
PART_numbers := exact players simulate protect report
PART_cli := cli docs
PART_others := $(filter-out browser __pycache__ $(foreach part,$(PARTS),$(PART_$(part))),\
    $(patsubst tests/%/,%,$(wildcard tests/*/)))
# The same tests as plain Python meet numpy's own bounds checks; compiling every kernel once more for
# numba's is left to the soak, but for these.
BOUNDS := tests/simulate/kernels/test_generator.py tests/simulate/kernels/test_spin_n_win.py

# What another project's shell left behind must not change a result here.
unexport PYTHONDONTWRITEBYTECODE PYTHONHOME PYTHONOPTIMIZE PYTHONPATH PYTHONWARNINGS VIRTUAL_ENV
export HYPOTHESIS_STORAGE_DIRECTORY := .cache/hypothesis
export PYTHONHASHSEED := 0
export PYTHONUTF8 := 1
# uv brings certificates of its own, which a network with a proxy does not know.
export UV_SYSTEM_CERTS ?= 1

# Runs the tests that carry one marker once more, in another environment. Files are found by the
# marker's name, so a marker that selects nothing is an error of its own and never a silent pass.
# What passed is stamped by a digest of all it follows from, and runs again when that has changed.
# $(call again,MARKER,VARIABLES,WHAT,WHERE)
define again
@files=$$(grep -rlE --include='test_*.py' '^[^#]*mark\.$(1)\b' $(4)); \
stamp=.cache/passed/$(1)-$$($(BIN)/python scripts/digest_of_tests $$files) || exit 1; \
if [ -e "$$stamp" ]; then \
    echo "== $(3): passed before, and nothing they follow from has changed ($$stamp)"; \
else \
    echo "== $(3)"; \
    env $(2) $(PYTEST) -m '$(1) and not slow' $$files && mkdir -p .cache/passed && touch "$$stamp"; \
fi
endef

.PHONY: help
help: ## print these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1@\2/p' Makefile | awk -F@ '{printf "%-22s %s\n", $$1, $$2}'

.PHONY: run
run: .venv/.ready-run web/dist/index.html ## set up, then open the house in a browser
	@mkdir -p -m 700 $(HOUSE)
	@$(BIN)/pitboss serve --open --database $(HOUSE)/house.db --log $(HOUSE)/log.jsonl

.PHONY: test
test: .venv/.ready-dev ## set up, then every check that a change must pass
	@rm -f .cache/not-proven
	@scripts/kept take
	@echo "== $(AT_ONCE) checks at a time; each is shown when it has ended"
	@$(MAKE) --no-print-directory -k -j $(AT_ONCE) --output-sync checks
	@scripts/kept put
	@[ ! -e .cache/not-proven ] || cat .cache/not-proven

.PHONY: checks
checks: types browser rest rules kernels web lint ## every check

.PHONY: rules
rules: .venv/.ready-dev ## tests of the rules, with branch coverage
	@echo "== the rules, with branch coverage"
	@$(PYTEST) -m traced --cov --cov-report=term $(RULES)

.PHONY: kernels
kernels: .venv/.ready-dev ## the kernels once more as plain Python, and with bounds checks
	$(call again,nojit,NUMBA_DISABLE_JIT=1,kernels as plain Python,tests)
	$(call again,bounds,NUMBA_BOUNDSCHECK=1,kernels with bounds checks,$(BOUNDS))

.PHONY: rest
rest: $(PARTS:%=rest-%) ## every other test but those in a browser, in parts

rest-%: .venv/.ready-dev web/dist/index.html
	@echo "== $*"
	@$(PYTEST) $(WORKERS_$*) -m 'not traced and not slow' $(PART_$*:%=tests/%)

# Beside the others, and first: it takes the longest and mostly waits (docs/evidence/gate.md).
.PHONY: browser
browser: .venv/.ready-dev web/dist/index.html ## tables in a browser
	@echo "== tables in a browser"
	@$(PYTEST) -n $(BROWSERS) --dist loadfile -m 'not slow' tests/browser

# Results that tests work out stay in the tree; only compiled kernels are shared (scripts/kept).
test checks soak rules kernels rest browser: export PITBOSS_CACHE_DIR := $(CURDIR)/.cache/pitboss
test: export NOT_PROVEN := $(CURDIR)/.cache/not-proven

.PHONY: web
web: .venv/.ready-dev web/dist/index.html ## the front end: types of the wire, svelte-check, vitest, sizes
	@echo "== front end"
	@$(BIN)/python scripts/wire_types --check
	@mkdir -p .cache && $(BIN)/python scripts/export_views >.cache/views.log
	@scripts/web check

# What Vite puts into a build; a file that is added or changed builds it anew.
FRONT_END := web/index.html web/package.json web/svelte.config.js web/tsconfig.json \
    web/vite.config.ts $(shell find web/src web/public src/pitboss/pit/offline -type f 2>/dev/null)

web/dist/index.html: $(FRONT_END) web/node_modules/.ready
	@echo "== building the front end"
	@scripts/web build

web/node_modules/.ready: web/package-lock.json scripts/web | .venv/.ready-run
	@echo "== packages of the front end"
	@scripts/web install
	@touch $@

.PHONY: lint
lint: .venv/.ready-dev web/node_modules/.ready ## ruff, ESLint and Stylelint: rules and formatting
	@echo "== ruff, ESLint, Stylelint"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@scripts/web lint

.PHONY: types
types: .venv/.ready-dev ## mypy, strict
	@echo "== mypy"
	@$(BIN)/mypy --no-error-summary
	@MYPYPATH=scripts:bench $(BIN)/mypy --no-error-summary bench

.PHONY: format
format: .venv/.ready-dev ## let ruff rewrite what it can
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .

# Four at a time: kills and browsers mostly wait. The live tables' slices are shared by two runs.
SOAK_AT_ONCE := 4
SOAK_TESTS := $(PYTEST) --timeout=0 --hypothesis-profile=soak -m 'slow or hypothesis'
SOAK_WORKERS_others := -n 2 --dist loadfile
SOAK_PARTS := $(addprefix soak-,live live-too others browser $(filter-out others,$(PARTS)) store-faults bounds)

.PHONY: soak
soak: .venv/.ready-dev web/dist/index.html ## everything in full, for hours; what has passed stays passed, so it goes on after a stop
	@$(MAKE) --no-print-directory -k -j $(SOAK_AT_ONCE) $(SOAK_PARTS); passed=$$?; \
	    $(MAKE) --no-print-directory -k soak-load soak-load-kills && exit $$passed

# The simulated houses, kills and draws of live tables, and then of the store: slices in .cache/soak.
soak-live soak-live-too:
	@scripts/soak_part $(@:soak-%=%) $(BIN)/python scripts/live_soak.py
soak-store-faults:
	@scripts/soak_part $(@:soak-%=%) $(BIN)/python scripts/soak_store.py
soak-browser:
	@scripts/soak_part $(@:soak-%=%) $(SOAK_TESTS) -n 2 --dist loadfile tests/browser
soak-bounds:
	@scripts/soak_part $(@:soak-%=%) env NUMBA_BOUNDSCHECK=1 $(PYTEST) -m bounds \
	    $$(grep -rlE --include='test_*.py' '^[^#]*mark\.bounds\b' tests)
# A full house of sockets for ten minutes, then three times as many; then killed two hundred times.
# Both measure, so they come after all others.
soak-load:
	@scripts/soak_part $(@:soak-%=%) $(BIN)/python scripts/load.py --report
soak-load-kills:
	@scripts/soak_part $(@:soak-%=%) $(BIN)/python scripts/load_kills.py
soak-%:
	@scripts/soak_part $* $(SOAK_TESTS) $(SOAK_WORKERS_$*) $(PART_$*:%=tests/%)

.PHONY: pythons
pythons: .venv/.ready-dev ## the quick part on every Python of this machine, each in an environment of its own
	@$(BIN)/python scripts/pythons

.PHONY: bench
bench: .venv/.ready-dev ## measure; prints numbers, judges nothing
	@for file in $(wildcard bench/*.py); do echo "== $$file"; $(BIN)/python $$file || exit 1; done

.PHONY: dist
dist: .venv/.ready-dev web/dist/index.html ## the wheel and the sdist, with their SHA-256 sums and an SBOM
	@rm -rf dist
	@$(BIN)/python scripts/dist

.PHONY: docs
docs: .venv/.ready-dev ## the documentation as a site that needs no network: build/site
	@$(BIN)/python scripts/docs

.PHONY: release-check
release-check: dist docs ## the wheel in an empty environment on every Python here; the sdist builds
	@$(BIN)/python scripts/release_check

.PHONY: lock
lock: .venv/.ready-dev ## choose the newest package versions anew: constraints.txt
	@$(BIN)/uv pip compile -q --universal --all-extras --group dev --no-header --strip-extras \
	    --upgrade pyproject.toml -o constraints.txt

.PHONY: clean
clean: ## remove what the tools left behind; .venv, node_modules and .house stay
	@rm -rf .cache .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist web/dist web/dist-gallery
	@find bench scripts src tests -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

.PHONY: distclean
distclean: clean ## remove .venv and node_modules as well
	@rm -rf .venv web/node_modules

# A stamp counts only while .venv still works and stands where it was made.
.venv/.ready-run .venv/.ready-dev: .venv/.ready-%: pyproject.toml constraints.txt scripts/setup
	@scripts/setup $*

ifneq ($(shell [ "$$(cat .venv/.at 2>&1)" = "$$(pwd -P)" ] && .venv/bin/python -c '' 2>&1 && echo works),works)
.PHONY: .venv/.ready-run .venv/.ready-dev
endif
