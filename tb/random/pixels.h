/* pixels.h - random programs of machines whose threads are pixels (R580, NV30): text and data from a seed, what must
 * come out by a reference without time, and the comparison with a machine, of which nothing but rtl_model/machine.h is
 * used. */
#ifndef TB_RANDOM_PIXELS_H
#define TB_RANDOM_PIXELS_H

#include "tb/random/random.h"

enum {
    RANDOM_PIXELS = 96,
    RANDOM_PIXEL_INPUTS = 11,
    RANDOM_PIXEL_EXPORTS = 2,
    RANDOM_PIXEL_REGISTERS = 8,
    RANDOM_PIXEL_TEXELS = 16,
    RANDOM_PIXEL_SETTINGS = 6
};

struct random_pixels {
    char     text[1 << 15]; /* assembly */
    char     json[4096];    /* the launch file; it names program.s, inputs.bin, constants.bin, texels.bin, golden.bin */
    char     setting[RANDOM_PIXEL_SETTINGS][32]; /* of the chip, before the user's own */
    unsigned setting_count;
    unsigned pixels, input_count, export_count, register_count; /* registers: 0, none are compared */
    uint32_t inputs[RANDOM_PIXELS * RANDOM_PIXEL_INPUTS * 4];   /* [pixel][input][4] */
    uint32_t constants[256 * 4];
    float    texels[RANDOM_PIXEL_TEXELS][4];
    uint32_t golden[RANDOM_PIXELS * RANDOM_PIXEL_EXPORTS * 4]; /* [pixel][export][4] */
    uint32_t registers[RANDOM_PIXELS][RANDOM_PIXEL_REGISTERS][4];
    uint64_t instructions;
};

struct random_pixels_kind {
    const char *family; /* "R580" */
    /* Program, settings and inputs of a seed. */
    bool (*make)(uint64_t seed, struct random_pixels *made, struct diag *diag);
    /* What must come out on that chip, and the launch file.  False: the reference stops. */
    bool (*expect)(uint64_t seed, const struct machine_chip *chip, struct random_pixels *made, struct diag *diag);
};
extern const struct random_pixels_kind random_r580, random_nv30;
/* That of a family of machines, or NULL. */
const struct random_pixels_kind *random_pixels_kind(const char *family);

struct random_pixels_judge {
    const struct random_pixels_kind *kind;
    const char                      *chip; /* as the user has named it, with settings */
    const char *const               *sets;
    unsigned                         set_count;
    enum random_fault                fault; /* GPR, EXPORT or KILL */
    struct random_statistics         statistics;
};

/* The program of a seed, compared; `diag` says what differs. */
enum random_verdict random_pixels_run(struct random_pixels_judge *judge, uint64_t seed, struct random_pixels *made,
                                      struct diag *diag);
/* Its files into a folder, which is made. */
bool random_pixels_save(const struct random_pixels *made, const char *folder, struct diag *diag);

#endif
