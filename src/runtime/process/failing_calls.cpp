#include "runtime/process/failing_calls.h"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <utility>

#include "runtime/anchor.h"

namespace heddle::runtime {

namespace {

// There is no channel before the first run; what a process does that the program created is not explored.
bool is_in_run() {
  return anchor != nullptr && anchor->scheduler.running() && !anchor->process.is_child && !anchor->own_memory.in_use();
}

bool is_asked_for(trace::FailingCall call) {
  return is_in_run() && (anchor->channel->settings.failing_calls & trace::bit_of(call)) != 0;
}

// Everything else known about the call belongs to the running thread: others run in the meantime.
bool choose_failure(trace::FailingCall call) {
  Scheduler& scheduler = runtime().scheduler;
  Thread& self = scheduler.current();
  if (self.no_call_fails || self.failed_calls >= runtime().channel->settings.failing_calls_limit) return false;
  const heddle_type* const type = std::exchange(__heddle_type, nullptr);
  self.add_change();
  const trace::Domain domain = trace::domain_of(call);
  const bool fails = scheduler.choose_number(domain, nullptr) != domain.low;
  if (fails) ++self.failed_calls;
  __heddle_type = type;
  return fails;
}

}  // namespace

bool fails(trace::FailingCall call) { return is_asked_for(call) && choose_failure(call); }

bool fails(trace::FailingCall call, const void* caller) {
  return is_asked_for(call) && is_code_of_program(caller) && choose_failure(call);
}

bool is_code_of_program(const void* code) { return anchor != nullptr && anchor->program_code.contains(code); }

NoFailures::NoFailures() {
  if (is_in_run()) before_ = std::exchange(runtime().scheduler.current().no_call_fails, true);
}
NoFailures::~NoFailures() {
  if (is_in_run()) runtime().scheduler.current().no_call_fails = before_;
}

bool ProgramCode::contains(const void* code) {
  if (modules_ != runtime().modules.count()) look();
  const auto at = reinterpret_cast<std::uintptr_t>(code);
  return std::any_of(ranges_, ranges_ + count_, [at](const Range& r) { return r.begin <= at && at < r.end; });
}

// A module is identified by its table of places; its code is where the same file is mapped for execution.
void ProgramCode::look() {
  modules_ = runtime().modules.count();
  count_ = 0;
  const auto add = [](dl_phdr_info* info, std::size_t /*size*/, void* self) {
    auto& code = *static_cast<ProgramCode*>(self);
    const auto range_of = [info](const auto& header) {
      const std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
      return Range{.begin = begin, .end = begin + header.p_memsz};
    };
    const auto* const first = info->dlpi_phdr;
    const auto* const last = first + info->dlpi_phnum;
    const auto has_places = [&](const auto& header) {
      if (header.p_type != PT_LOAD) return false;
      const Range range = range_of(header);
      for (std::uint32_t i = 0; i < code.modules_; ++i) {
        const auto places = reinterpret_cast<std::uintptr_t>(runtime().modules.at(i).places);
        if (range.begin <= places && places < range.end) return true;
      }
      return false;
    };
    if (std::none_of(first, last, has_places)) return 0;
    for (const auto* header = first; header != last && code.count_ < kMaxRanges; ++header) {
      if (header->p_type == PT_LOAD && (header->p_flags & PF_X) != 0) code.ranges_[code.count_++] = range_of(*header);
    }
    return 0;
  };
  dl_iterate_phdr(add, this);
}

}  // namespace heddle::runtime
