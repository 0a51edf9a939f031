#include "mem/gpr_file.h"

#include <assert.h>

RTL_TABLE(gpr_file, GPR_FILE_SIGNALS);

static lanes_t *row_of(struct gpr_file *file, unsigned element, unsigned row)
{
    lanes_t *const memory[GPR_ELEMENTS] = {file->x, file->y, file->z, file->w};
    assert(element < GPR_ELEMENTS && row < GPR_ROWS);
    return &memory[element][row];
}

void gpr_file_undefine(struct gpr_file *file, unsigned first, unsigned count)
{
    for (unsigned row = first; row < first + count; row++)
        for (unsigned element = 0; element < GPR_ELEMENTS; element++) {
            lanes_t *const cleared = row_of(file, element, row);
            for (int i = 0; i < LANES; i++)
                cleared->lane[i] = GPR_UNDEFINED;
        }
}

void gpr_file_preset(struct gpr_file *file)
{
    gpr_file_undefine(file, 0, GPR_ROWS);
}

void gpr_file_eval(const struct gpr_file_in *in, const struct gpr_file_reg *q, struct gpr_file_reg *d)
{
    const uint32_t slots = in->write;
    d->writes = q->writes + (slots & 1) + (slots >> 1 & 1) + (slots >> 2 & 1) + (slots >> 3 & 1) + (slots >> 4 & 1);
}

/* A row per lane; outside the program's GPRs nothing is written (ISA 4.6.3).  GUESS: nor outside the global ones. */
static void scatter(struct gpr_file *file, unsigned slot, unsigned element, const lanes_t *vector, const lanes_t *ar_x)
{
    const bool     global = file->in.write_global >> slot & 1;
    const unsigned base = global ? file->in.shared_row : file->in.write_base;
    const int32_t  count = global ? file->in.shared_count : file->in.num_gprs;
    for (int i = 0; i < LANES; i++) {
        const int32_t index = file->in.write_row.slot[slot] + (int32_t)ar_x->lane[i];
        if (file->in.write_lanes.slot[slot] >> i & 1 && index >= 0 && index < count)
            row_of(file, element, base + (unsigned)index)->lane[i] = vector->lane[i];
    }
}

LANE_LOOPS static void write_rows(struct gpr_file *file, const lanes_t vector[GPR_WRITERS], const lanes_t *ar_x)
{
    const struct gpr_file_in *in = &file->in;
    lanes_t *const            memory[GPR_ELEMENTS] = {file->x, file->y, file->z, file->w};
    assert(in->write_chan_t < GPR_ELEMENTS);
    for (unsigned left = in->write; left; left &= left - 1) {
        const unsigned slot = (unsigned)__builtin_ctz(left), element = slot < GPR_ELEMENTS ? slot : in->write_chan_t;
        const uint64_t lanes = in->write_lanes.slot[slot];
        lanes_t *const row = &memory[element][in->write_row.slot[slot]];
        if (in->write_relative >> slot & 1)
            scatter(file, slot, element, &vector[slot], ar_x);
        else if (lanes == UINT64_MAX)
            lanes_copy(row, &vector[slot]);
        else
            lanes_put(row, lanes, &vector[slot]);
    }
}

bool gpr_file_commit(struct gpr_file *file)
{
    const struct gpr_file_in *in = &file->in;
    if (in->clear)
        gpr_file_undefine(file, in->clear_row, in->clear_count);
    if (in->load)
        for (unsigned element = 0; element < GPR_ELEMENTS; element++)
            *row_of(file, element, in->load_row) = in->load_data[element];
    for (unsigned element = 0; in->fetch && element < GPR_ELEMENTS; element++) {
        lanes_t *row = row_of(file, element, in->fetch_row);
        if (in->fetch_elements >> element & 1)
            lanes_put(row, in->fetch_lanes, &in->fetch_data[element]);
    }
    if (in->write)
        write_rows(file, in->write_data, in->ar_x);
    rtl_commit(file);
    return true;
}
