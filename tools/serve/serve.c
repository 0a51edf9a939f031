#include "tools/serve/serve.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tools/run/interrupt.h"

enum {
    READ_BYTES = 1 << 16,
    CHUNK_LEAST = 1 << 10, /* clocks between two looks at the sockets */
    CHUNK_MOST = 1 << 20,
    PATIENCE = 500,                 /* ms until it asks whether a signal has come */
    UNREAD_MOST = CXXRTL_ANSWER_MAX /* a client that does not read its answers is not read either */
};

struct connection {
    int                  fd; /* -1: none */
    struct cxxrtl_client client;
};

struct serving {
    struct cxxrtl_server *server;
    struct connection     connections[SERVE_CLIENTS];
    uint64_t              chunk;
    bool                  had_client;
};

static void drop(struct connection *connection)
{
    close(connection->fd);
    cxxrtl_client_free(&connection->client);
    connection->fd = -1;
}

/* As much as the other side takes now. */
static void send_some(struct connection *connection)
{
    struct text *const out = &connection->client.out;
    while (out->used) {
        const ssize_t n = send(connection->fd, out->bytes, out->used, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            return;
        if (n <= 0) {
            drop(connection);
            return;
        }
        text_drop(out, (size_t)n);
    }
    if (connection->client.closing)
        drop(connection);
}

static void receive_some(struct serving *serving, struct connection *connection)
{
    static char   bytes[READ_BYTES];
    const ssize_t n = recv(connection->fd, bytes, sizeof bytes, 0);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) {
        drop(connection);
        return;
    }
    if (n > 0)
        cxxrtl_receive(serving->server, &connection->client, bytes, (size_t)n);
    if (connection->client.in.lost || connection->client.out.lost)
        drop(connection);
}

static void take_connection(struct serving *serving, int listening)
{
    const int fd = listen_accept(listening);
    for (unsigned c = 0; fd >= 0 && c < SERVE_CLIENTS; c++)
        if (serving->connections[c].fd < 0) {
            serving->connections[c] = (struct connection){.fd = fd};
            serving->had_client = true;
            return;
        }
    if (fd >= 0)
        close(fd);
}

/* Events go to all clients that have been greeted; without one they are lost. */
static void send_events(struct serving *serving)
{
    struct text *const events = &serving->server->events;
    for (unsigned c = 0; c < SERVE_CLIENTS && events->used; c++)
        if (serving->connections[c].fd >= 0 && serving->connections[c].client.greeted)
            text_put(&serving->connections[c].client.out, events->bytes, events->used);
    text_drop(events, events->used);
}

/* ---- the loop ---------------------------------------------------------------------------------------------------- */

/* So many clocks take some ten milliseconds. */
static void run_on(struct serving *serving)
{
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    cxxrtl_run(serving->server, serving->chunk);
    clock_gettime(CLOCK_MONOTONIC, &after);
    const double seconds = (double)(after.tv_sec - before.tv_sec) + 1e-9 * (double)(after.tv_nsec - before.tv_nsec);
    if (seconds < 0.005 && serving->chunk < CHUNK_MOST)
        serving->chunk *= 2;
    else if (seconds > 0.02 && serving->chunk > CHUNK_LEAST)
        serving->chunk /= 2;
}

static unsigned list_sockets(const struct serving *serving, const struct listening *listening, struct pollfd *sockets)
{
    unsigned count = 0;
    for (; count < LISTEN_MAX; count++)
        sockets[count] = (struct pollfd){.fd = listening->fd[count], .events = POLLIN};
    for (unsigned c = 0; c < SERVE_CLIENTS; c++) {
        const struct connection *const connection = &serving->connections[c];
        const struct text *const       out = &connection->client.out;
        const bool                     reads = out->used < UNREAD_MOST && !connection->client.closing;
        sockets[count++] =
            (struct pollfd){.fd = connection->fd, .events = (short)((reads ? POLLIN : 0) | (out->used ? POLLOUT : 0))};
    }
    return count;
}

static void step(struct serving *serving, const struct listening *listening)
{
    struct pollfd  sockets[LISTEN_MAX + SERVE_CLIENTS];
    const unsigned count = list_sockets(serving, listening, sockets);
    if (poll(sockets, count, serving->server->running ? 0 : PATIENCE) <= 0)
        return;
    for (unsigned c = 0; c < SERVE_CLIENTS; c++) {
        struct connection *const connection = &serving->connections[c];
        const short              events = sockets[LISTEN_MAX + c].revents;
        if (connection->fd >= 0 && events & (POLLIN | POLLHUP | POLLERR))
            receive_some(serving, connection);
        if (connection->fd >= 0)
            send_some(connection);
    }
    for (unsigned l = 0; l < LISTEN_MAX; l++)
        if (sockets[l].revents & POLLIN)
            take_connection(serving, listening->fd[l]);
}

static bool is_deserted(const struct serving *serving)
{
    for (unsigned c = 0; c < SERVE_CLIENTS; c++)
        if (serving->connections[c].fd >= 0)
            return false;
    return serving->had_client;
}

void serve(struct cxxrtl_server *server, const struct listening *listening, bool once)
{
    struct serving serving = {.server = server, .chunk = CHUNK_LEAST};
    for (unsigned c = 0; c < SERVE_CLIENTS; c++)
        serving.connections[c].fd = -1;
    while (!interrupt_came() && !(once && is_deserted(&serving))) {
        step(&serving, listening);
        if (server->running)
            run_on(&serving);
        send_events(&serving);
        for (unsigned c = 0; c < SERVE_CLIENTS; c++)
            if (serving.connections[c].fd >= 0)
                send_some(&serving.connections[c]);
    }
    for (unsigned c = 0; c < SERVE_CLIENTS; c++)
        if (serving.connections[c].fd >= 0)
            drop(&serving.connections[c]);
}
