/* record_vcd.c - records as waveforms that are written: a scope with the module's name, a vector for each port as wide
 * as a block's, `rst` and `clk`; a clock is 1 ns and begins with the rising edge. */
#include <inttypes.h>
#include <string.h>

#include "kit/bytes.h"
#include "tb/lockstep/records/record_internal.h"

enum { CLOCK = 10, CODE = 4 };
enum { CLK, RST, FIRST }; /* numbers of identifiers */

/* An identifier of the printable characters. */
static const char *code_of(unsigned number, char code[CODE])
{
    enum { SIGNS = 94, FIRST_SIGN = 33 };
    unsigned length = 0;
    for (number++; number; number = (number - 1) / SIGNS)
        code[length++] = (char)(FIRST_SIGN + (number - 1) % SIGNS);
    code[length] = '\0';
    return code;
}

void record_vcd_begin(const struct record *record)
{
    char code[CODE];
    fprintf(record->file, "$timescale 100 ps $end\n$scope module %s $end\n", record->module);
    fprintf(record->file, "$var wire 1 %s clk $end\n", code_of(CLK, code));
    fprintf(record->file, "$var wire 1 %s rst $end\n", code_of(RST, code));
    for (unsigned i = 0; i < record->table.count; i++) {
        const struct port *port = &record->table.port[i];
        fprintf(record->file, "$var wire %u %s %s", port->width, code_of(FIRST + i, code), port->name);
        if (port->width > 1)
            fprintf(record->file, " [%u:0]", port->width - 1);
        fputs(" $end\n", record->file);
    }
    fputs("$upscope $end\n$enddefinitions $end\n", record->file);
}

/* All bits, those of the last element first. */
static void put_vector(const struct record *record, const struct port *port, const unsigned char *at, const char *code)
{
    const unsigned bits = port->signal->bits, bytes = RTL_ELEMENT_BYTES(bits);
    if (port->width > 1)
        fputc('b', record->file);
    for (unsigned e = port->signal->count; e-- > 0;) {
        const uint64_t value = little_get(at + e * bytes, bytes);
        for (unsigned bit = bits; bit-- > 0;)
            fputc(value >> bit & 1 ? '1' : '0', record->file);
    }
    fprintf(record->file, "%s%s\n", port->width > 1 ? " " : "", code);
}

void record_vcd_put(const struct record *record)
{
    const uint64_t       number = record->started ? record->clocks + 1 : 0; /* the reset is number 0 */
    const unsigned char *now = record->now, *last = record->last;
    char                 code[CODE];
    fprintf(record->file, "#%" PRIu64 "\n1%s\n", CLOCK * number, code_of(CLK, code));
    if (number <= 1)
        fprintf(record->file, "%d%s\n", number == 0, code_of(RST, code));
    for (unsigned i = 0; i < record->table.count; i++) {
        const struct port *port = &record->table.port[i];
        const size_t       bytes = record_port_bytes(port);
        if (!record->started || memcmp(now, last, bytes) != 0)
            put_vector(record, port, now, code_of(FIRST + i, code));
        now += bytes;
        last += bytes;
    }
    fprintf(record->file, "#%" PRIu64 "\n0%s\n", CLOCK * number + CLOCK / 2, code_of(CLK, code));
}

/* The edge that takes the last values over. */
void record_vcd_end(const struct record *record)
{
    char code[CODE];
    fprintf(record->file, "#%" PRIu64 "\n1%s\n", CLOCK * (record->clocks + 1), code_of(CLK, code));
}
