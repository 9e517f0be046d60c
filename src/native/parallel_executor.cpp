#include "native/parallel_executor.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/stop.h"

namespace heddle::native {

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// Has the run shown nothing that has to be asked of the leader's process?
bool is_plain(const trace::Trace& trace) {
  const auto is_death = [](const trace::Failure& f) { return f.kind == trace::FailureKind::kDied; };
  return !trace.refines && trace.outcome != trace::Outcome::kDiverged && std::ranges::none_of(trace.failures, is_death);
}

bool is_same_but_for_knowledge(abi::Learnt a, const abi::Learnt& b) {
  a.knowledge = b.knowledge;
  return a == b;
}

}  // namespace

ParallelExecutor::ParallelExecutor(std::unique_ptr<NativeExecutor> leader, std::size_t jobs)
    : leader_(std::move(leader)), jobs_(jobs), pace_(now()), common_(leader_->learnt()) {}

// --- tests and traces

void ParallelExecutor::run(const trace::Test& test, trace::Trace& trace) {
  run_by_leader(test, trace);
  if (!working_ || leader_->learnt() == common_) return;
  go_back();
  run_by_leader(test, trace);
}

void ParallelExecutor::run_by_leader(const trace::Test& test, trace::Trace& trace) {
  leader_->run(test, trace);
  last_ = 0;
}

void ParallelExecutor::send(const trace::Test& test) {
  const std::size_t by = dealing_ ? least_busy() : 0;
  executor(by).send(test);
  sent_.push_back({&test, by});
}

void ParallelExecutor::receive(trace::Trace& trace) {
  last_ = sent_.front().by;
  if (working_) {
    for (const Follower& follower : followers_) follower.executor->wake_target();
    leader_->wake_target();
  }
  executor(last_).receive(trace);
  if (working_ && !is_believed(trace)) {
    go_back();
    leader_->receive(trace);
  }
  const std::size_t in_flight = sent_.size();
  sent_.pop_front();
  if (last_ != 0) {
    ++believed_;
    leader_->recall(trace);
  }
  note_run(in_flight);
}

bool ParallelExecutor::is_believed(trace::Trace& trace) {
  if (last_ == 0) return leader_->learnt_by_last() == common_;
  Follower& follower = followers_[last_ - 1];
  if (!is_plain(trace) || follower.executor->was_cut_short()) return false;
  const abi::Learnt& mark = follower.executor->learnt_by_last();
  if (mark == follower.mark) return true;
  if (!is_same_but_for_knowledge(mark, follower.mark)) return false;
  // A new process may notice again what the leader has known for long.
  run_by_leader(*sent_.front().test, trace);
  if (leader_->learnt() != common_) return false;
  follower.mark = mark;
  return true;
}

std::size_t ParallelExecutor::least_busy() const {
  std::size_t best = 0;
  for (std::size_t by = 1; by <= followers_.size(); ++by) {
    if (executor(by).unanswered() < executor(best).unanswered()) best = by;
  }
  return best;
}

void ParallelExecutor::drop_sent() {
  leader_->drop_sent();
  for (const Follower& follower : followers_) follower.executor->drop_sent();
  sent_.clear();
  if (working_) end();
}

// --- when the followers work

void ParallelExecutor::note_run(std::size_t in_flight) {
  if (working_ && !dealing_ && std::ranges::none_of(sent_, [](const Sent& sent) { return sent.by != 0; })) end();
  if (!possible_ || !pace_.count(in_flight)) return;
  if (ignores_pace_ || pace_.is_over(now())) end_window();
}

void ParallelExecutor::end_window() {
  if (working_) {
    if (pace_.should_end(now()) && !ignores_pace_) dealing_ = false;
    return;
  }
  const double work = leader_->target_seconds();
  const bool should_begin = pace_.should_begin(now(), work - work_) || ignores_pace_;
  work_ = work;
  const bool is_quiet = leader_->learnt() == common_;
  common_ = leader_->learnt();
  if (should_begin && is_quiet) begin();
}

void ParallelExecutor::begin() {
  possible_ = leader_->is_repeatable_elsewhere();
  // What is learnt from the tests in flight belongs to what all must know.
  if (!possible_ || !leader_->settle()) return;
  const double start = now();
  common_ = leader_->learnt();
  possible_ = teach_followers();
  working_ = dealing_ = possible_;
  pace_.begin_window(now(), now() - start);
}

bool ParallelExecutor::teach_followers() {
  knowledge_ = leader_->all_knowledge();
  while (followers_.size() + 1 < jobs_) {
    auto follower = leader_->create_another();
    if (!follower) return false;
    for (NativeExecutor* const one : {leader_.get(), follower.value().get()}) one->share_tests();
    followers_.push_back({std::move(follower.value()), {}});
  }
  for (Follower& follower : followers_) {
    if (follower.executor->load_knowledge({knowledge_})) return false;
    follower.mark = follower.executor->learnt();
  }
  return true;
}

void ParallelExecutor::go_back() {
  const double start = now();
  working_ = dealing_ = false;
  last_ = 0;
  leader_->drop_sent();
  for (const Follower& follower : followers_) follower.executor->drop_sent();
  if (leader_->learnt() != common_ && leader_->load_knowledge({knowledge_})) {
    base::request_stop(base::StopReason::kProgram);
    throw base::Stopped{};
  }
  common_ = leader_->learnt();
  for (Sent& sent : sent_) {
    leader_->send(*sent.test);
    sent.by = 0;
  }
  pace_.begin_window(now(), now() - start);
}

void ParallelExecutor::end() {
  working_ = dealing_ = false;
  common_ = leader_->learnt();
  pace_.begin_window(now(), 0);
}

// --- what changes the program's knowledge

bool ParallelExecutor::refine() {
  if (!leader_->refine()) return false;
  drop_sent();
  end();
  return true;
}

bool ParallelExecutor::make_visible(const std::vector<trace::VisibleCell>& cells) {
  drop_sent();
  const bool result = leader_->make_visible(cells);
  end();
  return result;
}

bool ParallelExecutor::wake_idle_locks() {
  if (!leader_->wake_idle_locks()) return false;
  drop_sent();
  end();
  return true;
}

trace::ThreadId ParallelExecutor::intern_thread(trace::ThreadId parent, std::uint32_t nth) {
  if (working_) go_back();
  return leader_->intern_thread(parent, nth);
}

trace::Explanation ParallelExecutor::explain(const trace::Test& test, const trace::Failure* failure) {
  if (working_) go_back();
  last_ = 0;
  return leader_->explain(test, failure);
}

bool ParallelExecutor::settle() { return leader_->settle() && !(working_ && leader_->learnt() != common_); }

std::optional<base::Error> ParallelExecutor::load_knowledge(const std::vector<std::string>& saved) {
  drop_sent();
  auto error = leader_->load_knowledge(saved);
  end();
  return error;
}

}  // namespace heddle::native
