// export_lane.sv - one thread's part of the export buffer: address and X Y Z W in each of 64 lines.
module export_lane (
    input  logic            clk,
    input  logic            write,
    input  logic [5:0]      line,
    input  logic [39:0]     address,
    input  logic [4*32-1:0] data,
    input  logic [5:0]      first,        // the line that goes to memory
    output logic [39:0]     first_address,
    output logic [4*32-1:0] first_data,
    input  logic [5:0]      address_row,
    output logic [39:0]     address_word,
    input  logic [4*6-1:0]  data_row,
    output logic [4*32-1:0] data_word
);
    /* verilator no_inline_module */
    logic [39:0] place [64];

    always_ff @(posedge clk)
        if (write)
            place[line] <= address;

    assign first_address = place[first];
    assign address_word  = place[address_row];

    for (genvar e = 0; e < 4; e++) begin : g_element
        logic [31:0] word [64];

        always_ff @(posedge clk)
            if (write)
                word[line] <= data[32*e +: 32];

        assign first_data[32*e +: 32] = word[first];
        assign data_word[32*e +: 32]  = word[data_row[6*e +: 6]];
    end
endmodule
