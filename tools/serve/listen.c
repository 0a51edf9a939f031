#include "tools/serve/listen.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { WAITING = 8 };

void listen_none(struct listening *listening)
{
    *listening = (struct listening){.fd = {-1, -1}};
}

static void set_flags(int fd)
{
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    fcntl(fd, F_SETFL, O_NONBLOCK);
}

/* ---- of the file system ------------------------------------------------------------------------------------------ */

/* XDG_RUNTIME_DIR is the user's own; else a folder is made. */
static bool choose_path(struct listening *listening, struct diag *diag)
{
    const char *const runtime = getenv("XDG_RUNTIME_DIR");
    struct stat       status;
    char             *folder = listening->folder;
    const bool        own = runtime && runtime[0] == '/' && stat(runtime, &status) == 0 && S_ISDIR(status.st_mode) &&
                     status.st_uid == geteuid() && !(status.st_mode & 077);
    const int length = snprintf(folder, LISTEN_PATH_BYTES, "%s/wekiva-XXXXXX", own ? runtime : "/tmp");
    if (length >= LISTEN_PATH_BYTES - 16 || !mkdtemp(folder)) {
        folder[0] = '\0';
        return diag_set(diag, own ? runtime : "/tmp", 0, "cannot make a folder for the socket: %s", strerror(errno));
    }
    snprintf(listening->path, sizeof listening->path, "%.4000s/socket", folder);
    return true;
}

static bool address_of(const char *path, struct sockaddr_un *address, struct diag *diag)
{
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address->sun_path)
        return diag_set(diag, path, 0, "expected a name of a socket of less than %zu bytes", sizeof address->sun_path);
    strcpy(address->sun_path, path);
    return true;
}

/* What a server that has ended without its end has left there goes. */
static bool make_way(const struct sockaddr_un *address, struct diag *diag)
{
    struct stat status;
    if (lstat(address->sun_path, &status) != 0)
        return true;
    if (!S_ISSOCK(status.st_mode))
        return diag_set(diag, address->sun_path, 0, "there is something else: expected a name for a socket");
    const int  fd = socket(AF_UNIX, SOCK_STREAM, 0);
    const bool left =
        fd >= 0 && connect(fd, (const struct sockaddr *)address, sizeof *address) != 0 && errno == ECONNREFUSED;
    if (fd >= 0)
        close(fd);
    return (left && unlink(address->sun_path) == 0) ||
           diag_set(diag, address->sun_path, 0, "another process listens there: expected another name");
}

bool listen_at(struct listening *listening, const char *path, struct diag *diag)
{
    struct sockaddr_un address;
    listen_none(listening);
    if (!path && !choose_path(listening, diag))
        return false;
    if (!address_of(path ? path : listening->path, &address, diag) || !make_way(&address, diag))
        return false;
    const int fd = listening->fd[0] = socket(AF_UNIX, SOCK_STREAM, 0);
    /* No other process can connect before `listen`. */
    if (fd < 0 || bind(fd, (const struct sockaddr *)&address, sizeof address) != 0)
        return diag_set(diag, address.sun_path, 0, "cannot make the socket: %s", strerror(errno));
    snprintf(listening->path, sizeof listening->path, "%s", address.sun_path);
    if (chmod(address.sun_path, 0600) != 0 || listen(fd, WAITING) != 0)
        return diag_set(diag, address.sun_path, 0, "cannot listen at the socket: %s", strerror(errno));
    set_flags(fd);
    return true;
}

/* ---- of the loopback interface ----------------------------------------------------------------------------------- */

static int open_port(const struct sockaddr *address, socklen_t size)
{
    const int yes = 1;
    const int fd = socket(address->sa_family, SOCK_STREAM, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (address->sa_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes);
    if (bind(fd, address, size) == 0 && listen(fd, WAITING) == 0) {
        set_flags(fd);
        return fd;
    }
    const int error = errno;
    close(fd);
    errno = error;
    return -1;
}

bool listen_port(struct listening *listening, uint16_t port, struct diag *diag)
{
    struct sockaddr_in  four = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    socklen_t           size = sizeof four;
    listen_none(listening);
    listening->fd[0] = open_port((const struct sockaddr *)&four, sizeof four);
    if (listening->fd[0] < 0 || getsockname(listening->fd[0], (struct sockaddr *)&four, &size) != 0)
        return diag_set(diag, NULL, 0, "--port %u: cannot listen there: %s", port, strerror(errno));
    six.sin6_port = four.sin_port;
    listening->port = ntohs(four.sin_port);
    listening->fd[1] = open_port((const struct sockaddr *)&six, sizeof six);
    return true;
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

int listen_accept(int fd)
{
    const int yes = 1;
    const int connection = accept(fd, NULL, NULL);
    if (connection < 0)
        return -1;
    set_flags(connection);
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return connection;
}

void listen_end(struct listening *listening)
{
    for (unsigned i = 0; i < LISTEN_MAX; i++)
        if (listening->fd[i] >= 0)
            close(listening->fd[i]);
    if (listening->path[0] && listening->fd[0] >= 0)
        unlink(listening->path);
    if (listening->folder[0])
        rmdir(listening->folder);
    listen_none(listening);
}
