/* module.c - drives one module without the others: the predicate takes the flags of a wavefront's four quarters, one in
 * each clock (ISA 4.8.1.1).
 *
 * usage: module */
#include <inttypes.h>
#include <stdio.h>
#include <wekiva.h>

static struct wk_machine   *machine;
static struct wk_diagnostic why;
static int                  failed;

static void set(const char *path, uint64_t value)
{
    if (wk_set(machine, path, value, &why) != WK_OK) {
        fprintf(stderr, "module: %s\n", why.text);
        failed = 1;
    }
}

static void clock_and_print(const char *what)
{
    uint64_t predicate = 0;
    wk_clock(machine, 1, NULL);
    wk_get(machine, "predicate.o_predicate", &predicate, NULL);
    printf("%s: predicate %016" PRIx64 "\n", what, predicate);
}

int main(void)
{
    if (wk_create_module("predicate", &machine, &why) != WK_OK) {
        fprintf(stderr, "module: %s\n", why.text);
        return 1;
    }
    /* The first group of a clause: the predicate becomes the active mask. */
    set("predicate.i_start", 1);
    set("predicate.i_start_active", 0x00ffffffffffffff);
    clock_and_print("start    ");
    set("predicate.i_start", 0);
    /* PRED_SET in lanes that execute: every second thread. */
    set("predicate.i_set", 1);
    set("predicate.i_update", 1);
    set("predicate.i_flags", 0x5555);
    for (unsigned quarter = 0; quarter < 4; quarter++) {
        char what[16];
        set("predicate.i_quarter", quarter);
        set("predicate.i_mask", quarter < 3 ? 0xffff : 0x00ff);
        snprintf(what, sizeof what, "quarter %u", quarter);
        clock_and_print(what);
    }
    wk_destroy(machine);
    return failed;
}
