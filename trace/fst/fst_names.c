/* fst_names.c - what a .fst file says of its signals: their widths, scopes and names. */
#include "trace/fst/fst_enums.h"
#include "trace/fst/fst_file.h"

/* As GTKWave's fstapi.h has them. */
enum {
    SCOPE_MODULE = 0,
    NAME_SCOPE = 254,
    NAME_UPSCOPE = 255,
    VARIABLE_REG = 5,
    VARIABLE_WIRE = 16,
    DIRECTION_NONE = 0,
};

static struct fst_bytes *names_of(struct trace *trace)
{
    return &trace->fst->index; /* it is empty between two blocks */
}

static void open_scope(struct trace *trace, const char *scope)
{
    struct fst_bytes *const names = names_of(trace);
    trace->fst->scopes++;
    fst_put_byte(names, NAME_SCOPE);
    fst_put_byte(names, SCOPE_MODULE);
    fst_put_text(names, scope);
    fst_put_text(names, "");
}

static void close_scope(struct trace *trace)
{
    fst_put_byte(names_of(trace), NAME_UPSCOPE);
}

/* A reader numbers identifiers as they come, from 1 on; an alias has the number of what it is the same as. */
static void create_variable(struct trace *trace, unsigned number, const struct rtl_signal *signal, const char *name)
{
    struct fst_bytes *const names = names_of(trace);
    struct fst *const       fst = trace->fst;
    const bool              is_new = number == fst->identifiers, wire = rtl_is_wire(signal->kind);
    const unsigned          bits = signal->bits;
    fst_enums_put(&fst->enums, names, signal);
    fst->variables++;
    fst_put_byte(names, wire ? VARIABLE_WIRE : VARIABLE_REG);
    fst_put_byte(names, DIRECTION_NONE);
    fst_put_text(names, name);
    fst_put_varint(names, bits);
    fst_put_varint(names, is_new ? 0 : number + 1);
    if (!is_new)
        return;
    fst->digit_of[fst->identifiers++] = fst->digits;
    fst->digits += bits;
    fst_put_varint(&fst->times, bits); /* the geometry */
}

static void write_geometry(struct fst *fst)
{
    fst_block_begin(&fst->block);
    fst_put_number(&fst->block, fst->times.used);
    fst_put_number(&fst->block, fst->identifiers);
    fst_put_zlib(&fst->block, fst->times.at, fst->times.used);
    fst_file_store(fst, BLOCK_GEOMETRY);
}

static void write_names(struct fst *fst)
{
    fst_block_begin(&fst->block);
    fst_put_number(&fst->block, fst->index.used);
    fst_put_as_lz4(&fst->block, fst->index.at, fst->index.used);
    fst_file_store(fst, BLOCK_NAMES_LZ4);
}

void fst_names_write(struct trace *trace, struct fst *fst)
{
    static const struct declarer declarer = {open_scope, close_scope, create_variable};
    struct fst_bytes *const      names = names_of(trace);
    fst->enums.views = trace->views;
    fst->enums.view_count = trace->view_count;
    fst_put_attribute(names, FST_COMMENT, "one cycle is 1 ns", 0);
    trace_scopes(trace, &declarer);
    if (fst->index.lost || fst->times.lost)
        return;
    fst_file_header(fst);
    write_geometry(fst);
    write_names(fst);
    fst->index.used = fst->times.used = 0;
}
