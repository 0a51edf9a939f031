// mixed.cpp - the C model of the ALU slot and its Verilated twin (`verilator --sc`) on the same SystemC signals: the
// pattern for a test bench in which some blocks are C and others RTL.
//
//     mixed [CYCLES [SEED [TRACE]]]      writes TRACE.vcd with the ports of both; status 1 at the first difference
#include <cstdio>
#include <cstdlib>

#include "Valu_slot.h"
#include "blocks_sc.hpp"

extern "C" {
#include "pipeline/alu_slot.h"
}

namespace
{

using wekiva::pin;

// Random inputs for both, outputs of each.
struct wires {
    sc_core::sc_signal<bool> rst{"rst"};
#define WIRE(type, name, bits, doc)                                                                                    \
    sc_core::sc_signal<pin<(bits) * (sizeof(type) / RTL_ELEMENT_BYTES(bits))>> name{#name};
#define PAIR(type, name, bits, doc)                                                                                    \
    sc_core::sc_signal<pin<(bits) * (sizeof(type) / RTL_ELEMENT_BYTES(bits))>> model_##name{"model_" #name},           \
        rtl_##name{"rtl_" #name};
    ALU_SLOT_SIGNALS(WIRE, PAIR, WIRE) // the twin shows its registers too
#undef WIRE
#undef PAIR
};

void bind(wires &to, sc_core::sc_clock &clock, wekiva::alu_slot_sc &model, Valu_slot &rtl)
{
    model.clk(clock);
    rtl.clk(clock);
    model.rst(to.rst);
    rtl.rst(to.rst);
#define IN(type, name, bits, doc)                                                                                      \
    model.i_##name(to.name);                                                                                           \
    rtl.i_##name(to.name);
#define OUT(type, name, bits, doc)                                                                                     \
    model.o_##name(to.model_##name);                                                                                   \
    rtl.o_##name(to.rtl_##name);
#define REGISTER(type, name, bits, doc) rtl.o_##name(to.name);
    ALU_SLOT_SIGNALS(IN, OUT, REGISTER)
#undef IN
#undef OUT
#undef REGISTER
}

// The next inputs, as `wekiva cosim alu_slot` draws them.
void drive(wires &to, alu_slot &source, stimulus &random)
{
    lockstep_alu_slot.drive(&source, nullptr, &random);
#define DRIVE(type, name, bits, doc)                                                                                   \
    {                                                                                                                  \
        pin<(bits) * (sizeof(type) / RTL_ELEMENT_BYTES(bits))> value;                                                  \
        wekiva::load<(bits) * (sizeof(type) / RTL_ELEMENT_BYTES(bits))>(value, *rtl_find(&alu_slot_rtl, #name),        \
                                                                        &source);                                      \
        to.name.write(value);                                                                                          \
    }
    ALU_SLOT_SIGNALS(DRIVE, RTL_SKIP, RTL_SKIP)
#undef DRIVE
}

bool equal(const wires &of)
{
    bool same = true;
#define EQUAL(type, name, bits, doc)                                                                                   \
    if (!(of.model_##name.read() == of.rtl_##name.read())) {                                                           \
        std::fprintf(stderr, "o_" #name " differs\n");                                                                 \
        same = false;                                                                                                  \
    }
    ALU_SLOT_SIGNALS(RTL_SKIP, EQUAL, RTL_SKIP)
#undef EQUAL
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
#define TRACE(type, name, bits, doc) sc_core::sc_trace(file, around.rtl_##name, "rtl.o_" #name);
        ALU_SLOT_SIGNALS(RTL_SKIP, TRACE, RTL_SKIP)
#undef TRACE
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
