#include "rtl_model/r700/setup/check_memory.h"

#include "isa/r700/isa.h"

enum { VECTOR = 3, THREE = 2 /* of ELEM_SIZE: four dwords, three */ };

static const char *stage_fault(enum launch_stage stage, unsigned target)
{
    if (target <= MEMORY_STREAM3 && stage != LAUNCH_VS && stage != LAUNCH_FS)
        return "only vertex programs write streams (ISA 3.4.2)";
    if (target == MEMORY_RING && stage == LAUNCH_CS)
        return "a compute program has no ring (ISA 3.4.2)";
    return NULL;
}

/* That of scratch and reduction buffers is four dwords (ISA 3.4.2).  The page of MEM_EXPORT has one to four (9.1),
 * 10.1 and 10.5 say that three do not exist: for all others. */
static const char *element_fault(unsigned target, unsigned elem_size, bool read)
{
    if ((target == MEMORY_SCRATCH || target == MEMORY_REDUCTION) && elem_size != VECTOR)
        return "ELEM_SIZE must be 3, four dwords, for scratch and reduction buffers (ISA 3.4.2, 7.1)";
    if (elem_size == THREE && (target != MEMORY_SCATTER || read))
        return "ELEM_SIZE 2, three dwords, does not exist (ISA 10.1, 10.5)";
    return NULL;
}

const char *check_memory_write(struct gpu_setup *setup, enum launch_stage stage, const uint32_t dwords[2])
{
    struct isa_export_buf cf;
    struct memory_write   write;
    const char           *fault;
    isa_unpack_export_buf(dwords, &cf);
    memory_write_unpack(dwords, &write);
    const unsigned target = write.access.target;
    setup->memory_uses.written |= (uint8_t)(1u << target);
    if ((fault = stage_fault(stage, target)) || (fault = element_fault(target, cf.elem_size, false)))
        return fault;
    if (write.access.indexed && cf.index_gpr >= setup->simd.num_gprs)
        return "INDEX_GPR is beyond the program's GPRs (ISA 4.6.3)";
    return setup->memory_uses.fault[target];
}

/* What the words must say whatever they read. */
static const char *word_fault(const struct gpu_setup *setup, const struct isa_mem_rd *read)
{
    if (!read->mega_fetch || read->mem_req_size)
        return "MEGA_FETCH must be 1, MEM_REQ_SIZE 0 (ISA 10.5)";
    if (read->burst_cnt && !setup->memory_uses.bursts)
        return "BURST_CNT: this chip does not read in bursts (ISA 7.3)";
    if (!vertex_format_bytes(read->data_format))
        return "DATA_FORMAT is not one of vertices (ISA 10.3, 10.5)";
    if (read->num_format_all > VERTEX_SCALED || read->endian_swap > VERTEX_ENDIAN_8IN32)
        return "a reserved NUM_FORMAT_ALL or ENDIAN_SWAP (ISA 10.5)";
    if (read->src_gpr >= setup->simd.num_gprs || read->dst_gpr + read->burst_cnt >= setup->simd.num_gprs)
        return "a GPR beyond those of the program (ISA 4.6.3)";
    return NULL;
}

const char *check_memory_read(struct gpu_setup *setup, const uint32_t dwords[4])
{
    struct isa_mem_rd read;
    const char       *fault;
    isa_unpack_mem_rd(dwords, &read);
    const unsigned target = memory_read_target_of(read.mem_op);
    setup->memory_uses.read |= (uint8_t)(1u << target);
    if ((fault = word_fault(setup, &read)) || (fault = element_fault(target, read.elem_size, true)))
        return fault;
    return setup->memory_uses.fault[target];
}

unsigned check_memory_areas(const struct gpu_setup *setup)
{
    const struct setup_uses *uses = &setup->memory_uses;
    unsigned                 areas = MEMORY_AREAS_MOST;
    for (unsigned target = MEMORY_SCRATCH; target <= MEMORY_REDUCTION; target++)
        if ((uses->written | uses->read) >> target & 1 && uses->areas[target] < areas)
            areas = uses->areas[target];
    return areas;
}
