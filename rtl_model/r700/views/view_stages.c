/* view_stages.c - the rows of view_list.h as code, and as what a waveform lists. */
#include "rtl_model/r700/views/view_stages.h"

#include <stdio.h>
#include <string.h>

#include "rtl_model/r700/views/view_list.h"

bool view_has_group(const struct alu_issue_reg *issue)
{
    return issue->reading || issue->executing;
}

enum view_scope {
#define SCOPE(name) SCOPE_##name,
    VIEW_SCOPES_OF(SCOPE)
#undef SCOPE
        SCOPES
};
_Static_assert((int)SCOPES == (int)VIEW_SCOPES, "they have room");

enum {
#define KIND(name, type, bits) BITS_##name = (bits) + 1,
#define LAST(name, type, bits, none) BITS_##name = bits,
    VIEW_KINDS(KIND, LAST)
#undef KIND
#undef LAST
};
#define KIND(name, type, bits) static const char type_##name[] = type;
#define LAST(name, type, bits, none) static const char type_##name[] = type;
VIEW_KINDS(KIND, LAST)
#undef KIND
#undef LAST
#define KIND(name, type, bits) static const uint64_t none_##name = TRACE_IDLE(bits);
#define LAST(name, type, bits, none) static const uint64_t none_##name = none;
VIEW_KINDS(KIND, LAST)
#undef KIND
#undef LAST

/* ---- the rows as code -------------------------------------------------------------------------------------------- */

/* Below the SIMD the argument is the wavefront slot above the place among the row's names. */
enum { NAME_BITS = 8 };

#define VIEW(name, scope, kind, FROM, MADE, when, what, names)                                                         \
    static uint64_t value_##name(const void *context, unsigned argument)                                               \
    {                                                                                                                  \
        const struct simd *const rtl_machine = view_simd(context, argument);                                           \
        const unsigned           k = view_argument(argument) & ((1u << NAME_BITS) - 1);                                \
        const unsigned           parity = view_argument(argument) >> NAME_BITS;                                        \
        (void)k, (void)parity;                                                                                         \
        FROM(RTL_LOCAL_ONE, RTL_LOCAL_ALL, PROBE_IN)                                                                   \
        MADE(PROBE_LET)                                                                                                \
        return (when) ? (uint64_t)(what) : none_##kind;                                                                \
    }
STAGE_VIEWS(VIEW)
TEXTURE_VIEWS(VIEW)
#undef VIEW

/* The module that wakes it: its first source. */
#define NUMBER_ONE(type, name, member, index) AT_##member + (index),
#define NUMBER_ALL(type, name, member) AT_##member,
#define VIEW(name, scope, kind, FROM, ...)                                                                             \
    static unsigned from_##name(unsigned parity, unsigned k)                                                           \
    {                                                                                                                  \
        const unsigned sources[] = {FROM(NUMBER_ONE, NUMBER_ALL, NUMBER_ONE)};                                         \
        (void)parity, (void)k;                                                                                         \
        return sources[0];                                                                                             \
    }
STAGE_VIEWS(VIEW)
TEXTURE_VIEWS(VIEW)
#undef VIEW

/* ---- the rows as tables ------------------------------------------------------------------------------------------ */

#define ALL_NAMES(...) __VA_ARGS__
#define VIEW(name, scope, kind, FROM, MADE, when, what, names)                                                         \
    static const char *const names_##name[] = {ALL_NAMES names};
STAGE_VIEWS(VIEW)
TEXTURE_VIEWS(VIEW)
#undef VIEW

static const char *const scope_names[SCOPES] = {
#define SCOPE(name) #name,
    VIEW_SCOPES_OF(SCOPE)
#undef SCOPE
};

/* So many rows of a waveform, of a scope of each SIMD. */
struct view_row {
    unsigned           scope;
    const char *const *names;
    unsigned           count;
    const char        *type;
    unsigned           bits;
    uint64_t (*value)(const void *context, unsigned argument);
    unsigned (*from)(unsigned parity, unsigned k);
};

#define NAMES_OF(name) (sizeof names_##name / sizeof names_##name[0])
#define VIEW(name, scope, kind, ...)                                                                                   \
    {SCOPE_##scope, names_##name, NAMES_OF(name), type_##kind, BITS_##kind, value_##name, from_##name},
static const struct view_row rows[] = {STAGE_VIEWS(VIEW) TEXTURE_VIEWS(VIEW)};
#undef VIEW
enum { ROWS = sizeof rows / sizeof rows[0] };

_Static_assert(NAMES_OF(clause) == ALU_CLAUSES && NAMES_OF(fetch_clause) == FETCH_CLAUSES, "a row for every clause");
_Static_assert(NAMES_OF(pass_taps) == TEXTURE_QUAD && NAMES_OF(pass_weight) == TEXTURE_QUAD * TEXTURE_TAPS,
               "a row for every tap");
_Static_assert(ISA_FETCH_COUNT < 1 << VIEW_FETCH_BITS && FETCH_SAMPLERS < 1 << VIEW_SAMPLER_BITS, "numbers fit");

/* ---- the list of a waveform -------------------------------------------------------------------------------------- */

static bool is_of(const struct view_row *row, unsigned scope)
{
    return row->scope == scope || (row->scope == SCOPE_even && scope == SCOPE_odd);
}

unsigned view_stage_count(void)
{
    unsigned count = 0;
    for (unsigned scope = 0; scope < SCOPES; scope++)
        for (unsigned i = 0; i < ROWS; i++)
            count += is_of(&rows[i], scope) ? rows[i].count : 0;
    return count;
}

/* trace_derived.from counts instances from 1. */
static unsigned list_scope(const struct view_rows *view, struct trace_derived *list, unsigned simd, unsigned scope)
{
    const unsigned parity = scope == SCOPE_odd;
    unsigned       count = 0;
    for (const struct view_row *row = rows; row < rows + ROWS; row++)
        for (unsigned k = 0; is_of(row, scope) && k < row->count; k++)
            list[count++] = (struct trace_derived){view->scopes[simd][scope],
                                                   row->names[k],
                                                   row->type,
                                                   row->bits,
                                                   false,
                                                   row->value,
                                                   simd << VIEW_ARGUMENT_BITS | parity << NAME_BITS | k,
                                                   simd * SIMD_MODULES + row->from(parity, k) + 1};
    return count;
}

unsigned view_stages_list(struct view_rows *view, struct trace_derived *list, unsigned simd)
{
    /* Called as the SIMD is: "gpu.view" and what stands behind the first part of its modules' paths. */
    const struct gpu *gpu = view->gpu ? view->gpu : view->shadow;
    const char       *path = strchr(gpu->instances[simd * SIMD_MODULES].path, '.') + 1;
    char              simd_name[8];
    unsigned          count = 0;
    snprintf(simd_name, sizeof simd_name, "%.*s", (int)strcspn(path, "."), path);
    for (unsigned s = 0; s < SCOPES; s++) {
        snprintf(view->scopes[simd][s], sizeof view->scopes[simd][s], "gpu.view.%s.%s", simd_name, scope_names[s]);
        count += list_scope(view, list + count, simd, s);
    }
    return count + view_samplers_list(view, list + count, simd, simd_name);
}
