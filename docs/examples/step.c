/* step.c - steps a machine clock by clock and prints what stands in the decode stage of control flow whenever
 * it changes.
 *
 * usage: step LAUNCH.json */
#include <inttypes.h>
#include <stdio.h>
#include <wekiva.h>

int main(int argc, char **argv)
{
    struct wk_diagnostic why = {0};
    struct wk_launch    *launch = NULL;
    struct wk_machine   *machine = NULL;
    struct wk_signal     decode, slot, address;
    enum wk_status       status;

    /* One SIMD, so that all wavefronts pass through the same decode stage. */
    const char *const       one[] = {"simds=1"};
    const struct wk_options options = {.settings = one, .setting_count = 1};
    if (argc != 2) {
        fprintf(stderr, "usage: step LAUNCH.json\n");
        return 2;
    }
    status = wk_launch_load(argv[1], &launch, &why);
    if (status == WK_OK) /* the program that the launch names, on the chip for which it was made */
        status = wk_create(NULL, launch, &options, &machine, &why);
    if (status == WK_OK)
        status = wk_find(machine, "gpu.simd0.cf_sequencer.o_decode", &decode, &why);
    if (status == WK_OK)
        status = wk_find(machine, "gpu.simd0.cf_sequencer.o_decode_slot", &slot, &why);
    if (status == WK_OK)
        status = wk_find(machine, "gpu.simd0.cf_sequencer.o_decode_pc", &address, &why);

    uint64_t valid = 0, in_slot = 0, at = 0;
    while (status == WK_OK) {
        const uint64_t was_valid = valid, was_in = in_slot, was_at = at;
        status = wk_clock(machine, 1, &why);
        wk_read(machine, &decode, &valid);
        wk_read(machine, &slot, &in_slot);
        wk_read(machine, &address, &at);
        if (valid && (!was_valid || in_slot != was_in || at != was_at))
            printf("cycle %" PRIu64 ": slot %" PRIu64 " decodes CF %" PRIu64 "\n", wk_cycle(machine), in_slot, at);
    }
    if (status == WK_FINISHED)
        printf("finished at cycle %" PRIu64 "\n", wk_cycle(machine));
    else
        fprintf(stderr, "step: %s: %s\n", wk_status_text(status), why.text);
    wk_destroy(machine);
    wk_launch_free(launch);
    return status == WK_FINISHED ? 0 : 1;
}
