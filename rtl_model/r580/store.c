#include "rtl_model/r580/store.h"

RTL_TABLE(us_store, US_STORE_SIGNALS);
