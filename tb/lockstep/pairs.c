#include "tb/lockstep/pairs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/near.h"
#include "kit/walk.h"

enum { PAYLOADS = 32 };

/* The words of one element of a valid that the other side has not had, oldest first, in a ring of lag + 1. */
struct queue {
    uint64_t       first, count;
    uint64_t      *cycle;
    unsigned char *words;
};

struct pair {
    const struct port *valid, *ready; /* ready: an input, or NULL */
    const struct port *payload[PAYLOADS];
    unsigned           payloads, word_bytes;
    struct queue      *queue[2]; /* of the C module, of the block; one for each element of `valid` */
    unsigned char     *held[2];  /* with `ready`: valid and payloads of the clock before */
    bool               holds;
    uint64_t           compared, lost;
    int64_t            least, most; /* clocks by which the block was later */
};

struct pairs {
    const struct session *session;
    struct pair           pair[PAIRS_TEXTS];
    unsigned              count;
    uint64_t              lag;
};

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static const struct port *find_port(const struct session *session, const char *name, bool out, struct diag *diag)
{
    const struct port_table *ports = block_ports(session->block);
    const char              *near = NULL;
    unsigned                 least = 4;
    for (unsigned i = 0; i < ports->count; i++) {
        const struct port *port = &ports->port[i];
        if (port->out != out || port->role != PORT_SIGNAL)
            continue;
        if (strcmp(port->name, name) == 0 && (port->there || !port->optional))
            return port;
        const unsigned distance = near_distance(name, strlen(name), port->name);
        if (distance < least) {
            least = distance;
            near = port->name;
        }
    }
    diag_set(diag, NULL, 0, "--pair: no %s %s of the block: %s%s%s", out ? "output" : "input", name,
             near ? "did you mean " : "expected one of --template", near ? near : "", near ? "?" : "");
    return NULL;
}

/* Bytes of what element `e` of the valid goes with: an element, or all of them. */
static unsigned slice(const struct pair *pair, const struct port *payload)
{
    const unsigned bytes = RTL_ELEMENT_BYTES(payload->signal->bits);
    return payload->signal->count == pair->valid->signal->count ? bytes : bytes * payload->signal->count;
}

static bool add_payload(struct pair *pair, const struct port *port, struct diag *diag)
{
    if (pair->payloads == PAYLOADS)
        return diag_set(diag, NULL, 0, "--pair %s: expected at most %d outputs", pair->valid->name, PAYLOADS);
    if (pair->valid->signal->count != 1 && port->signal->count != pair->valid->signal->count)
        return diag_set(diag, NULL, 0, "--pair %s=%s: expected an output of %u elements, got one of %u",
                        pair->valid->name, port->name, pair->valid->signal->count, port->signal->count);
    if (pair->ready && port_follows(port))
        return diag_set(diag, NULL, 0, "--pair %s&%s=%s: the output follows the inputs, expected a register",
                        pair->valid->name, pair->ready->name, port->name);
    pair->payload[pair->payloads++] = port;
    pair->word_bytes += slice(pair, port);
    return true;
}

static bool parse(struct pair *pair, const struct session *session, const char *text, struct diag *diag)
{
    char         name[PORT_NAME];
    const size_t head = strcspn(text, "="), valid = strcspn(text, "&=");
    if (!text[head] || !text[head + 1] || valid == 0 || head >= PORT_NAME)
        return diag_set(diag, NULL, 0, "--pair %s: expected VALID=OUTPUT,... or VALID&READY=OUTPUT,...", text);
    snprintf(name, sizeof name, "%.*s", (int)valid, text);
    if (!(pair->valid = find_port(session, name, true, diag)))
        return false;
    if (valid < head) {
        snprintf(name, sizeof name, "%.*s", (int)(head - valid - 1), text + valid + 1);
        if (!(pair->ready = find_port(session, name, false, diag)))
            return false;
        if (pair->ready->signal->count != pair->valid->signal->count)
            return diag_set(diag, NULL, 0, "--pair %s: expected as many elements of %s as of %s", text,
                            pair->ready->name, pair->valid->name);
    }
    for (const char *at = text + head; *at; at += strcspn(at + 1, ",") + 1) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at + 1, ","), at + 1);
        const struct port *port = find_port(session, name, true, diag);
        if (!port || !add_payload(pair, port, diag))
            return false;
    }
    return true;
}

/* ---- memory ----------------------------------------------------------------------------------------------------- */

static unsigned held_bytes(const struct pair *pair)
{
    return pair->valid->signal->count * (1 + pair->word_bytes);
}

static bool make_room(struct pair *pair, uint64_t lag)
{
    const unsigned streams = pair->valid->signal->count;
    for (unsigned side = 0; side < 2; side++) {
        if (!(pair->queue[side] = calloc(streams, sizeof *pair->queue[side])) ||
            !(pair->held[side] = malloc(held_bytes(pair))))
            return false;
        for (unsigned e = 0; e < streams; e++) {
            struct queue *queue = &pair->queue[side][e];
            queue->cycle = malloc((lag + 1) * sizeof *queue->cycle);
            queue->words = malloc((lag + 1) * pair->word_bytes);
            if (!queue->cycle || !queue->words)
                return false;
        }
    }
    return true;
}

struct pairs *pairs_open(const struct session *session, const char *const *texts, unsigned count, uint64_t lag,
                         struct diag *diag)
{
    struct pairs *pairs = calloc(1, sizeof *pairs);
    if (!pairs) {
        diag_set(diag, NULL, 0, "not enough memory");
        return NULL;
    }
    *pairs = (struct pairs){.session = session, .lag = lag};
    bool good = true;
    for (; good && pairs->count < count; pairs->count += good) {
        struct pair *pair = &pairs->pair[pairs->count];
        good = parse(pair, session, texts[pairs->count], diag);
        if (good && !make_room(pair, lag)) {
            good = diag_set(diag, NULL, 0, "not enough memory for words of %" PRIu64 " clocks", lag);
            pairs->count++;
        }
    }
    if (good)
        return pairs;
    pairs_close(pairs);
    return NULL;
}

void pairs_close(struct pairs *pairs)
{
    for (unsigned i = 0; pairs && i < pairs->count; i++)
        for (unsigned side = 0; side < 2; side++) {
            struct pair *pair = &pairs->pair[i];
            for (unsigned e = 0; pair->queue[side] && e < pair->valid->signal->count; e++) {
                free(pair->queue[side][e].cycle);
                free(pair->queue[side][e].words);
            }
            free(pair->queue[side]);
            free(pair->held[side]);
        }
    free(pairs);
}

/* ---- words ------------------------------------------------------------------------------------------------------ */

static const unsigned char *element_of(const struct side *side, const struct port *port, unsigned element)
{
    return (const unsigned char *)port_place(port, side->state, side->beside) +
           element * RTL_ELEMENT_BYTES(port->signal->bits);
}

static bool is_set(const struct side *side, const struct port *port, unsigned element)
{
    return rtl_read(port->signal, port->beside ? side->beside : side->state, 0, element) != 0;
}

static void copy_word(const struct pair *pair, const struct side *side, unsigned stream, unsigned char *word)
{
    for (unsigned i = 0; i < pair->payloads; i++) {
        const struct port *port = pair->payload[i];
        const bool         each = port->signal->count == pair->valid->signal->count;
        memcpy(word, element_of(side, port, each ? stream : 0), slice(pair, port));
        word += slice(pair, port);
    }
}

static void push(const struct pairs *pairs, const struct pair *pair, unsigned side, unsigned stream,
                 const unsigned char *word, uint64_t cycle)
{
    struct queue  *queue = &pair->queue[side][stream];
    const uint64_t place = (queue->first + queue->count++) % (pairs->lag + 1);
    queue->cycle[place] = cycle;
    memcpy(queue->words + place * pair->word_bytes, word, pair->word_bytes);
}

/* Words of the clock that has been; one that waits for `ready` was there before the clock in which it is taken. */
static void take_words(struct pairs *pairs, struct pair *pair, unsigned number, const struct side *side)
{
    const uint64_t cycle = pairs->session->cycle;
    unsigned char *held = pair->held[number];
    for (unsigned e = 0; e < pair->valid->signal->count; e++, held += 1 + pair->word_bytes) {
        const bool taken = pair->holds && held[0] && is_set(&pairs->session->model, pair->ready, e);
        if (taken)
            push(pairs, pair, number, e, held + 1, cycle);
        held[0] = is_set(side, pair->valid, e);
        if (held[0])
            copy_word(pair, side, e, held + 1);
        if (held[0] && !pair->ready)
            push(pairs, pair, number, e, held + 1, cycle);
    }
}

/* The first element that differs of two words. */
static void name_difference(const struct pair *pair, unsigned stream, const unsigned char *model,
                            const unsigned char *rtl, struct difference *difference)
{
    for (unsigned i = 0, at = 0; i < pair->payloads; at += slice(pair, pair->payload[i++])) {
        const struct port *port = pair->payload[i];
        const unsigned     bytes = RTL_ELEMENT_BYTES(port->signal->bits);
        const bool         each = port->signal->count == pair->valid->signal->count;
        for (unsigned e = 0; e < slice(pair, port) / bytes; e++) {
            if (memcmp(model + at + e * bytes, rtl + at + e * bytes, bytes) == 0)
                continue;
            difference->port = port;
            difference->element = each ? stream : e;
            memcpy(&difference->model, model + at + e * bytes, bytes);
            memcpy(&difference->rtl, rtl + at + e * bytes, bytes);
            return;
        }
    }
}

static bool compare_first(struct pairs *pairs, struct pair *pair, unsigned stream, struct difference *difference)
{
    struct queue        *model = &pair->queue[0][stream], *rtl = &pair->queue[1][stream];
    const uint64_t       m = model->first % (pairs->lag + 1), r = rtl->first % (pairs->lag + 1);
    const unsigned char *left = model->words + m * pair->word_bytes, *right = rtl->words + r * pair->word_bytes;
    const int64_t        later = (int64_t)rtl->cycle[r] - (int64_t)model->cycle[m];
    *difference = (struct difference){
        .cycle = pairs->session->cycle,
        .element = stream,
        .word = {.there = true, .number = model->first, .model_cycle = model->cycle[m], .rtl_cycle = rtl->cycle[r]}};
    if (memcmp(left, right, pair->word_bytes) != 0) {
        name_difference(pair, stream, left, right, difference);
        return false;
    }
    pair->least = pair->compared == 0 || later < pair->least ? later : pair->least;
    pair->most = pair->compared == 0 || later > pair->most ? later : pair->most;
    pair->compared++;
    model->first++, model->count--;
    rtl->first++, rtl->count--;
    return true;
}

/* A word for which the other side's has not come within the bound. */
static bool is_late(const struct pairs *pairs, const struct pair *pair, unsigned side, unsigned stream,
                    struct difference *difference)
{
    const struct queue *queue = &pair->queue[side][stream];
    const uint64_t      cycle = queue->cycle[queue->first % (pairs->lag + 1)];
    if (queue->count == 0 || pairs->session->cycle - cycle < pairs->lag)
        return false;
    *difference = (struct difference){.cycle = pairs->session->cycle,
                                      .port = pair->valid,
                                      .element = stream,
                                      .word = {.there = true,
                                               .model_lacks = side == 1,
                                               .rtl_lacks = side == 0,
                                               .number = queue->first,
                                               .model_cycle = cycle,
                                               .rtl_cycle = cycle}};
    return true;
}

bool pairs_agree(struct pairs *pairs, struct difference *difference)
{
    for (struct pair *pair = pairs->pair; pair < pairs->pair + pairs->count; pair++) {
        take_words(pairs, pair, 0, &pairs->session->model);
        take_words(pairs, pair, 1, &pairs->session->rtl);
        pair->holds = pair->ready;
        for (unsigned e = 0; e < pair->valid->signal->count; e++) {
            while (pair->queue[0][e].count && pair->queue[1][e].count)
                if (!compare_first(pairs, pair, e, difference))
                    return false;
            if (is_late(pairs, pair, 0, e, difference) || is_late(pairs, pair, 1, e, difference))
                return false;
        }
    }
    return true;
}

void pairs_restart(struct pairs *pairs)
{
    for (struct pair *pair = pairs->pair; pair < pairs->pair + pairs->count; pair++) {
        pair->holds = false;
        for (unsigned side = 0; side < 2; side++)
            for (unsigned e = 0; e < pair->valid->signal->count; e++) {
                pair->lost += pair->queue[side][e].count;
                pair->queue[side][e].first = pair->queue[side][e].count = 0;
            }
    }
}

/* ---- the verdict ------------------------------------------------------------------------------------------------ */

uint64_t pairs_compared(const struct pairs *pairs)
{
    uint64_t words = 0;
    for (unsigned i = 0; i < pairs->count; i++)
        words += pairs->pair[i].compared;
    return words;
}

bool pairs_have(const struct pairs *pairs, const struct port *port)
{
    for (const struct pair *pair = pairs->pair; pair < pairs->pair + pairs->count; pair++) {
        if (pair->valid == port)
            return true;
        for (unsigned i = 0; i < pair->payloads; i++)
            if (pair->payload[i] == port)
                return true;
    }
    return false;
}

static void print_pair(FILE *out, const struct pair *pair)
{
    fprintf(out, "%s: %" PRIu64 " words agree", pair->valid->name, pair->compared);
    if (pair->compared && pair->least == pair->most)
        fprintf(out, ", the block %" PRId64 " clocks later", pair->least);
    else if (pair->compared)
        fprintf(out, ", the block %" PRId64 " to %" PRId64 " clocks later", pair->least, pair->most);
    uint64_t left[2] = {0, 0};
    for (unsigned side = 0; side < 2; side++)
        for (unsigned e = 0; e < pair->valid->signal->count; e++)
            left[side] += pair->queue[side][e].count;
    if (left[0] + left[1] + pair->lost)
        fprintf(out, "; not compared: %" PRIu64 " at the end, %" PRIu64 " at resets on the way", left[0] + left[1],
                pair->lost);
    fputc('\n', out);
}

void pairs_print(FILE *out, const struct pairs *pairs)
{
    for (unsigned i = 0; i < pairs->count; i++)
        print_pair(out, &pairs->pair[i]);
}
