#include "rtl_model/r700/gpu_machine.h"

#include "rtl_model/r700/gpu_collected.h"

static void wire(void *machine)
{
    gpu_wire(machine);
}

static void look(void *machine, unsigned instance)
{
    struct gpu *gpu = machine;
    if (instance == (unsigned)MACHINE_ALL)
        gpu_look(gpu);
    else
        gpu_look_at(gpu, instance);
}

static void edge(void *machine)
{
    gpu_edge(machine);
}

static void touch(void *machine)
{
    gpu_touch(machine);
}

static bool finished(const void *machine)
{
    return gpu_finished(machine);
}

static bool stopped(const void *machine, struct diag *diag)
{
    return gpu_stopped(machine, diag);
}

static size_t outside_bytes(const void *machine)
{
    return gpu_collected_bytes(machine);
}

static void outside_put(unsigned char *to, const void *machine)
{
    gpu_collected_put(to, machine);
}

static bool outside_check(const char *name, const unsigned char *data, size_t bytes, const void *machine,
                          uint64_t cycle, struct diag *diag)
{
    return gpu_collected_check(name, data, bytes, machine, cycle, diag);
}

static bool outside_take(const char *name, const unsigned char *data, void *machine, struct diag *diag)
{
    return gpu_collected_take(name, data, machine, diag);
}

struct rtl_machine gpu_machine(struct gpu *gpu)
{
    static const struct rtl_machine_kind kind = {.wire = wire,
                                                 .look = look,
                                                 .edge = edge,
                                                 .touch = touch,
                                                 .finished = finished,
                                                 .stopped = stopped,
                                                 .outside_bytes = outside_bytes,
                                                 .outside_put = outside_put,
                                                 .outside_check = outside_check,
                                                 .outside_take = outside_take};
    return (struct rtl_machine){&kind, gpu, &gpu->cycle, gpu->instances, gpu->instance_count};
}
