/* test_us_ref.c - the reference of R580's fragment shader processor (us_programs.h). */
#include "isa/r580/us_text.h"
#include "tb/ref/us_ref.h"

static bool run_pixels(const struct us_ref_program *program, struct us_ref_pixel *pixels, unsigned count,
                       unsigned group, struct diag *diag)
{
    struct us_ref_counts counts = {0};
    for (unsigned p = 0; p < count; p += group)
        if (!us_ref_run(program, pixels + p, group, &counts, diag))
            return false;
    return true;
}

#include "tb/unit/older/us_programs.h"

int main(void)
{
    const struct CMUnitTest tests[] = {US_PROGRAM_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
