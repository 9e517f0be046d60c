#include "report/headline.h"

#include <fmt/format.h>

#include <vector>

#include "report/describe.h"

namespace heddle::report {

namespace {

using trace::Operation;
using trace::OpKind;

class Deadlock {
 public:
  Deadlock(const explore::Finding& finding, const trace::Names& names) : finding_(finding), names_(names) {}

  std::string text() const {
    const std::vector<explore::Wait>& waits = finding_.waits;
    if (finding_.core.kind == trace::DeadlockCore::Kind::kCycle && waits.size() > 1)
      return waits.size() == 2 ? pair() : ring();
    if (waits.size() == 1 && operation(waits[0]).kind == OpKind::kLock && waits[0].holder == operation(waits[0]).thread)
      return fmt::format("{} locks {} once more, which it holds already", who(waits[0]), wanted(waits[0]));
    return message_of(finding_, names_);
  }

 private:
  const Operation& operation(const explore::Wait& wait) const { return finding_.trace.pending[wait.pending].operation; }
  std::string who(const explore::Wait& wait) const { return thread_name(operation(wait).thread, names_); }

  std::string wanted(const explore::Wait& wait) const {
    const Operation& op = operation(wait);
    if (op.kind == OpKind::kJoin) return "the end of " + thread_name(wait.holder, names_);
    return location_name(op, names_, finding_.explanation.of_waiting(wait.pending));
  }

  std::string pair() const {
    const auto side = [&](const explore::Wait& wait) {
      return fmt::format("{} waits for {}", who(wait), wanted(wait));
    };
    return fmt::format("two threads wait for each other: {}, {}", side(finding_.waits[0]), side(finding_.waits[1]));
  }

  std::string ring() const {
    std::string text = fmt::format("{} threads wait in a ring: ", finding_.waits.size());
    for (const explore::Wait& wait : finding_.waits) text += who(wait) + ", ";
    return text + who(finding_.waits.front());
  }

  const explore::Finding& finding_;
  const trace::Names& names_;
};

}  // namespace

std::string headline(const explore::Finding& finding, const trace::Names& names) {
  if (finding.kind == explore::FindingKind::kDeadlock) return Deadlock(finding, names).text();
  std::string text = message_of(finding, names);
  const bool names_thread = !finding.explanation.operations.empty() && !finding.is_race() && finding.failing.valid();
  return names_thread ? fmt::format("{} (in {})", text, thread_name(finding.failing, names)) : text;
}

}  // namespace heddle::report
