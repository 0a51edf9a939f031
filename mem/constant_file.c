#include "mem/constant_file.h"

#include <assert.h>
#include <string.h>

RTL_TABLE(constant_file, CONSTANT_FILE_SIGNALS);

void constant_file_load(struct constant_file *file, const uint32_t *words, unsigned count)
{
    assert(count <= CONSTANT_FILE_ROWS);
    constant_file_reset(file);
    if (count)
        memcpy(file->vector, words, count * sizeof file->vector[0]);
    file->q.count = file->d.count = (uint16_t)count;
}
