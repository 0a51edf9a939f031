// outside.cpp - a launch whose memory is a TLM-2.0 target, and whose registers come through a socket.
//
//     outside LAUNCH.json MODE CLOCKS [NAME=VALUE...] [ADDRESS=VALUE...]      MODE: none, blocking, nonblocking, lost
//
// Prints cycles, reads, writes and whether what came out is what the launch expects; the target answers after CLOCKS,
// `lost` with zeros.  NAME is a parameter of the chip, ADDRESS, 0x..., a register of the launch.  Status 0 when it
// matches and the target has what the machine has written.
#include <cstdio>
#include <cstdlib>

#include <tlm_utils/peq_with_get.h>

#include "wekiva_sc.hpp"

namespace
{

const sc_core::sc_time PERIOD(1, sc_core::SC_NS);

class target : public sc_core::sc_module
{
  public:
    tlm_utils::simple_target_socket_optional<target> socket{"socket"};
    unsigned long                                    reads = 0, writes = 0;

    target(sc_core::sc_module_name name, unsigned clocks, bool loses)
        : sc_module(name), delay_(clocks * PERIOD), loses_(loses)
    {
        socket.register_b_transport(this, &target::serve);
        socket.register_nb_transport_fw(this, &target::begin);
        socket.register_transport_dbg(this, &target::debug);
        SC_HAS_PROCESS(target);
        SC_METHOD(respond);
        sensitive << done_.get_event();
        dont_initialize();
    }

    unsigned char at(std::uint64_t address) const
    {
        const auto found = bytes_.find(address);
        return found == bytes_.end() ? 0 : found->second;
    }

  private:
    void access(tlm::tlm_generic_payload &payload)
    {
        unsigned char *data = payload.get_data_ptr(), *enabled = payload.get_byte_enable_ptr();
        (payload.is_read() ? reads : writes)++;
        for (unsigned i = 0; i < payload.get_data_length(); i++)
            if (payload.is_read())
                data[i] = loses_ ? 0 : at(payload.get_address() + i);
            else if (!enabled || enabled[i] == TLM_BYTE_ENABLED)
                bytes_[payload.get_address() + i] = data[i];
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    }

    void serve(tlm::tlm_generic_payload &payload, sc_core::sc_time &delay)
    {
        access(payload);
        delay += delay_;
    }

    tlm::tlm_sync_enum begin(tlm::tlm_generic_payload &payload, tlm::tlm_phase &phase, sc_core::sc_time &delay)
    {
        access(payload);
        done_.notify(payload, delay + delay_);
        phase = tlm::END_REQ;
        return tlm::TLM_UPDATED;
    }

    void respond()
    {
        while (tlm::tlm_generic_payload *payload = done_.get_next_transaction()) {
            tlm::tlm_phase   phase = tlm::BEGIN_RESP;
            sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
            socket->nb_transport_bw(*payload, phase, delay);
        }
    }

    unsigned debug(tlm::tlm_generic_payload &payload)
    {
        for (unsigned i = 0; i < payload.get_data_length(); i++)
            bytes_[payload.get_address() + i] = payload.get_data_ptr()[i];
        return payload.get_data_length();
    }

    std::map<std::uint64_t, unsigned char>            bytes_;
    tlm_utils::peq_with_get<tlm::tlm_generic_payload> done_{"done"};
    sc_core::sc_time                                  delay_;
    bool                                              loses_;
};

// Writes registers and begins the launch.
class starter : public sc_core::sc_module
{
  public:
    tlm_utils::simple_initiator_socket<starter> socket{"socket"};
    explicit starter(sc_core::sc_module_name name) : sc_module(name)
    {
    }
    std::uint32_t word(std::uint64_t address, std::uint32_t value, bool writes)
    {
        tlm::tlm_generic_payload payload;
        sc_core::sc_time         delay = sc_core::SC_ZERO_TIME;
        payload.set_command(writes ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        payload.set_address(address);
        payload.set_data_ptr(reinterpret_cast<unsigned char *>(&value));
        payload.set_data_length(sizeof value);
        socket->b_transport(payload, delay);
        if (payload.is_response_error())
            throw std::runtime_error(payload.get_response_string());
        return value;
    }
};

bool has_what_was_written(const target &memory, wk_machine *machine)
{
    for (unsigned n = 0; n < wk_placed_count(machine); n++) {
        wk_memory range{};
        wk_placed_at(machine, n, &range);
        for (std::size_t i = 0; i < range.size; i++)
            if (memory.at(range.address + i) != range.bytes[i])
                return false;
    }
    return true;
}

int run(const std::string &launch, const std::string &mode, unsigned clocks, const std::vector<std::string> &words)
{
    std::vector<std::string>                             settings;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> registers;
    for (const auto &word : words) {
        char *end = nullptr;
        if (word.compare(0, 2, "0x") == 0) {
            const std::uint64_t address = std::strtoull(word.c_str(), &end, 16);
            registers.push_back({address, static_cast<std::uint32_t>(std::strtoul(end + 1, nullptr, 0))});
        } else {
            settings.push_back(word);
        }
    }
    using wekiva::machine_sc;
    sc_core::sc_clock                 clock("clock", PERIOD, 0.5, PERIOD, true);
    machine_sc                        machine("machine", launch, settings, true);
    starter                           start("start");
    target                            memory("memory", clocks, mode == "lost");
    sc_core::sc_signal<std::uint64_t> launched;
    machine.clk(clock);
    start.socket.bind(machine.registers);
    machine.watch("gpu.dispatcher.o_launched", launched);
    if (mode != "none")
        machine.memory.bind(memory.socket);
    machine.use_non_blocking(mode == "nonblocking");
    for (const auto &row : registers) {
        start.word(row.first, row.second, true);
        if (start.word(row.first, 0, false) != row.second)
            throw std::runtime_error("a register does not have what was written");
    }
    start.word(machine_sc::CONTROL, 1, true);
    while (start.word(machine_sc::CONTROL, 0, false) == machine_sc::RUNNING)
        sc_core::sc_start(100 * PERIOD);
    if (!machine.stopped().empty())
        throw std::runtime_error(machine.stopped());
    const wk_comparison found = machine.compare();
    const bool          same = mode == "none" || has_what_was_written(memory, machine.machine());
    std::uint64_t       launched_of_machine = 0;
    wk_get(machine.machine(), "gpu.dispatcher.o_launched", &launched_of_machine, nullptr);
    if (launched.read() != launched_of_machine)
        throw std::runtime_error("the watched signal is not the machine's");
    std::printf("%llu cycles, %lu reads, %lu writes, %s, memory %s\n",
                static_cast<unsigned long long>(machine.cycles()), memory.reads, memory.writes,
                found.match ? "match" : "differ", same ? "same" : "differs");
    return found.match && same ? 0 : 1;
}

} // namespace

int sc_main(int argc, char **argv)
{
    if (argc < 4) {
        std::fprintf(stderr, "usage: outside LAUNCH.json none|blocking|nonblocking|lost CLOCKS [NAME=VALUE...]\n");
        return 2;
    }
    try {
        return run(argv[1], argv[2], static_cast<unsigned>(std::atoi(argv[3])), {argv + 4, argv + argc});
    } catch (const std::exception &error) {
        std::fprintf(stderr, "outside: %s\n", error.what());
        return 2;
    }
}
