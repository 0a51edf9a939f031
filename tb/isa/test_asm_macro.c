/* test_asm_macro.c - macros of the assembler: their groups, what is refused and why, and lines at random.  What they
 * compute is in tb/unit/alu/test_macro.c and test_macro_double.c. */
#include "isa/r700/asm/asm_macro.h"
#include "isa/r700/isa.h"
#include "pipeline/alu/alu_rules.h"
#include "pipeline/alu/operand_ports.h"
#include "tb/isa/text_support.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- groups ------------------------------------------------------------------------------------------------------ */

/* The clause of a program of one: how many groups, all of which the hardware can execute. */
static unsigned legal_groups(const char *text, const uint32_t *dwords)
{
    struct isa_cf_alu cf;
    isa_unpack_cf_alu(dwords, &cf);
    const unsigned count = cf.count + 1;
    unsigned       groups = 0;
    for (unsigned at = 0; at < count; groups++) {
        struct isa_group            group;
        struct operand_ports        ports;
        uint16_t                    row[ISA_SLOTS][3];
        unsigned                    slot = 0, operand = 0;
        const uint32_t             *words = dwords + 2 * (cf.addr + at);
        const enum isa_group_status status = isa_group_assemble(words, count - at, true, &group, &slot);
        if (status != ISA_GROUP_OK)
            fail_msg("%s\ngroup %u: %s", text, groups, isa_group_status_text(status));
        for (unsigned s = 0; s < ISA_SLOTS; s++)
            for (unsigned i = 0; i < 3; i++)
                row[s][i] = group.slot[s].src[i].sel;
        const enum port_violation ports_of = operand_ports_assign(&group, row, false, &ports, &slot, &operand);
        if (ports_of != PORT_OK)
            fail_msg("%s\ngroup %u: %s", text, groups, port_violation_text(ports_of));
        const enum group_rule rule = alu_group_rule(&group, &slot);
        if (rule != RULE_OK)
            fail_msg("%s\ngroup %u: %s", text, groups, group_rule_text(rule));
        at += group.size;
    }
    return groups;
}

static unsigned groups_of(const char *macro)
{
    char        text[512];
    struct diag diag = {0};
    uint32_t   *dwords;
    unsigned    count;
    snprintf(text, sizeof text, "ALU\n%s\nNOP EOP\n", macro);
    if (!isa_assemble("macro", text, strlen(text), &dwords, &count, NULL, &diag))
        fail_msg("%s: line %u: %s", macro, diag.line, diag.what);
    const unsigned groups = legal_groups(text, dwords);
    free(dwords);
    return groups;
}

static void an_unmodified_move_of_two_doubles_is_one_group(void **state)
{
    (void)state;
    static const char *const swizzles[] = {".xyzw", ".xyxy", ".zwxy", ".zwzw"};
    for (unsigned condition = 0; condition < 256; condition++)
        for (unsigned s = 0; s < 16; s++) {
            char text[128];
            snprintf(text, sizeof text, "dmovc R1.xyzw, R%u.%c%c%c%c, R%u%s, R%u%s", condition % 3,
                     "xyzw"[condition & 3], "xyzw"[condition >> 2 & 3], "xyzw"[condition >> 4 & 3],
                     "xyzw"[condition >> 6], s % 3 + 1, swizzles[s & 3], condition % 5, swizzles[s >> 2]);
            assert_int_equal(groups_of(text), 1);
        }
}

static void the_page_says_how_many_groups_there_are(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned    groups;
    } rows[] = {
        {"dmovc R1.xy, R0, R2, R3", 1},
        {"dmovc R1, R0, -R2, -R3", 2},
        {"dmovc R1, R0, R2_abs, -R3", 2},
        {"dmovc_sat R1, R0, R2, R3", 5},
        {"dmovc_sat R1.zw, R0, -R2, R3", 6},
        {"dmov R1, -|R2|", 1},
        {"dmov_sat R1, R2", 5},
        {"movc R1, R0, R2, R3", 1},
        {"movc_sat R1, R0, -R2, -R3", 2},
        {"movc R1, R0, -R2, R3", 2},
        {"movc R1, R0, -R2, |R3| TEMP(R4)", 3},
        {"dadd_sat R1, -R2, R3_abs", 1},
        {"dmul R1.zw, R2, R3", 1},
        {"dmul R1, R1, R3", 2},
        {"dmul R1, C[1], C[2]", 2},
        {"dmul R1, R1.zwxy, R3 TEMP(R4)", 3},
        {"dmin R1.xy, R2, R3", 4},
        {"dmax R1, -R2, R3", 8},
        {"dmax_sat R1, -R2, R3", 12},
        {"deq R1.x, R2, R3", 2},
        {"dlt R1.zw, R2, R3", 3},
        {"dtof R1.yw, R2", 2},
        {"ftod R1, R2", 1},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        if (groups_of(rows[i].text) != rows[i].groups)
            fail_msg("%s: %u groups, expected %u", rows[i].text, groups_of(rows[i].text), rows[i].groups);
}

/* CNDE_INT takes its second operand when the condition is 0. */
static void a_macro_is_the_groups_that_it_stands_for(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"ALU\nx: MOV R9.x, R8.x\n dmovc R1.xyzw, R0.yxzw, R2.zwxy, R3\ny: MOV R9.y, R1.x\nNOP EOP\n",
         "ALU\n0 x: MOV R9.x, R8.x\n"
         "1 x: CNDE_INT R1.x, R0.y, R3.x, R2.z\n y: CNDE_INT R1.y, R0.y, R3.y, R2.w\n"
         "  z: CNDE_INT R1.z, R0.x, R3.z, R2.x\n w: CNDE_INT R1.w, R0.x, R3.w, R2.y\n"
         "2 y: MOV R9.y, R1.x\nNOP EOP\n"},
        {"ALU\nDMOVC r1.ZW, r0.w, -kc0[3]_ABS.xyxy, | r[ ar.x + 2 ].zwzw |\nNOP EOP\n",
         "ALU\n0 z: AND_INT ____.z, R[AR.x+2].w, 0x7fffffff\n w: OR_INT ____.w, KC0[3].y, 0x80000000 VEC_120\n"
         "1 z: CNDE_INT R1.z, R0.w, R[AR.x+2].z, KC0[3].x\n w: CNDE_INT R1.w, R0.w, PV.z, PV.w\nNOP EOP\n"},
        {".stage pixel\nALU @c\nNOP EOP\nc: dmov R1.xy, d(-0.0)\n",
         "ALU @c\nNOP EOP\nc: 0 x: MOV R1.x, 0\n y: MOV R1.y, 0x80000000\n"},
        {"ALU\ndmov R1, d(-inf, 4.9e-324)\nNOP EOP\n",
         "ALU\n0 x: MOV R1.x, 0\n y: MOV R1.y, 0xfff00000\n z: MOV R1.z, 1\n w: MOV R1.w, 0\nNOP EOP\n"},
    };
    for (size_t i = 0; i < COUNT(pairs); i++) {
        struct diag diag = {0};
        uint32_t   *dwords;
        unsigned    count;
        if (!isa_assemble("groups", pairs[i][1], strlen(pairs[i][1]), &dwords, &count, NULL, &diag))
            fail_msg("%s: line %u: %s", pairs[i][1], diag.line, diag.what);
        assembles_to("macro", pairs[i][0], dwords, count);
        free(dwords);
    }
}

/* ---- mistakes ---------------------------------------------------------------------------------------------------- */

static void mistakes_name_the_line_and_what_was_expected(void **state)
{
    (void)state;
    static const struct {
        const char *text, *what;
    } mistakes[] = {
        {"dmovc R1.x, R0, R2, R3", "expected the mask .xy, .zw or .xyzw, found `.x, R0, R2, R3`"},
        {"dmovc R1.yz, R0, R2, R3", "expected the mask .xy, .zw or .xyzw, found `.yz"},
        {"dmovc R1.zwxy, R0, R2, R3", "expected the mask .xy, .zw or .xyzw"},
        {"dmovc R1.xyzwx, R0, R2, R3", "expected the mask .xy, .zw or .xyzw"},
        {"dmovc R1., R0, R2, R3", "expected the mask .xy, .zw or .xyzw"},
        {"dmovc R1.xy, R0, R2.xy, R3", "expected the swizzle .xyzw, .xyxy, .zwxy or .zwzw, found `.xy, R3`"},
        {"dmovc R1.xy, R0, R2.yxwz, R3", "expected the swizzle .xyzw, .xyxy, .zwxy or .zwzw, found `.yxwz, R3`"},
        {"dmovc R1.xy, R0, R2.yzxy, R3", "found `.yzxy, R3`"},
        {"dmovc R1.xy, R0, R2, R3.xyzx", "found `.xyzx`"},
        {"dmovc R1.xy, R0, R2, R3.xyyz", "found `.xyyz`"},
        {"dmovc R1.xy, R0, R2, R3.0101", "expected the swizzle"},
        {"dmovc R1.xy, R0.xy, R2, R3", "expected a swizzle of one or four of x y z w, found `.xy, R2, R3`"},
        {"dmovc R1.xy, -R0, R2, R3", "expected a condition without - and _abs, found `-R0"},
        {"dmovc R1.xy, R0_abs, R2, R3", "expected a condition without - and _abs"},
        {"dmovc R1.xy, R0, R2", "dmovc has 3 operands behind the destination"},
        {"dmovc R1.xy", "dmovc has 3 operands behind the destination"},
        {"dmov R1.xy", "dmov has 1 operand behind the destination"},
        {"dmovc R1.xy, R0, R2, R3, R4", "expected TEMP(Rn) or the end of the line, found `, R4`"},
        {"dmovc R1.xy, R0, R2, R3 CLAMP", "expected TEMP(Rn) or the end of the line, found `CLAMP`"},
        {"dmovc R128.xy, R0, R2, R3", "expected a destination (R5, R[AR.x+5]), found `R128"},
        {"dmovc ____.xy, R0, R2, R3", "expected a destination"},
        {"dmovc KC0[1].xy, R0, R2, R3", "expected a destination"},
        {"dmovc R1.xy, R0, R2, R128", "expected an operand (R5, R[AR.x+5], KC0[3], KC1[3], C[200], PV, l(...)"},
        {"dmovc R1.xy, R0, R2, |R3", "expected `|`"},
        {"dmovc R1.xy, R0, R2, KC0.xyzw", "expected `[`"},
        {"dmovc R1.xy, R0, R2, KC0[3", "expected `]`"},
        {"dmovc R1.xy, R0, R2, KC0[33]", "expected a kcache constant (0 to 31)"},
        {"dmovc R1.xy, R0, R2, R[AR.x+AR.x+AR.x+AR.x+AR.x+AR.x+AR.x+AR.x+1]", "the index of R is too long"},
        {"dmovc R1.xy, R0, R[AR.x+1], R[AL+1]", "an instruction has one index mode"},
        {"dmovc R1.xy, R0, -R2, PV", "dmovc reads PV behind its first group"},
        {"dmovc R1, R0, C[1], C[2]", "would read more than two element pairs of the constant file (ISA 4.7.5)"},
        {"dadd R1, d(1.5, 2.5), d(1.1, 2.2)", "more than four different literals"},
        {"dmovc R1.xy, R0, d(1.0, 2.0, 3.0), R2", "a literal has one or two doubles"},
        {"dmovc R1.xy, R0, d(x), R2", "expected a double, found `x), R2`"},
        {"dmov R1, d(1e400)", "expected a double, found `1e400)`"},
        {"dmov R1, d(1.0, -1e-400)", "expected a double, found `-1e-400)`"},
        {"dmovc R1.xy, R0, l(1, 2), R2", "a literal has one or four numbers"},
        {"dmovc R1.xy, R0, l(1, 2, 3, 4, 5), R2", "a literal has one or four numbers"},
        {"dmovc R1.xy, R0, l(1, R2), R2", "expected a number"},
        {"deq R1, R2, R3", "expected a mask of one or two elements in the order xyzw"},
        {"deq R1.yx, R2, R3", "expected a mask of one or two elements in the order xyzw, found `.yx"},
        {"deq_sat R1.x, R2, R3", "deq has no _sat"},
        {"dtof_sat R1.x, R2", "dtof has no _sat"},
        {"movc R1.xx, R0, R2, R3", "expected a mask: elements in the order xyzw"},
        {"movc R1, R0, -R2, |R3|",
         "movc with different signs on both sources: it needs a register of its own, TEMP(Rn)"},
        {"movc R1, R0, -R2, |R3| TEMP(R3)", "TEMP(R3) is an operand of movc, expected another register"},
        {"movc R1, R0, -R2, |R3| TEMP(R128)", "expected a GPR (R0 to R127)"},
        {"dmul R1, R1.zwxy, R2", "dmul with a destination that both of its doubles read: it needs a register"},
        {"dmul R1, R[AR.x+1].zwxy, R2", "it needs a register of its own"},
        {"x: dmovc R1.xy, R0, R2, R3", "dmovc is a macro of whole groups, it has no slot"},
        {"dmovx R1.xy, R0, R2, R3", "unknown instruction `dmovx`, did you mean dmovc?"},
        {".stage hs", "R700 has no hull stage"},
        {".stage Domain", "R700 has no domain stage"},
        {".stage xs", "expected a stage: ps, vs, gs, es, fs or cs, found `xs`"},
        {".stage ps vs", "expected the end of the line, found `vs`"},
    };
    for (size_t i = 0; i < COUNT(mistakes); i++) {
        char        text[256];
        struct diag diag = {0};
        uint32_t   *dwords;
        unsigned    count;
        snprintf(text, sizeof text, "NOP\nALU\n%s\nNOP EOP\n", mistakes[i].text);
        if (isa_assemble("m.s", text, strlen(text), &dwords, &count, NULL, &diag))
            fail_msg("no error in %s", mistakes[i].text);
        if (!strstr(diag.what, mistakes[i].what) || diag.line != 3)
            fail_msg("%s: line %u: `%s` is not in `%s`", mistakes[i].text, diag.line, mistakes[i].what, diag.what);
    }
    struct diag diag = {0};
    uint32_t   *dwords;
    unsigned    count;
    const char *outside = "NOP\ndmovc R1.xy, R0, R2, R3\n", *tex = "TEX\ndmovc R1.xy, R0, R2, R3\n";
    assert_false(isa_assemble("m.s", outside, strlen(outside), &dwords, &count, NULL, &diag));
    assert_non_null(strstr(diag.what, "dmovc outside a clause"));
    assert_false(isa_assemble("m.s", tex, strlen(tex), &dwords, &count, NULL, &diag));
    assert_non_null(strstr(diag.what, "dmovc in the clause of TEX, which is a fetch clause"));
}

/* ---- at random --------------------------------------------------------------------------------------------------- */

static const char *pick(uint64_t *seed, const char *const *from, unsigned count)
{
    return from[random32(seed) % count];
}

#define PICK(...)                                                                                                      \
    pick(seed, (const char *const[]){__VA_ARGS__}, sizeof(const char *[]){__VA_ARGS__} / sizeof(const char *))

/* Mostly right: the instruction's shape is kept, its parts are any. */
static void random_line(uint64_t *seed, char *line, size_t size)
{
    static const unsigned operands[] = {3, 3, 1, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1};
    const unsigned        name = random32(seed) % COUNT(operands);
    const unsigned        sources = random32(seed) % 16 ? operands[name] : random32(seed) % 5;
    size_t length = (size_t)snprintf(line, size, "%s%s %s%s", asm_macro_name(name), random32(seed) % 4 ? "" : "_sat",
                                     PICK("R1", "R2", "R3", "R[AR.x+4]", "r127"),
                                     PICK(".xy", ".zw", ".xyzw", "", ".x", ".yw", ".xyz", ".wx"));
    for (unsigned i = 0; i < sources && length < size; i++)
        length += (size_t)snprintf(
            line + length, size - length, ", %s%s%s%s", random32(seed) % 3 ? "" : "-",
            PICK("R1", "R2", "R3", "R1_abs", "R2_abs", "R[AR.x+5]", "R[AL+1]", "KC0[3]", "KC1[2]_abs", "C[7]", "C[8]",
                 "PV", "l(1, 2, 3, 0x80000000)", "d(1.0l, -2)", "d(1e300)", "Q"),
            random32(seed) % 8 ? PICK("", ".xyzw", ".xyxy", ".zwxy", ".zwzw") : PICK(".x", ".xy", ".wzyx"),
            random32(seed) % 16 ? "" : "|");
    if (length < size)
        snprintf(line + length, size - length, "%s", PICK("", "", " TEMP(R9)", " TEMP(R2)", " TEMP", " LAST"));
}

static void damage_line(uint64_t *seed, char *line)
{
    const size_t length = strlen(line);
    for (unsigned i = 0; i < 1 + random32(seed) % 3 && length; i++)
        line[random32(seed) % length] = "xyzwRKC0[]()|-.,_ 19d\t\x01\x80"[random32(seed) % 23];
}

/* Either groups that the hardware can execute, or a line and a reason. */
static void lines_at_random_are_legal_groups_or_refused(void **state)
{
    (void)state;
    uint64_t seed = 5;
    unsigned good = 0, all = 30000;
    for (unsigned i = 0; i < all; i++) {
        char        line[400], text[512];
        struct diag diag = {0};
        uint32_t   *dwords;
        unsigned    count;
        random_line(&seed, line, sizeof line);
        if (i % 3 == 0)
            damage_line(&seed, line);
        snprintf(text, sizeof text, "ALU\n%s\nNOP EOP\n", line);
        if (isa_assemble("m.s", text, strlen(text), &dwords, &count, NULL, &diag)) {
            legal_groups(text, dwords);
            free(dwords);
            good++;
        } else {
            if (!diag.what[0] || strpbrk(diag.what, "\n\x01\x80") || diag.line != 2)
                fail_msg("%s: line %u: %s", line, diag.line, diag.what);
        }
    }
    if (good < all / 10 || good > all / 2)
        fail_msg("%u of %u lines are good", good, all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unmodified_move_of_two_doubles_is_one_group),
        cmocka_unit_test(the_page_says_how_many_groups_there_are),
        cmocka_unit_test(a_macro_is_the_groups_that_it_stands_for),
        cmocka_unit_test(mistakes_name_the_line_and_what_was_expected),
        cmocka_unit_test(lines_at_random_are_legal_groups_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
