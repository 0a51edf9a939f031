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

LIB_SOURCES  = $(wildcard $(addsuffix /*.c,$(DIRS)))
LIB_OBJECTS  = $(LIB_SOURCES:%.c=$B/%.o)
TOOL_OBJECTS = $(patsubst %.c,$B/%.o,$(wildcard tools/*.c))
TESTS        = $(patsubst %.c,$B/%,$(wildcard tb/unit/test_*.c tb/isa/test_*.c))

all: $B/wekiva

# ---- packages (Debian 12) -----------------------------------------------------------------------------------------

PACKAGES_BUILD = gcc libc6-dev make libelf-dev libjansson-dev
PACKAGES_TEST  = libcmocka-dev libmpfr-dev python3 gtkwave

deps: deps-build deps-test
deps-build:
	@tools/deps.sh $(PACKAGES_BUILD)
deps-test:
	@tools/deps.sh $(PACKAGES_TEST)

# ---- building -----------------------------------------------------------------------------------------------------

$B/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(STRICT) $(CFLAGS) -c -o $@ $<

$B/libwekiva.a: $(LIB_OBJECTS)
	@rm -f $@
	ar rcs $@ $^

$B/wekiva: $(TOOL_OBJECTS) $B/libwekiva.a
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

$B/tb/%: $B/tb/%.o $B/libwekiva.a
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS) -lcmocka -lmpfr -lgmp

# One test program: make one T=tb/isa/test_formats DIRS="kit isa"
one: $B/$(T)
	./$<

clean:
	rm -rf $B

.PHONY: all deps deps-build deps-test one clean
.SECONDARY:
-include $(LIB_OBJECTS:.o=.d) $(TOOL_OBJECTS:.o=.d) $(TESTS:=.d)
