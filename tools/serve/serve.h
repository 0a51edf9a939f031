/* serve.h - clients of the CXXRTL debug protocol at sockets, and the run that goes on between their packets. */
#ifndef TOOLS_SERVE_SERVE_H
#define TOOLS_SERVE_SERVE_H

#include "tools/serve/cxxrtl.h"
#include "tools/serve/listen.h"

enum { SERVE_CLIENTS = 16 };

/* Until a signal ends it (tools/run/interrupt.h), or, with `once`, the first client has gone. */
void serve(struct cxxrtl_server *server, const struct listening *listening, bool once);

#endif
