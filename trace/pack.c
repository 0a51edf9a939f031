#include "trace/pack.h"

#include <stdlib.h>

#define ZLIB_CONST
#include <zlib.h>

enum {
    PACKED_BYTES = 1 << 16,
    GZIP_WINDOW = 15 + 16, /* zlib's largest window, with gzip's head and sum */
    MEMORY_LEVEL = 8       /* zlib's own */
};

struct pack {
    z_stream stream;
    char     packed[PACKED_BYTES];
};

struct pack *pack_open(void)
{
    struct pack *pack = calloc(1, sizeof *pack);
    if (pack &&
        deflateInit2(&pack->stream, Z_BEST_SPEED, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK) {
        free(pack);
        return NULL;
    }
    return pack;
}

void pack_close(struct pack *pack)
{
    if (!pack)
        return;
    deflateEnd(&pack->stream);
    free(pack);
}

void pack_put(struct pack *pack, const char *bytes, size_t count, bool last, pack_write_fn *write, void *to)
{
    z_stream *const stream = &pack->stream;
    stream->next_in = (const Bytef *)bytes;
    stream->avail_in = (uInt)count;
    do {
        stream->next_out = (Bytef *)pack->packed;
        stream->avail_out = PACKED_BYTES;
        deflate(stream, last ? Z_FINISH : Z_NO_FLUSH);
        write(to, pack->packed, PACKED_BYTES - stream->avail_out);
    } while (stream->avail_out == 0);
}
