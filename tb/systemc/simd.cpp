// simd.cpp - runs a launch with the SIMD as a SystemC module; prints the comparison and the cycles.
//
//     simd LAUNCH.json [--chip NAME] [--trace NAME]      writes NAME.vcd, every register; status as of `wekiva run`
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "tb/systemc/simd_sc.hpp"

namespace
{

int run(const char *launch, const char *chip, const char *trace)
{
    sc_core::sc_clock    clock("clock", 2, sc_core::SC_NS, 0.5, 1, sc_core::SC_NS, true);
    wekiva::simd_sc      simd("simd", launch, chip);
    wekiva::simd_signals around(simd, clock); // that a module downstream would read
    unsigned long        quarters = 0;
    sc_core::sc_trace_file *file = trace ? sc_core::sc_create_vcd_trace_file(trace) : nullptr;
    if (file) {
        file->set_time_unit(1, sc_core::SC_NS);
        simd.trace(file);
    }
    while (!simd.finished() && simd.stopped().empty()) {
        sc_core::sc_start(2, sc_core::SC_NS);
        quarters += around.valid.read();
    }
    if (file)
        sc_core::sc_close_vcd_trace_file(file);
    if (!simd.stopped().empty()) {
        std::fprintf(stderr, "simd: %s\n", simd.stopped().c_str());
        return 1;
    }
    const bool match = simd.compare();
    std::printf("%llu cycles, %lu quarters left the export unit\n", static_cast<unsigned long long>(simd.cycles()),
                quarters);
    return match ? 0 : 1;
}

int usage()
{
    std::fprintf(stderr, "usage: simd LAUNCH.json [--chip NAME] [--trace NAME]\n");
    return 2;
}

} // namespace

int sc_main(int argc, char **argv)
{
    const char *launch = nullptr, *chip = "rv770", *trace = nullptr;
    for (int i = 1; i < argc; i++) {
        if (std::strcmp(argv[i], "--chip") == 0 && i + 1 < argc)
            chip = argv[++i];
        else if (std::strcmp(argv[i], "--trace") == 0 && i + 1 < argc)
            trace = argv[++i];
        else if (argv[i][0] == '-' || launch)
            return usage();
        else
            launch = argv[i];
    }
    if (!launch)
        return usage();
    try {
        return run(launch, chip, trace);
    } catch (const std::runtime_error &error) {
        std::fprintf(stderr, "simd: %s\n", error.what());
        return 2;
    }
}
