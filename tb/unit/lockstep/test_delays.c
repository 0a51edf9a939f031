/* test_delays.c - which delays of Verilog Verilator drops without a word (tb/lockstep/build/delays.h): IEEE 1800-2017,
 * annex A.2.1.3 (net declarations), A.7.1 (specify blocks), A.6.5 (event triggers), A.6.11 (clocking skews). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "tb/lockstep/build/delays.h"

static const struct message_source source = {"/home/me/mine", "mine", "mine/m.sv", "m"};

static bool none(const char *text, struct diag *diag)
{
    *diag = (struct diag){.line = 0};
    return delays_none(text, &source, diag);
}

/* ---- what is one ------------------------------------------------------------------------------------------------ */

static void a_delay_is_found_where_it_stands(void **state)
{
    static const struct {
        const char *text, *what;
        unsigned    line, column;
    } cases[] = {
        {"wire #3 w = a;", "a net", 1, 6},
        {"\n tri #(1,2) w;", "a net", 2, 6},
        {"wire #3.5 w;", "a net", 1, 6},
        {"wire (strong0, pull1) #3 w = a;", "a net", 1, 23},
        {"wire signed [W-1:0] #D w;", "a net", 1, 21},
        {"wire logic [3:0] #3 w;", "a net", 1, 18},
        {"wire [f(1, 2):0] #3 w;", "a net", 1, 18},
        {"supply1 #2 s;", "a net", 1, 9},
        {"uwire vectored [1:0]\n#3 w;", "a net", 2, 1},
        {"wire a, b; wire #3 w;", "a net", 1, 17},
        {"wire w = \"#\"; wor #3 x;", "a net", 1, 19},
        {"specify (a => b) = 3; endspecify", "a specify block", 1, 1},
        {"initial ->> #3 e;", "an event", 1, 13},
        {"clocking c @(posedge k); input #2 a; endclocking", "a clocking block", 1, 32},
        {"default input #1step output negedge #2;", "a clocking block", 1, 37},
        {"`default_nettype wire\nwire #3 w;", "a net", 2, 6},
        {"/**/wire #3 w;", "a net", 1, 10},
        {"assign v = a /* times */* b; wire #3 w;", "a net", 1, 35},
        {"/*verilator lint_off ASSIGNDLY**/ wire #3 w;", "a net", 1, 40}, /* not its text */
        {"assign v = a / b; wire #3 w;", "a net", 1, 24},
        {"assign v = a / b; wire #3 w; /* */", "a net", 1, 24},
        {"initial ->>\n`line 5 \"m.sv\" 0\n#3 e;", "an event", 5, 1},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct diag diag;
        if (none(cases[i].text, &diag) || !strstr(diag.what, cases[i].what) ||
            !strstr(diag.what, "nothing is timed here, expected no delay") || diag.line != cases[i].line ||
            diag.column != cases[i].column)
            fail_msg("%s: %u:%u: %s", cases[i].text, diag.line, diag.column, diag.what);
    }
}

/* ---- what is none, or what Verilator says itself ---------------------------------------------------------------- */

static void parameters_numbers_and_cycles_are_none(void **state)
{
    static const char *const texts[] = {
        "",
        "module m #(parameter W = 1) (input wire a, output wire [W-1:0] b); endmodule",
        "wire w; m #(.W(2)) u (.a(w), .b());",
        "wire [3:0] w = f(c#(4)::x), v; c#(4)::t u;",
        "wire c#(4)::t w;",
        "wire c#(.A((1)))::t w;",
        "`default_nettype wire\nmodule m #(parameter W = 1) ();",
        "sequence s; a ##3 b; endsequence",
        "wire w; assign #2 w = a; always #5 c = ~c; buf #1 g(w, a);", /* STMTDLY, ASSIGNDLY */
        "clocking c @(posedge k); input #1step a; endclocking",
        "wire w = \"wire #3 w;\"; initial $display(\"\\\"specify\");",
        "wire \\specify ; wire my_specify, specify_2; wire \\wire#3 ;",
        "x.specify.y;",
        "always @(posedge c) #3 a = b;",                                                /* STMTDLY */
        "/*verilator lint_off ASSIGNDLY*/ /*verilator lint_on ASSIGNDLY**/ wire #3 w;", /* not its text */
        "wire /* #3 */ w; /**/",
        "/*/ wire #3 w; */",
        "/*verilator lint_off ASSIGNDLY*/ wire #3 w; specify endspecify",
        "logic a = b ? 1 : 0; typedef enum {wire_e} t;",
    };
    (void)state;
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct diag diag;
        if (!none(texts[i], &diag))
            fail_msg("%s: %u:%u: %s", texts[i], diag.line, diag.column, diag.what);
    }
}

/* ---- files ------------------------------------------------------------------------------------------------------ */

/* As `verilator -E` marks files: 1 opens one, 2 goes back, 0 goes on behind what was left out. */
static void its_file_is_the_one_that_is_open(void **state)
{
    struct diag diag;
    (void)state;
    assert_false(none("`line 1 \"m.sv\" 1\nmodule m;\n`line 1 \"/home/me/mine/parts/p.sv\" 1\n\nwire #3 w;", &diag));
    assert_string_equal(diag.file, "mine/parts/p.sv");
    assert_int_equal(diag.line, 2);
    assert_false(none("`line 1 \"m.sv\" 1\n`line 1 \"p.sv\" 1\nwire w;\n`line 7 \"m.sv\" 2\nwire #3 w;", &diag));
    assert_string_equal(diag.file, "mine/m.sv");
    assert_int_equal(diag.line, 7);
    assert_false(none("`line 1 \"/usr/share/x.v\" 1\n`line 40 \"/usr/share/x.v\" 0\n  wire #3 w;", &diag));
    assert_string_equal(diag.file, "/usr/share/x.v");
    assert_int_equal(diag.line, 40);
    assert_int_equal(diag.column, 8);
}

static void what_a_file_says_of_its_delays_ends_with_it(void **state)
{
    static const char off[] = "`line 1 \"m.sv\" 1\n/*verilator lint_off ASSIGNDLY*/\n";
    char              text[256];
    struct diag       diag;
    (void)state;
    assert_true(none(strcat(strcpy(text, off), "`line 1 \"p.sv\" 1\nwire #3 w;\n`line 3 \"m.sv\" 2"), &diag));
    assert_false(none(strcat(strcpy(text, off), "`line 3 \"m.sv\" 2\n`line 1 \"p.sv\" 1\nwire #3 w;"), &diag));
    assert_string_equal(diag.file, "mine/p.sv");
    assert_false(none(strcat(strcpy(text, off), "wire #1 v;\n/*verilator lint_on ASSIGNDLY*/ wire #3 w;"), &diag));
    assert_int_equal(diag.line, 3);
}

/* Nothing is read behind the end of a text. */
static void a_text_may_end_anywhere(void **state)
{
    static const char text[] =
        "`line 1 \"m.sv\" 1\nwire c#(4)::t w; /* x */ \\a \"b\\\"\" initial ->> #3 e; wire (x) #(1) ";
    char        part[sizeof text];
    struct diag diag;
    (void)state;
    for (size_t length = 0; length < sizeof text; length++) {
        memcpy(part, text, length);
        part[length] = '\0';
        none(part, &diag);
    }
    assert_true(none("\"a\\\0\" wire #3 w;", &diag));
    assert_false(none(text, &diag));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_delay_is_found_where_it_stands),
        cmocka_unit_test(parameters_numbers_and_cycles_are_none),
        cmocka_unit_test(its_file_is_the_one_that_is_open),
        cmocka_unit_test(what_a_file_says_of_its_delays_ends_with_it),
        cmocka_unit_test(a_text_may_end_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
