// modules.cpp - modules of the installed library in a SystemC bench.
//
//     modules NAME...      makes each, resets and clocks it; then drives `predicate` as docs/examples/module.c does
#include <cstdio>
#include <memory>

#include "wekiva_sc_module.hpp"

namespace
{

const sc_core::sc_time PERIOD(2, sc_core::SC_NS);

// The flags of a wavefront's quarters, one in each clock: every second thread, of the last quarter 8.
struct predicate_bench {
    wekiva::module_sc                    block{"block", "predicate"};
    sc_core::sc_signal<bool>             start{"start"}, set{"set"};
    sc_core::sc_signal<sc_dt::sc_bv<64>> begins{"begins"}, predicate{"predicate"};
    sc_core::sc_signal<sc_dt::sc_bv<2>>  quarter{"quarter"}, update{"update"};
    sc_core::sc_signal<sc_dt::sc_bv<16>> mask{"mask"}, flags{"flags"};

    explicit predicate_bench(sc_core::sc_clock &clock)
    {
        block.clk(clock);
        block.in("i_start", start);
        block.in("i_start_active", begins);
        block.in("i_set", set);
        block.in("i_quarter", quarter);
        block.in("i_update", update);
        block.in("i_mask", mask);
        block.in("i_flags", flags);
        block.out("o_predicate", predicate);
    }

    void run()
    {
        start = true;
        begins = sc_dt::sc_bv<64>(0x00ffffffffffffffull);
        sc_core::sc_start(PERIOD);
        start = false;
        set = true;
        update = 1;
        flags = 0x5555;
        for (int n = 0; n < 4; n++) {
            quarter = n;
            mask = n < 3 ? 0xffff : 0x00ff;
            sc_core::sc_start(PERIOD);
        }
        std::printf("%s\n", predicate.read().to_string(sc_dt::SC_HEX_US).c_str());
    }
};

template <class E, class F> bool refuses(const F &what, const std::string &words)
{
    try {
        what();
    } catch (const E &error) {
        return std::string(error.what()).find(words) != std::string::npos;
    }
    return false;
}

int run(int count, char **names)
{
    sc_core::sc_clock                               clock("clock", PERIOD, 0.5, sc_core::SC_ZERO_TIME, true);
    sc_core::sc_signal<bool>                        reset{"reset"};
    std::vector<std::unique_ptr<wekiva::module_sc>> all;
    predicate_bench                                 bench(clock);
    std::size_t                                     ports = 0;
    for (int n = 0; n < count; n++) {
        all.push_back(std::make_unique<wekiva::module_sc>(("module" + std::to_string(n)).c_str(), names[n]));
        all.back()->clk(clock);
        all.back()->rst(reset);
        ports += all.back()->ports().size();
    }
    const bool told =
        refuses<std::invalid_argument>([&] { bench.block.in("i_flags", reset); }, "predicate.i_flags has 16 bits") &&
        refuses<std::invalid_argument>([&] { bench.block.in("i_flag", reset); }, "predicate has no input i_flag") &&
        refuses<std::runtime_error>([] { wekiva::module_sc("none", "nothing"); }, "nothing");
    reset = true;
    sc_core::sc_start(PERIOD);
    bench.run();
    std::printf("%d modules, %zu ports, mistakes are %s\n", count, ports, told ? "told" : "not told");
    return told ? 0 : 1;
}

} // namespace

int sc_main(int argc, char **argv)
{
    try {
        return run(argc - 1, argv + 1);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "modules: %s\n", error.what());
        return 2;
    }
}
