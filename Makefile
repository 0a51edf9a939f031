# Wekiva - `make help` lists the entry points.
#
#   B=DIR           build folder                      (build)
#   CC=clang        the other compiler                (gcc)
#   CFLAGS=...      optimisation and debug flags      (-O3 -g)
#   DIRS="kit isa"  build only these folders, for work on one floor of the house

CC      = gcc
B      ?= build
CFLAGS ?= -O3 -g
STRICT  = -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror -MMD -MP -I. -ffp-contract=off
DIRS   ?= kit isa mem pipeline rtl_model rtl_model/r700 trace
LIBS    = -lelf -ljansson -lm
PREFIX ?= /usr/local
DESTDIR ?=
SHELL   = /bin/sh

LIB_SOURCES  = $(wildcard $(addsuffix /*.c,$(DIRS)))
LIB_OBJECTS  = $(LIB_SOURCES:%.c=$B/%.o)
JUDGE_OBJECTS = $(patsubst %.c,$B/%.o,$(wildcard tb/ref/*.c tb/random/*.c))
TOOL_OBJECTS = $(patsubst %.c,$B/%.o,$(wildcard tools/*.c))
TESTS        = $(patsubst %.c,$B/%,$(wildcard tb/unit/test_*.c tb/isa/test_*.c))
SOURCES      = $(wildcard $(addsuffix /*.[ch],$(DIRS) tools tb/unit tb/isa tb/ref tb/random tb/fuzz tb/bench tb/docs tb/exhaustive))

all: $B/wekiva

help:
	@echo 'make demo      install what is missing, build, run a real shader, check it, leave a waveform'
	@echo 'make test      install what is missing, build, test everything that fits in a few minutes'
	@echo 'make check     the long one: clang, sanitizers, fuzzing, corpora, formatting'
	@echo 'make bench     simulated cycles per second, by workload and by stage'
	@echo 'make docs      write the generated documents again (docs/ports, docs/parameters.md)'
	@echo 'make deps      install all Debian packages that any of these needs'
	@echo 'make format    clang-format every source file'
	@echo 'make install   PREFIX=/usr/local, DESTDIR= for packaging; make uninstall'
	@echo 'make clean     remove the build folder'
	@echo 'Variables: B=DIR (build folder), CC=clang, CFLAGS="-O1 -g -fsanitize=address,undefined"'

# ---- packages (Debian 12) -----------------------------------------------------------------------------------------

PACKAGES_BUILD = gcc libc6-dev make libelf-dev libjansson-dev
PACKAGES_VIEW  = gtkwave
PACKAGES_TEST  = libcmocka-dev libmpfr-dev python3 mandoc $(PACKAGES_VIEW)
PACKAGES_CHECK = clang clang-format libclang-rt-14-dev
PACKAGES_DOCS  = xvfb xauth

deps: deps-build deps-view deps-test deps-check deps-docs
deps-build:
	@tools/deps.sh $(PACKAGES_BUILD)
deps-view:
	@tools/deps.sh $(PACKAGES_VIEW)
deps-test:
	@tools/deps.sh $(PACKAGES_TEST)
deps-check:
	@tools/deps.sh $(PACKAGES_CHECK)
deps-docs:
	@tools/deps.sh $(PACKAGES_DOCS)

# ---- building -----------------------------------------------------------------------------------------------------

$B/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(STRICT) $(CFLAGS) -c -o $@ $<

$B/libwekiva.a: $(LIB_OBJECTS)
	@rm -f $@
	ar rcs $@ $^

# The reference interpreter and the random programs: for tests and for `wekiva fuzz`.
$B/libjudge.a: $(JUDGE_OBJECTS)
	@rm -f $@
	ar rcs $@ $^

$B/wekiva: $(TOOL_OBJECTS) $B/libjudge.a $B/libwekiva.a
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

$B/tb/%: $B/tb/%.o $B/libjudge.a $B/libwekiva.a
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS) -lcmocka -lmpfr -lgmp

# ---- entry points -------------------------------------------------------------------------------------------------

DEMO = $B/demo
demo: deps-build deps-view
	@echo "building wekiva"
	@$(MAKE) -s -j2 $B/wekiva
	@mkdir -p $(DEMO)
	$B/wekiva run --launch tb/corpus/llvm-rv770/literals4/launch.json --trace $(DEMO)/literals4.vcd --out $(DEMO)/results

TEST_COMMANDS = $(foreach test,$(TESTS),"$(test)") "WEKIVA=$B/wekiva tb/cli/test_cli.sh" \
	"WEKIVA=$B/wekiva python3 tb/corpus/run.py" "python3 tb/corpus/test_run.py"

test: deps-build deps-test
	@echo "building wekiva and its tests"
	@$(MAKE) -s -j2 $B/wekiva $(TESTS)
	@tb/run_tests.sh $B/logs $(TEST_COMMANDS)

# One test program: make one T=tb/isa/test_formats DIRS="kit isa"
one: $B/$(T)
	./$<

format: deps-check
	clang-format -i $(SOURCES)

clean:
	rm -rf $B $B-*

.PHONY: all help deps deps-build deps-view deps-test deps-check deps-docs demo test one format clean
.SECONDARY:
-include $(LIB_OBJECTS:.o=.d) $(JUDGE_OBJECTS:.o=.d) $(TOOL_OBJECTS:.o=.d) $(TESTS:=.d)
