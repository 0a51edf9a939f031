#include "pipeline/fetch/memory_space.h"

#include "isa/r700/isa.h"

enum { VECTOR = MEMORY_ELEMENTS /* dwords of an element of scratch and reduction buffers (ISA 3.4.2) */ };

memory_target_t memory_target_of(unsigned cf_id)
{
    switch (cf_id) {
    case ISA_CF_INST_MEM_SCRATCH:
        return MEMORY_SCRATCH;
    case ISA_CF_INST_MEM_REDUCTION:
        return MEMORY_REDUCTION;
    case ISA_CF_INST_MEM_RING:
        return MEMORY_RING;
    case ISA_CF_INST_MEM_EXPORT:
        return MEMORY_SCATTER;
    default:
        return (memory_target_t)((cf_id - ISA_CF_INST_MEM_STREAM0) & MEMORY_STREAM3);
    }
}

memory_target_t memory_read_target_of(unsigned mem_op)
{
    static const memory_target_t targets[] = {MEMORY_SCRATCH, MEMORY_REDUCTION, MEMORY_SCATTER};
    return targets[mem_op < 3 ? mem_op : 0];
}

const char *memory_target_name(unsigned target)
{
    static const char *const names[MEMORY_TARGETS] = {"stream0", "stream1",   "stream2", "stream3",
                                                      "scratch", "reduction", "ring",    "scatter"};
    return target < MEMORY_TARGETS ? names[target] : "";
}

/* TYPE: bit 0 is indexed, bit 1 with acknowledge.  The list of ISA 10.1 has reads for 2 and 3, but memory writes do not
 * read (9.1), and its text names these four. */
enum { TYPE_INDEXED = 1, TYPE_ACK = 2 };

void memory_write_unpack(const uint32_t dwords[2], struct memory_write *write)
{
    struct isa_export_buf cf;
    isa_unpack_export_buf(dwords, &cf);
    write->access = (struct memory_access){.target = memory_target_of(isa_cf_lookup(dwords)->id),
                                           .indexed = (cf.type & TYPE_INDEXED) != 0,
                                           .element_dwords = (uint8_t)(cf.elem_size + 1),
                                           .array_base = (uint16_t)cf.array_base,
                                           .array_last = (uint16_t)cf.array_size};
    write->ack = (cf.type & TYPE_ACK) != 0;
    write->mask = (uint8_t)cf.comp_mask;
    /* GUESS: a scatter write has no more dwords than ELEM_SIZE says (ISA 9.1 MEM_EXPORT), whatever COMP_MASK says.  The
     * others have those of COMP_MASK: Mesa writes Z alone with ELEM_SIZE 0 (MESA). */
    if (write->access.target == MEMORY_SCATTER)
        write->mask &= (uint8_t)((1u << write->access.element_dwords) - 1);
}

/* The index is signed, and taken into 0 .. ARRAY_SIZE; the burst goes on from there (ISA 7.1). */
static uint32_t element_of(const struct memory_access *access, uint32_t index, unsigned step)
{
    if (!access->indexed || index >> 31)
        index = 0;
    return (index < access->array_last ? index : access->array_last) + step;
}

/* Dwords up to the last element that is accessed. */
static unsigned reach(unsigned elements)
{
    return elements ? 32 - (unsigned)__builtin_clz(elements) : 0;
}

static struct memory_place in_vectors(const struct memory_access *access, const struct memory_space *space,
                                      const struct memory_thread *thread, uint32_t element, unsigned elements)
{
    const uint64_t vector = (uint64_t)access->array_base + element;
    return (struct memory_place){
        .dword = (uint64_t)thread->area * space->item * thread->wave_size +
                 (vector * thread->wave_size + thread->in_wave) * VECTOR,
        .strays = vector * VECTOR + reach(elements) > space->item,
    };
}

struct memory_place memory_place(const struct memory_access *access, const struct memory_space *space,
                                 const struct memory_thread *thread, uint32_t index, unsigned step, bool read,
                                 unsigned elements)
{
    const unsigned stride = access->element_dwords;
    /* The index of a scatter access is a dword address, and there is no array (ISA 9.1 MEM_EXPORT, 7.1). */
    if (access->target == MEMORY_SCATTER)
        return (struct memory_place){.dword = (uint64_t)access->array_base + (access->indexed ? index : 0) +
                                              (uint64_t)step * stride};
    uint32_t   element = element_of(access, index, step);
    const bool beyond = element > access->array_last;
    /* GUESS: a burst that goes on behind the array reads its last element, as reads behind the scatter buffer do
     * (3D 12); ISA 3.4.3 only says that it is clamped. */
    if (beyond && read)
        element = access->array_last;
    struct memory_place place;
    if (access->target == MEMORY_SCRATCH || access->target == MEMORY_REDUCTION) {
        place = in_vectors(access, space, thread, element, elements);
    } else {
        /* MESA: ARRAY_BASE is in dwords whatever ELEM_SIZE is. */
        const uint64_t in_item = access->array_base + (uint64_t)element * stride;
        place.dword = thread->in_launch * space->item + in_item;
        place.strays = access->target == MEMORY_RING && in_item + reach(elements) > space->item;
    }
    place.dropped = beyond && !read;
    place.strays = place.strays && !place.dropped;
    return place;
}
