/* lint_kit.h - texts and what the lint says of them, for tests. */
#ifndef TB_UNIT_LINT_KIT_H
#define TB_UNIT_LINT_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/r700/asm/asm.h"
#include "rtl_model/r700/analysis/lint.h"

enum { FINDINGS = 64 };

struct findings {
    struct lint_finding list[FINDINGS];
    unsigned            count;
};

static inline void keep(void *context, const struct lint_finding *finding)
{
    struct findings *findings = context;
    assert_true(findings->count < FINDINGS);
    findings->list[findings->count++] = *finding;
}

/* Decodes a program and looks at it. */
static inline void lint_program(struct lint_subject subject, const struct flow_program *program, lint_report_t *report,
                                void *context)
{
    struct flow_code code;
    struct diag      diag;
    assert_true(flow_decode(program, &code));
    subject.code = &code;
    assert_true(program_lint(&subject, report, context, &diag));
    flow_free(&code);
}

static const struct lint_subject usual = {.num_gprs = 8,
                                          .temporaries = 4,
                                          .doubles = true,
                                          .prefer_vector = true,
                                          .write_relative_read = true,
                                          .mova_delay = 2,
                                          .back_to_back = true};

static inline void lint_text(struct lint_subject subject, const char *text, struct findings *findings)
{
    char        message[1600];
    struct diag diag;
    uint32_t   *dwords;
    unsigned    count;
    if (!isa_assemble("test", text, strlen(text), &dwords, &count, NULL, &diag))
        fail_msg("%s", diag_text(&diag, message, sizeof message));
    findings->count = 0;
    lint_program(subject, &(struct flow_program){.dwords = dwords, .words = count / 2}, keep, findings);
    free(dwords);
}

/* Groups that use aL stand in a loop, of two CF instructions more; their clause is the second one. */
static inline unsigned uses_loop(const char *groups)
{
    return strstr(groups, "[AL") ? 1 : 0;
}

static inline void lint_groups(struct lint_subject subject, const char *groups, struct findings *findings)
{
    char text[4000];
    snprintf(text, sizeof text, "%sALU BARRIER\n%s\n%sEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
             uses_loop(groups) ? "LOOP_START @3\n" : "", groups, uses_loop(groups) ? "LOOP_END @1\n" : "");
    lint_text(subject, text, findings);
}

static inline void show(const struct findings *findings)
{
    for (unsigned i = 0; i < findings->count; i++)
        print_message("%u: `%s`: %s: %s (%s)\n", findings->list[i].address, findings->list[i].instruction,
                      findings->list[i].level ? "illegal" : "doubtful", findings->list[i].message,
                      findings->list[i].section);
}

/* Exactly one finding, at that ALU word, with the texts. */
static inline void one(struct lint_subject subject, const char *groups, enum lint_level level, unsigned address,
                       const char *section, const char *text)
{
    struct findings findings;
    lint_groups(subject, groups, &findings);
    const struct lint_finding *f = &findings.list[0];
    address += 2 * uses_loop(groups);
    if (findings.count != 1 || f->level != level || f->address != address || strcmp(f->section, section) != 0 ||
        !strstr(f->message, text)) {
        show(&findings);
        fail_msg("%s\nexpected one finding at %u: \"%s\" (%s)", groups, address, text, section);
    }
    assert_int_equal(f->cf, uses_loop(groups));
}

static inline void doubtful(const char *groups, unsigned address, const char *section, const char *text)
{
    one(usual, groups, LINT_DOUBTFUL, address, section, text);
}

static inline void illegal(const char *groups, unsigned address, const char *section, const char *text)
{
    one(usual, groups, LINT_ILLEGAL, address, section, text);
}

static inline void clean(struct lint_subject subject, const char *groups)
{
    struct findings findings;
    lint_groups(subject, groups, &findings);
    if (findings.count) {
        show(&findings);
        fail_msg("%s\nexpected no finding", groups);
    }
}

/* Exactly one finding, of that CF instruction. */
static inline void one_of_cf(const char *text, unsigned cf, const char *section, const char *message)
{
    struct findings findings;
    lint_text(usual, text, &findings);
    const struct lint_finding *f = &findings.list[0];
    if (findings.count != 1 || f->level != LINT_DOUBTFUL || !f->of_cf || f->cf != cf ||
        strcmp(f->section, section) != 0 || !strstr(f->message, message)) {
        show(&findings);
        fail_msg("%s\nexpected one finding at CF %u: \"%s\" (%s)", text, cf, message, section);
    }
}

static inline void none(const char *text)
{
    struct findings findings;
    lint_text(usual, text, &findings);
    show(&findings);
    assert_int_equal(findings.count, 0);
}

#endif
