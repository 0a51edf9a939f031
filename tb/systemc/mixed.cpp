// mixed.cpp - the C model of the ALU slot and its Verilated twin (`verilator --sc`) on the same SystemC signals: the
// pattern for a test bench in which some blocks are C and others RTL.
//
//     mixed [CYCLES [SEED [TRACE]]]      writes TRACE.vcd with the ports of both; status 1 at the first difference
#include <cstdio>
#include <cstdlib>

#include "Valu_slot.h"
#include "blocks_sc.hpp"

extern "C" {
#include "pipeline/alu/alu_slot.h"
}

namespace
{

using wekiva::pin;

// Random inputs for both, outputs of each.
struct wires {
    sc_core::sc_signal<bool> rst{"rst"};
#define WIRE(kind, ...) SC_ROW(WIRE, kind, __VA_ARGS__)
#define WIRE_IN(type, name, bits, ...) sc_core::sc_signal<pin<SC_WIDTH(type, bits)>> name{#name};
#define WIRE_OUT(type, name, bits, ...)                                                                                \
    sc_core::sc_signal<pin<SC_WIDTH(type, bits)>> model_##name{"model_" #name}, rtl_##name{"rtl_" #name};
#define WIRE_REG WIRE_IN // the twin shows its registers too
#define WIRE_NONE RTL_NOTHING
    ALU_SLOT_SIGNALS(WIRE)
};

void bind(wires &to, sc_core::sc_clock &clock, wekiva::alu_slot_sc &model, Valu_slot &rtl)
{
    model.clk(clock);
    rtl.clk(clock);
    model.rst(to.rst);
    rtl.rst(to.rst);
#define BIND(kind, ...) SC_ROW(BIND, kind, __VA_ARGS__)
#define BIND_IN(type, name, ...)                                                                                       \
    model.i_##name(to.name);                                                                                           \
    rtl.i_##name(to.name);
#define BIND_OUT(type, name, ...)                                                                                      \
    model.o_##name(to.model_##name);                                                                                   \
    rtl.o_##name(to.rtl_##name);
#define BIND_REG(type, name, ...) rtl.o_##name(to.name);
#define BIND_NONE RTL_NOTHING
    ALU_SLOT_SIGNALS(BIND)
}

// The next inputs, as `wekiva cosim alu_slot` draws them.
void drive(wires &to, alu_slot &source, stimulus &random)
{
    lockstep_alu_slot.drive(&source, nullptr, &random);
#define DRIVE(kind, ...) SC_ROW(DRIVE, kind, __VA_ARGS__)
#define DRIVE_IN(type, name, bits, ...)                                                                                \
    {                                                                                                                  \
        pin<SC_WIDTH(type, bits)> value;                                                                               \
        wekiva::load<SC_WIDTH(type, bits)>(value, *rtl_find(&alu_slot_rtl, #name), &source);                           \
        to.name.write(value);                                                                                          \
    }
#define DRIVE_OUT RTL_NOTHING
#define DRIVE_REG RTL_NOTHING
#define DRIVE_NONE RTL_NOTHING
    ALU_SLOT_SIGNALS(DRIVE)
}

bool equal(const wires &of)
{
    bool same = true;
#define EQUAL(kind, ...) SC_ROW(EQUAL, kind, __VA_ARGS__)
#define EQUAL_OUT(type, name, ...)                                                                                     \
    if (!(of.model_##name.read() == of.rtl_##name.read())) {                                                           \
        std::fprintf(stderr, "o_" #name " differs\n");                                                                 \
        same = false;                                                                                                  \
    }
#define EQUAL_IN RTL_NOTHING
#define EQUAL_REG RTL_NOTHING
#define EQUAL_NONE RTL_NOTHING
    ALU_SLOT_SIGNALS(EQUAL)
    return same;
}

} // namespace

int sc_main(int argc, char **argv)
{
    const unsigned long cycles = argc > 1 ? std::strtoul(argv[1], nullptr, 0) : 20000;
    const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 0) : 1;
    sc_core::sc_clock   clock("clock", 2, sc_core::SC_NS, 0.5, 1, sc_core::SC_NS, true);
    wires               around;
    wekiva::alu_slot_sc model("model");
    Valu_slot           rtl("rtl");
    alu_slot            source{};
    stimulus            random{};
    stimulus_seed(&random, seed);
    bind(around, clock, model, rtl);

    sc_core::sc_trace_file *file = argc > 3 ? sc_core::sc_create_vcd_trace_file(argv[3]) : nullptr;
    if (file) {
        file->set_time_unit(1, sc_core::SC_NS);
#define TRACE(kind, ...) SC_ROW(TRACE, kind, __VA_ARGS__)
#define TRACE_OUT(type, name, ...) sc_core::sc_trace(file, around.rtl_##name, "rtl.o_" #name);
#define TRACE_IN RTL_NOTHING
#define TRACE_REG RTL_NOTHING
#define TRACE_NONE RTL_NOTHING
        ALU_SLOT_SIGNALS(TRACE)
        model.trace(file);
    }
    around.rst.write(true);
    sc_core::sc_start(4, sc_core::SC_NS); // two edges
    around.rst.write(false);
    bool same = true;
    for (unsigned long cycle = 0; same && cycle < cycles; cycle++) {
        drive(around, source, random);
        sc_core::sc_start(2, sc_core::SC_NS);
        same = equal(around);
        if (!same)
            std::fprintf(stderr, "mixed: cycle %lu, seed %llu\n", cycle, static_cast<unsigned long long>(seed));
    }
    if (file)
        sc_core::sc_close_vcd_trace_file(file);
    if (same)
        std::printf("mixed: %lu cycles agree: alu_slot in C and Verilated\n", cycles);
    rtl.final();
    return same ? 0 : 1;
}
