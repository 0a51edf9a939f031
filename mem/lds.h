/* lds.h - the local data share of a SIMD: 16 KB in four banks of 256 entries, each of four dwords (ISA 2.6.2).
 *
 * In a clock each bank gives one entry to its read port (lds_read, combinational) or takes the masked dwords of one at
 * its write port.  A word's number, where the whole is laid in a row (lds_word), counts the dwords of an entry first,
 * then banks, then entries: four threads' first entries lie side by side. */
#ifndef MEM_LDS_H
#define MEM_LDS_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/rtl.h"

enum { LDS_BANKS = 4, LDS_ENTRIES = 256, LDS_DWORDS = 4, LDS_WORDS = LDS_BANKS * LDS_ENTRIES * LDS_DWORDS };

/* The LDS's contents before the first write: the pattern of undefined GPRs (mem/gpr_file.h). */
#define LDS_UNDEFINED 0x7fedca00u

/* One entry of a bank; an entry's number for each bank; an entry for each bank. */
typedef struct {
    uint32_t dword[LDS_DWORDS];
} lds_entry_t;
typedef struct {
    uint8_t bank[LDS_BANKS];
} lds_address_t;
typedef struct {
    lds_entry_t bank[LDS_BANKS];
} lds_data_t;

/* clang-format off */
#define LDS_SIGNALS(S)                                                                                 \
    S(EN,    uint8_t,       write,        4, "banks that are written, a bit each")                     \
    S(IN,    lds_address_t, write_entry,  8, "the entry of each bank")                                 \
    S(IN,    uint8_t,       write_dwords, 4, "dwords that are written, bit 0 = X")                     \
    S(IN,    lds_data_t,    write_data,  32, "X Y Z W for each bank")                                  \
    S(STAT,  uint32_t,      writes,      32, "entries written")                                        \
    S(MEM,   lds_entry_t,   bank0,       32, "bank 0", LDS_ENTRIES)                                    \
    S(MEM,   lds_entry_t,   bank1,       32, "bank 1", LDS_ENTRIES)                                    \
    S(MEM,   lds_entry_t,   bank2,       32, "bank 2", LDS_ENTRIES)                                    \
    S(MEM,   lds_entry_t,   bank3,       32, "bank 3", LDS_ENTRIES)
/* clang-format on */

RTL_STRUCT(lds, LDS_SIGNALS);

RTL_RESET(lds, PRESET);
void lds_eval(const struct lds_in *in, const struct lds_reg *q, struct lds_reg *d);
bool lds_commit(struct lds *lds);

static inline const lds_entry_t *lds_read(const struct lds *lds, unsigned bank, unsigned entry)
{
    const lds_entry_t *const banks[LDS_BANKS] = {lds->bank0, lds->bank1, lds->bank2, lds->bank3};
    return &banks[bank][entry];
}

/* One of all its words, to load it or look at it whole. */
uint32_t *lds_word(struct lds *lds, unsigned number);

RTL_LIFE(lds, ALONE_BY_EVENTS, KEEPS, STORES);

#endif
