#include "runtime/race/deferred_order.h"

namespace heddle::runtime {

void DeferredOrder::carry_out_deferred() {
  up_to_date_ = true;
  order_.start_run();
  for (const Operation& op : deferred_) carry_out(op);
  deferred_.clear();
}

}  // namespace heddle::runtime
