// blocks.cpp - every module as an sc_module, clocked beside the plain C module with the same inputs: random ones if it
// has an adapter in tb/lockstep, else none, and it must hold.
//
//     blocks NUMBER [CYCLES [SEED]]      NUMBER: 0 .. of the classes of blocks_sc.hpp; status 1 at the first port that
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
    const lockstep_module      &module;
    std::unique_ptr<port_table> ports{new port_table};
    std::vector<std::uint64_t>  state, driver, beside;
    stimulus                    random{};

    plain(const lockstep_module &of, std::uint64_t seed) : module(of), state(of.state_size), driver(of.driver_size + 1)
    {
        if (!ports_expected(&module, ports.get(), nullptr))
            throw std::length_error(module.name);
        beside.resize(ports->beside + 1);
        stimulus_seed(&random, seed);
        if (!lockstep_reset(&module, state.data(), driver.data(), &random))
            throw std::bad_alloc();
        ports_connect(ports.get(), state.data(), beside.data());
    }
    const port &named(const char *name) const
    {
        for (unsigned i = 0; i < ports->count; i++)
            if (std::string(ports->port[i].name) == name)
                return ports->port[i];
        throw std::invalid_argument(name);
    }
    void *bytes(const port &of)
    {
        return of.beside ? beside.data() : state.data();
    }
    // Its inputs, and any row of each memory.
    void drive()
    {
        if (module.drive)
            module.drive(state.data(), driver.data(), &random);
        rows_ask(&module, ports.get(), state.data(), beside.data());
        rows_gather(ports.get(), state.data(), beside.data());
        for (unsigned i = 0; i < ports->count; i++) {
            const port &row = ports->port[i];
            for (unsigned e = 0; row.role == PORT_ROW && !row.out && e < row.signal->count; e++)
                rows_name(&row, beside.data(), e, stimulus_below(&random, row.source->rows));
        }
    }
    void clock()
    {
        module.clock(state.data());
        rows_show(ports.get(), state.data(), beside.data());
    }
};

// Signals for the ports of one module, and what drives and reads them.
struct wires {
    plain                                              &c;
    std::deque<std::shared_ptr<sc_core::sc_interface>>  signals;
    std::vector<std::function<void()>>                  drive;
    std::vector<std::function<bool()>>                  check;

    explicit wires(plain &of) : c(of) {}

    template <unsigned W, class P> void operator()(P &to, const char *name)
    {
        auto wire = std::make_shared<sc_core::sc_signal<pin<W>>>(sc_core::sc_gen_unique_name("wire"));
        to(*wire);
        signals.push_back(wire);
        const port &at = c.named(name);
        if (at.out)
            check.push_back([this, wire, &at] {
                pin<W> value;
                wekiva::load<W>(value, *at.signal, c.bytes(at));
                if (value == wire->read())
                    return true;
                std::fprintf(stderr, "%s: %s differs\n", c.module.name, at.name);
                return false;
            });
        else
            drive.push_back([this, wire, &at] {
                pin<W> value;
                wekiva::load<W>(value, *at.signal, c.bytes(at));
                wire->write(value);
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
            c.drive();
        for (const auto &drive : around.drive)
            drive();
        clk.write(false);
        sc_core::sc_start(1, sc_core::SC_NS);
        clk.write(true);
        sc_core::sc_start(1, sc_core::SC_NS);
        if (cycle)
            c.clock();
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
#define COMPARE(name)                                                                                                  \
    if (at++ == which)                                                                                                 \
        return compare<wekiva::name##_sc>(*lockstep_find_plain(#name), cycles, seed) ? 0 : 1;
    WEKIVA_SC_PLAIN(COMPARE)
#undef COMPARE
    return 2;
}
