#include "runtime/exit_handlers.h"

#include "runtime/pages.h"

namespace heddle::runtime {

void ExitHandlers::init() { handlers_ = map_pages<Handler>(kMaxHandlers); }

bool ExitHandlers::add(const Handler& handler) {
  if (handlers_ == nullptr) init();
  if (count_ == kMaxHandlers) return false;
  handlers_[count_++] = handler;
  return true;
}

}  // namespace heddle::runtime
