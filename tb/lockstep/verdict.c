#include "tb/lockstep/verdict.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/lockstep/contract.h"
#include "tb/lockstep/pairs.h"

/* ---- what was compared ------------------------------------------------------------------------------------------ */

enum group { PORTS, REGISTERS, MEMORIES, GROUPS };

static enum group group_of(const struct port *port)
{
    if (port->role == PORT_WORD)
        return MEMORIES;
    return port->optional ? REGISTERS : PORTS;
}

static bool is_looked_at(const struct session *session, const struct port *port)
{
    return !port->untold && !(session->told && port->role != PORT_SIGNAL);
}

void verdict_agreed(FILE *out, const struct session *session)
{
    if (session->pairs) {
        fprintf(out, "%s: %" PRIu64 " words agree in %" PRIu64 " cycles", session->module->name,
                pairs_compared(session->pairs), session->cycle);
        return;
    }
    const struct port_table *ports = block_ports(session->block);
    unsigned                 count[GROUPS] = {0}, memories = 0;
    for (unsigned i = 0; i < block_compared_count(session->block); i++)
        count[group_of(block_compared(session->block, i))] += is_looked_at(session, block_compared(session->block, i));
    for (unsigned i = 0; i < ports->count; i++)
        memories += ports->port[i].out && ports->port[i].role == PORT_WORD;
    fprintf(out, "%s: %" PRIu64 " cycles agree (%u ports compared, %u registers", session->module->name,
            session->before + session->cycle, count[PORTS], count[REGISTERS]);
    if (memories)
        fprintf(out, ", %u of %u memories", count[MEMORIES], memories);
    fputc(')', out);
}

/* ---- what was not ----------------------------------------------------------------------------------------------- */

/* Names behind one another, in lines of a terminal's width. */
struct names {
    FILE       *out;
    const char *head;
    int         at;
};

static void put(struct names *names, const char *name, const char *more)
{
    enum { LINE = 116, INDENT = 2 };
    const int length = (int)(strlen(name) + strlen(more));
    if (names->at == 0)
        names->at = fprintf(names->out, "%s", names->head);
    else
        names->at += fprintf(names->out, ",");
    if (names->at + 1 + length > LINE)
        names->at = fprintf(names->out, "\n%*s", INDENT, "") - 1;
    names->at += fprintf(names->out, " %s%s", name, more);
}

static void end(const struct names *names)
{
    if (names->at)
        fputc('\n', names->out);
}

void verdict_print_lacking(FILE *out, const struct block *block, const char *head)
{
    const struct port_table *ports = block_ports(block);
    struct names             names = {out, head, 0};
    for (unsigned i = 0; i < ports->count; i++) {
        const struct port *port = &ports->port[i];
        if (port->out && !port->there)
            put(&names, port->name, port->role == PORT_WORD ? " (memory)" : port->needed ? " (statistic)" : "");
    }
    end(&names);
}

static void print_rows(FILE *out, const struct session *session)
{
    const struct port_table *ports = block_ports(session->block);
    struct names             names = {out, "rows that were not compared:", 0};
    for (unsigned i = 0; i < ports->count; i++) {
        const struct port *row = &ports->port[i];
        if (row->role != PORT_ROW || row->out || !row->there)
            continue;
        const unsigned left = row->source->rows - looks_compared(session->looks, i);
        char           more[48];
        snprintf(more, sizeof more, " %u of %u", left, row->source->rows);
        if (left)
            put(&names, row->source->name, more);
    }
    end(&names);
}

static bool is_compared(const struct session *session, const char *name)
{
    for (unsigned i = 0; i < block_compared_count(session->block); i++)
        if (strcmp(block_compared(session->block, i)->name, name) == 0)
            return true;
    return false;
}

static void print_unknown(FILE *out, const struct session *session)
{
    const struct found_table *found = block_found(session->block);
    struct names              names = {out, "not compared, no output of the module:", 0};
    for (unsigned i = 0; i < found->count; i++)
        if (found->port[i].direction == 'o' && !is_compared(session, found->port[i].name))
            put(&names, found->port[i].theirs, "");
    end(&names);
}

static void print_never(FILE *out, const struct session *session)
{
    if (session->record)
        record_print_lacking(out, session->record);
    if (session->record && session->module->load)
        fputs("never met: rows written while rst is high, which records do not have\n", out);
    if (session->table)
        stimulus_table_verdict(out, session->table);
    if (session->bins)
        bins_verdict(out, session->bins);
}

/* What a block with another latency has, and was not looked at. */
static void print_unpaired(FILE *out, const struct session *session)
{
    struct names names = {out, "not compared, in no --pair:", 0};
    for (unsigned i = 0; i < block_compared_count(session->block); i++) {
        const struct port *port = block_compared(session->block, i);
        if (!pairs_have(session->pairs, port))
            put(&names, port->name, port->role == PORT_WORD ? " (memory)" : "");
    }
    end(&names);
}

/* Verilator names files of the block's folder within it. */
void verdict_print_warnings(FILE *out, const struct block *block, const char *head)
{
    const char *const of[] = {block_warnings(block), block_warned(block)};
    for (unsigned i = 0; i < 2; i++)
        for (const char *line = of[i]; line && *line;) {
            const int  length = (int)strcspn(line, "\n");
            const bool within = i == 0 && line[0] != '/';
            fprintf(out, "%s%s%s%.*s\n", head, within ? block_folder(block) : "", within ? "/" : "", length, line);
            line += length + (line[length] == '\n');
        }
}

/* Of a module without a driver. */
static void print_default(FILE *out, const struct session *session)
{
    const struct contract_row *rows;
    const struct port_table   *ports = block_ports(session->block);
    struct names               names = {out, "not compared, the C module does not say which row it reads:", 0};
    if (!session->offers)
        return;
    if (!session->record) {
        const unsigned count = contract_rows(session->module, &rows);
        fputs("inputs: default stimulus from the list (uniform, corners, repeats, idle stretches)", out);
        fprintf(out,
                count == 0   ? "\n"
                : count == 1 ? ", within a contract of one row\n"
                             : ", within a contract of %u rows\n",
                count);
    }
    if (session->told)
        fputs("compared with what the run made of these inputs, for the C module looks outside of its ports\n", out);
    else
        offers_print(out, session->module);
    for (unsigned i = 0; i < ports->count; i++)
        if (ports->port[i].untold && ports->port[i].there)
            put(&names, ports->port[i].name, "");
    end(&names);
}

void verdict_print_limits(FILE *out, const struct session *session)
{
    verdict_print_warnings(out, session->block, "verilator warns: ");
    print_default(out, session);
    if (session->pairs)
        pairs_print(out, session->pairs);
    verdict_print_lacking(out, session->block, "not compared, the block does not show it:");
    if (session->pairs)
        print_unpaired(out, session);
    else
        print_rows(out, session);
    print_unknown(out, session);
    print_never(out, session);
}
