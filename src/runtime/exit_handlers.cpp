#include "runtime/exit_handlers.h"

#include "runtime/pages.h"

namespace heddle::runtime {

void ExitHandlers::init() { handlers_ = map_pages<Handler>(kMaxHandlers); }

bool ExitHandlers::add(const Handler& handler) {
  if (handlers_ == nullptr) init();
  if (count_ == kMaxHandlers) return false;
  handlers_[count_++] = handler;
  if (handler.thread != kProcess) ++of_threads_;
  return true;
}

void ExitHandlers::start_run() {
  count_ = marked_;
  of_threads_ = 0;
  for (std::uint32_t i = 0; i < count_; ++i) handlers_[i].called = false;
}

void ExitHandlers::call(std::int32_t thread) {
  if (thread != kProcess && of_threads_ == 0) return;
  for (std::uint32_t i = count_; i-- > 0;) {
    Handler& handler = handlers_[i];
    if (handler.called || handler.thread != thread) continue;
    handler.called = true;
    handler.function(handler.argument);
    i = count_;  // it may have added others
  }
}

}  // namespace heddle::runtime
