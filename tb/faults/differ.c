/* differ.c - looks for a random program on which machine and interpreter differ: for a machine with a mistake in it.
 *
 * usage: differ SEED PROGRAMS.  Prints the first difference; exit status 0 when there is one, 1 when all agree. */
#include <stdio.h>
#include <stdlib.h>

#include "tb/random/random.h"

/* Of so many programs the first three are also run on the machines that `wekiva fuzz` sets beside the first one, where
 * everything is computed clock by clock: the others take less time. */
enum { ROUND = 16, IN_FULL = 3 };

int main(int argc, char **argv)
{
    const uint64_t              first = argc == 3 ? strtoull(argv[1], NULL, 10) : 1;
    const unsigned long         programs = argc == 3 ? strtoul(argv[2], NULL, 10) : 1000;
    const struct random_weights weights = random_default_weights();
    struct random_judge         judge = {.fault = RANDOM_NO_FAULT};
    struct diag                 diag = {.what = ""};
    struct random_case         *program = malloc(sizeof *program);
    if (!program || !chip_load("rv770", &judge.chip, &diag) || !chip_set(&judge.chip, "simds=1", &diag))
        return 2;
    for (uint64_t i = 0; i < programs; i++) {
        judge.brief = (first + i) % ROUND >= IN_FULL;
        random_generate(first + i, &weights, program);
        const enum random_verdict verdict = random_run(&judge, program, &diag);
        if (verdict == RANDOM_DIFFERENT || verdict == RANDOM_STOPPED || verdict == RANDOM_HANGS) {
            printf("program %llu: %s\n", (unsigned long long)(i + 1), diag.what);
            free(program);
            return 0;
        }
    }
    printf("%lu programs agree\n", programs);
    free(program);
    return 1;
}
