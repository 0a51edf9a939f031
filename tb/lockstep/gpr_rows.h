/* gpr_rows.h - the rows of the element memories that operand fetch reads in a clock, a row per lane (ISA 4.6.1, 4.6.3),
 * and the payload types of the register file's ports. */
#ifndef TB_LOCKSTEP_GPR_ROWS_H
#define TB_LOCKSTEP_GPR_ROWS_H

#include "kit/lanes.h"
#include "pipeline/operand_fetch.h"

typedef struct {
    uint8_t row[FETCH_ELEMENTS][LANES];
} gpr_rows_t; /* elements X Y Z W, lanes 0 to 63 */
typedef struct {
    lanes_t element[FETCH_ELEMENTS];
} gpr_words_t;

/* Row 0 for elements that are not read. */
void gpr_rows(const struct operand_fetch_in *in, const lanes_t *ar_x, gpr_rows_t *rows);

#endif
