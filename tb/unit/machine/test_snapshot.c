/* test_snapshot.c - a machine continues from a snapshot bit for bit, and nothing but a whole snapshot of the same
 * machine is taken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kit/snapshot.h"
#include "tb/unit/trace/test_trace_machine.h"

static struct machine      machine, other;
static struct rtl_instance instances[MACHINE_INSTANCES], other_instances[MACHINE_INSTANCES];
static struct diag         diag;

static int fresh_machines(void **state)
{
    (void)state;
    memset(&machine, 0, sizeof machine);
    memset(&other, 0x5a, sizeof other);
    memset(&diag, 0, sizeof diag);
    machine.seed = 11;
    machine_instances(&machine, instances);
    machine_instances(&other, other_instances);
    for (int i = 0; i < 30; i++)
        machine_step(&machine);
    return 0;
}

static bool save_as(const char *path, const struct rtl_instance *of, unsigned count, uint64_t cycle)
{
    const size_t   bytes = snapshot_bytes(of, count);
    unsigned char *data = malloc(bytes);
    assert_non_null(data);
    snapshot_put(data, of, count, cycle);
    const bool good = snapshot_write_file(path, data, bytes, &diag);
    free(data);
    return good;
}

static bool load_into(const char *path, const struct rtl_instance *to, unsigned count, uint64_t *cycle)
{
    size_t         bytes;
    unsigned char *data = snapshot_read_file(path, &bytes, &diag);
    const bool     good = data && snapshot_check(path, data, bytes, to, count, cycle, &diag);
    if (good)
        snapshot_take(data, to, count);
    free(data);
    return good;
}

static bool save(const char *path)
{
    return save_as(path, instances, MACHINE_INSTANCES, 0x123456789abcdef0);
}

static bool load(const char *path, uint64_t *cycle)
{
    return load_into(path, other_instances, MACHINE_INSTANCES, cycle);
}

static void a_loaded_machine_continues_as_the_saved_one(void **state)
{
    (void)state;
    uint64_t cycle = 0;
    assert_true(save(scratch("s.snap")));
    assert_true(load(scratch("s.snap"), &cycle));
    assert_true(cycle == 0x123456789abcdef0);
    assert_int_equal(rtl_compare(instances, other_instances, MACHINE_INSTANCES, NULL), 0);
    /* q and d alike, as after a clock edge */
    assert_memory_equal(&other.pump[0].q, &other.pump[0].d, sizeof other.pump[0].q);
    other.seed = machine.seed;
    for (int i = 0; i < 50; i++) {
        machine_step(&machine);
        machine_step(&other);
        assert_int_equal(rtl_compare(instances, other_instances, MACHINE_INSTANCES, NULL), 0);
    }
}

static void a_module_of_one_register_is_saved(void **state)
{
    (void)state;
    const struct rtl_signal signal = {"a", "", "uint16_t", RTL_OUT, 16, 1, 1, 0, NULL, NULL};
    const struct rtl_module module = {
        .name = "m", .signals = &signal, .signal_count = 1, .next_state = sizeof(uint16_t)};
    uint16_t                  saved[2] = {0xabcd, 0xabcd}, loaded[2] = {0};
    const struct rtl_instance one = {"m", &module, saved}, two = {"m", &module, loaded};
    uint64_t                  cycle;
    assert_true(save_as(scratch("m.snap"), &one, 1, 1));
    assert_true(load_into(scratch("m.snap"), &two, 1, &cycle));
    assert_int_equal(loaded[0], 0xabcd);
    assert_int_equal(loaded[1], 0xabcd);
}

static void wires_are_not_saved(void **state)
{
    (void)state;
    uint64_t cycle;
    assert_true(save(scratch("s.snap")));
    other.pump[0].in.kick = 0x33;
    assert_true(load(scratch("s.snap"), &cycle));
    assert_int_equal(other.pump[0].in.kick, 0x33);
}

static void the_file_has_this_form(void **state)
{
    (void)state;
    struct rtl_instance one = {"top.store", &store_rtl, &machine.store};
    size_t              bytes;
    machine.store.q.stall = true;
    machine.store.stack[1] = 0x2a5;
    assert_true(save_as(scratch("one.snap"), &one, 1, 7));
    char *text = slurp(scratch("one.snap"), &bytes);
    assert_int_equal(bytes, 24 + 1 + 12 * 64 * 4 + 3 * 2 + 8);
    assert_memory_equal(text, "WKSNAP\1\0", 8);
    const uint64_t layout = rtl_layout(&one, 1);
    for (int i = 0; i < 8; i++)
        assert_int_equal((unsigned char)text[8 + i], layout >> 8 * i & 255);
    assert_memory_equal(text + 16, "\7\0\0\0\0\0\0\0\1", 9);
    assert_memory_equal(text + 25 + 12 * 64 * 4 + 2, "\xa5\x02", 2);
    free(text);
}

/* ---- what is refused -------------------------------------------------------------------------------------------- */

static void put_file(const char *path, const char *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    fclose(file);
}

/* Refused with these words, file named, and the machine as it was. */
static void assert_refused(const char *path, const char *why)
{
    const struct machine before = other;
    uint64_t             cycle = 99;
    assert_false(load(path, &cycle));
    if (!strstr(diag.what, why))
        fail_msg("'%s' does not say '%s'", diag.what, why);
    assert_string_equal(diag.file, path);
    assert_int_equal(diag.line, 0);
    assert_memory_equal(&other, &before, sizeof before);
    assert_int_equal(cycle, 99);
}

static void a_changed_byte_is_refused_wherever_it_is(void **state)
{
    (void)state;
    size_t bytes = 0;
    assert_true(save(scratch("s.snap")));
    char *text = slurp(scratch("s.snap"), &bytes);
    for (size_t i = 0; i < bytes; i += i < 64 || i + 16 > bytes ? 1 : 11) {
        text[i] = (char)(text[i] ^ (1 << i % 8));
        put_file(scratch("bad.snap"), text, bytes);
        assert_refused(scratch("bad.snap"), i < 6    ? "not a snapshot"
                                            : i < 8  ? "version"
                                            : i < 16 ? "another machine"
                                                     : "checksum");
        text[i] = (char)(text[i] ^ (1 << i % 8));
    }
    free(text);
}

static void shorter_and_longer_files_are_refused(void **state)
{
    (void)state;
    size_t bytes = 0;
    assert_true(save(scratch("s.snap")));
    char *text = slurp(scratch("s.snap"), &bytes); /* has a zero byte behind its end */
    for (size_t length = 0; length < bytes; length += length < 40 ? 1 : 997) {
        put_file(scratch("bad.snap"), text, length);
        assert_refused(scratch("bad.snap"), length < 6 ? "not a snapshot" : "truncated");
    }
    put_file(scratch("bad.snap"), text, bytes + 1);
    assert_refused(scratch("bad.snap"), "longer");
    free(text);
}

static void other_machines_snapshots_are_refused(void **state)
{
    (void)state;
    assert_true(save_as(scratch("two.snap"), instances, 2, 0));
    assert_refused(scratch("two.snap"), "another machine");
    instances[1].path = "top.shop";
    assert_true(save(scratch("renamed.snap")));
    assert_refused(scratch("renamed.snap"), "another machine");
}

static void another_version_is_named(void **state)
{
    (void)state;
    size_t bytes = 0;
    assert_true(save(scratch("s.snap")));
    char *text = slurp(scratch("s.snap"), &bytes);
    text[6] = 0x34;
    text[7] = 0x12;
    put_file(scratch("bad.snap"), text, bytes);
    assert_refused(scratch("bad.snap"), "version 4660, this program reads version 1");
    free(text);
}

static void values_wider_than_their_signal_are_refused(void **state)
{
    (void)state;
    machine.pump[1].q.phase = 9;
    assert_true(save(scratch("wide.snap")));
    assert_refused(scratch("wide.snap"), "0x9 for top.a.o_phase, more than its 3 bits");
}

static void missing_files_and_folders_are_reported(void **state)
{
    (void)state;
    assert_refused(scratch("none.snap"), "No such file");
    assert_refused(scratch_folder, "directory");
    assert_false(save(scratch("none/s.snap")));
    assert_non_null(strstr(diag.what, "No such file"));
    assert_false(save("/dev/full"));
    assert_non_null(strstr(diag.what, "not a regular file"));
}

/* ---- whole or not at all ---------------------------------------------------------------------------------------- */

static unsigned files_in_scratch(void)
{
    unsigned count = 0;
    DIR     *folder = opendir(scratch_folder);
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

static int save_on_a_small_disk(void)
{
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){1000, 1000});
    return !save(scratch("s.snap")) && strstr(diag.what, "File too large") ? 0 : 1;
}

static void a_failed_save_leaves_the_old_snapshot_and_nothing_else(void **state)
{
    (void)state;
    uint64_t cycle;
    assert_true(save(scratch("s.snap")));
    const unsigned files = files_in_scratch();
    const pid_t    child = fork();
    if (child == 0)
        _exit(save_on_a_small_disk());
    int status = 1;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    assert_int_equal(files_in_scratch(), files);
    assert_true(load(scratch("s.snap"), &cycle));
}

int main(int argc, char **argv)
{
    (void)argc;
    scratch_open(argv[0]);
#define TEST(name) cmocka_unit_test_setup(name, fresh_machines)
    const struct CMUnitTest tests[] = {
        TEST(a_loaded_machine_continues_as_the_saved_one),
        TEST(a_module_of_one_register_is_saved),
        TEST(wires_are_not_saved),
        TEST(the_file_has_this_form),
        TEST(a_changed_byte_is_refused_wherever_it_is),
        TEST(shorter_and_longer_files_are_refused),
        TEST(other_machines_snapshots_are_refused),
        TEST(another_version_is_named),
        TEST(values_wider_than_their_signal_are_refused),
        TEST(missing_files_and_folders_are_reported),
        TEST(a_failed_save_leaves_the_old_snapshot_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
