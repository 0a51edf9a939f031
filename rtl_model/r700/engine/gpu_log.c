#include "rtl_model/r700/engine/gpu_log.h"

#include <stdlib.h>
#include <string.h>

/* Room for `more` behind the `used` ones; false without memory. */
static bool grow(void **list, size_t size, size_t used, size_t more, size_t *room)
{
    if (*room - used >= more)
        return true;
    const size_t wanted = 2 * *room + more;
    void        *grown = realloc(*list, wanted * size);
    if (!grown)
        return false;
    *list = grown;
    *room = wanted;
    return true;
}

static struct gpu_event *add(struct gpu_log *log)
{
    void *events = log->events;
    if (!grow(&events, sizeof *log->events, log->count, 1, &log->room)) {
        log->out_of_memory = true;
        return NULL;
    }
    log->events = events;
    log->events[log->count].clock = log->clock;
    return &log->events[log->count++];
}

#define EVENT(name, type)                                                                                              \
    void gpu_log_##name(struct gpu_log *log, const struct type *name)                                                  \
    {                                                                                                                  \
        struct gpu_event *event = add(log);                                                                            \
        if (!event)                                                                                                    \
            return;                                                                                                    \
        event->kind = EVENT_##name;                                                                                    \
        event->of.name = *name;                                                                                        \
    }
GPU_EVENTS(EVENT)

uint32_t *gpu_log_words(struct gpu_log *log, size_t count, struct gpu_ended *ended)
{
    void *words = log->words;
    if (!grow(&words, sizeof *log->words, log->word_count, count, &log->word_room)) {
        log->out_of_memory = true;
        return NULL;
    }
    log->words = words;
    ended->first_word = log->word_count;
    ended->words = count;
    log->word_count += count;
    return log->words + ended->first_word;
}

void gpu_log_clear(struct gpu_log *log)
{
    log->count = 0;
    log->word_count = 0;
}

void gpu_log_free(struct gpu_log *log)
{
    free(log->events);
    free(log->words);
    free(log->hazards.list);
    memset(log, 0, sizeof *log);
}
