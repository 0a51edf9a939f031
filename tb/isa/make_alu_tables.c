/* make_alu_tables.c - writes pipeline/alu_tables.c:
 *
 *   make build/tb/isa/make_alu_tables && build/tb/isa/make_alu_tables > pipeline/alu_tables.c */
#include "tb/isa/alu_table_maker.h"

#include <stdio.h>

static void print_row(const char *name, const int32_t *values)
{
    printf("        .%s = {", name);
    for (unsigned i = 0; i < ALU_TABLE_ENTRIES; i++)
        printf("%s%d,", i % 10 ? " " : "\n            ", values[i]);
    printf("\n        },\n");
}

int main(void)
{
    static const char *const names[ALU_TABLE_COUNT] = {"RECIP", "RSQRT",     "SQRT", "EXP2",
                                                       "LOG2",  "LOG2_NEAR", "SINE", "SINE_NEAR"};

    printf(
        "/* alu_tables.c - made by tb/isa/make_alu_tables.c, not edited; docs/transcendental.md says what it is. */\n"
        "#include \"pipeline/alu_tables.h\"\n\n/* clang-format off */\n"
        "const struct alu_table alu_tables[ALU_TABLE_COUNT] = {\n");
    for (unsigned id = 0; id < ALU_TABLE_COUNT; id++) {
        struct alu_table table;
        table_make((enum alu_table_id)id, &table);
        printf("    [ALU_TABLE_%s] = {\n", names[id]);
        print_row("c0", table.c0);
        print_row("c1", table.c1);
        print_row("c2", table.c2);
        printf("    },\n");
    }
    printf("};\n");
    return 0;
}
