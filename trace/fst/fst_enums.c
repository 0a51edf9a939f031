#include "trace/fst/fst_enums.h"

#include <stdio.h>
#include <string.h>

void fst_put_attribute(struct fst_bytes *names, unsigned kind, const char *text, uint64_t number)
{
    enum { ATTRIBUTE = 252, MISCELLANEOUS = 0 }; /* as GTKWave's fstapi.h has them */
    fst_put_byte(names, ATTRIBUTE);
    fst_put_byte(names, MISCELLANEOUS);
    fst_put_byte(names, kind);
    fst_put_text(names, text);
    fst_put_varint(names, number);
}

/* ---- a table ----------------------------------------------------------------------------------------------------- */

/* Behind a blank, without its end.  Blanks part names: those within one are octal, as all that is no letter. */
static void put_name(struct fst_bytes *text, const char *name)
{
    char octal[8];
    fst_put_byte(text, ' ');
    for (; *name; name++)
        if (*name > ' ' && *name <= '~' && *name != '\\')
            fst_put_byte(text, (unsigned char)*name);
        else
            fst_put(text, octal, (size_t)snprintf(octal, sizeof octal, "\\%03o", (unsigned)(unsigned char)*name));
}

static void put_value(struct fst_bytes *text, unsigned value, unsigned bits)
{
    fst_put_byte(text, ' ');
    while (bits-- > 0)
        fst_put_byte(text, '0' + (value >> bits & 1));
}

/* `TYPE COUNT name name ... value value ...`, without a blank at the end.  A name may live in a buffer of the view's.
 */
static void put_table(struct fst_bytes *names, const struct trace_view *view, const struct rtl_signal *signal,
                      unsigned number)
{
    struct fst_bytes literals = {0}, values = {0}, text = {0};
    char             head[96];
    unsigned         count = 0;
    for (unsigned value = 0; value >> signal->bits == 0; value++) {
        const char *const name = view->name(value);
        if (!name)
            continue;
        put_name(&literals, name);
        put_value(&values, value, signal->bits);
        count++;
    }
    fst_put(&text, head, (size_t)snprintf(head, sizeof head, "%.64s %u", signal->type, count));
    fst_put(&text, literals.at, literals.used);
    fst_put(&text, values.at, values.used);
    fst_put_byte(&text, '\0');
    names->lost |= text.lost || literals.lost || values.lost;
    if (!names->lost)
        fst_put_attribute(names, FST_ENUM_TABLE, (const char *)text.at, number);
    fst_bytes_free(&literals);
    fst_bytes_free(&values);
    fst_bytes_free(&text);
}

/* ---- a signal ---------------------------------------------------------------------------------------------------- */

static unsigned number_of(struct fst_enums *enums, struct fst_bytes *names, const struct rtl_signal *signal)
{
    const struct trace_view view = trace_view_of(signal, enums->views, enums->view_count);
    if (view.kind != VIEW_NAMES)
        return 0;
    for (unsigned n = 0; n < enums->count; n++)
        if (enums->of[n].bits == signal->bits && strcmp(enums->of[n].type, signal->type) == 0)
            return n + 1;
    if (enums->count == FST_ENUMS)
        return 0;
    enums->of[enums->count].type = signal->type;
    enums->of[enums->count++].bits = signal->bits;
    put_table(names, &view, signal, enums->count);
    return enums->count;
}

void fst_enums_put(struct fst_enums *enums, struct fst_bytes *names, const struct rtl_signal *signal)
{
    if (signal->bits == 1 || signal->bits > VIEW_NAME_BITS)
        return;
    const size_t at = (uintptr_t)signal / sizeof *signal % FST_ENUMS_KNOWN;
    if (enums->known[at].signal != signal) {
        enums->known[at].number = number_of(enums, names, signal);
        enums->known[at].signal = signal;
    }
    if (enums->known[at].number)
        fst_put_attribute(names, FST_ENUM_TABLE, "", enums->known[at].number);
}
