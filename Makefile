# Two commands for a fresh machine: `make corpus` and `make test`. Everything else helps who changes things.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The locked versions hold for the build of the wheel too.
INSTALL := PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check
SOURCES := pyproject.toml constraints.txt $(shell find pipelines kernels datasets -type f -not -path '*/__pycache__/*')

.PHONY: corpus test check shipped collation readme bench lock clean

corpus: $(VENV)/installed
	$(BIN)/dingshi build --out corpus

test: $(VENV)/installed-dev check
	$(BIN)/python -m pytest

check: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy -p dingshi
	$(BIN)/mypy tests benchmarks

# What the kernels make and the package ships; a test fails when it is stale.
shipped: $(VENV)/installed
	$(BIN)/python -c "import sys; from dingshi.shipped import format_table; sys.stdout.write(format_table())" > datasets/lessons.csv.new
	mv datasets/lessons.csv.new datasets/lessons.csv

# The apparatus of the claims; a test fails when it is stale.
collation: $(VENV)/installed
	$(BIN)/dingshi claims document docs/collation.md

# The output of every command that README.md shows; a test fails when it is stale.
readme: $(VENV)/installed
	$(BIN)/python tests/readme.py README.md

bench: $(VENV)/installed-dev
	$(BIN)/python -m pytest benchmarks -o python_files='bench_*.py' --benchmark-only --benchmark-columns=min,median,rounds

# Installed as users get it: a wheel made from the sources, so that the tests see what ships.
$(VENV)/installed: $(SOURCES)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "$(PYTHON) is older than Python 3.11; run make PYTHON=/path/to/a/newer/python" >&2; exit 1; }
	$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	rm -rf build
	$(INSTALL) .
	rm -rf build
	touch $@

$(VENV)/installed-dev: $(VENV)/installed
	rm -rf build
	$(INSTALL) '.[dev,bench]'
	rm -rf build
	touch $@

# Renew constraints.txt from the newest versions that pyproject.toml allows.
lock:
	rm -rf $(VENV)-lock && $(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/bin/python -m pip install --quiet --disable-pip-version-check --upgrade setuptools '.[dev,bench]'
	(echo '# The versions that set-up uses; renewed by `make lock`.' && $(VENV)-lock/bin/python -m pip freeze --all --exclude dingshi --exclude pip) > constraints.txt
	rm -rf $(VENV)-lock build

clean:
	rm -rf build corpus *.egg-info $(VENV)
