#include "mem/lds.h"

#include <assert.h>

RTL_TABLE(lds, LDS_SIGNALS);

static lds_entry_t *entry_of(struct lds *lds, unsigned bank, unsigned entry)
{
    lds_entry_t *const banks[LDS_BANKS] = {lds->bank0, lds->bank1, lds->bank2, lds->bank3};
    assert(bank < LDS_BANKS && entry < LDS_ENTRIES);
    return &banks[bank][entry];
}

uint32_t *lds_word(struct lds *lds, unsigned number)
{
    const unsigned entry = number / LDS_DWORDS;
    return &entry_of(lds, entry % LDS_BANKS, entry / LDS_BANKS)->dword[number % LDS_DWORDS];
}

void lds_preset(struct lds *lds)
{
    for (unsigned bank = 0; bank < LDS_BANKS; bank++) {
        lds_entry_t *const entries = entry_of(lds, bank, 0);
        for (unsigned entry = 0; entry < LDS_ENTRIES; entry++)
            entries[entry] = (lds_entry_t){{LDS_UNDEFINED, LDS_UNDEFINED, LDS_UNDEFINED, LDS_UNDEFINED}};
    }
}

void lds_eval(const struct lds_in *in, const struct lds_reg *q, struct lds_reg *d)
{
    d->writes = q->writes + (uint32_t)__builtin_popcount(in->write);
}

bool lds_commit(struct lds *lds)
{
    const struct lds_in *in = &lds->in;
    for (unsigned bank = 0; bank < LDS_BANKS; bank++) {
        lds_entry_t *const entry = entry_of(lds, bank, in->write_entry.bank[bank]);
        for (unsigned i = 0; i < LDS_DWORDS && in->write >> bank & 1; i++)
            if (in->write_dwords >> i & 1)
                entry->dword[i] = in->write_data.bank[bank].dword[i];
    }
    rtl_commit(lds);
    return in->write != 0;
}
