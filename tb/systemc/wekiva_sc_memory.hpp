// wekiva_sc_memory.hpp - the memory behind the channels of an R700 as a TLM-2.0 target: what a channel has taken is a
// transaction of 64 bytes, or a write of 32 with byte enables; it is done when the target says so.
//
// A channel's requests are done in their order, so one that has been answered waits for those before it.  The target's
// delay takes the place of mc_latency_clk and mc_line_clk, from the edge with which the channel takes the request on.
#ifndef WEKIVA_SC_MEMORY_HPP
#define WEKIVA_SC_MEMORY_HPP

namespace wekiva
{

template <class OWNER> class memory_outside
{
  public:
    using socket = tlm_utils::simple_initiator_socket_optional<OWNER>;
    bool non_blocking = false;

    explicit memory_outside(socket &to) : to_(to)
    {
    }

    // All that lies in memory goes to the target by its debug transport.
    void begin(wk_machine *machine)
    {
        channels_.clear();
        if (!to_.size())
            return;
        machine_ = machine;
        for (unsigned n = 0; n < wk_placed_count(machine); n++) {
            wk_memory                range{};
            tlm::tlm_generic_payload payload;
            wk_placed_at(machine, n, &range);
            std::vector<unsigned char> bytes(range.bytes, range.bytes + range.size);
            payload.set_command(tlm::TLM_WRITE_COMMAND);
            payload.set_address(range.address);
            payload.set_data_ptr(bytes.data());
            payload.set_data_length(static_cast<unsigned>(bytes.size()));
            if (to_->transport_dbg(payload) != bytes.size())
                throw std::runtime_error("the target of `memory` takes no debug write of " +
                                         std::to_string(bytes.size()) + " bytes at " + std::to_string(range.address));
        }
        wk_signal found{};
        for (unsigned c = 0;
             wk_find(machine, ("gpu.memory" + std::to_string(c) + ".r_queued").c_str(), &found, nullptr) == WK_OK; c++)
            channels_.push_back(std::make_unique<channel>(machine, "gpu.memory" + std::to_string(c) + "."));
        last_edge_ = sc_core::sc_time_stamp();
    }

    // Behind each edge of the machine.
    void edge()
    {
        const sc_core::sc_time now = sc_core::sc_time_stamp();
        if (now > last_edge_)
            period_ = now - last_edge_;
        last_edge_ = now;
        for (auto &each : channels_)
            look_at(*each);
    }

    tlm::tlm_sync_enum answer(tlm::tlm_generic_payload &payload, tlm::tlm_phase &phase, sc_core::sc_time &delay)
    {
        if (phase != tlm::BEGIN_RESP)
            return tlm::TLM_ACCEPTED;
        respond(payload, delay);
        phase = tlm::END_RESP;
        return tlm::TLM_COMPLETED;
    }

  private:
    enum : unsigned { ROWS = 128, LINE = 64, SECTOR = 32, LONG = 30000 };

    // A request in a row of its channel.
    struct request {
        tlm::tlm_generic_payload payload;
        unsigned char            bytes[LINE], enabled[LINE];
        bool             answered = false, held = false, timed = false; // its row has a time; that of the answer
        sc_core::sc_time done;                                          // when, if it is answered
        std::uint64_t    row_due = 0;
        unsigned         row = 0;
    };

    struct channel {
        channel(wk_machine *machine, const std::string &path)
        {
            const char *const names[] = {"r_queued", "r_first",  "r_clock",  "r_wait",  "o_due",      "m_r_line",
                                         "m_r_kind", "m_r_half", "m_r_mask", "m_r_due", "m_r_sector", "m_data"};
            wk_signal *const  to[] = {&queued, &first, &clock, &wait,    &due,    &line,
                                      &kind,   &half,  &mask,  &row_due, &sector, &data};
            for (unsigned n = 0; n < sizeof names / sizeof *names; n++) {
                wk_diagnostic why{};
                if (wk_find(machine, (path + names[n]).c_str(), to[n], &why) != WK_OK)
                    throw std::runtime_error(why.text);
            }
        }
        wk_signal queued, first, clock, wait, due, line, kind, half, mask, row_due, sector, data;
        std::deque<std::unique_ptr<request>> under_way; // from the first one on
        unsigned                             before = 0, end = 0;
        bool                                 was_due = false;
    };

    std::uint64_t read(wk_signal signal, unsigned row = 0, unsigned element = 0)
    {
        std::uint64_t value = 0;
        signal.row = row;
        signal.element = element;
        wk_read(machine_, &signal, &value);
        return value;
    }
    void write(wk_signal signal, std::uint64_t value, unsigned row = 0, unsigned element = 0)
    {
        signal.row = row;
        signal.element = element;
        wk_write(machine_, &signal, value);
    }

    void look_at(channel &of)
    {
        const unsigned first = static_cast<unsigned>(read(of.first)), queued = static_cast<unsigned>(read(of.queued));
        const unsigned end = (first + queued) % ROWS;
        if (first != of.before) {
            of.under_way.pop_front();
            of.was_due = false;
        }
        of.before = first;
        if (end != of.end)
            take(of, of.end);
        of.end = end;
        hold(of);
        give(of);
    }

    // When a request is done: one that the target has not answered yet is far away, and stays so.
    void hold(channel &of)
    {
        const bool          done = read(of.due) != 0; // the first one
        const std::uint64_t clock = read(of.clock);
        for (auto &one : of.under_way) {
            if (done && one == of.under_way.front())
                continue;
            const bool far = !one->answered && (!one->held || clock - one->row_due < LONG / 2);
            if (!far && (!one->answered || one->timed))
                continue;
            one->held = true;
            one->timed = one->answered;
            one->row_due = clock - (one->answered ? clocks_until(one->done) : std::uint64_t{LONG});
            write(of.row_due, one->row_due, one->row);
            if (one == of.under_way.front())
                write(of.wait, clock - one->row_due);
        }
    }

    std::uint64_t clocks_until(const sc_core::sc_time &when) const
    {
        const double clocks = std::ceil((when - std::min(when, last_edge_)) / period_);
        return clocks < 1 ? 1 : static_cast<std::uint64_t>(clocks);
    }

    // What the first one has read, when its channel has it.
    void give(channel &of)
    {
        const bool due = read(of.due) != 0;
        if (due && !of.was_due && !of.under_way.empty() && of.under_way.front()->payload.is_read())
            for (unsigned i = 0; i < LINE; i++)
                write(of.data, of.under_way.front()->bytes[i], 0, i);
        of.was_due = due;
    }

    void take(channel &of, unsigned row)
    {
        auto           made = std::make_unique<request>();
        request       &one = *made;
        const unsigned bytes = read(of.kind, row) == 2 ? SECTOR : LINE;
        std::uint64_t  address = read(of.line, row) * LINE;
        one.row = row;
        if (bytes == SECTOR) {
            const std::uint64_t mask = read(of.mask, row);
            address += SECTOR * read(of.half, row);
            for (unsigned i = 0; i < SECTOR; i++) {
                one.bytes[i] = static_cast<unsigned char>(read(of.sector, row, i));
                one.enabled[i] = mask >> i & 1 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
            }
            one.payload.set_byte_enable_ptr(one.enabled);
            one.payload.set_byte_enable_length(SECTOR);
        }
        one.payload.set_command(bytes == SECTOR ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        one.payload.set_address(address);
        one.payload.set_data_ptr(one.bytes);
        one.payload.set_data_length(bytes);
        one.payload.set_streaming_width(bytes);
        of.under_way.push_back(std::move(made));
        send(one);
    }

    void send(request &one)
    {
        sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
        if (!non_blocking) {
            to_->b_transport(one.payload, delay);
            respond(one.payload, delay);
            return;
        }
        tlm::tlm_phase           phase = tlm::BEGIN_REQ;
        const tlm::tlm_sync_enum said = to_->nb_transport_fw(one.payload, phase, delay);
        if (said == tlm::TLM_COMPLETED || (said == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP))
            respond(one.payload, delay);
    }

    void respond(tlm::tlm_generic_payload &payload, const sc_core::sc_time &delay)
    {
        if (payload.is_response_error())
            throw std::runtime_error("the target of `memory` says " + payload.get_response_string() + " at " +
                                     std::to_string(payload.get_address()));
        for (auto &each : channels_)
            for (auto &one : each->under_way)
                if (&one->payload == &payload) {
                    one->answered = true;
                    one->done = sc_core::sc_time_stamp() + delay;
                }
    }

    socket                               &to_;
    wk_machine                           *machine_ = nullptr;
    std::vector<std::unique_ptr<channel>> channels_;
    sc_core::sc_time                      last_edge_, period_{1, sc_core::SC_NS};
};

} // namespace wekiva

#endif
