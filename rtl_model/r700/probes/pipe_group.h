/* pipe_group.h - an ALU group as events show it, and the texts of a pipeline view. */
#ifndef RTL_MODEL_R700_PIPE_GROUP_H
#define RTL_MODEL_R700_PIPE_GROUP_H

#include "pipeline/alu/alu_issue.h"
#include "trace/pipe_event.h"

void pipe_group_of(const struct alu_issue_reg *issue, struct pipe_group *group);

enum { PIPE_TEXT_BYTES = 1200 };

/* Texts that were made before, by their address; a text stays where it is to the end. */
struct pipe_texts {
    struct pipe_known {
        uint64_t word[PIPE_SLOTS];
        uint8_t  used; /* of a group */
        char    *text;
    } * cf, *group;
    unsigned words, size; /* addresses; places */
    char   **old;         /* of other programs at the same address */
    unsigned old_count;
};

/* For so many words of program, of so many programs at once.  False: no memory. */
bool pipe_texts_open(struct pipe_texts *texts, unsigned words, unsigned programs);
void pipe_texts_close(struct pipe_texts *texts);

/* For struct pipe_text, whose context is a struct pipe_texts. */
const char *pipe_cf_text(void *context, uint32_t address, uint64_t word);
const char *pipe_group_text(void *context, uint32_t address, const struct pipe_group *group);

#endif
