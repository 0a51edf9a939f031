#include "rtl_model/nv30/register_file.h"

RTL_TABLE(nv30_register_file, NV30_REGISTER_FILE_SIGNALS);

static unsigned written(const struct nv30_pass *pass)
{
    return (unsigned)(pass->row != NV30_NO_ROW) + (pass->read[0].target != NV30_NO_TARGET) +
           (pass->read[1].target != NV30_NO_TARGET);
}

void nv30_register_file_eval(const struct nv30_register_file_in *in, const struct nv30_register_file_reg *q,
                             struct nv30_register_file_reg *d)
{
    d->writes = q->writes + (in->core ? written(&in->words[in->core_pass]) : 0) +
                (in->tail ? written(&in->words[in->tail_pass]) : 0);
}

static void put(nv30_vector_t *row, unsigned mask, const nv30_vector_t *value)
{
    for (unsigned c = 0; c < 4; c++)
        for (unsigned pixel = 0; mask >> c & 1 && pixel < NV30_QUAD; pixel++)
            row->at[c * NV30_QUAD + pixel] = value->at[c * NV30_QUAD + pixel];
}

static void put_register(nv30_vector_t *rows, const struct nv30_pass *pass, const nv30_vector_t *value)
{
    if (pass->row != NV30_NO_ROW)
        put(&rows[pass->row], pass->mask, value);
}

static void put_texel(nv30_vector_t *rows, const struct nv30_read *read, const nv30_vector_t *texel)
{
    if (read->target != NV30_NO_TARGET)
        put(&rows[read->row], read->mask, texel);
}

bool nv30_register_file_commit(struct nv30_register_file *m)
{
    const struct nv30_register_file_in *in = &m->in;
    if (in->core)
        put_register(m->file + in->core_slot * in->rows, &in->words[in->core_pass], &in->core_value);
    if (in->tail) {
        nv30_vector_t *const          rows = m->file + in->tail_slot * in->rows;
        const struct nv30_pass *const pass = &in->words[in->tail_pass];
        put_register(rows, pass, &in->tail_value);
        put_texel(rows, &pass->read[0], &in->texel0);
        put_texel(rows, &pass->read[1], &in->texel1);
    }
    if (in->clear)
        memset(m->file + in->clear_slot * in->rows, 0, in->rows * sizeof *m->file);
    rtl_commit(m);
    return in->core || in->tail || in->clear;
}
