// wekiva_sc.hpp - a launch on a whole chip as one SystemC module, around the installed library: pkg-config
// wekiva-systemc.
//
// Every rising edge of `clk` is a cycle of the machine.  All ports and sockets but `clk` may be left unbound:
//
//   o_finished, o_cycle   where the machine is; `watch` adds any signal by its path
//   memory                TLM-2.0 initiator: lines that the channels read, writes that they take (wekiva_sc_memory.hpp)
//   registers             TLM-2.0 target: registers of the launch, 32-bit words, and CONTROL, which starts it
#ifndef WEKIVA_SC_HPP
#define WEKIVA_SC_HPP

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <deque>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <wekiva.h>

namespace wekiva
{

template <class T>
using maybe_out = sc_core::sc_port<sc_core::sc_signal_inout_if<T>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

} // namespace wekiva

#include "wekiva_sc_memory.hpp"

namespace wekiva
{

// What the library refuses.
class error : public std::runtime_error
{
  public:
    explicit error(const wk_diagnostic &said) : std::runtime_error(text_of(said))
    {
    }

  private:
    static std::string text_of(const wk_diagnostic &said)
    {
        std::string text = said.file;
        if (said.line)
            text += ":" + std::to_string(said.line);
        if (said.column)
            text += ":" + std::to_string(said.column);
        return text.empty() ? said.text : text + ": " + said.text;
    }
};

class machine_sc : public sc_core::sc_module
{
  public:
    // Of `registers`, byte addresses: 1 to CONTROL begins the launch, reading it gives what it does; every other one is
    // a register of the launch (docs/launch.md, `registers`), which can be written before.
    enum : std::uint64_t { CONTROL = 0 };
    enum : std::uint32_t { IDLE, RUNNING, FINISHED, STOPPED };

    sc_core::sc_in<bool>                                    clk{"clk"};
    maybe_out<bool>                                         o_finished{"o_finished"};
    maybe_out<std::uint64_t>                                o_cycle{"o_cycle"};
    tlm_utils::simple_target_socket_optional<machine_sc>    registers{"registers"};
    tlm_utils::simple_initiator_socket_optional<machine_sc> memory{"memory"};

    // `settings`: "simds=2", "ic_miss_clk=40".  A launch that waits begins when CONTROL is written, else with the first
    // edge.  Throws wekiva::error.
    machine_sc(sc_core::sc_module_name name, const std::string &launch, const std::vector<std::string> &settings = {},
               bool waits = false)
        : sc_module(name), file_(launch), settings_(settings), outside_(memory)
    {
        registers.register_b_transport(this, &machine_sc::access);
        memory.register_nb_transport_bw(this, &machine_sc::answer);
        if (!waits)
            begin();
        SC_HAS_PROCESS(machine_sc);
        SC_METHOD(edge);
        sensitive << clk.pos();
        dont_initialize();
    }
    ~machine_sc() override
    {
        wk_destroy(machine_);
    }
    machine_sc(const machine_sc &) = delete;
    machine_sc &operator=(const machine_sc &) = delete;

    // A signal of the machine, `gpu.dispatcher.o_launch`, at a port: after each edge.
    void watch(const std::string &path, sc_core::sc_signal_inout_if<std::uint64_t> &to)
    {
        watched_.push_back({path, {}, &to});
        if (machine_)
            find(watched_.back());
    }

    // How a target answers: b_transport and its delay, or nb_transport with two or four phases.
    void use_non_blocking(bool yes = true)
    {
        outside_.non_blocking = yes;
    }

    std::uint32_t state() const
    {
        return !machine_ ? IDLE : stopped_.empty() ? finished_ ? FINISHED : RUNNING : STOPPED;
    }
    std::uint64_t cycles() const
    {
        return wk_cycle(machine_);
    }
    // What stopped the program; empty when nothing did.
    const std::string &stopped() const
    {
        return stopped_;
    }
    wk_comparison compare() const
    {
        wk_comparison found{};
        wk_diagnostic why{};
        if (!machine_ || wk_compare(machine_, &found, &why) != WK_OK)
            throw error(why);
        return found;
    }
    // For everything else that wekiva.h has; NULL before the launch begins.
    wk_machine *machine() const
    {
        return machine_;
    }

  private:
    struct watched {
        std::string                                 path;
        wk_signal                                   signal;
        sc_core::sc_signal_inout_if<std::uint64_t> *to;
    };

    // The launch file, with the registers that have been written.
    std::string text() const
    {
        std::ifstream      file(file_);
        std::ostringstream text, added;
        text << file.rdbuf();
        std::string whole = text.str();
        if (written_.empty())
            return whole;
        if (whole.find("\"registers\"") != std::string::npos)
            throw std::invalid_argument(file_ + ": has `registers`: expected none, for the socket gives them");
        added << ", \"registers\": {";
        for (const auto &row : written_)
            added << (row.first == written_.begin()->first ? "" : ", ") << "\"0x" << std::hex << row.first << std::dec
                  << "\": " << row.second;
        added << "}";
        return whole.insert(whole.rfind('}'), added.str());
    }

    void begin()
    {
        wk_diagnostic             why{};
        wk_launch                *launch = nullptr;
        std::vector<const char *> words;
        wk_options                options{};
        for (const auto &word : settings_)
            words.push_back(word.c_str());
        options.settings = words.data();
        options.setting_count = static_cast<unsigned>(words.size());
        const std::string keys = text();
        if (wk_launch_parse(file_.c_str(), keys.data(), keys.size(), nullptr, 0, &launch, &why) != WK_OK)
            throw error(why);
        const wk_status status = wk_create(nullptr, launch, &options, &machine_, &why);
        wk_launch_free(launch);
        if (status != WK_OK)
            throw error(why);
        for (auto &each : watched_)
            find(each);
        begun_ = false;
    }

    void find(watched &each)
    {
        wk_diagnostic why{};
        if (wk_find(machine_, each.path.c_str(), &each.signal, &why) != WK_OK)
            throw error(why);
    }

    void edge()
    {
        if (state() == RUNNING) {
            wk_diagnostic why{};
            if (!begun_)
                outside_.begin(machine_);
            begun_ = true;
            const wk_status status = wk_clock(machine_, 1, &why);
            finished_ = status == WK_FINISHED;
            if (status == WK_STOPPED)
                stopped_ = why.text;
            outside_.edge();
        }
        for (auto &each : watched_) {
            std::uint64_t value = 0;
            if (machine_ && wk_read(machine_, &each.signal, &value) == WK_OK)
                each.to->write(value);
        }
        if (o_finished.size())
            o_finished->write(state() >= FINISHED);
        if (o_cycle.size())
            o_cycle->write(machine_ ? cycles() : 0);
    }

    // The target socket.
    void access(tlm::tlm_generic_payload &payload, sc_core::sc_time &)
    {
        std::uint32_t word = 0;
        if (payload.get_data_length() != sizeof word || payload.get_address() % sizeof word ||
            payload.get_byte_enable_ptr()) {
            payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
            return;
        }
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        if (payload.is_read()) {
            const auto row = written_.find(payload.get_address());
            word = payload.get_address() == CONTROL ? state() : row == written_.end() ? 0 : row->second;
            std::memcpy(payload.get_data_ptr(), &word, sizeof word);
            return;
        }
        std::memcpy(&word, payload.get_data_ptr(), sizeof word);
        if (state() != IDLE)
            payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
        else if (payload.get_address() != CONTROL)
            written_[payload.get_address()] = word;
        else if (word == 1)
            begin();
    }

    tlm::tlm_sync_enum answer(tlm::tlm_generic_payload &payload, tlm::tlm_phase &phase, sc_core::sc_time &delay)
    {
        return outside_.answer(payload, phase, delay);
    }

    std::string                            file_;
    std::vector<std::string>               settings_;
    std::map<std::uint64_t, std::uint32_t> written_;
    std::vector<watched>                   watched_;
    wk_machine                            *machine_ = nullptr;
    bool                                   begun_ = false, finished_ = false;
    std::string                            stopped_;
    memory_outside<machine_sc>             outside_;
};

} // namespace wekiva

#endif
