/* save_programs.c - writes random programs that the reference interpreter and the machine agree on, each with its
 * launch:
 *
 *   save_programs COUNT SEED FOLDER      FOLDER/SEED/launch.json, the next one in the next seed's */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tb/random/random.h"

enum { PATH_MOST = 1024 };

int main(int argc, char **argv)
{
    struct random_judge         judge = {.brief = true};
    struct diag                 diag = {.what = ""};
    const struct random_weights weights = random_default_weights();
    struct random_case         *program = calloc(1, sizeof *program);
    unsigned                    left = argc == 4 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    if (!program || !left || !chip_load(chip_names[0], &judge.chip, &diag)) {
        fprintf(stderr, "usage: save_programs COUNT SEED FOLDER\n");
        free(program);
        return 2;
    }
    judge.chip.simds = 1;
    for (uint64_t seed = strtoull(argv[2], NULL, 10); left; seed++) {
        char folder[PATH_MOST];
        random_generate(seed, &weights, program);
        if (random_run(&judge, program, &diag) != RANDOM_SAME)
            continue; /* what no machine need run */
        snprintf(folder, sizeof folder, "%s/%" PRIu64, argv[3], seed);
        if (!random_save(&judge, program, folder, "a random program", &diag)) {
            fprintf(stderr, "save_programs: %s: %s\n", folder, diag.what);
            free(program);
            return 2;
        }
        left--;
    }
    free(program);
    return 0;
}
