# The commands of the project; `make` alone builds the tool. CMake does the work: see CMakePresets.json.
.PHONY: build demo test oracle ecosystem bench fuzz dev format clean
.SILENT:

FUZZ_SECONDS ?= 300

# The tool, at build/bin/offside.
build:
	tools/setup
	cmake --preset release --log-level=WARNING
	cmake --build build

# The example programs and what the tool says about them; findings are what the demo is for.
demo: build
	build/bin/offside check examples/ || test $$? -eq 1

# Unit tests and lit suites; the last line is `N passed, M failed`.
test:
	tools/setup --tests
	cmake --preset release -DOFFSIDE_BUILD_TESTS=ON --log-level=WARNING
	cmake --build build
	python3 tools/run_tests.py build

# The linter's verdicts against those of PyTorch itself.
oracle: build
	test/oracle/run

# Pinned releases of real packages: findings against those that were read and judged.
ecosystem: build
	python3 test/ecosystem/run.py

# CPU time, memory and threads, beside ruff, ast-grep and torchfix.
bench: build
	python3 bench/run.py

# FUZZ_SECONDS for each fuzz target, sanitizers on.
fuzz:
	tools/setup --fuzz
	cmake --preset fuzz --log-level=WARNING
	cmake --build build/fuzz
	test/fuzz/run build/fuzz/bin $(FUZZ_SECONDS)

# Unit tests and lit suites on a build with the address and undefined-behaviour sanitizers.
dev:
	tools/setup --tests
	cmake --preset dev --log-level=WARNING
	cmake --build build/dev
	python3 tools/run_tests.py build/dev

format:
	git ls-files -z 'lint/*.cpp' 'lint/*.h' 'test/*.cpp' | xargs -0 clang-format -i

clean:
	rm -rf build
