// nv30_source_select.sv - NV30's source selection: the core's own quad, else the one at the end of the pipeline, else a new
// one of the rasterizer (docs/nv30.md, stage 1).
//
// A one-hot grant by priority; behind a grant of the end a count of clocks in which only the core's own quad enters.
module nv30_source_select (
    input  logic        clk,
    input  logic        rst,
    input  logic        i_core,
    input  logic [5:0]  i_core_slot,
    input  logic [12:0] i_core_pass,
    input  logic        i_tail,
    input  logic [5:0]  i_tail_slot,
    input  logic [12:0] i_tail_pass,
    input  logic        i_raster,
    input  logic [5:0]  i_raster_slot,
    input  logic        i_waiting,
    input  logic [3:0]  i_pause,
    output logic        o_valid,
    output logic [5:0]  o_slot,
    output logic [12:0] o_pass,
    output logic [1:0]  o_source,
    output logic [3:0]  o_pause_left,
    output logic [31:0] o_from_core,
    output logic [31:0] o_from_end,
    output logic [31:0] o_from_raster,
    output logic [31:0] o_bubbles,
    output logic [31:0] o_tail_waited,
    output logic [31:0] o_raster_waited,
    output logic [31:0] o_three
);
    // Requests and grants: bit 0 the core, bit 1 the end, bit 2 the rasterizer.
    logic [2:0] request, grant;
    logic       open; // to others than the core's own

    assign request  = {i_raster, i_tail, i_core};
    assign open     = o_pause_left == 4'd0;
    assign grant[0] = request[0];
    assign grant[1] = request[1] && open && !request[0];
    assign grant[2] = request[2] && open && !request[1] && !request[0];

    logic [12:0] left_pass;
    assign left_pass = grant[0] ? i_core_pass : i_tail_pass;

    always_ff @(posedge clk)
        if (rst) begin
            o_valid         <= 1'b0;
            o_slot          <= '0;
            o_pass          <= '0;
            o_source        <= '0;
            o_pause_left    <= '0;
            o_from_core     <= '0;
            o_from_end      <= '0;
            o_from_raster   <= '0;
            o_bubbles       <= '0;
            o_tail_waited   <= '0;
            o_raster_waited <= '0;
            o_three         <= '0;
        end else begin
            o_valid  <= |grant;
            o_source <= {grant[1] | grant[2], grant[0] | grant[2]}; // 1 the core, 2 the end, 3 the rasterizer
            if (|grant) begin
                o_slot <= ({6{grant[0]}} & i_core_slot) | ({6{grant[1]}} & i_tail_slot) | ({6{grant[2]}} & i_raster_slot);
                o_pass <= grant[2] ? 13'd0 : left_pass + 13'd1;
            end
            if (grant[1])
                o_pause_left <= i_pause;
            else if (o_pause_left != 4'd0)
                o_pause_left <= o_pause_left - 4'd1;
            o_from_core     <= o_from_core + {31'd0, grant[0]};
            o_from_end      <= o_from_end + {31'd0, grant[1]};
            o_from_raster   <= o_from_raster + {31'd0, grant[2]};
            o_bubbles       <= o_bubbles + {31'd0, i_waiting && grant == 3'd0};
            o_tail_waited   <= o_tail_waited + {31'd0, request[1] && !grant[1]};
            o_raster_waited <= o_raster_waited + {31'd0, request[2] && !grant[2]};
            o_three         <= o_three + {31'd0, &request};
        end
endmodule
