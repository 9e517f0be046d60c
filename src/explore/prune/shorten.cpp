#include "explore/prune/shorten.h"

#include "trace/thread_set.h"

namespace heddle::explore::prune {

using trace::Pending;
using trace::ThreadId;

void shorten(const trace::Trace& whole, std::size_t operations, trace::Trace& shortened) {
  shortened.clear();
  const auto end = whole.operations.begin() + static_cast<std::ptrdiff_t>(operations);
  shortened.operations.assign(whole.operations.begin(), end);
  // Like a run that ends with all threads asleep: it says nothing about what threads could do.
  shortened.outcome = trace::Outcome::kAsleep;
  trace::ThreadSet placed;  // threads that have a pending operation, or do not exist yet
  for (auto op = end; op != whole.operations.end(); ++op) {
    if (is_step(*op) && !placed.contains(op->thread)) {
      placed.insert(op->thread);
      shortened.pending.push_back({Pending::Why::kReady, *op});
    }
    if (op->kind == trace::OpKind::kCreate) placed.insert(ThreadId(static_cast<std::size_t>(op->choice)));
  }
  for (const Pending& p : whole.pending) {
    if (!placed.contains(p.operation.thread)) shortened.pending.push_back(p);
  }
}

}  // namespace heddle::explore::prune
