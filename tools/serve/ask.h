/* ask.h - questions of a run, in words, and their answers, in JSON:
 *
 *     value of SIGNAL at CYCLE
 *     values of SIGNAL [in FIRST..LAST]
 *     when does SIGNAL change [in FIRST..LAST]
 *     first EXPRESSION after CYCLE
 *     states
 *
 * Signals and expressions are those of triggers (trace/trigger/trigger.h).  A value is hexadecimal; beside it stands
 * the word with which the waveform shows it, if that is another one. */
#ifndef TOOLS_SERVE_ASK_H
#define TOOLS_SERVE_ASK_H

#include <jansson.h>

#include "rtl_model/timeline.h"

/* Changes in one answer; with more of them `next` is the cycle of the next one. */
enum { ASK_CHANGES_MAX = 100000 };

/* NULL and what is wrong with the question, with its column. */
json_t *ask_answer(struct timeline *timeline, const char *question, struct diag *diag);

#endif
