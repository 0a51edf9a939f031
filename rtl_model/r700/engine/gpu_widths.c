#include "rtl_model/r700/engine/gpu_widths.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/gpu.h"

/* Elements of registers are read from their first bytes. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a narrow element lies at the offset of the wide one");

static const struct row {
    const struct rtl_module *module;
    const char              *signal;
    unsigned                 bits, count, rows; /* bits 0: not shown */
} rows[] = {
#define FEWER(module, signal, bits, count, rows) {&module##_rtl, #signal, bits, count, rows},
#include "rtl_model/r700/widths.def"
};
enum { ROWS = sizeof rows / sizeof rows[0] };

struct gpu_widths {
    unsigned count;
    struct {
        const struct rtl_module *wide;
        struct rtl_module        narrow;
        struct rtl_signal       *signals;
    } table[16];
};

bool gpu_widths_fit(const struct chip_config *chip)
{
    enum { SIMDS = 15, CHANNELS = 8, BANK_LINES = 512, LINE_MISSES = 64, IC_MISSES = 8, EXPORTS = 8 };
    return chip->simds <= SIMDS && chip->mc_channels <= CHANNELS &&
           chip->tc_l2_kb * LINES_PER_KB / chip->mc_channels <= BANK_LINES && chip->tc_l1_misses <= LINE_MISSES &&
           chip->vc_misses <= LINE_MISSES && chip->tc_l2_misses <= LINE_MISSES && chip->ic_misses <= IC_MISSES &&
           chip->sx_buffers <= EXPORTS;
}

void gpu_widths_free(struct gpu_widths *widths)
{
    for (unsigned t = 0; widths && t < widths->count; t++)
        free(widths->table[t].signals);
    free(widths);
}

/* The rows of a module are in the order of its list.  Returns the first row of the next module. */
static const struct row *narrow(const struct row *row, struct rtl_module *to, struct rtl_signal *signals)
{
    const struct rtl_module *const wide = row->module;
    *to = *wide;
    to->signals = signals;
    to->signal_count = 0;
    for (unsigned s = 0; s < wide->signal_count; s++) {
        struct rtl_signal *signal = &signals[to->signal_count];
        *signal = wide->signals[s];
        if (row < rows + ROWS && row->module == wide && strcmp(row->signal, signal->name) == 0) {
            assert(row->bits <= signal->bits && row->count <= signal->count && row->rows <= signal->rows);
            signal->bits = row->bits;
            signal->count = row->count ? row->count : signal->count;
            signal->rows = row->rows ? row->rows : signal->rows;
            row++;
        }
        to->signal_count += signal->bits != 0;
    }
    assert(row == rows + ROWS || row->module != wide);
    return row;
}

struct gpu_widths *gpu_widths_open(void)
{
    struct gpu_widths *widths = calloc(1, sizeof *widths);
    for (const struct row *row = rows; widths && row < rows + ROWS;) {
        const unsigned t = widths->count++;
        assert(t < sizeof widths->table / sizeof widths->table[0]);
        widths->table[t].wide = row->module;
        widths->table[t].signals = malloc(row->module->signal_count * sizeof *row->module->signals);
        if (!widths->table[t].signals) {
            gpu_widths_free(widths);
            return NULL;
        }
        row = narrow(row, &widths->table[t].narrow, widths->table[t].signals);
    }
    return widths;
}

const struct rtl_module *gpu_widths_of(const struct gpu_widths *widths, const struct rtl_module *module)
{
    for (unsigned t = 0; widths && t < widths->count; t++)
        if (widths->table[t].wide == module)
            return &widths->table[t].narrow;
    return module;
}
