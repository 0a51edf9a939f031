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

/* ---- the state as bytes ----------------------------------------------------------------------------------------- */

/* The registers and memories, one after the other. */
#define EACH_STORED(instance, signal, instances, count)                                                                \
    for (const struct rtl_instance *instance = (instances); instance < (instances) + (count); instance++)              \
        for (const struct rtl_signal *signal = instance->module->signals;                                              \
             signal < instance->module->signals + instance->module->signal_count; signal++)                            \
            if (!rtl_is_wire(signal->kind))

size_t snapshot_state_bytes(const struct rtl_instance *instances, unsigned count)
{
    size_t bytes = 0;
    EACH_STORED (instance, signal, instances, count)
        bytes += rtl_signal_bytes(signal);
    return bytes;
}

/* The order of bytes is that of the host, which is a little-endian one (rtl_read). */
void snapshot_state_put(unsigned char *to, const struct rtl_instance *instances, unsigned count)
{
    EACH_STORED (instance, signal, instances, count) {
        memcpy(to, rtl_place(signal, instance->state), rtl_signal_bytes(signal));
        to += rtl_signal_bytes(signal);
    }
}

void snapshot_state_take(const unsigned char *from, const struct rtl_instance *instances, unsigned count)
{
    EACH_STORED (instance, signal, instances, count) {
        unsigned char *place = (unsigned char *)instance->state + signal->offset;
        memcpy(place, from, rtl_signal_bytes(signal));
        if (rtl_is_register(signal->kind))
            memcpy(place + instance->module->next_state, from, rtl_signal_bytes(signal));
        from += rtl_signal_bytes(signal);
    }
}

size_t snapshot_bytes(const struct rtl_instance *instances, unsigned count)
{
    return HEAD_BYTES + snapshot_state_bytes(instances, count) + CHECK_BYTES;
}

/* A value outside its width (a bool of 2, say) would be undefined behaviour in the machine. */
static bool widths_fit(const struct rtl_instance *instance, const struct rtl_signal *signal, const unsigned char *from,
                       struct diag *diag)
{
    const unsigned bytes = RTL_ELEMENT_BYTES(signal->bits);
    if (signal->bits == 8 * bytes)
        return true;
    for (size_t at = 0; at < rtl_signal_bytes(signal); at += bytes) {
        const uint64_t value = little_get(from + at, bytes);
        if (value >> signal->bits)
            return diag_set(diag, NULL, 0, "snapshot holds 0x%" PRIx64 " for %s.%s%s, more than its %u bits", value,
                            instance->path, rtl_prefix(signal), signal->name, signal->bits);
    }
    return true;
}

static bool check_widths(const unsigned char *from, const struct rtl_instance *instances, unsigned count,
                         struct diag *diag)
{
    EACH_STORED (instance, signal, instances, count) {
        if (!widths_fit(instance, signal, from, diag))
            return false;
        from += rtl_signal_bytes(signal);
    }
    return true;
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
    snapshot_state_put(to + HEAD_BYTES, instances, count);
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
    if (!check_widths(data + HEAD_BYTES, instances, count, diag)) {
        if (diag)
            snprintf(diag->file, sizeof diag->file, "%s", path);
        return false;
    }
    *cycle = little_get(data + CYCLE_AT, 8);
    return true;
}

void snapshot_take(const unsigned char *data, const struct rtl_instance *instances, unsigned count)
{
    snapshot_state_take(data + HEAD_BYTES, instances, count);
}
