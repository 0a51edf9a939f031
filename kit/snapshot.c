/* snapshot.c - saves the registers and memories of a machine to a file and loads them again.
 *
 * A snapshot is read whole and checked whole (kind, version, layout, length, checksum, widths) before the machine is
 * touched. */
#include "kit/snapshot.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kit/bytes.h"
#include "kit/hash.h"
#include "kit/walk.h"

/* "WKSNAP", version (2 bytes), layout (8), clock (8), the registers and memories, checksum (8). */
enum { MAGIC_BYTES = 6, VERSION_AT = 6, LAYOUT_AT = 8, CYCLE_AT = 16, HEAD_BYTES = 24, CHECK_BYTES = 8 };
static const char magic[] = "WKSNAP";

size_t snapshot_bytes(const struct rtl_instance *instances, unsigned count)
{
    size_t bytes = HEAD_BYTES + CHECK_BYTES;
    for (unsigned i = 0; i < count; i++)
        for (unsigned s = 0; s < instances[i].module->signal_count; s++)
            if (!rtl_is_wire(instances[i].module->signals[s].kind))
                bytes += rtl_signal_bytes(&instances[i].module->signals[s]);
    return bytes;
}

/* ---- the state as bytes ----------------------------------------------------------------------------------------- */

/* What a walk over all elements does with each, whose bytes lie at `from` or go to `to`; false ends the walk. */
struct element {
    const struct rtl_instance *instance;
    const struct rtl_signal   *signal;
    unsigned                   row, element, bytes;
    const unsigned char       *from;
    unsigned char             *to;
};
typedef bool visitor(const struct element *element, struct diag *diag);

static bool walk(const struct rtl_instance *instances, unsigned count, const unsigned char *from, unsigned char *to,
                 visitor *visit, struct diag *diag)
{
    size_t done = 0;
    for (unsigned i = 0; i < count; i++)
        for (unsigned s = 0; s < instances[i].module->signal_count; s++) {
            const struct rtl_signal *signal = &instances[i].module->signals[s];
            struct element           at = {&instances[i], signal, 0, 0, RTL_ELEMENT_BYTES(signal->bits), NULL, NULL};
            if (rtl_is_wire(signal->kind))
                continue;
            for (; at.row < signal->rows; at.row++)
                for (at.element = 0; at.element < signal->count; at.element++, done += at.bytes) {
                    at.from = from ? from + done : NULL;
                    at.to = to ? to + done : NULL;
                    if (!visit(&at, diag))
                        return false;
                }
        }
    return true;
}

static bool save_element(const struct element *at, struct diag *diag)
{
    (void)diag;
    little_put(at->to, at->bytes, rtl_read(at->signal, at->instance->state, at->row, at->element));
    return true;
}

static bool load_element(const struct element *at, struct diag *diag)
{
    (void)diag;
    rtl_write(at->instance->module, at->signal, at->instance->state, at->row, at->element,
              little_get(at->from, at->bytes));
    return true;
}

/* A value outside its width (a bool of 2, say) would be undefined behaviour in the machine. */
static bool check_element(const struct element *at, struct diag *diag)
{
    const uint64_t value = little_get(at->from, at->bytes);
    if (at->signal->bits == 64 || value >> at->signal->bits == 0)
        return true;
    return diag_set(diag, NULL, 0, "snapshot holds 0x%" PRIx64 " for %s.%s%s, more than its %u bits", value,
                    at->instance->path, rtl_prefix(at->signal), at->signal->name, at->signal->bits);
}

/* ---- saving ----------------------------------------------------------------------------------------------------- */

static bool write_bytes(int fd, const unsigned char *data, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        const ssize_t n = write(fd, data + done, bytes - done);
        if (n < 0 && errno != EINTR)
            return false;
        done += n < 0 ? 0 : (size_t)n;
    }
    return fsync(fd) == 0;
}

/* Written beside, then renamed. */
bool snapshot_write_file(const char *path, const unsigned char *data, size_t bytes, struct diag *diag)
{
    struct stat  present;
    const size_t length = strlen(path), suffix = 32;
    char        *beside = malloc(length + suffix);
    if (!beside)
        return diag_set(diag, path, 0, "no memory for the snapshot");
    memcpy(beside, path, length);
    snprintf(beside + length, suffix, ".%ld.tmp", (long)getpid());

    bool good = true;
    if (stat(path, &present) == 0 && !S_ISREG(present.st_mode))
        good = diag_set(diag, path, 0, "cannot save the snapshot: it exists and is not a regular file");
    const int fd = good ? open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
    if (good && fd < 0)
        good = diag_set(diag, path, 0, "cannot save the snapshot: %s", strerror(errno));
    if (fd >= 0) {
        int error = write_bytes(fd, data, bytes) ? 0 : errno;
        if (close(fd) != 0 && !error)
            error = errno;
        if (!error && rename(beside, path) != 0)
            error = errno;
        if (error) {
            unlink(beside);
            good = diag_set(diag, path, 0, "cannot save the snapshot: %s", strerror(error));
        }
    }
    free(beside);
    return good;
}

void snapshot_put(unsigned char *to, const struct rtl_instance *instances, unsigned count, uint64_t cycle)
{
    const size_t bytes = snapshot_bytes(instances, count);
    memcpy(to, magic, MAGIC_BYTES);
    little_put(to + VERSION_AT, 2, SNAPSHOT_VERSION);
    little_put(to + LAYOUT_AT, 8, rtl_layout(instances, count));
    little_put(to + CYCLE_AT, 8, cycle);
    walk(instances, count, NULL, to + HEAD_BYTES, save_element, NULL);
    little_put(to + bytes - CHECK_BYTES, 8, hash_of(to, bytes - CHECK_BYTES));
}

/* ---- loading ---------------------------------------------------------------------------------------------------- */

unsigned char *snapshot_read_file(const char *path, size_t *bytes, struct diag *diag)
{
    struct stat    status;
    unsigned char *data = NULL;
    const int      fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe without a writer is not waited for */
    *bytes = 0;
    if (fd < 0 || fstat(fd, &status) != 0) {
        diag_set(diag, path, 0, "cannot open the snapshot: %s", strerror(errno));
    } else if (!S_ISREG(status.st_mode)) {
        diag_set(diag, path, 0, "cannot read the snapshot: %s",
                 S_ISDIR(status.st_mode) ? strerror(EISDIR) : "not a regular file");
    } else if (!(data = malloc((size_t)status.st_size + 1))) {
        diag_set(diag, path, 0, "no memory for the snapshot");
    } else {
        ssize_t n = 1;
        for (*bytes = 0; n != 0 && *bytes<(size_t)status.st_size; *bytes += n> 0 ? (size_t)n : 0) {
            n = read(fd, data + *bytes, (size_t)status.st_size - *bytes);
            if (n >= 0 || errno == EINTR)
                continue;
            diag_set(diag, path, 0, "cannot read the snapshot: %s", strerror(errno));
            free(data);
            data = NULL;
            break;
        }
    }
    if (fd >= 0)
        close(fd);
    return data;
}

bool snapshot_check(const char *path, const unsigned char *data, size_t bytes, const struct rtl_instance *instances,
                    unsigned count, uint64_t *cycle, struct diag *diag)
{
    const size_t expected = snapshot_bytes(instances, count);
    if (bytes < MAGIC_BYTES || memcmp(data, magic, MAGIC_BYTES) != 0)
        return diag_set(diag, path, 0, "not a snapshot: it does not begin with %s", magic);
    if (bytes < HEAD_BYTES)
        return diag_set(diag, path, 0, "the snapshot is truncated: %zu bytes of %zu", bytes, expected);
    if (little_get(data + VERSION_AT, 2) != SNAPSHOT_VERSION)
        return diag_set(diag, path, 0, "the snapshot has version %u, this program reads version %d",
                        (unsigned)little_get(data + VERSION_AT, 2), SNAPSHOT_VERSION);
    if (little_get(data + LAYOUT_AT, 8) != rtl_layout(instances, count))
        return diag_set(diag, path, 0,
                        "the snapshot is of another machine: layout %016" PRIx64 ", this one has %016" PRIx64,
                        little_get(data + LAYOUT_AT, 8), rtl_layout(instances, count));
    if (bytes < expected)
        return diag_set(diag, path, 0, "the snapshot is truncated: %zu bytes of %zu", bytes, expected);
    if (bytes > expected)
        return diag_set(diag, path, 0, "the snapshot is longer than the %zu bytes of this machine", expected);
    if (little_get(data + bytes - CHECK_BYTES, 8) != hash_of(data, bytes - CHECK_BYTES))
        return diag_set(diag, path, 0, "the snapshot is damaged: its checksum does not fit");
    if (!walk(instances, count, data + HEAD_BYTES, NULL, check_element, diag)) {
        if (diag)
            snprintf(diag->file, sizeof diag->file, "%s", path);
        return false;
    }
    *cycle = little_get(data + CYCLE_AT, 8);
    return true;
}

void snapshot_take(const unsigned char *data, const struct rtl_instance *instances, unsigned count)
{
    walk(instances, count, data + HEAD_BYTES, NULL, load_element, NULL);
}
