#include "rtl_model/r700/nets.h"

#define rtl_this struct launch_net
RTL_NET_TABLE(launch_net, LAUNCH_NET_SIGNALS);
#undef rtl_this
#define rtl_this struct answer_net
RTL_NET_TABLE(answer_net, ANSWER_NET_SIGNALS);
#undef rtl_this
#define rtl_this struct port_net
RTL_NET_TABLE(port_net, PORT_NET_SIGNALS);
#undef rtl_this
#define rtl_this struct flow_net
RTL_NET_TABLE(flow_net, FLOW_NET_SIGNALS);
#undef rtl_this
#define rtl_this struct cf_turn
RTL_NET_TABLE(cf_turn, CF_TURN_SIGNALS);
#undef rtl_this
#define rtl_this struct clause_masks
RTL_NET_TABLE(clause_masks, CLAUSE_MASKS_SIGNALS);
#undef rtl_this
#define rtl_this struct clause_turn
RTL_NET_TABLE(clause_turn, CLAUSE_TURN_SIGNALS);
#undef rtl_this
#define rtl_this struct chance_net
RTL_NET_TABLE(chance_net, CHANCE_NET_SIGNALS);
#undef rtl_this
#define rtl_this struct clause_net
RTL_NET_TABLE(clause_net, CLAUSE_NET_SIGNALS);
#undef rtl_this
#define rtl_this struct fetch_net
RTL_NET_TABLE(fetch_net, FETCH_NET_SIGNALS);
#undef rtl_this
#define rtl_this struct return_net
RTL_NET_TABLE(return_net, RETURN_NET_SIGNALS);
#undef rtl_this
#define rtl_this struct texture_tags
RTL_NET_TABLE(texture_tags, TEXTURE_TAGS_SIGNALS);
#undef rtl_this
#define rtl_this struct texture_turn
RTL_NET_TABLE(texture_turn, TEXTURE_TURN_SIGNALS);
#undef rtl_this
#define rtl_this struct cf_why_net
RTL_NET_TABLE(cf_why_net, CF_WHY_NET_SIGNALS);
#undef rtl_this
#define rtl_this struct why_net
RTL_NET_TABLE(why_net, WHY_NET_SIGNALS);
#undef rtl_this
#define rtl_this struct operand_net
RTL_NET_TABLE(operand_net, OPERAND_NET_SIGNALS);
#undef rtl_this
#define rtl_this struct phase_net
RTL_NET_TABLE(phase_net, PHASE_NET_SIGNALS);
#undef rtl_this
#define rtl_this struct enter_net
RTL_NET_TABLE(enter_net, ENTER_NET_SIGNALS);
#undef rtl_this
#define rtl_this struct read_net
RTL_NET_TABLE(read_net, READ_NET_SIGNALS);
#undef rtl_this
#define rtl_this struct spare_net
RTL_NET_TABLE(spare_net, SPARE_NET_SIGNALS);
#undef rtl_this
#define rtl_this struct clause_event
RTL_NET_TABLE(clause_event, CLAUSE_EVENT_SIGNALS);
#undef rtl_this
#define rtl_this struct fetch_event
RTL_NET_TABLE(fetch_event, FETCH_EVENT_SIGNALS);
#undef rtl_this
