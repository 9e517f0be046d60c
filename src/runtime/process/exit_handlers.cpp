#include "runtime/process/exit_handlers.h"

#include "runtime/memory/map_pages.h"

namespace heddle::runtime {

void ExitHandlers::init() { handlers_ = map_pages<Handler>(kMaxHandlers); }

bool ExitHandlers::add(const Handler& handler) {
  if (handlers_ == nullptr) init();
  if (count_ == kMaxHandlers) return false;
  handlers_[count_++] = handler;
  if (handler.of >= 0) {
    ++of_threads_;
  } else if (!handler.foreign) {
    ++own_;
  }
  return true;
}

void ExitHandlers::put_back() {
  count_ = marked_;
  own_ = marked_own_;
  of_threads_ = 0;
  ending_ = trace::ThreadId();
  for (std::uint32_t i = 0; i < count_; ++i) handlers_[i].called = false;
}

void ExitHandlers::call(std::int32_t of, int code) {
  if (of >= 0 && of_threads_ == 0) return;
  for (std::uint32_t i = count_; i-- > 0;) {
    Handler& handler = handlers_[i];
    if (handler.called || handler.of != of) continue;
    handler.called = true;
    if (handler.with_code != nullptr) {
      handler.with_code(code, handler.argument);
    } else {
      handler.function(handler.argument);
    }
    i = count_;  // it may have added others
  }
}

}  // namespace heddle::runtime
