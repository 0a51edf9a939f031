// blocks.cpp - every twinned module as an sc_module, clocked beside the plain C module with the same random inputs.
//
//     blocks NUMBER [CYCLES [SEED]]      NUMBER: 0 .. of tb/lockstep/modules.def; status 1 at the first port that
//                                        differs, 2 when there is no such module
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>

#include "blocks_sc.hpp"

namespace
{

using wekiva::pin;

// The plain C module: what the ports must show.
struct plain {
    const lockstep_module     &module;
    std::vector<std::uint64_t> state, payload;
    stimulus                   random{};

    plain(const lockstep_module &of, std::uint64_t seed)
        : module(of), state(of.state_size), payload(of.payload_size + 1)
    {
        stimulus_seed(&random, seed);
        module.reset(state.data(), payload.data(), &random);
    }
    void *bytes(bool of_payload)
    {
        return of_payload ? payload.data() : state.data();
    }
    const rtl_signal &signal(bool of_payload, const char *name) const
    {
        return *rtl_find(of_payload ? module.payload : module.signals, name);
    }
};

// Signals for the ports of one module, and what drives and reads them.
struct wires {
    plain                                                  &c;
    std::deque<std::shared_ptr<sc_core::sc_interface>>      signals;
    std::vector<std::function<void()>>                      drive;
    std::vector<std::function<bool()>>                      check;

    explicit wires(plain &of) : c(of) {}

    template <unsigned W> void operator()(sc_core::sc_in<pin<W>> &port, bool payload, const char *name)
    {
        auto wire = std::make_shared<sc_core::sc_signal<pin<W>>>(sc_core::sc_gen_unique_name("wire"));
        port(*wire);
        signals.push_back(wire);
        drive.push_back([this, wire, payload, name] {
            pin<W> value;
            wekiva::load<W>(value, c.signal(payload, name), c.bytes(payload));
            wire->write(value);
        });
    }
    template <unsigned W> void operator()(sc_core::sc_out<pin<W>> &port, bool payload, const char *name)
    {
        auto wire = std::make_shared<sc_core::sc_signal<pin<W>>>(sc_core::sc_gen_unique_name("wire"));
        port(*wire);
        signals.push_back(wire);
        check.push_back([this, wire, payload, name] {
            pin<W> value;
            wekiva::load<W>(value, c.signal(payload, name), c.bytes(payload));
            if (value == wire->read())
                return true;
            std::fprintf(stderr, "%s: o_%s differs\n", c.module.name, name);
            return false;
        });
    }
};

template <class Block> bool compare(const lockstep_module &module, unsigned long cycles, std::uint64_t seed)
{
    static sc_core::sc_signal<bool> clk("clk"), rst("rst");
    Block                           block(module.name);
    plain                           c(module, seed);
    wires                           around(c);
    block.clk(clk);
    block.rst(rst);
    block.visit(around);
    rst.write(true);
    for (unsigned long cycle = 0; cycle <= cycles; cycle++) { // the first is the reset
        if (cycle)
            module.drive(c.state.data(), c.payload.data(), &c.random);
        for (const auto &drive : around.drive)
            drive();
        clk.write(false);
        sc_core::sc_start(1, sc_core::SC_NS);
        clk.write(true);
        sc_core::sc_start(1, sc_core::SC_NS);
        if (cycle)
            module.clock(c.state.data(), c.payload.data());
        for (const auto &check : around.check)
            if (cycle && !check()) {
                std::fprintf(stderr, "blocks: %s: cycle %lu, seed %llu\n", module.name, cycle,
                             static_cast<unsigned long long>(seed));
                return false;
            }
        rst.write(false);
    }
    std::printf("%s: %lu cycles agree, %zu inputs, %zu outputs\n", module.name, cycles, around.drive.size(),
                around.check.size());
    return true;
}

} // namespace

int sc_main(int argc, char **argv)
{
    const unsigned long which = argc > 1 ? std::strtoul(argv[1], nullptr, 0) : 0;
    const unsigned long cycles = argc > 2 ? std::strtoul(argv[2], nullptr, 0) : 2000;
    const std::uint64_t seed = argc > 3 ? std::strtoull(argv[3], nullptr, 0) : 1;
    // A module cannot be made when the simulation has started, so one run has one of them.
    unsigned long at = 0;
#define COMPARE(name)                                                                                                  \
    if (at++ == which)                                                                                                 \
        return compare<wekiva::name##_sc>(lockstep_##name, cycles, seed) ? 0 : 1;
    WEKIVA_SC_BLOCKS(COMPARE)
#undef COMPARE
    return 2;
}
