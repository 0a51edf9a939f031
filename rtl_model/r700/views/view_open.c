/* view_open.c - the rows of a machine's waveform, with the registers that are watched; and those of a waveform that was
 * written before. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/views/view_stages.h"

static void free_rows(struct machine_rows *rows)
{
    struct view_rows *view = (struct view_rows *)rows;
    free(view->list);
    free(view->names);
    free(view->sampler_paths);
    free(view->watches);
    free(view->shadow);
    free(view);
}

static bool take_watches(struct view_rows *view, const char *const *watches, unsigned count, struct diag *diag)
{
    for (unsigned i = 0; i < count; i++) {
        if (!watch_parse(watches[i], view->gpu, &view->watches[i], diag))
            return false;
        for (unsigned k = 0; k < i; k++)
            if (watch_same(&view->watches[k], &view->watches[i]))
                return diag_set(diag, NULL, 0, "%.200s: expected it only once", watches[i]);
    }
    return true;
}

struct machine_rows *view_rows_open(const struct gpu *gpu, const char *const *watches, unsigned watch_count,
                                    struct diag *diag)
{
    const uint32_t    waves = gpu_most_waves(gpu);
    struct view_rows *view = calloc(1, sizeof *view);
    if (view) {
        view->rows.free = free_rows;
        view->gpu = gpu;
        view->simds = gpu_simds_used(gpu);
        view->lane_bits = view->simds > 1 ? LANE_BITS : LANE_STATE_BITS;
        view->lane_count = waves < VIEW_LANES ? waves : VIEW_LANES;
        view->watches = calloc(watch_count + 1, sizeof *view->watches);
        view_samplers_find(view);
    }
    bool good = (view && view->watches) || diag_set(diag, NULL, 0, "not enough memory for the rows of the waveform");
    good = good && take_watches(view, watches, watch_count, diag);
    good = good && (view_rows_list(view, view->lane_count > 100 ? 3 : 2, watch_count) ||
                    diag_set(diag, NULL, 0, "not enough memory for the rows of the waveform"));
    if (good)
        return &view->rows;
    if (view)
        free_rows(&view->rows);
    return NULL;
}

/* ---- of a waveform ---------------------------------------------------------------------------------------------- */

/* The watched registers in the order of the file. */
static bool recall_watches(struct view_rows *view, const struct header *header, unsigned *count)
{
    const char **const names = watched_in(header, WATCH_PATH);
    unsigned           all = 0;
    while (names && names[all])
        all++;
    view->watches = names ? calloc(all + 1, sizeof *view->watches) : NULL;
    *count = 0;
    for (unsigned i = 0; view->watches && i < all; i++)
        *count += watch_recall(names[i], &view->watches[*count]);
    free(names);
    return view->watches;
}

/* Lanes and samplers. */
static bool recall_rows(struct view_rows *view, const struct header *header)
{
    unsigned number, watch_count;
    int      digits = 2;
    for (unsigned i = 0; i < header->count; i++) {
        const char *name = header->variables[i].name;
        view_samplers_recall(view, name);
        if (sscanf(name, LANES_PATH ".w%3u", &number) != 1 || number >= VIEW_LANES)
            continue;
        view->lane_bits = header->variables[i].bits;
        digits = strlen(name) > strlen(LANES_PATH ".w00") ? 3 : 2;
        view->lane_count = number >= view->lane_count ? number + 1 : view->lane_count;
    }
    return recall_watches(view, header, &watch_count) && view_rows_list(view, digits, watch_count);
}

/* The lines of L2, by the words of the set of a bank, which alone has no number; all when the waveform has none.  Rows
 * beyond those of the waveform are left out later. */
static void recall_l2(struct gpu *shadow, const struct header *header)
{
    enum { WORD = 64 };
    static const char set[] = "gpu.l2_lines0.o_waiting";
    unsigned          words = 0;
    char              name[VIEW_PATH];
    do
        snprintf(name, sizeof name, "%s.e%u", set, words++);
    while (header_find(header, name, WORD));
    if (!header_find(header, set, WORD))
        words--;
    shadow->chip.mc_channels = words != 0;
    shadow->chip.tc_l2_kb = words * WORD / LINES_PER_KB;
}

struct machine_rows *view_rows_recall(const struct header *header)
{
    struct view_rows *view = calloc(1, sizeof *view);
    if (!view)
        return NULL;
    view->rows.free = free_rows;
    view->simds = SIMDS_MAX;
    view->shadow = calloc(1, sizeof *view->shadow + SIMDS_MAX * sizeof *view->shadow->simd);
    if (view->shadow) {
        view->shadow->channels = CHANNELS_MAX;
        recall_l2(view->shadow, header);
        gpu_list_instances(view->shadow, SIMDS_MAX);
    }
    if (!view->shadow || !recall_rows(view, header)) {
        free_rows(&view->rows);
        return NULL;
    }
    view->rows.instances = view->shadow->instances;
    view->rows.instance_count = view->shadow->instance_count;
    return &view->rows;
}
