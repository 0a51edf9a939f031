/* listen.h - sockets that a server listens at: one of the file system, for its owner alone, or a port of the loopback
 * interface. */
#ifndef TOOLS_SERVE_LISTEN_H
#define TOOLS_SERVE_LISTEN_H

#include <stdint.h>
#include <stdio.h>

#include "kit/diag.h"

enum { LISTEN_MAX = 2, LISTEN_PATH_BYTES = 4096 };

struct listening {
    int      fd[LISTEN_MAX];            /* -1: none */
    char     path[LISTEN_PATH_BYTES];   /* of the file system, or empty */
    char     folder[LISTEN_PATH_BYTES]; /* that was made for it, or empty */
    uint16_t port;
};

/* A socket of mode 0600 at `path`, or with NULL in a folder of mode 0700.  One that a server has left is
 * taken over; anything else that is there is not touched. */
bool listen_at(struct listening *listening, const char *path, struct diag *diag);
/* Of 127.0.0.1 and, where there is one, ::1; port 0: any that is free. */
bool listen_port(struct listening *listening, uint16_t port, struct diag *diag);
/* An empty one is allowed: what listen_none leaves. */
void listen_none(struct listening *listening);
void listen_end(struct listening *listening);

/* A new connection of one that is readable, which does not wait; -1: none after all. */
int listen_accept(int fd);

#endif
