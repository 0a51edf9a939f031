/* differs.h - of two sides in a waveform a row for each port that is compared, 1 where they differ, and what a viewer
 * opens on: each port that differs as the module and as the block has it, inputs, what the block has inside. */
#ifndef TB_LOCKSTEP_DIFFERS_H
#define TB_LOCKSTEP_DIFFERS_H

#include "tb/lockstep/block.h"
#include "trace/gtkw.h"

/* The type of such a row: red in a viewer (trace/views.h). */
#define DIFFERS_TYPE VIEW_DIFFERS

struct differs;

/* Of those ports of the block's list that `is_compared` says.  NULL: not enough memory. */
struct differs *differs_open(const struct block *block, bool (*is_compared)(const struct port *port));
void            differs_close(struct differs *differs);

/* The rows as an instance: their names are those of the ports. */
const struct rtl_module *differs_module(const struct differs *differs);
void                    *differs_state(const struct differs *differs);

/* One side's values: the module's struct, and what is beside it. */
struct differs_side {
    const void *state, *beside;
};
/* Compares both in a cycle; the port of the first difference, or NULL. */
const struct port *differs_look(struct differs *differs, const struct differs_side *model,
                                const struct differs_side *rtl);

/* Rows of a viewer, of one comparison behind the other; the texts are theirs. */
struct differs_view {
    struct gtkw_row *rows; /* NULLs behind them */
    unsigned         count, room;
    char           **texts;
    unsigned         text_count, text_room;
    bool             failed; /* not enough memory */
};
void differs_view_free(struct differs_view *view);
/* Puts rows of another list behind them. */
void differs_view_add(struct differs_view *view, const struct gtkw_row *rows);

/* The scopes of both sides and of the rows; what is inside the block (inside.h). */
struct differs_scopes {
    const char                *model, *rtl, *differs;
    const struct rtl_instance *inside;
    unsigned                   inside_count;
};
/* What there is to see when all cycles have been looked at: nothing when they agree. */
void differs_view(struct differs_view *view, const struct differs *differs, const struct differs_scopes *scopes,
                  const struct trace_options *trace);

#endif
