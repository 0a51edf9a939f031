#include "pipeline/texture/texture_issue.h"

#include "isa/r700/isa.h"

RTL_TABLE(texture_issue, TEXTURE_ISSUE_SIGNALS);

void texture_issue_preset(struct texture_issue *issue)
{
    issue->q.free = issue->d.free = true;
}

static void take(const struct texture_issue_in *in, const struct texture_issue_reg *q, struct texture_issue_reg *d)
{
    const uint32_t dwords[4] = {(uint32_t)in->offer_low}; /* the source is in the first one */
    struct isa_tex tex;
    isa_unpack_tex(dwords, &tex);
    const unsigned source = tex.src_gpr + (tex.src_rel ? in->offer_index : 0);
    /* Out of bounds by its index: read GPR 0 (ISA 4.6.3). */
    d->read_row = (uint8_t)(in->offer_base + (source < in->num_gprs ? source : 0));
    d->read = true;
    d->free = false;
    d->entry = in->offer_entry;
    d->instructions = q->instructions + 1;
}

/* Quads go, the last of them makes room; the row that is held is the next one's. */
static void run_stream(const struct texture_issue_in *in, const struct texture_issue_reg *q,
                       struct texture_issue_reg *d)
{
    if (in->taken) {
        d->stream = q->quad + 1 != in->quads;
        d->quad = (uint8_t)(d->stream ? q->quad + 1 : 0);
    }
    if (d->stream || !q->held)
        return;
    d->stream = true;
    d->stream_entry = q->entry;
    d->stream_buffer = !q->stream_buffer;
    d->held = false;
    d->free = true;
}

void texture_issue_eval(const struct texture_issue_in *in, const struct texture_issue_reg *q,
                        struct texture_issue_reg *d)
{
    run_stream(in, q, d);
    d->waits = q->waits + (q->stream && !in->taken);
    if (q->free && in->offer) {
        take(in, q, d);
    } else if (q->read && in->spare) {
        d->read = false;
        d->held = true;
    }
}

/* The other buffer's quads may be on their way. */
void texture_issue_capture(struct texture_issue *issue)
{
    const struct texture_issue_in *in = &issue->in;
    const lanes_t *const           from[TEXTURE_ELEMENTS] = {in->row_x, in->row_y, in->row_z, in->row_w};
    if (!issue->q.read || !in->spare)
        return;
    for (unsigned e = 0; e < TEXTURE_ELEMENTS; e++)
        issue->coordinates[(issue->q.stream_buffer ? 0u : TEXTURE_ELEMENTS) + e] = *from[e];
}
