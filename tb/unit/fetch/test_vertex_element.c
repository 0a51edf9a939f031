/* test_vertex_element.c - where the elements lie that vertex fetches read (ISA 5.2, 9.3, 10.3; 3D 6). */
#include "pipeline/fetch/vertex_element.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct vertex_resource own[3] = {{.address = 0x1000, .size = 256, .stride = 16, .valid = true},
                                              {.address = 0x2000, .size = 64, .stride = 4, .valid = true}};
static const struct vertex_resource others[2] = {{.address = 0x5000, .size = 256, .stride = 8, .valid = true}};
static const struct vertex_memory   memory = {
      .resource = own, .count = 3, .alt_resource = others, .alt_count = 2, .base_vertex = 2, .start_instance = 5};

/* FMT_32 of buffer 0, without an offset of the index. */
static struct isa_vtx_gpr usual(void)
{
    return (struct isa_vtx_gpr){.fetch_type = 2, .data_format = 13};
}

static struct vertex_access access_of(const struct isa_vtx_gpr *vtx)
{
    struct vertex_access access;
    uint32_t             dwords[4];
    isa_pack_vtx_gpr(vtx, dwords);
    vertex_access_of(dwords[0] | (uint64_t)dwords[1] << 32, dwords[2] | (uint64_t)dwords[3] << 32, &memory, &access);
    return access;
}

static void assert_lies(struct isa_vtx_gpr vtx, uint32_t index, bool there, uint64_t address)
{
    const struct vertex_access access = access_of(&vtx);
    uint64_t                   at;
    assert_int_equal(vertex_element(&access, index, &at), there);
    if (there)
        assert_int_equal(at, address);
}

static void an_element_lies_at_index_times_stride_and_offset(void **state)
{
    (void)state;
    struct isa_vtx_gpr vtx = usual();
    assert_lies(vtx, 3, true, 0x1030);
    vtx.offset = 12;
    assert_lies(vtx, 15, true, 0x10fc);
    assert_lies(vtx, 16, false, 0);
    vtx.offset = 13;
    assert_lies(vtx, 15, false, 0); /* its last byte is outside */
    vtx.offset = 0;
    vtx.fetch_type = 0;
    assert_lies(vtx, 3, true, 0x1050);
    vtx.fetch_type = 1;
    assert_lies(vtx, 3, true, 0x1080);
}

static void alt_const_names_the_buffers_of_another_type(void **state)
{
    (void)state;
    struct isa_vtx_gpr vtx = usual();
    vtx.buffer_id = 1;
    assert_lies(vtx, 3, true, 0x200c);
    assert_ptr_equal(vertex_resource_of(&vtx, &memory), &own[1]);
    vtx.alt_const = 1;
    assert_ptr_equal(vertex_resource_of(&vtx, &memory), &others[1]);
    vtx.buffer_id = 0;
    assert_lies(vtx, 3, true, 0x5018);
    vtx.buffer_id = 2; /* there are two of them, */
    assert_null(vertex_resource_of(&vtx, &memory));
    assert_lies(vtx, 0, false, 0);
    vtx.alt_const = 0; /* and three of its own */
    assert_ptr_equal(vertex_resource_of(&vtx, &memory), &own[2]);
    vtx.buffer_id = 3;
    assert_null(vertex_resource_of(&vtx, &memory));
    vtx.data_format = 1; /* FMT_8: not even a byte */
    assert_lies(vtx, 0, false, 0);
}

/* ISA 10.3: the stride is zero. */
static void without_a_stride_every_index_reads_what_lies_at_the_offset(void **state)
{
    (void)state;
    struct isa_vtx_gpr vtx = usual();
    vtx.const_buf_no_stride = 1;
    vtx.offset = 252;
    assert_lies(vtx, 0, true, 0x10fc);
    assert_lies(vtx, 3, true, 0x10fc);
    assert_lies(vtx, UINT32_MAX, true, 0x10fc);
    vtx.offset = 253;
    assert_lies(vtx, 0, false, 0);
}

/* ISA 10.3: MEGA_FETCH_COUNT is one less than the bytes. */
static void a_mega_fetch_asks_for_more_than_its_element(void **state)
{
    (void)state;
    static const struct {
        unsigned mega, count, offset, bytes;
    } cases[] = {{0, 31, 0, 4}, {1, 31, 0, 32}, {1, 0, 0, 4}, {1, 15, 240, 16}, {1, 31, 240, 16}, {1, 63, 252, 4}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct isa_vtx_gpr vtx = usual();
        vtx.mega_fetch = cases[i].mega;
        vtx.mega_fetch_count = cases[i].count;
        vtx.offset = cases[i].offset;
        struct vertex_access access = access_of(&vtx);
        uint64_t             address;
        assert_true(vertex_element(&access, 0, &address));
        assert_int_equal(vertex_bytes_asked(&access, address), cases[i].bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_element_lies_at_index_times_stride_and_offset),
        cmocka_unit_test(alt_const_names_the_buffers_of_another_type),
        cmocka_unit_test(without_a_stride_every_index_reads_what_lies_at_the_offset),
        cmocka_unit_test(a_mega_fetch_asks_for_more_than_its_element),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
