/* pipe_group.h - an ALU group as events show it, and the texts of a pipeline view. */
#ifndef RTL_MODEL_R700_PIPE_GROUP_H
#define RTL_MODEL_R700_PIPE_GROUP_H

#include "pipeline/alu_issue.h"
#include "trace/pipe_event.h"

void pipe_group_of(const struct alu_issue_reg *issue, struct pipe_group *group);

enum { PIPE_TEXTS = 1024, PIPE_TEXT_BYTES = 1200 };

/* Texts that were made before, by the low bits of their address. */
struct pipe_texts {
    struct pipe_known {
        uint64_t word[PIPE_SLOTS];
        uint8_t  used; /* of a group */
        char    *text;
    } cf[PIPE_TEXTS], group[PIPE_TEXTS];
};

/* For struct pipe_text, whose context is a struct pipe_texts; pipe_texts_free leaves it empty. */
const char *pipe_cf_text(void *context, uint32_t address, uint64_t word);
const char *pipe_group_text(void *context, uint32_t address, const struct pipe_group *group);
void        pipe_texts_free(struct pipe_texts *texts);

#endif
