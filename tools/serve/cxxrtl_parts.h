/* cxxrtl_parts.h - what the commands of the protocol share: answers, errors, time points. */
#ifndef TOOLS_SERVE_CXXRTL_PARTS_H
#define TOOLS_SERVE_CXXRTL_PARTS_H

#include "tools/serve/cxxrtl.h"

/* A command and where its answer goes. */
struct cxxrtl_command {
    struct cxxrtl_server *server;
    struct cxxrtl_client *client;
    const json_t         *arguments;
};

/* Returns false. */
bool cxxrtl_error(struct cxxrtl_client *client, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The packet, which it frees, and its end. */
void cxxrtl_send(struct text *to, json_t *packet);

enum { CXXRTL_TIME_BYTES = 40 };
const char *cxxrtl_time(uint64_t cycle, char text[CXXRTL_TIME_BYTES]);
/* The clock in which a time point lies, and whether it is where that begins; false: it is none. */
bool cxxrtl_cycle(const json_t *time, uint64_t *cycle, bool *begins);

/* What ended the run, as a diagnostic that lies in its last clock; NULL: nothing. */
const char *cxxrtl_diagnostic(const struct cxxrtl_server *server);

bool                           cxxrtl_reference_items(struct cxxrtl_command *command);
bool                           cxxrtl_query_interval(struct cxxrtl_command *command);
const struct cxxrtl_reference *cxxrtl_reference_of(const struct cxxrtl_client *client, const char *name);

#endif
