#include "rtl_model/r580/temporaries.h"

#include "kit/bytes.h"

RTL_TABLE(us_temporaries_file, US_TEMPORARIES_SIGNALS);

void us_temporaries_file_eval(const struct us_temporaries_file_in *in, const struct us_temporaries_file_reg *q,
                              struct us_temporaries_file_reg *d)
{
    d->beats = q->beats + in->write;
}

static us_row_t *row_of(struct us_temporaries_file *m, unsigned slot, unsigned quad, unsigned number)
{
    return &m->rows[(slot * m->in.group_quads + quad) * m->in.temporaries + number];
}

/* The inputs of a quad; pixels that there are not have none. */
static void load_quad(struct us_temporaries_file *m, unsigned quad)
{
    const struct us_temporaries_file_in *in = &m->in;
    for (unsigned i = 0; i < in->input_count; i++)
        for (unsigned p = 0; p < 4 && 4 * quad + p < in->load_pixels; p++) {
            const size_t pixel = (size_t)in->load_group * in->group_pixels + 4 * quad + p;
            for (unsigned c = 0; c < US_CHANNELS; c++)
                row_of(m, in->load_slot, quad, in->input_first + i)->e[p * US_CHANNELS + c] =
                    little_dword(in->inputs, (pixel * in->input_count + i) * US_CHANNELS + c);
        }
}

static void undefine(struct us_temporaries_file *m)
{
    us_row_t *const first = row_of(m, m->in.load_slot, 0, 0);
    for (unsigned row = 0; row < (unsigned)m->in.group_quads * m->in.temporaries; row++)
        for (unsigned e = 0; e < 4 * US_CHANNELS; e++)
            first[row].e[e] = US_UNDEFINED;
}

static void write_beat(struct us_temporaries_file *m)
{
    const struct us_temporaries_file_in *in = &m->in;
    for (unsigned c = 0; c < US_CHANNELS; c++)
        for (uint64_t left = in->mask.c[c]; left; left &= left - 1) {
            const unsigned p = (unsigned)__builtin_ctzll(left);
            row_of(m, in->slot, in->quad + p / 4, c == US_CHANNELS - 1 ? in->alpha : in->rgb)
                ->e[p % 4 * US_CHANNELS + c] = in->results->e[p * US_CHANNELS + c];
        }
}

static void write_texels(struct us_temporaries_file *m)
{
    us_row_t *const row = row_of(m, m->in.texel_slot, m->in.texel_quad, m->in.texel_register);
    for (unsigned e = 0; e < 4 * US_CHANNELS; e++)
        if (m->in.texel_mask >> e & 1)
            row->e[e] = m->in.texels->e[e];
}

void us_temporaries_file_capture(struct us_temporaries_file *m)
{
    const struct us_temporaries_file_in *in = &m->in;
    if (in->load && in->load_first)
        undefine(m);
    for (unsigned q = 0; in->load && q < in->load_count; q++)
        load_quad(m, in->load_quad + q);
    if (in->texel)
        write_texels(m);
    if (in->write)
        write_beat(m);
}
