/* program_elf.c - AMDGPU objects as LLVM writes them for the R700 family: ELF32, little-endian, EM_AMDGPU. */
#include "kit/bytes.h"
#include "rtl_model/program/program.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

/* The processor in bits 7:0 of e_flags (LLVM); objects without it (0) are taken as R700. */
enum { MACHINE_MASK = 0xff, MACHINE_UNSAID = 0, MACHINE_RV710 = 5, MACHINE_RV730 = 6, MACHINE_RV770 = 7 };

/* SQ_PGM_RESOURCES_PS, _VS, _GS, _ES, _FS */
static const uint32_t resource_registers[] = {0x28850, 0x28868, 0x2887c, 0x28890, 0x288a4};

static const char *const chips[] = {[MACHINE_RV710] = "rv710", [MACHINE_RV730] = "rv730", [MACHINE_RV770] = "rv770"};

static unsigned processor_of(const unsigned char *bytes)
{
    return bytes[36] & MACHINE_MASK; /* the low byte of e_flags */
}

static bool check_header(const char *name, const unsigned char *bytes, size_t length, struct diag *diag)
{
    if (length < EI_NIDENT)
        return diag_set(diag, name, 0, "truncated ELF: %zu bytes, expected a header of 52", length);
    if (bytes[EI_CLASS] != ELFCLASS32)
        return diag_set(diag, name, 0, "ELF class %u (byte 4): expected 1, 32-bit", bytes[EI_CLASS]);
    if (bytes[EI_DATA] != ELFDATA2LSB)
        return diag_set(diag, name, 0, "ELF data encoding %u (byte 5): expected 1, little-endian", bytes[EI_DATA]);
    if (length < sizeof(Elf32_Ehdr))
        return diag_set(diag, name, 0, "truncated ELF: %zu bytes, expected a header of 52", length);
    const unsigned machine = (unsigned)little_get(bytes + 18, 2);
    if (machine != EM_AMDGPU)
        return diag_set(diag, name, 0, "ELF machine %u (byte 18): expected %d, AMDGPU", machine, EM_AMDGPU);
    /* e_shoff, e_shentsize, e_shnum */
    const uint64_t end = little_get(bytes + 32, 4) + little_get(bytes + 46, 2) * little_get(bytes + 48, 2);
    if (end > length)
        return diag_set(diag, name, 0, "truncated ELF: %zu bytes, expected at least %llu: its section table ends there",
                        length, (unsigned long long)end);
    const unsigned processor = processor_of(bytes);
    if (processor != MACHINE_UNSAID && (processor < MACHINE_RV710 || processor > MACHINE_RV770))
        return diag_set(diag, name, 0,
                        "ELF processor 0x%02x (e_flags, byte 36): expected 0x05 (rv710), 0x06 (rv730) or 0x07 (rv770)",
                        processor);
    return true;
}

/* The sections a program has. */
struct sections {
    Elf_Scn *text, *config;
    bool     relocated; /* a relocation section that applies to the text and is not empty */
};

static bool find_sections(const char *name, Elf *elf, struct sections *found, struct diag *diag)
{
    size_t names, count;
    if (elf_getshdrstrndx(elf, &names) != 0 || elf_getshdrnum(elf, &count) != 0)
        return diag_set(diag, name, 0, "damaged ELF: section table: %s", elf_errmsg(-1));
    GElf_Shdr header;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        const char *title;
        if (!gelf_getshdr(section, &header) || !(title = elf_strptr(elf, names, header.sh_name)))
            return diag_set(diag, name, 0, "damaged ELF: section %zu: %s", elf_ndxscn(section), elf_errmsg(-1));
        Elf_Scn **place = strcmp(title, ".text") == 0            ? &found->text
                          : strcmp(title, ".AMDGPU.config") == 0 ? &found->config
                                                                 : NULL;
        if (place && *place)
            return diag_set(diag, name, 0, "section %zu: second %s: expected one program", elf_ndxscn(section), title);
        if (place)
            *place = section;
    }
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));)
        if (gelf_getshdr(section, &header) && (header.sh_type == SHT_REL || header.sh_type == SHT_RELA) &&
            found->text && header.sh_info == elf_ndxscn(found->text) && header.sh_size)
            found->relocated = true;
    if (!found->text)
        return diag_set(diag, name, 0, "no section .text: expected a program in it");
    return true;
}

/* The bytes of a section, which must lie in the file. */
static bool section_bytes(const char *name, const char *title, Elf_Scn *section, Elf_Data *bytes, struct diag *diag)
{
    GElf_Shdr header = {0};
    if (!gelf_getshdr(section, &header) || header.sh_type != SHT_PROGBITS)
        return diag_set(diag, name, 0, "%s: section type %u, expected 1, PROGBITS", title, header.sh_type);
    Elf_Data *data = elf_rawdata(section, NULL);
    if (!data)
        return diag_set(diag, name, 0, "truncated ELF: %s (%llu bytes at offset %llu): %s", title,
                        (unsigned long long)header.sh_size, (unsigned long long)header.sh_offset, elf_errmsg(-1));
    *bytes = *data;
    if (bytes->d_size && !bytes->d_buf)
        return diag_set(diag, name, 0, "damaged ELF: %s has no bytes", title);
    return true;
}

static bool is_resource_register(uint32_t offset)
{
    for (size_t i = 0; i < sizeof resource_registers / sizeof *resource_registers; i++)
        if (resource_registers[i] == offset)
            return true;
    return false;
}

static bool read_config(const char *name, const Elf_Data *data, struct program *program, struct diag *diag)
{
    if (data->d_size % 8)
        return diag_set(diag, name, 0, ".AMDGPU.config: %zu bytes, expected (register, value) pairs of 8",
                        data->d_size);
    struct program pairs = {0};
    if (!program_from_dwords(name, ".AMDGPU.config", data->d_buf, data->d_size, &pairs, diag))
        return false;
    program->config = malloc(data->d_size + 1);
    if (!program->config) {
        program_free(&pairs);
        return diag_set(diag, name, 0, "out of memory for %zu bytes", data->d_size);
    }
    program->config_count = pairs.count / 2;
    bool     ok = true;
    uint32_t resources = 0;
    for (unsigned i = 0; i < program->config_count && ok; i++) {
        struct program_register pair = {pairs.dwords[2 * i], pairs.dwords[2 * i + 1]};
        program->config[i] = pair;
        if (!is_resource_register(pair.offset))
            continue;
        if (program->has_config && pair.value != resources)
            ok = diag_set(diag, name, 0,
                          ".AMDGPU.config: SQ_PGM_RESOURCES 0x%08x and 0x%08x: expected one program in the object",
                          resources, pair.value);
        resources = pair.value;
        program->has_config = true;
        program->num_gprs = resources & 0xff;
        program->stack_size = resources >> 8 & 0xff;
        program->fetch_cache_lines = resources >> 24 & 7;
    }
    program_free(&pairs);
    return ok;
}

static bool read_sections(const char *name, const struct sections *found, struct program *program, struct diag *diag)
{
    Elf_Data text, config;
    if (!section_bytes(name, ".text", found->text, &text, diag))
        return false;
    if (text.d_size == 0)
        return diag_set(diag, name, 0, ".text: empty, expected a program");
    if (text.d_size % 8)
        return diag_set(diag, name, 0, ".text: %zu bytes, expected a multiple of 8 (ISA 10.1)", text.d_size);
    if (found->relocated)
        return diag_set(diag, name, 0, ".text: has relocations, expected a program whose addresses are settled");
    if (!program_from_dwords(name, ".text", text.d_buf, text.d_size, program, diag))
        return false;
    if (!found->config)
        return true;
    return section_bytes(name, ".AMDGPU.config", found->config, &config, diag) &&
           read_config(name, &config, program, diag);
}

bool program_from_elf(const char *name, const void *bytes, size_t length, struct program *program, struct diag *diag)
{
    if (!check_header(name, bytes, length, diag))
        return false;
    if (elf_version(EV_CURRENT) == EV_NONE)
        return diag_set(diag, name, 0, "libelf: %s", elf_errmsg(-1));
    /* libelf may write to the image it is given. */
    char *image = malloc(length);
    if (!image)
        return diag_set(diag, name, 0, "out of memory for %zu bytes", length);
    memcpy(image, bytes, length);
    struct sections found = {0};
    Elf            *elf = elf_memory(image, length);
    bool            ok = elf && elf_kind(elf) == ELF_K_ELF;
    if (!ok)
        diag_set(diag, name, 0, "damaged ELF: %s", elf ? "unknown kind of file" : elf_errmsg(-1));
    ok = ok && find_sections(name, elf, &found, diag) && read_sections(name, &found, program, diag);
    program->chip = chips[processor_of(bytes)];
    if (elf)
        elf_end(elf);
    free(image);
    return ok;
}
