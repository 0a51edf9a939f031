#!/usr/bin/env python3
"""texture.py - mistakes put into the functions of the texture units, one at a time: random samples must find each.

usage: texture.py BUILD [--jobs N] [--samples N] [--list] [PART-OF-A-NAME ...]
       texture.py --check      (only: do all faults fit the sources?)

For each field of a resource and of a sampler one whose lowest bit is lost, or that is read from its neighbour's place;
then mistakes in what is made of them.  Each is compiled anew and linked with what BUILD has of the rest and of
tb/texture.
"""
import glob
import os
import re
import shlex
import sys
import tempfile

import mistakes
from mistakes import changed, run, write

ANSWER, AXIS, BORDER, CUBE, FILTER, LAYOUT, LOD, PLAN, SHAPE, WALK, WEIGHT = (
    'pipeline/texture/texture_%s.c' % part
    for part in ('answer', 'axis', 'border', 'cube', 'filter', 'layout', 'lod', 'plan', 'shape', 'walk', 'weight'))
TEXEL, BLOCK, FORMAT, NUMBER = ('pipeline/texture/%s.c' % part for part in ('texel', 'texel_block', 'texel_format', 'texel_number'))
FIELDS = {'pipeline/texture/texture_resource.def': 'RESOURCE', 'pipeline/texture/texture_sampler.def': 'SAMPLER'}
UNPACK = 'pipeline/texture/texture_state.c'

# Fields of which no value depends (docs/texture.md), or that the check before a run has looked at.
WITHOUT_EFFECT = {'RESOURCE REQUEST_SIZE', 'RESOURCE PERF_MODULATION', 'RESOURCE INTERLACED', 'RESOURCE TYPE',
                  'SAMPLER TYPE'}

# name, file, what stands there (once), what stands there with the mistake
FAULTS = [
    # coordinates
    ('WRAP does not wrap below 0', AXIS, 'return (uint32_t)(rest < 0 ? rest + period : rest);',
     'return (uint32_t)(rest < 0 ? -rest : rest);'),
    ('MIRROR repeats the last texel', AXIS, '*inside = 2u * axis->size - 1 - *inside;',
     '*inside = (2u * axis->size - *inside) % axis->size;'),
    ('a texel mirrored once is one off', AXIS, 'texel = texel < 0 ? -1 - texel : texel;',
     'texel = texel < 0 ? -texel : texel;'),
    ('HALF_BORDER does not stop the coordinate', AXIS, 'return at < 0 ? 0 : at > end ? end : at;', 'return at;'),
    ('POINT meets half borders', AXIS, 'if (point && (mode == TEX_CLAMP_HALF_BORDER || ', 'if (point && ('),
    ('POINT_SAMPLING_CLAMP has no effect', AXIS, '(mode == TEX_CLAMP_BORDER && point_sampling_clamp)))', '0))'),
    ('coordinates in texels repeat', AXIS, 'in_texels ? (enum tex_clamp)once[clamp] : clamp;', 'clamp;'),
    ('coordinates in texels are not halved', AXIS, 'axis->fraction_bits - axis->level;', 'axis->fraction_bits;'),
    ('offsets are whole texels', AXIS, 'axis->offset * (1 << half);', 'axis->offset * (2 << half);'),
    ('a cube begins at 0', WALK, '.from_one = resource->dim == TEX_DIM_CUBEMAP,', '.from_one = false,'),
    ('MC_COORD_TRUNCATE has no effect', WALK, '.halves = query->sampler->mc_coord_truncate && plan->filter == TEXTURE_BILINEAR,',
     '.halves = false,'),
    ('bilinear filters begin half a texel late', WALK, 'BILINEAR_REACH = 1', 'BILINEAR_REACH = 0'),
    ('bicubic filters begin a texel late', WALK, 'BICUBIC_REACH = 3', 'BICUBIC_REACH = 1'),
    ('neighbouring faces are turned', CUBE, '(to->sign[0] * point[to->axis[0]] + edge - 1) / 2',
     '(edge - 1 - to->sign[0] * point[to->axis[0]]) / 2'),
    ('beyond two edges lies a texel of the same row', CUBE, 'v = within(v, edge - 1);', 'v = within(v, edge - 3);'),
    # weights
    ('bilinear weights are exchanged', WEIGHT, 'return tap ? part : one - part;\n    case TEXTURE_BICUBIC',
     'return tap ? one - part : part;\n    case TEXTURE_BICUBIC'),
    ('phases 9 to 15 are not mirrored', WEIGHT, 'at = turned ? 3 - tap : tap;', 'at = tap;'),
    ('both directions have one kernel', WEIGHT, 'vertical * FILTER4_VERTICAL + ', '0 * (vertical + FILTER4_VERTICAL) + '),
    ('bicubic weights have no sign', WEIGHT, '(int32_t)(weight ^ 0x400) - 0x400;', '(int32_t)weight;'),
    ('text weights end a texel early', WEIGHT, 'tap > kernel->reach ? 0', 'tap >= kernel->reach ? 0'),
    # level of detail
    ('the instruction bias is unsigned', LOD, '(((int)tex->lod_bias ^ 64) - 64)', '((int)tex->lod_bias)'),
    ('LOD_BIAS_SEC has no effect', LOD, ' + sampler->lod_bias_sec', ''),
    ('MIN_LOD has no effect', LOD, 'if (lod < (int)sampler->min_lod)', 'if (0)'),
    ('LAST_LEVEL does not limit', LOD, 'within > last ? last : within', 'within'),
    ('a texture without levels is magnified', LOD, 'lod->minified = within > 0;', 'lod->minified = within > 0 && last > 0;'),
    ('the shorter gradient counts', LOD, 'magnitude(length_h) >= magnitude(length_v);',
     'magnitude(length_h) < magnitude(length_v);'),
    ('a slope that is no number is the longest', LOD, 'is_nan(own_h) ? own_v : own_h, length_v = is_nan(own_v) ? own_h : own_v;',
     'own_h, length_v = own_v;'),
    ('LOD_USES_MINOR_AXIS has no effect', LOD, 'if (query->sampler->lod_uses_minor_axis)', 'if (0)'),
    ('SAMPLE_LB ignores W', LOD, 'level += lod_of_float(query->coordinate[lane][3]);', ';'),
    ('gradients that were set are ignored', LOD, 'const bool set = set_gradients(query->op),', 'const bool set = false,'),
    ('MIP_FILTER POINT rounds down', PLAN, '(lod + WEIGHT_ONE / 2) >> WEIGHT_BITS', 'lod >> WEIGHT_BITS'),
    ('PERF_MIP has no effect', PLAN, 'steeper(lod & (WEIGHT_ONE - 1), query->sampler->perf_mip)',
     '(lod & (WEIGHT_ONE - 1))'),
    ('PERF_Z has no effect', PLAN, 'steeper(place.fraction << rest, query->sampler->perf_z) >> rest << rest',
     'place.fraction << rest'),
    ('Z_FILTER NONE is POINT', PLAN, 'z_filter == TEX_Z_FILTER_NONE ? plan->filter != TEXTURE_POINT :', ''),
    ('XY_MAG_FILTER counts always', PLAN, 'lod->minified ? query->sampler->xy_min_filter : ', ''),
    ('arrays are not rounded', PLAN, 'resource->base_array + whole_number(', 'whole_number('),
    ('two probes of four', PLAN, 'plan->probes = lod->probes;', 'plan->probes = lod->probes > 1 ? 1 : lod->probes;'),
    ('MAX_ANISO of the resource has no effect', SHAPE,
     'sampler->max_aniso < resource->max_aniso ? sampler->max_aniso : resource->max_aniso;', 'sampler->max_aniso;'),
    ('BASE_LEVEL has no effect', SHAPE, 'resource->base_level + level;', 'level;'),
    ('TEX_ARRAY_OVERRIDE has no effect', SHAPE, ' && !query->sampler->tex_array_override;', ';'),
    ('HIGH_PRECISION_FILTER has no effect', SHAPE, ' || query->sampler->high_precision_filter ? 8 : 6;', ' ? 8 : 6;'),
    ('FETCH_4 has no effect', SHAPE, '(query->op >= ISA_FETCH_SAMPLE && query->sampler->fetch_4);', '0;'),
    ('SAMPLE_IS_PCF has no effect', SHAPE, 'query->op >= ISA_FETCH_SAMPLE && query->sampler->sample_is_pcf;', 'false;'),
    # answers and what is kept
    ('GET_LERP tells vertical first', ANSWER, 'result[0] = part_of(fraction[0], own->fraction_bits);',
     'result[0] = part_of(fraction[1], own->fraction_bits);'),
    ('GET_LERP tells slices without PERF_Z', PLAN, 'plan->slice_fraction = (uint8_t)fraction;',
     'plan->slice_fraction = (uint8_t)(linear ? place.fraction << rest : 0);'),
    ('GET_LERP tells levels without PERF_MIP', PLAN, 'plan->level_fraction = (uint8_t)fraction;',
     'plan->level_fraction = (uint8_t)(lod & (WEIGHT_ONE - 1));'),
    ('GET_GRADIENTS_V is that of H', ANSWER, 'ISA_FETCH_GET_GRADIENTS_V ? v[i]', 'ISA_FETCH_GET_GRADIENTS_V ? h[i]'),
    ('KEEP_GRADIENTS returns black', ANSWER, '? texture_border(query, i)', '? 0'),
    ('SET_CUBEMAP_INDEX has no effect', PLAN, 'whole_number(query->cube_index[lane], resource->tex_depth);', '0;'),
    # border, comparisons, keys
    ('an opaque black border is transparent', BORDER, 'return i == 3 ? one : 0;', 'return 0;'),
    ('LESS is LESSEQUAL', BORDER, 'return a < b;', 'return a <= b;'),
    ('the reference is always W', BORDER, 'source == LOD_GIVEN || source == LOD_BIASED ? 2 : 3', '3'),
    ('a key is found in borders, too', BORDER, 'query->op == ISA_FETCH_LD || tap->border || ', 'query->op == ISA_FETCH_LD || '),
    ('KEY_KILL blends', FILTER, 'if (sum->killed && ', 'if (0 && sum->killed && '),
    ('KEY_BLEND blends the key', FILTER, 'if (texture_matches_key(query, tap, value)) {',
     'if (texture_matches_key(query, tap, value) && query->sampler->chroma_key == TEX_CHROMA_KEY_KILL) {'),
    ('gathers begin with (0,0)', FILTER, '{3, 0, 1, 2}', '{0, 1, 2, 3}'),
    ('BC_FRAC_MODE filters texels', FILTER, 'return query->tex->bc_frac_mode || (i == 0', 'return (i == 0'),
    ('BC_FRAC_MODE is compared', FILTER, 'return query->tex->bc_frac_mode ? tap->border :',
     'return query->tex->bc_frac_mode && !texture_op_compares(query) ? tap->border :'),
    ('columns of 96 bits round up as texels', LAYOUT, 'if (level->parts * level->element_bytes != 12)', 'if (1)'),
    ('DST_SEL 1 is 0', FILTER, 'select[i] == TEX_SEL_1 ? texel_one(query->format)', 'select[i] == TEX_SEL_1 ? 0'),
]


def field_faults():
    """A mistake for each field: a number loses its lowest bit, a flag is its neighbour."""
    row = re.compile(r'^TEXTURE_FIELD\((\w+),\s*\w+,\s*(\d+),\s*(\d+),\s*(\d+),.*$', re.M)
    for path, what in sorted(FIELDS.items()):
        with open(path, encoding='utf-8') as source:
            text = source.read()
        for match in row.finditer(text):
            name, high, low = match[1], int(match[3]), int(match[4])
            if '%s %s' % (what, name) in WITHOUT_EFFECT:
                continue
            if high > low:
                places = (high, low + 1)
            else:
                places = (high - 1, low - 1) if high == 31 else (high + 1, low + 1)
            old = match[0]
            begin, end = match.start(3) - match.start(0), match.end(4) - match.start(0)
            yield ('%s %s is read wrongly' % (what, name), path, old, old[:begin] + '%d, %d' % places + old[end:])


def judge(fault, build, samples):
    """Returns (found, what is to be said)."""
    name, path = fault[:2]
    compiler = shlex.split(os.environ.get('CC', 'gcc'))
    source = UNPACK if path in FIELDS else path
    with tempfile.TemporaryDirectory() as folder:
        try:
            write(os.path.join(folder, path), changed(fault))
        except (OSError, ValueError) as error:
            return False, str(error)
        if source != path:
            with open(source, encoding='utf-8') as text:
                write(os.path.join(folder, source), text.read())
        program = os.path.join(folder, 'compare')
        built = run(compiler + ['-std=c11', '-D_POSIX_C_SOURCE=200809L', '-O2', '-ffp-contract=off', '-w', '-fno-lto',
                                '-I', folder, '-I', '.', '-o', program, os.path.join(folder, source)] +
                    sorted(glob.glob(build + '/tb/texture/*.o')) +
                    [build + '/libjudge.a', build + '/libwekiva.a', '-lelf', '-ljansson', '-lm', '-lz', '-pthread'])
        if built.returncode:
            return False, '%s: does not build\n%s' % (name, built.stdout[:2000])
        result = run([program, '--samples', str(samples)], timeout=600)
        differences = [line for line in result.stdout.splitlines() if re.match(r'(sample \d+|place|texel): ', line)]
        return bool(differences), '%s: %s' % (name, differences[0][:100] if differences else 'no difference')


def main():
    return mistakes.main(__doc__, list(field_faults()) + FAULTS, judge, 'samples', 1000000)


if __name__ == '__main__':
    sys.exit(main())
