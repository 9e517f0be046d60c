#include "report/waiting.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/describe.h"
#include "report/stacks.h"
#include "trace/short_text.h"

namespace heddle::report {

using trace::Operation;

namespace {

class WaitingThreads {
 public:
  WaitingThreads(const explore::Finding& finding, const trace::Names& names)
      : finding_(finding), trace_(finding.trace), names_(names) {}

  std::vector<Waiting> find() {
    const bool is_cycle = finding_.core.kind == trace::DeadlockCore::Kind::kCycle && finding_.waits.size() > 1;
    for (const explore::Wait& wait : finding_.waits) add(wait.pending, wait.held, is_cycle);
    for (std::size_t i = 0; i < trace_.pending.size(); ++i) {
      const trace::Pending& pending = trace_.pending[i];
      const trace::ThreadId thread = pending.operation.thread;
      if (pending.why != trace::Pending::Why::kBlocked && pending.why != trace::Pending::Why::kAbandoned) continue;
      if (std::ranges::find(waiting_, thread, &Waiting::thread) != waiting_.end()) continue;
      add(i, held_by(thread, trace_, trace_.operations.size()), false);
    }
    return std::move(waiting_);
  }

 private:
  void add(std::size_t pending, const trace::Held& held, bool in_cycle) {
    const Operation& op = trace_.pending[pending].operation;
    std::string sentence = thread_name(op.thread, names_) + " ";
    const std::string locks = held_text(held, op.location);
    if (!locks.empty()) sentence += fmt::format("holds {} and ", locks);
    sentence += in_cycle ? "waits for " + wanted(pending) : story_of_wait(pending, finding_, names_);
    if (!has_stack(op.thread) && op.place.index() < names_.places.size())
      sentence += fmt::format(" ({})", trace::short_text(names_, op.place));
    waiting_.push_back({op.thread, std::move(sentence), in_cycle, stacks_of_locks(held, op)});
  }

  bool has_stack(trace::ThreadId thread) const {
    return std::ranges::find(finding_.explanation.stacks, thread, &trace::Stack::thread) !=
           finding_.explanation.stacks.end();
  }

  // Where the locks were taken, unless that is where the thread still stands, a few lines above.
  std::vector<std::string> stacks_of_locks(const trace::Held& held, const Operation& waits) const {
    std::vector<std::string> lines;
    const auto stands = std::ranges::find(finding_.explanation.stacks, waits.thread, &trace::Stack::thread);
    for (const auto& [lock, taken] : held) {
      const trace::Stack* const stack = finding_.explanation.stack_of(taken);
      if (lock == waits.location && held.size() > 1) continue;
      if (stack == nullptr || (stands != finding_.explanation.stacks.end() && same_calls(*stack, *stands))) continue;
      lines.push_back(fmt::format(
          "{} taken at {}", location_name(trace_.operations[taken], names_, finding_.explanation.of_operation(taken)),
          stack_text(*stack)));
    }
    return lines;
  }

  // The same functions, called from the same places.
  static bool same_calls(const trace::Stack& one, const trace::Stack& other) {
    if (one.frames.size() != other.frames.size() || one.frames.empty()) return false;
    return one.frames[0].function == other.frames[0].function &&
           std::equal(one.frames.begin() + 1, one.frames.end(), other.frames.begin() + 1);
  }

  // "m since step 3 (queue.c:12)". One that the thread waits for, too, is left to what follows.
  std::string held_text(const trace::Held& held, trace::LocationId wanted) const {
    std::string text;
    for (const auto& [lock, taken] : held) {
      if (lock == wanted) continue;
      const auto end = trace_.operations.begin() + static_cast<std::ptrdiff_t>(taken) + 1;
      const auto step = std::count_if(trace_.operations.begin(), end, [](const Operation& op) { return is_step(op); });
      text +=
          fmt::format("{}{} since step {}", text.empty() ? "" : ", ",
                      location_name(trace_.operations[taken], names_, finding_.explanation.of_operation(taken)), step);
      text += place_text(trace_.operations[taken].place);
    }
    return text;
  }

  std::string place_text(trace::PlaceId id) const {
    if (id.index() >= names_.places.size() || names_.places[id.index()].line == 0) return {};
    const trace::Names::Place& place = names_.places[id.index()];
    return fmt::format(" ({}:{})", place.file.substr(place.file.rfind('/') + 1), place.line);
  }

  // What a thread of a cycle wants: a lock, or the end of another thread.
  std::string wanted(std::size_t pending) const {
    const Operation& op = trace_.pending[pending].operation;
    if (op.kind == trace::OpKind::kJoin)
      return "the end of " + thread_name(trace::ThreadId(static_cast<std::size_t>(op.choice)), names_);
    return location_name(op, names_, finding_.explanation.of_waiting(pending));
  }

  const explore::Finding& finding_;
  const trace::Trace& trace_;
  const trace::Names& names_;
  std::vector<Waiting> waiting_;
};

}  // namespace

std::vector<Waiting> waiting_threads(const explore::Finding& finding, const trace::Names& names) {
  return WaitingThreads(finding, names).find();
}

std::string waiting_text(const explore::Finding& finding, const trace::Names& names) {
  std::string text;
  for (const Waiting& waiting : waiting_threads(finding, names)) {
    if (waiting.in_cycle && text.empty())
      text = fmt::format("A cycle of {} threads, each waits for the next and the last for the first:\n",
                         finding.waits.size());
    text += waiting.sentence + "\n";
    for (const trace::Stack& stack : finding.explanation.stacks) {
      if (stack.thread == waiting.thread) text += fmt::format("    at {}\n", stack_text(stack));
    }
    for (const std::string& stack : waiting.locks) text += fmt::format("    {}\n", stack);
  }
  return text;
}

}  // namespace heddle::report
