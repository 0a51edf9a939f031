# Wekiva - `make help` lists the entry points.
#
#   B=DIR           build folder                      (build)
#   CC=clang        the other compiler                (gcc)
#   CFLAGS=...      optimisation and debug flags      (-O2 -g; what runs in every clock has -O3 where this says -O2)
#   LTO=-flto=auto  link-time optimisation of the command: some per cent faster, and a link of a minute
#   JOBS=4          files at a time                   (the processors, as far as the memory goes)
#   DIRS="kit mem"  build only these folders, for work on one floor of the house
#   STATIC=         the command with shared libraries (yes: without, where that can be)
#   HARDEN=         without checks of stacks and buffers, and without read-only tables of addresses

CC      = gcc
B      ?= build
CFLAGS ?= -O2 -g
STATIC ?= yes
HARDEN ?= yes
LTO    ?=
FAT     = $(if $(LTO),$(LTO) -ffat-lto-objects)
# The lists of signals are macros: gcc takes half the time when it does not follow them for its messages.
QUICK   = $(if $(filter gcc%,$(notdir $(CC))),-ftrack-macro-expansion=0)
# Overwritten stacks and buffers end the command.  Sizes of buffers are known to optimised code alone, and to sanitizers anyway.
FORTIFY = $(if $(and $(filter -O%,$(filter-out -O0,$(CFLAGS))),$(if $(findstring -fsanitize,$(CFLAGS))$(findstring FORTIFY,$(CFLAGS)),,yes)), \
	-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
GUARDED = $(if $(HARDEN),-fstack-protector-strong $(FORTIFY))
RELRO   = $(if $(HARDEN),-Wl$(comma)-z$(comma)relro$(comma)-z$(comma)now)
# Objects do not say where they were made.
NO_PATH = -ffile-prefix-map=$(CURDIR)=.
# So ccache may give them to another folder.
export CCACHE_IGNOREOPTIONS = -ffile-prefix-map=*
# One object of a file serves the command, the tests and both libraries.
STRICT  = -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wshadow -Wconversion -Werror -MMD -MP -I. -ffp-contract=off \
	-fPIC -fvisibility=hidden $(QUICK) $(NO_PATH) $(GUARDED)
# What runs in every clock, and in every change of a waveform.
HOT     = $(wildcard kit/*.c mem/*.c pipeline/*.c pipeline/*/*.c trace/*.c trace/fst/*.c trace/perfetto/*.c trace/steps/*.c rtl_model/r700/engine/*.c rtl_model/r700/simd*.c rtl_model/r700/gpu*.c \
	rtl_model/r700/nets.c rtl_model/r580/*.c rtl_model/nv30/*.c)
# Where the compiler finds a library; nothing as long as there is no compiler, which `make deps` installs.
LIBRARY = $(if $(HAVE_CC),$(shell $(CC) -print-file-name=$1))
HAVE_CC := $(shell command -v $(firstword $(CC)))
FLOORS  = kit isa mem pipeline trace rtl_model
# The folders below a floor, three levels deep.
rooms   = $(sort $(patsubst %/,%,$(dir $(wildcard $(addsuffix /*.[ch],$1) $(addsuffix /*/*.[ch],$1) $(addsuffix /*/*/*.[ch],$1)))))
DIRS   ?= $(call rooms,$(FLOORS))
TOOLS   = $(call rooms,tools)
LIBS    = -lelf -ljansson -lm -pthread $(LZ4) $(ZLIB)
# Blocks of .fst files: without it they are larger.
LZ4    := $(if $(wildcard $(call LIBRARY,liblz4.so)),$(if $(wildcard $(call LIBRARY,liblz4.a)),-l:liblz4.a,-llz4))
# Of the command alone, and in it where that can be: a run does not wait for a library that it does not use.
SQLITE  = $(if $(wildcard $(call LIBRARY,libsqlite3.a)),-l:libsqlite3.a -lm,-lsqlite3)
ZLIB    = $(if $(wildcard $(call LIBRARY,libz.a)),-l:libz.a,-lz)
PNG     = $(if $(wildcard $(call LIBRARY,libpng16.a)),-l:libpng16.a -lz,-lpng)
ALL_SHARED = -lpng -lsqlite3 $(subst -l:libz.a,-lz,$(subst -l:liblz4.a,-llz4,$(LIBS)))
JOBS   ?= $(shell tools/jobs.sh)
export JOBS
PREFIX ?= /usr/local
VERSION := $(shell cat VERSION)
DESTDIR ?=
SHELL   = /bin/sh

LIB_SOURCES  = $(wildcard $(addsuffix /*.c,$(DIRS)))
LIB_OBJECTS  = $(LIB_SOURCES:%.c=$B/%.o)
JUDGE_OBJECTS = $(patsubst %.c,$B/%.o,$(wildcard tb/ref/*.c tb/random/*.c) tb/texture/texture_case.c tb/texture/texture_query.c)
# C modules beside Verilog blocks: for `wekiva cosim` and `wekiva run --replace`.
LOCKSTEP_OBJECTS = $(patsubst %.c,$B/%.o,$(wildcard tb/lockstep/*.c tb/lockstep/*/*.c))
# Random textures: the units' functions beside the reference in tb/ref.
TEXTURE_OBJECTS = $(filter-out $(JUDGE_OBJECTS),$(patsubst %.c,$B/%.o,$(wildcard tb/texture/*.c)))
TOOL_OBJECTS = $(filter-out $(NO_LOADER),$(patsubst %.c,$B/%.o,$(wildcard $(addsuffix /*.c,$(TOOLS)))))
NO_LOADER    = $B/tools/no_loader.o
TESTS        = $(patsubst %.c,$B/%,$(wildcard tb/unit/test_*.c tb/unit/*/test_*.c tb/isa/test_*.c))
SOURCES      = $(wildcard $(addsuffix /*.[ch],$(DIRS) $(TOOLS) $(call rooms,tb/unit tb/lockstep) tb/isa tb/ref tb/random tb/texture tb/systemc tb/fuzz tb/bench tb/docs tb/faults tb/exhaustive docs/examples))

all: $B/wekiva $B/wekiva.1

help:
	@echo 'make, make all   build the command, build/wekiva'
	@echo 'make demo        install what is missing, build, run a real shader, check it, leave a waveform'
	@echo 'make test        install what is missing, build, test everything that fits in a few minutes'
	@echo 'make quick       the tests that take milliseconds: within 20 seconds after the build'
	@echo 'make check       the long one, part by part: $(CHECK_PARTS)'
	@echo 'make exhaustive  every 32-bit operand of the unary operations: twenty minutes'
	@echo 'make mutate      changes ALU and modules a little, many times, and looks whether a test fails'
	@echo 'make cosim       SystemVerilog blocks beside the C modules and in their place (Verilator)'
	@echo 'make mutate-rtl  wrong SystemVerilog blocks, which the comparison must tell; make coverage-rtl: what it does not reach'
	@echo 'make systemc     the SIMD and the twinned modules as SystemC modules, beside a Verilated block'
	@echo 'make waves       a waveform of 44 wavefronts in which one, WAVE=17, is marked wherever it is'
	@echo 'make bench       simulated clocks per second, row by row; make bench-count: instructions of the host for a clock (callgrind)'
	@echo 'make bench-against  the ratios to another commit, REF=..., built and run in turn; make bench-page: docs/speed.md'
	@echo 'make docs        write the generated pages of docs/ again; make docs-check: are they, and do the pages say what is so?'
	@echo 'make pictures    take the screenshots of docs/ again'
	@echo 'make expand      what the signal list of H=pipeline/alu/predicate.h becomes'
	@echo 'make one         build and run one test: T=tb/isa/test_formats'
	@echo 'make syntax      what the compiler has to say of the sources of the tests: CC=clang'
	@echo 'make check-rtl   the SystemVerilog under each of Verilator, Icarus Verilog and Yosys that is installed'
	@echo 'make deps        install all Debian packages that any of these needs; one kind of them:'
	@echo '                 $(DEPS_PARTS)'
	@echo 'make format      clang-format every source file'
	@echo 'make python      `import wekiva`, in $(PACKAGE): PYTHONPATH=$B/python'
	@echo 'make install     PREFIX=/usr/local, DESTDIR= for packaging (install-python: the Python package alone); make uninstall'
	@echo 'make deb         packages for Debian 12, in $B/deb, of what `make installed` has built'
	@echo 'make clean       remove the build folder'
	@echo 'make help        this list'
	@echo 'Variables: B=DIR (build folder), CC=clang, CFLAGS="-O1 -g -fsanitize=address,undefined", JOBS=4 (at once)'

# ---- packages (Debian 12) -----------------------------------------------------------------------------------------

PACKAGES_BUILD = gcc libc6-dev make libelf-dev libjansson-dev liblz4-dev libpng-dev libsqlite3-dev zlib1g-dev
PACKAGES_PYTHON = python3 python3-cffi
PACKAGES_VIEW  = gtkwave gnuplot-nox
PACKAGES_TEST  = libcmocka-dev libmpfr-dev python3 mandoc pkg-config cmake $(PACKAGES_VIEW) $(PACKAGES_PYTHON) python3-numpy python3-pandas python3-scipy python3-distributed
PACKAGES_CHECK = clang clang-format libclang-rt-14-dev
PACKAGES_COSIM = verilator g++ make iverilog yosys
PACKAGES_SYSTEMC = libsystemc-dev verilator g++ make python3 pkg-config cmake
PACKAGES_BENCH = valgrind python3
PACKAGES_VIEWERS = chromium kcachegrind xvfb x11-utils dbus protobuf-compiler gtkwave
PACKAGES_CLUSTER = slurmctld slurmd slurm-client munge parallel
PACKAGES_DEB   = build-essential dpkg-dev debhelper dh-python fakeroot
PACKAGES_DOCS  = xvfb xauth gtkwave gnuplot-nox graphviz python3 python3-nbconvert python3-ipykernel python3-matplotlib

DEPS_PARTS = deps-build deps-python deps-view deps-test deps-check deps-cosim deps-systemc deps-bench deps-docs deps-deb deps-cluster deps-viewers
deps: $(DEPS_PARTS)
deps-build:
	@tools/deps.sh $(PACKAGES_BUILD)
deps-python:
	@tools/deps.sh $(PACKAGES_PYTHON)
deps-view:
	@tools/deps.sh $(PACKAGES_VIEW)
deps-test:
	@tools/deps.sh $(PACKAGES_TEST)
deps-check:
	@tools/deps.sh $(PACKAGES_CHECK)
deps-cosim:
	@tools/deps.sh $(PACKAGES_COSIM)
deps-systemc:
	@tools/deps.sh $(PACKAGES_SYSTEMC)
deps-bench:
	@tools/deps.sh $(PACKAGES_BENCH)
deps-cluster:
	@tools/deps.sh $(PACKAGES_CLUSTER)
# From the npm registry: speedscope, and what drives the browser; pages that are looked at by tests alone.
NPM_VIEWERS = speedscope@1.25.0 puppeteer-core@24.43.1
deps-viewers:
	@tools/deps.sh $(PACKAGES_VIEWERS) $(if $(shell command -v npm),,nodejs npm)
	@[ -d $B/viewers/node_modules/speedscope ] || npm install --silent --no-audit --no-fund --prefix $B/viewers $(NPM_VIEWERS) || \
	    echo 'deps-viewers: no npm registry here, so speedscope and Konata are not looked at'
deps-deb:
	@tools/deps.sh $(PACKAGES_DEB)
deps-docs:
	@tools/deps.sh $(PACKAGES_DOCS)

# ---- building -----------------------------------------------------------------------------------------------------

# Objects of another compiler, or with other flags than those of CFLAGS and what follows from these, are made anew.
MADE_WITH = $B/made-with
FIXED    := $(strip $(CC) $(filter-out $(FORTIFY),$(STRICT)) $(LZ4))
ifneq ($(shell cat $(MADE_WITH) 2>/dev/null),$(FIXED))
.PHONY: $(MADE_WITH)
endif
$(MADE_WITH):
	@mkdir -p $(@D)
	@echo '$(FIXED)' >$@

$B/%.o: %.c $(MADE_WITH)
	@mkdir -p $(@D)
	$(CC) $(STRICT) $(CFLAGS) $(FAST) $(FAT) -c -o $@ $<
$(HOT:%.c=$B/%.o): FAST = $(if $(filter -O2,$(CFLAGS)),-O3)
# The clocks themselves copy structs and nothing else, hundreds of times a clock: no check of the stack.
$(addprefix $B/rtl_model/,r700/engine/simd_clock.o r700/engine/gpu_clock.o r580/fragment_clock.o nv30/nv30.o): FAST += -fno-stack-protector

$B/trace/fst/fst_bytes.o: STRICT += $(if $(LZ4),-DWEKIVA_LZ4)

# The version is said by the file VERSION alone.
VERSIONED = $(TOOL_OBJECTS) $B/rtl_model/library/wekiva.o
$(VERSIONED): STRICT += -DWEKIVA_VERSION='"$(VERSION)"'
$(VERSIONED): VERSION

$B/libwekiva.a: $(LIB_OBJECTS)
	@rm -f $@
	ar rcs $@ $^

# The public library, rtl_model/wekiva.h: both forms of it have only its names.
SONAME      = libwekiva.so.$(firstword $(subst ., ,$(VERSION)))
PUBLIC_LIBS = $B/public/libwekiva.a $B/public/libwekiva.so
PACKAGING   = $B/public/wekiva.pc $B/public/wekiva-systemc.pc $B/public/wekiva-config.cmake $B/public/wekiva-config-version.cmake

$B/public/libwekiva.so: $(LIB_OBJECTS) rtl_model/library/wekiva.map
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -shared $(RELRO) -Wl,-soname,$(SONAME) -Wl,--version-script=rtl_model/library/wekiva.map -Wl,-z,defs -o $@ $(LIB_OBJECTS) $(subst -l:libz.a,-lz,$(subst -l:liblz4.a,-llz4,$(LIBS)))
	@ln -sfn $(@F) $(@D)/$(SONAME)

# One object, in which all other names are local.
$B/public/libwekiva.a: $(LIB_OBJECTS)
	@mkdir -p $(@D)
	ld -r -o $B/public/libwekiva.o $^
	objcopy --wildcard --keep-global-symbol='wk_*' $B/public/libwekiva.o
	@rm -f $@
	ar rcs $@ $B/public/libwekiva.o

# They find the library from the folder in which they lie.
$(PACKAGING): $B/public/%: rtl_model/library/%.in VERSION
	@mkdir -p $(@D)
	sed 's|@VERSION@|$(VERSION)|; s|@SONAME@|$(SONAME)|; s|@PACKERS@|$(if $(filter %.pc,$@),$(if $(LZ4), -llz4) -lz,$(if $(LZ4),;lz4);z)|' $< >$@

# `import wekiva` (tools/python), with the library and the command beside it: PYTHONPATH=$B/python.
PYTHON  ?= $(firstword $(wildcard /usr/bin/python3) python3)
PACKAGE  = $B/python/wekiva
MODULES  = $(filter-out %/declare.py,$(wildcard tools/python/*.py))
STAGED   = $(MODULES:tools/python/%=$(PACKAGE)/%) $(PACKAGE)/_declared.py $(PACKAGE)/libwekiva.so $(PACKAGE)/command
python: deps-build deps-python
	@tools/build.sh "$(MAKE)" $(STAGED)
$(PACKAGE)/%.py: tools/python/%.py
	@mkdir -p $(@D)
	cp $< $@
$(PACKAGE)/_declared.py: rtl_model/wekiva.h tools/python/declare.py
	@mkdir -p $(@D)
	$(PYTHON) tools/python/declare.py $< $@ $(CC)
$(PACKAGE)/libwekiva.so: $B/public/libwekiva.so
	@mkdir -p $(@D)
	ln -sfn ../../public/libwekiva.so $@
$(PACKAGE)/command: $B/wekiva
	@mkdir -p $(@D)
	ln -sfn ../../wekiva $@

# The reference interpreter and the random programs: for tests and for `wekiva fuzz`.
$B/libjudge.a: $(JUDGE_OBJECTS)
	@rm -f $@
	ar rcs $@ $^

$B/liblockstep.a: $(LOCKSTEP_OBJECTS)
	@rm -f $@
	ar rcs $@ $^

# Statically where all libraries are there for it, which a program that needs much of them tells: the system takes a third
# of a short run to load them.  At any address in either case; tables of names have 28,000 addresses, which the start corrects: a
# bit for each where linker and libc know that.  wekiva-blocks is the same command for who loads Verilog blocks (tools/hand_over.h).
COMMAND      = $(TOOL_OBJECTS) $(LOCKSTEP_OBJECTS) $(JUDGE_OBJECTS) $(LIB_OBJECTS)
COMMAND_LIBS = $(PNG) $(SQLITE) $(LIBS)
# Exported modules (`wekiva export-sv`) as blocks find the library in the command.
SHOWN        = -Wl,--export-dynamic-symbol='wk_*'
MUCH         = $(addprefix -u ,elf_memory elf_compress json_load_file png_create_info_struct sqlite3_open pthread_create sin)
WRAPPED      = $(addprefix -Wl$(comma)--wrap=,dlopen dlsym dlclose dlerror)
comma        = ,
$B/static: Makefile
	@mkdir -p $(@D)
	@echo 'int main(void) { return 0; }' >$@.c
	@packed=; ! $(CC) -Wl,--help 2>/dev/null | grep -q pack-relative || packed=-Wl,-z,pack-relative-relocs; echo -pie >$@; \
	for link in -static-pie "-static-pie $$packed"; do \
	    if [ -n '$(STATIC)' ] && $(CC) $(CFLAGS) -fPIE $$link -o $@.try $(MUCH) $(WRAPPED) $@.c $(NO_LOADER:$B/%.o=%.c) $(COMMAND_LIBS) \
	    >/dev/null 2>&1 && $@.try; then echo "$$link $(NO_LOADER) $(WRAPPED)" >$@; fi; \
	done
	@rm -f $@.c $@.try
$B/wekiva: $(COMMAND) $(NO_LOADER) $B/static $B/wekiva-blocks
	$(CC) $(CFLAGS) $(LTO) $(RELRO) $(SHOWN) -o $@ $(COMMAND) $$(cat $B/static) $(COMMAND_LIBS)
$B/wekiva-blocks: $(COMMAND)
	$(CC) $(CFLAGS) $(if $(LTO),-fno-lto) $(RELRO) $(SHOWN) -pie -o $@ $^ $(COMMAND_LIBS)

# For packages of distributions.
$B/shared/wekiva: $(COMMAND)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(if $(LTO),-fno-lto) $(RELRO) $(SHOWN) -pie -o $@ $^ $(ALL_SHARED)

$B/tb/bench/measure: $B/tb/bench/measure.o $(LIB_OBJECTS)
	$(CC) $(CFLAGS) $(LTO) -o $@ $^ $(LIBS)

$B/tb/bench/measure_unlinked: $B/tb/bench/measure.o $B/libwekiva.a
	$(CC) $(CFLAGS) $(if $(LTO),-fno-lto) -o $@ $^ $(LIBS)

$B/tb/bench/bench_lockstep: $B/tb/bench/bench_lockstep.o $(LOCKSTEP_OBJECTS) $(LIB_OBJECTS)
	$(CC) $(CFLAGS) $(LTO) -o $@ $^ $(LIBS)

$B/tb/texture/compare: $(TEXTURE_OBJECTS) $B/libjudge.a $B/libwekiva.a
	$(CC) $(CFLAGS) $(if $(LTO),-fno-lto) -o $@ $^ $(LIBS)

$B/tb/%: $B/tb/%.o $B/liblockstep.a $B/libjudge.a $B/libwekiva.a
	$(CC) $(CFLAGS) $(if $(LTO),-fno-lto) -o $@ $^ $(LIBS) -lcmocka -lmpfr -lgmp

# Their modules are the command's.
$B/tb/unit/tools/test_formula: $B/tb/unit/tools/test_formula.o $B/tools/bench/formula.o $B/libwekiva.a
$B/tb/unit/tools/test_student: $B/tb/unit/tools/test_student.o $B/tools/sweep/student.o
$B/tb/unit/tools/test_formula $B/tb/unit/tools/test_student:
	$(CC) $(CFLAGS) $(if $(LTO),-fno-lto) -o $@ $^ $(LIBS) -lcmocka

DOC_MACHINES = $(patsubst %.c,$B/%.o,$(wildcard tb/docs/machines_*.c))
$B/tb/docs/ports $B/tb/docs/blocks: %: %.o $(DOC_MACHINES) $B/libwekiva.a
	$(CC) $(CFLAGS) $(if $(LTO),-fno-lto) -o $@ $^ $(LIBS)

# ---- entry points -------------------------------------------------------------------------------------------------

DEMO = $B/demo
demo: deps-build deps-view
	@tools/build.sh "$(MAKE)" $B/wekiva
	@mkdir -p $(DEMO)
	$B/wekiva run --launch tb/demo/launch.json --set simds=1 --trace $(DEMO)/demo.vcd --out $(DEMO)/results

# The longest first.  Tests that count are run by the check of their counts, one of the documents'.
TEST_COMMANDS = "WEKIVA=$B/wekiva tb/cli/test_cli.sh" $(foreach test,$(filter-out $(COUNTERS),$(TESTS)),"$(test)") \
	"WEKIVA=$B/wekiva python3 tb/corpus/run.py" "python3 tb/corpus/test_run.py" \
	$(foreach test,$(wildcard tb/views/test_*.py tb/waves/test_*.py),"WEKIVA=$B/wekiva python3 $(test)") \
	"WEKIVA=$B/wekiva python3 tb/corpus/test_compute.py" "WEKIVA=$B/wekiva python3 tb/corpus/test_doubled.py" "B=$B python3 tb/bench/test_bench.py" \
	"WEKIVA=$B/wekiva python3 tb/bench/test_bench_chip.py" "python3 tb/docs/test_docs.py" "B=$B python3 tb/house/test_house.py" \
	"python3 tb/house/test_floors.py" "python3 tb/house/test_size.py" "CC=$(CC) python3 tb/house/test_agree.py" "B=$B CC=$(CC) python3 tb/house/test_library.py" \
	$(foreach test,$(wildcard tb/python/test_*.py),"B=$B CC='$(CC)' $(PYTHON) $(test)") \
	"WEKIVA=$B/wekiva python3 tb/corpus/test_report.py" "WEKIVA=$B/wekiva python3 tb/corpus/test_launch.py" \
	"python3 tb/demo/make_demo.py --check tb/demo" "python3 tb/corpus/designs/designs.py --check tb/corpus/designs" \
	"python3 tb/mutate/c_mutate.py --check" "python3 tb/faults/control_flow.py --check" \
	"python3 tb/faults/texture.py --check" "python3 tb/faults/r580.py --check" \
	"$B/tb/fuzz/fuzz_inputs --cases=700" "python3 tb/fuzz/damaged_files.py $B/wekiva --cases 60" --one $(DOC_CHECKS)

test: deps-build deps-test
	@tools/build.sh "$(MAKE)" $B/wekiva $(TESTS) $(DOC_TOOLS) $B/tb/fuzz/fuzz_inputs $B/tb/bench/measure_unlinked $(PUBLIC_LIBS) $(PACKAGING) $(STAGED)
	@tb/run_tests.py $B/logs $(TEST_COMMANDS)

# Unit tests of a few milliseconds: tests of half a second or more are left out (build/logs/seconds).
SLOW_UNIT = arbiter derive fetch_policy flip fst fst_whole gprs gpu gtkw history jobs jobs_memory launch_robust lockstep_cf \
	machine_properties machine_rest machine_rows machine_sleep macro macro_double memory_machine nv30_passes nv30_random \
	program r580 random ref_texture rows setup_resources show simds snapshot snapshot_waves stimulus texture_levels \
	texture_tiles trace_values wekiva_state wekiva_threads why wire
SLOW_ISA = alu_oracle alu_transcendental asm_errors asm_macro dis
QUICK_TESTS = $(filter-out $(foreach n,$(SLOW_UNIT),$(filter %/test_$n,$(TESTS))) $(SLOW_ISA:%=$B/tb/isa/test_%),$(TESTS))
quick: deps-build deps-test
	@tools/build.sh "$(MAKE)" $(QUICK_TESTS)
	@tb/run_tests.py $B/quick-logs $(foreach test,$(QUICK_TESTS),"$(test)")

# ---- the long one: other compilers, sanitizers, fuzzing, random programs, corpora ---------------------------------
#
#   FUZZ_SECONDS=60     time of the mutated inputs
#   PROGRAMS=100000     random programs, docs/random-programs.md; R580 has a fourth of them
#   SEED=1
#   FAULTS_EVERY=1      one of so many seeded mistakes

# clang sees more of what C does not define than gcc, and needs no warning switched off: so product and tests have been compiled by it, too.
SANITIZE = CC=clang LTO= CFLAGS='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -DWEKIVA_PORTABLE'
# Leaks are looked for by way of /proc, which not every chroot has.
LEAKS = $(if $(wildcard /proc/self/task),,echo 'sanitizers: no /proc here, so leaks are not looked for'; ASAN_OPTIONS=detect_leaks=0)
FUZZ_SECONDS ?= 60
PROGRAMS ?= 100000
SEED ?= 1
FAULTS_EVERY ?= 1

# Each part works alone, and each test is run by one part; the last line is the sum of all.
CHECK_PARTS = test check-format check-headers check-clang check-sanitize check-fuzz check-random check-r580 check-textures check-edits check-faults \
	check-corpus check-added check-deb check-cluster check-viewers cosim systemc
check: deps-build deps-test deps-check
	@tb/run_tests.py --parts $B/check-logs --one $(foreach part,$(CHECK_PARTS),"$(MAKE) --no-print-directory $(part)")

check-format:
	@clang-format -n -Werror $(SOURCES) && echo "format: $(words $(SOURCES)) files, clean"

# What the macros of a header become: the structs of a module.
H ?= pipeline/alu/predicate.h
expand:
	@echo '#include "$H"' | $(CC) $(filter-out -MMD -MP,$(STRICT)) -E -x c - | \
	    awk '/^# / { here = $$3 ~ /$(notdir $H)"$$/ } here && !/^#/ && NF' | clang-format --style=file

HEADERS = $(wildcard $(addsuffix /*.h,$(DIRS) $(TOOLS)))
check-headers:
	@printf '%s\n' $(HEADERS) | xargs -P $(JOBS) -I '{}' sh -c 'echo "#include \"{}\"" | "$$@" -x c -fsyntax-only -' sh \
	    $(CC) $(filter-out -MMD -MP,$(STRICT))
	@echo "headers: $(words $(HEADERS)) compile alone"

# The SystemVerilog of tb/rtl, with the tools that are there.
check-rtl:
	@tb/rtl/lint.sh

# What clang has to say of what check-sanitize does not have it compile: benchmarks, fuzzers, tools of the documents.
SYNTAX ?= $(filter tb/%.c,$(SOURCES))
SANITIZED = $(patsubst $B/%,%.c,$(TESTS)) $(patsubst $B/%.o,%.c,$(JUDGE_OBJECTS) $(LOCKSTEP_OBJECTS))
check-clang:
	@$(MAKE) --no-print-directory CC=clang SYNTAX='$(filter-out $(SANITIZED),$(SYNTAX))' syntax
syntax:
	@printf '%s\n' $(SYNTAX) | xargs -P $(JOBS) -n 8 $(CC) $(filter-out -MMD -MP,$(STRICT)) $(CFLAGS) -fsyntax-only
	@echo "$(CC): $(words $(SYNTAX)) files compile without a warning"

check-sanitize:
	@tools/build.sh "$(MAKE)" B=$B-asan $(SANITIZE) $B-asan/wekiva $(TESTS:$B/%=$B-asan/%)
	@$(LEAKS) tb/run_tests.py $B-asan/logs $(foreach test,$(TESTS:$B/%=$B-asan/%),"$(test)")

check-fuzz:
	@tools/build.sh "$(MAKE)" B=$B-asan $(SANITIZE) $B-asan/tb/fuzz/fuzz_inputs $B-asan/wekiva
	@$(LEAKS) $B-asan/tb/fuzz/fuzz_inputs --seconds=$(FUZZ_SECONDS) --seed=$(SEED)
	@python3 tb/fuzz/damaged_files.py $B-asan/wekiva --seconds $(FUZZ_SECONDS) --seed $(SEED)

# A case that fails is made small and kept in $B/fuzz-failure.
check-random: $B/wekiva
	$B/wekiva fuzz --programs $(PROGRAMS) --seed $(SEED) --jobs $(JOBS) --out $B/fuzz-failure
	$B/wekiva fuzz --programs $$(($(PROGRAMS) / 10)) --seed $(SEED) --jobs $(JOBS) --out $B/fuzz-failure --chip docs/examples/doubled.json --set simds=1
	WEKIVA=$B/wekiva WEKIVA_SEED=2 WEKIVA_WHY=100 python3 tb/views/test_why_memory.py

# Random nested programs of R580 beside their reference, a fourth as many.
check-r580: deps-build deps-test
	@tools/build.sh "$(MAKE)" $B/tb/unit/older/test_r580
	US_RANDOM=$$(($(PROGRAMS) / 4)) US_SEED=$(SEED) $B/tb/unit/older/test_r580

# Random textures, samplers and instructions: the functions of the texture units beside the reference.
SAMPLES ?= 1000000
check-textures:
	@tools/build.sh "$(MAKE)" $B/tb/texture/compare
	$B/tb/texture/compare --samples $(SAMPLES) --seed $(SEED)

# Each of more than a hundred mistakes in control flow must make some program differ, each of a hundred in the texture units
# some sample; those of R580's flow control only when all are to be tried.
FAULTS = $B/tb/faults/differ.o $(addprefix $B/tb/unit/older/test_r580,.o _lookup.o _texture.o) $(TEXTURE_OBJECTS) $B/libjudge.a $B/libwekiva.a
check-faults: deps-build deps-test
	@tools/build.sh "$(MAKE)" $(FAULTS)
	@[ $(FAULTS_EVERY) -gt 1 ] || CC=$(CC) python3 tb/faults/r580.py $B --jobs $(JOBS)
	@CC=$(CC) python3 tb/faults/control_flow.py $B --jobs $(JOBS) --every $(FAULTS_EVERY)
	@CC=$(CC) python3 tb/faults/texture.py $B --jobs $(JOBS) --every $(FAULTS_EVERY)

# Rows of the wires edited at random: whether it goes fast, is looked at, or has all modules clocked, the machine is the edited one.
EDITS  ?= 60
EDITED  = $(patsubst %.c,$B/edits/%.o,$(shell grep -l 'r700/wires_' rtl_model/r700/*.c rtl_model/r700/*/*.c) tb/faults/edits.c)
$B/edits/%.o: %.c $(MADE_WITH)
	@mkdir -p $(@D)
	$(CC) $(STRICT) $(CFLAGS) -DRTL_EDITS -c -o $@ $<
$B/tb/faults/edits: $(EDITED) $B/libjudge.a $B/libwekiva.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(if $(LTO),-fno-lto) -o $@ $^ $(LIBS) -lcmocka
check-edits: deps-build deps-test
	@tools/build.sh "$(MAKE)" $B/tb/faults/edits
	@$B/tb/faults/edits --edits $(EDITS) --seed $(SEED)

# Modules added by the recipe of docs/reading-guide.md, to a copy of the tree, which is built anew.
check-added: deps-build deps-test
	@tools/build.sh "$(MAKE)" $B/wekiva $B/libwekiva.a $B/libjudge.a
	@B=$B CC=$(CC) python3 tb/house/test_add_module.py

# Programs with known results besides those of tb/corpus, which `make test` runs:  CORPUS=DIR
CORPUS ?= $(wildcard ../shared/corpus)
check-corpus: $B/wekiva
	@$(if $(CORPUS),WEKIVA=$B/wekiva python3 tb/corpus/run.py $(CORPUS),\
	    echo 'corpus: no programs but those of make test (CORPUS=DIR): 0 passed, 0 failed')

# Slurm's daemons on this machine, and GNU parallel; what is not installed (deps-cluster) is skipped.
check-cluster: $B/wekiva
	@WEKIVA=$B/wekiva python3 tb/cli/cluster.py

# Files of a run in the viewers that they are for; what is not installed (deps-viewers; KONATA=index.html) is skipped.
check-viewers: $B/wekiva
	@WEKIVA=$B/wekiva VIEWERS=$B/viewers python3 tb/views/viewers.py

# Every twin without a warning, beside its C module, and in its place in the machine:
#   CYCLES=1000000     compared cycles of each; MORE=DIR also runs the programs below a folder
cosim: deps-build deps-cosim
	@tools/build.sh "$(MAKE)" $B/wekiva $B/public/libwekiva.so $B/tb/fuzz/save_programs
	@tb/rtl/lint.sh
	@CYCLES=$(CYCLES) MORE=$(MORE) SEED=$(SEED) WEKIVA=$B/wekiva tb/lockstep/cosim.sh

systemc: deps-build deps-systemc
	@tools/build.sh "$(MAKE)" $B/wekiva $B/liblockstep.a $B/libwekiva.a $B/tb/systemc/machine.o $B/tb/systemc/generate $(BINARIES) $(PUBLIC_LIBS) $(PACKAGING)
	@tb/systemc/run.sh $B $B/wekiva

$B/tb/systemc/generate: $B/tb/systemc/generate.o $B/liblockstep.a $B/libwekiva.a
	$(CC) $(CFLAGS) $(if $(LTO),-fno-lto) -o $@ $^ $(LIBS)

# Wrong twins, which lockstep must tell from right ones: a line each for what it does not.
mutate-rtl: deps-build deps-cosim
	@tools/build.sh "$(MAKE)" $B/wekiva
	@WEKIVA=$B/wekiva nice python3 tb/lockstep/mutate_rtl.py

# Lines and bits of the twins that lockstep's random inputs do not reach.
coverage-rtl: deps-build deps-cosim
	@tools/build.sh "$(MAKE)" $B/wekiva
	@WEKIVA=$B/wekiva nice python3 tb/lockstep/coverage.py --list

# Every 32-bit operand of the unary operations, a line each: about twenty minutes on two processors.
EXHAUSTIVE = $B/tb/exhaustive/unary $B/tb/exhaustive/transcendentals $B/tb/exhaustive/rows
exhaustive: deps-build deps-test
	@tools/build.sh "$(MAKE)" $(EXHAUSTIVE)
	@for program in $(EXHAUSTIVE); do $$program --list | sed "s|^|$$program |"; done | xargs -P $(JOBS) -L 1 nice

# Does a test fail when the ALU or a module is changed?  Named faults, then N mutants of each file: about a quarter of an hour.
#   N=0 all of them; MUTATE="pipeline/alu/alu_double.c" one file
N ?= 40
MUTATE ?=
mutate: deps-build deps-test
	@nice python3 tb/mutate/c_mutate.py -n $(N) -s $(SEED) -j $(JOBS) $(MUTATE)

# Speed, docs/speed.md:
#
#   ROWS="full divergent"   some of the rows (tb/bench/rows.py --list)
#   REF=3a7625f             the commit with which bench-against compares, built in $B/against with the same compiler and flags
ROWS ?=
REF  ?= HEAD
BENCH = B=$B CC='$(CC)' CFLAGS='$(CFLAGS)' LTO='$(LTO)' python3 tb/bench/bench.py
bench: deps-build deps-bench
	@tools/build.sh "$(MAKE)" $B/wekiva $B/tb/bench/measure $B/tb/bench/bench_lockstep
	@$(BENCH) times $(ROWS)
	@$B/tb/bench/bench_lockstep

bench-count: deps-build deps-bench
	@tools/build.sh "$(MAKE)" $B/tb/bench/measure
	@$(BENCH) count $(ROWS)
	@$(if $(ROWS),,$(BENCH) programs)

bench-against: deps-build deps-bench
	@tools/build.sh "$(MAKE)" $B/wekiva $B/tb/bench/measure
	@$(BENCH) against $(REF) $(ROWS)

# The tables of docs/speed.md, on a machine that has nothing else to do.
bench-page: deps-build deps-bench
	@tools/build.sh "$(MAKE)" $B/wekiva $B/tb/bench/measure
	@$(BENCH) --write docs/speed.md

# ---- generated documents ------------------------------------------------------------------------------------------

# test_counts.def comes from the tests that count.
COUNTERS = $(addprefix $B/tb/isa/test_,alu_oracle alu_rules alu_reduce alu_double alu_transcendental dis)
DOC_TOOLS = $B/tb/docs/ports $B/tb/docs/blocks $B/tb/docs/parameters $B/tb/docs/stalls $B/tb/docs/counters $B/tb/docs/probes $B/tb/docs/counters_older $B/tb/docs/validation $B/tb/docs/rtl_package $B/tb/isa/make_alu_tables
docs: deps-build deps-test
	@tools/build.sh "$(MAKE)" $(COUNTERS)
	python3 tb/isa/counts.py $B tools/test_counts.def
	@tools/build.sh "$(MAKE)" $B/wekiva $(DOC_TOOLS) $(STAGED)
	$B/tb/docs/ports docs/ports
	$B/tb/docs/blocks docs/images
	$B/tb/docs/parameters docs/parameters.md
	$B/tb/docs/stalls docs/stalls.md
	$B/tb/docs/counters docs/counters.md
	$B/tb/docs/probes docs/probes.md
	$B/tb/docs/counters_older docs/counters-r580.md
	$B/tb/docs/counters_older docs/counters-nv30.md
	$B/tb/docs/validation docs/validation.md
	$B/tb/docs/rtl_package tb/rtl/alu_ops_pkg.sv
	$B/tb/isa/make_alu_tables --verilog > tb/rtl/alu_tables.sv
	python3 tb/docs/story.py $B/wekiva docs/wavefront.md
	python3 tb/docs/bench_chip.py $B/wekiva docs/bench-chip.md
	$(PYTHON) tb/docs/readme.py --write $B/wekiva $(REPLAYED)
	$(PYTHON) tb/docs/notebook.py --write $B/wekiva $(NOTEBOOKS)

# A waveform of many wavefronts in which one can be followed: WAVE=17
WAVE ?= 17
WAVES = $B/waves
waves: deps-build deps-view $B/wekiva
	@mkdir -p $(WAVES)
	$B/wekiva run --quiet --launch tb/waves/launch.json --set simds=1 --trace $(WAVES)/many.vcd
	@python3 tb/waves/follow.py $(WAVES)/many.gtkw $(WAVE) $(WAVES)/wave-$(WAVE).gtkw
	@echo 'wavefront $(WAVE) is marked:  gtkwave $(WAVES)/wave-$(WAVE).gtkw'

# The screenshots; they are looked at, never compared.
pictures: deps-docs $B/wekiva
	WEKIVA=$B/wekiva tb/docs/pictures.sh

# What the pages say is so: a line for each check, in make test too.
# Pages whose commands are run, and whose output is compared.
REPLAYED = README.md docs/questions.md docs/report.md docs/launch.md docs/python.md docs/energy.md docs/area.md $(wildcard docs/guides/*.md)
NOTEBOOKS = $(wildcard docs/guides/*.ipynb)
DOC_CHECKS = "python3 tb/isa/counts.py --check $B tools/test_counts.def" "$B/tb/docs/ports --check docs/ports" "$B/tb/docs/blocks --check docs/images" \
	"$B/tb/docs/parameters --check docs/parameters.md" "$B/tb/docs/stalls --check docs/stalls.md" "$B/tb/docs/counters --check docs/counters.md" "$B/tb/docs/probes --check docs/probes.md" "$B/tb/docs/counters_older --check docs/counters-r580.md" "$B/tb/docs/counters_older --check docs/counters-nv30.md" "$B/tb/docs/validation --check docs/validation.md" \
	"$B/tb/docs/rtl_package --check tb/rtl/alu_ops_pkg.sv" \
	"$B/tb/isa/make_alu_tables --verilog | cmp - tb/rtl/alu_tables.sv" \
	"python3 tb/docs/files.py --check docs/files.md" "python3 tb/docs/story.py --check $B/wekiva docs/wavefront.md" \
	"python3 tb/docs/bench_chip.py --check $B/wekiva docs/bench-chip.md" \
	"$(PYTHON) tb/docs/readme.py $B/wekiva $(REPLAYED)" "$(PYTHON) tb/docs/notebook.py $B/wekiva $(NOTEBOOKS)" "python3 tb/docs/check_guesses.py" "python3 tb/docs/check_pages.py" \
	"WEKIVA=$B/wekiva tb/docs/pictures.sh --check" "python3 tb/docs/check_commands.py $B/wekiva" "python3 tb/docs/check_version.py $B/wekiva"
docs-check: deps-build deps-test
	@tools/build.sh "$(MAKE)" $B/wekiva $(DOC_TOOLS) $(COUNTERS) $(STAGED)
	@tb/run_tests.py $B/docs-logs --one $(DOC_CHECKS)

# ---- installing ---------------------------------------------------------------------------------------------------

SC_HEADERS = $(wildcard tb/systemc/wekiva_sc*.hpp)
# With STATIC= one command, all of whose libraries are shared.
BINARIES = $(if $(STATIC),$B/wekiva $B/wekiva-blocks,$B/shared/wekiva)

# The manual page: commands and options come from the tables of the command itself.
$B/wekiva.1: tools/manual/wekiva.1.in $(firstword $(BINARIES))
	@$(word 2,$^) --manual $< >$@

INSTALLED = $(DESTDIR)$(PREFIX)
DEMO_PROGRAM = corpus/llvm-rv770/kernel_reduce
installed: $(BINARIES) $B/wekiva.1 $(PUBLIC_LIBS) $(PACKAGING) $(filter-out %/libwekiva.so %/command,$(STAGED))
install: $(BINARIES) $B/wekiva.1 $(PUBLIC_LIBS) $(PACKAGING)
	install -d $(INSTALLED)/bin
	install -m 755 $(BINARIES) $(INSTALLED)/bin
	install -d $(DESTDIR)$(PREFIX)/share/wekiva/rtl
	install -m 644 $(wildcard tb/rtl/*.sv tb/rtl/*.svh tb/rtl/*.v tb/rtl/*.vh) $(DESTDIR)$(PREFIX)/share/wekiva/rtl
	install -d $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 $B/wekiva.1 $(DESTDIR)$(PREFIX)/share/man/man1/wekiva.1
	install -D -m 644 tools/completion/wekiva.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/wekiva
	install -D -m 644 tools/completion/_wekiva $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_wekiva
	install -D -m 644 tools/completion/wekiva.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/wekiva.fish
	install -d $(INSTALLED)/share/wekiva/demo $(INSTALLED)/share/wekiva/examples $(INSTALLED)/share/wekiva/$(DEMO_PROGRAM)
	install -m 644 $(wildcard tb/demo/*.json tb/demo/*.bin) $(INSTALLED)/share/wekiva/demo
	install -m 644 tb/$(DEMO_PROGRAM)/prog.o $(INSTALLED)/share/wekiva/$(DEMO_PROGRAM)
	install -m 644 $(wildcard docs/examples/*) $(INSTALLED)/share/wekiva/examples
	install -d $(INSTALLED)/share/doc/wekiva
	install -m 644 README.md CONTRIBUTING.md CHANGELOG.md LICENSE $(INSTALLED)/share/doc/wekiva
	for page in $$(find docs -type f); do install -D -m 644 $$page $(INSTALLED)/share/doc/wekiva/$$page || exit; done
	tools/sbom.sh $(INSTALLED)/share/doc/wekiva $(CC) $(VERSION) $(if $(STATIC),"$$(cut -d' ' -f1 $B/static)",-pie) $(if $(STATIC),$(COMMAND_LIBS),$(ALL_SHARED))
	install -D -m 644 rtl_model/wekiva.h $(INSTALLED)/include/wekiva.h
	install -m 644 $(SC_HEADERS) $(INSTALLED)/include
	install -D -m 644 $B/public/libwekiva.a $(INSTALLED)/lib/libwekiva.a
	install -m 755 $B/public/libwekiva.so $(INSTALLED)/lib/libwekiva.so.$(VERSION)
	ln -sf libwekiva.so.$(VERSION) $(INSTALLED)/lib/$(SONAME)
	ln -sf $(SONAME) $(INSTALLED)/lib/libwekiva.so
	install -d $(INSTALLED)/lib/pkgconfig
	install -m 644 $(filter %.pc,$(PACKAGING)) $(INSTALLED)/lib/pkgconfig
	install -d $(INSTALLED)/lib/cmake/wekiva
	install -m 644 $(filter %.cmake,$(PACKAGING)) $(INSTALLED)/lib/cmake/wekiva
	@if $(PYTHON) -c 'import cffi' 2>/dev/null; then $(MAKE) --no-print-directory install-python; \
	else echo 'install: without the Python package, for there is no python3-cffi (make deps-python)'; fi

# Where Debian's python3 looks below /usr and below /usr/local, and others with PYTHONPATH; four folders below PREFIX in either case.
SITE     = $(INSTALLED)/lib/$(if $(filter /usr,$(PREFIX)),python3,$(shell $(PYTHON) -c 'import sys; print("python%d.%d" % sys.version_info[:2])'))/dist-packages/wekiva
install-python: $(filter-out %/libwekiva.so %/command,$(STAGED))
	install -d $(SITE)
	install -m 644 $^ $(SITE)
	ln -sfn ../../../$(SONAME) $(SITE)/libwekiva.so
	ln -sfn ../../../../bin/wekiva $(SITE)/command

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/wekiva $(DESTDIR)$(PREFIX)/bin/wekiva-blocks $(DESTDIR)$(PREFIX)/share/man/man1/wekiva.1 \
	    $(DESTDIR)$(PREFIX)/share/bash-completion/completions/wekiva \
	    $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/wekiva.fish \
	    $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_wekiva
	rm -f $(INSTALLED)/include/wekiva.h $(SC_HEADERS:tb/systemc/%=$(INSTALLED)/include/%) $(INSTALLED)/lib/libwekiva.a $(INSTALLED)/lib/libwekiva.so \
	    $(INSTALLED)/lib/$(SONAME) $(INSTALLED)/lib/libwekiva.so.$(VERSION) $(INSTALLED)/lib/pkgconfig/wekiva.pc $(INSTALLED)/lib/pkgconfig/wekiva-systemc.pc
	rm -rf $(INSTALLED)/share/wekiva $(INSTALLED)/share/doc/wekiva $(INSTALLED)/lib/cmake/wekiva $(SITE)

# Packages of Debian 12, below $B/deb: tools/debian with a changelog, where Debian's tools look for it.
DEB = $B/deb/build
deb: deps-build deps-python deps-deb
	@tools/build.sh "$(MAKE)" STATIC= installed
	@rm -rf $B/deb
	@mkdir -p $(DEB)
	@cp -r tools/debian $(DEB)/debian
	@printf 'wekiva (%s) unstable; urgency=medium\n\n  * What is new: changelog.gz.\n\n -- %s  %s\n' $(VERSION) \
	    "$$(sed -n 's/^Maintainer: //p' tools/debian/control)" "$$(date -R -r VERSION)" >$(DEB)/debian/changelog
	@cd $(DEB) && SOURCE=$(CURDIR) B=$B DEB_BUILD_OPTIONS=noautodbgsym dpkg-buildpackage -b -us -uc >../log 2>&1 || { tail -n 30 ../log; exit 1; }
	@ls $B/deb/*.deb

check-deb: deb
	@B=$B python3 tb/house/test_deb.py

# One test program: make one T=tb/isa/test_formats DIRS="kit isa isa/r700"
one: $B/$(T)
	./$<

format: deps-check
	clang-format -i $(SOURCES)

clean:
	rm -rf $B $B-*

# What `make help` and README.md must name, and what `make help` must (tb/docs/check_commands.py).
PUBLIC = help demo test quick check exhaustive mutate mutate-rtl coverage-rtl cosim systemc waves bench bench-count bench-against bench-page docs docs-check pictures expand \
	one deps format python install uninstall clean
PARTS = all check-format check-headers check-clang syntax check-sanitize check-fuzz check-random check-r580 check-textures check-edits check-faults check-corpus check-added check-deb check-cluster check-viewers check-rtl deb installed \
	install-python deps-build deps-python deps-view deps-test deps-check deps-cosim deps-systemc deps-bench deps-docs deps-deb deps-cluster deps-viewers
.PHONY: $(PUBLIC) $(PARTS)
.SECONDARY:
-include $(LIB_OBJECTS:.o=.d) $(JUDGE_OBJECTS:.o=.d) $(TEXTURE_OBJECTS:.o=.d) $(LOCKSTEP_OBJECTS:.o=.d) $(TOOL_OBJECTS:.o=.d) $(TESTS:=.d) \
	$(wildcard $B/tb/fuzz/*.d $B/tb/bench/*.d $B/tb/docs/*.d)
