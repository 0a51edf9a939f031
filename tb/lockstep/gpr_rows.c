#include "tb/lockstep/gpr_rows.h"

#include <string.h>

static uint8_t row_of_lane(const struct operand_fetch_in *in, unsigned gpr, bool global, int32_t offset)
{
    const int64_t  index = (int64_t)gpr + offset;
    const unsigned pool = global ? in->shared_row : in->base, count = global ? in->shared_count : in->num_gprs;
    return (uint8_t)(index < 0 || index >= count ? pool : pool + (unsigned)index);
}

void gpr_rows(const struct operand_fetch_in *in, const lanes_t *ar_x, gpr_rows_t *rows)
{
    const uint8_t row[FETCH_ELEMENTS] = {in->row_x, in->row_y, in->row_z, in->row_w};
    memset(rows, 0, sizeof *rows);
    for (unsigned e = 0; e < FETCH_ELEMENTS; e++) {
        if (!(in->enable >> e & 1))
            continue;
        for (unsigned i = 0; i < LANES; i++)
            rows->row[e][i] =
                in->relative >> e & 1 ? row_of_lane(in, row[e], in->global >> e & 1, (int32_t)ar_x->lane[i]) : row[e];
    }
}
