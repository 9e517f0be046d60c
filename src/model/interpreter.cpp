#include "model/interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/bytes.h"
#include "base/check.h"
#include "trace/semantics.h"

namespace heddle::model {

using trace::ThreadId;
using trace::ThreadSet;

Interpreter::Interpreter(Program program) : program_(std::move(program)), state_(program_.initial_state) {
  const std::size_t statics = program_.threads.size();
  CHECK(statics <= trace::kMaxThreads);
  bool creates = false;
  for (const Instruction& i : program_.code) {
    if (i.code != Code::kCreate) continue;
    creates = true;
    largest_proc_ = std::max(largest_proc_, program_.bodies[i.target].frame.size());
  }
  for (const Program::Thread& t : program_.threads) static_frames_ += program_.bodies[t.body].frame.size();
  frames_.resize(static_frames_ + (trace::kMaxThreads - statics) * largest_proc_);
  if (creates) known_at_.resize(state_.size());
  if (program_.takes_inputs) make_symbolic(trace::SymbolicValues::kInputs);

  Value* frame = frames_.data();
  for (std::size_t t = 0; t < trace::kMaxThreads; ++t) {
    threads_[t].frame = frame;
    if (symbolic_) threads_[t].shadow = shadows_.data() + (frame - frames_.data());
    threads_[t].id = ThreadId(t);
    frame += t < statics ? program_.bodies[program_.threads[t].body].frame.size() : largest_proc_;
  }
  for (std::size_t t = 0; t < statics; ++t) {
    const Body& body = program_.bodies[program_.threads[t].body];
    init_thread(ThreadId(t), body);
    if (body.parameters != 0) threads_[t].frame[0] = program_.threads[t].replica;
  }
  for (std::size_t t = 0; t < statics; ++t) threads_[t].known = sets_.exists;
  take_snapshot();
}

std::int64_t Interpreter::initial_state(trace::LocationId location) const {
  return program_.initial_state[location.index()];
}

void Interpreter::init_thread(ThreadId t, const Body& body) {
  Thread& th = threads_[t.index()];
  std::copy(body.frame.begin(), body.frame.end(), th.frame);
  th.pc = &program_.code[body.entry];
  th.steps = 0;
  th.children = 0;
  th.inputs = 0;
  th.input_at = 0;
  th.known.clear();
  th.decision = {};
  th.variables = body.variables;
  th.reads = 0;
  th.locals = 0;
  th.segment = trace::SymbolicLocal::kNoOperation;
  if (symbolic_) std::fill_n(th.shadow, body.frame.size(), Shadow::none());
  sets_.exists.insert(t);
}

ThreadId Interpreter::intern_thread(ThreadId parent, std::uint32_t nth) {
  // A thread has fewer children than there are threads; anything else comes from a test that is not ours.
  if (parent.index() >= program_.names.threads.size() || nth >= trace::kMaxThreads) return ThreadId::none();
  std::vector<ThreadId>& siblings = children_[parent.index()];
  if (nth < siblings.size() && siblings[nth].valid()) return siblings[nth];
  auto& threads = program_.names.threads;
  if (threads.size() == trace::kMaxThreads) return ThreadId::none();
  const ThreadId id(threads.size());
  if (siblings.size() <= nth) siblings.resize(nth + 1);
  siblings[nth] = id;
  // "worker#T1.0" is child 0 of T1; its children's names repeat only the path: "leaf#T1.0.2".
  const std::string& above = threads[parent.index()].name;
  const std::string path = above.substr(above.find('#') + 1);
  threads.push_back({parent, nth, fmt::format("#{}.{}", path, nth)});
  return id;
}

// The threads created in any run, in the order of their ids.
void Interpreter::save_knowledge(bool all, std::string& bytes) {
  const auto& threads = program_.names.threads;
  if (all) saved_threads_ = program_.threads.size();
  base::ByteWriter out(bytes);
  for (; saved_threads_ < threads.size(); ++saved_threads_) {
    out.id(threads[saved_threads_].parent);
    out.number(threads[saved_threads_].nth);
    out.text(threads[saved_threads_].name);
  }
  // They have no parent.
  if (all) saved_undecided_ = 0;
  for (; saved_undecided_ < refined_.size(); ++saved_undecided_) {
    out.id(ThreadId::none());
    out.id(refined_[saved_undecided_]);
  }
}

std::optional<base::Error> Interpreter::load_knowledge(const std::vector<std::string>& saved) {
  for (const std::string& bytes : saved) {
    base::ByteReader in(bytes);
    while (!in.at_end()) {
      const ThreadId parent = in.id<ThreadId>();
      if (!parent.valid()) {
        const auto location = in.id<trace::LocationId>();
        if (!in.ok() || !symbolic_ || !location.valid() || location.index() >= undecided_.size())
          return base::Error{.message = "what is kept is about locations of another program"};
        found_.push_back(location);
        continue;
      }
      const auto nth = static_cast<std::uint32_t>(in.below(trace::kMaxThreads));
      const std::string_view name = in.text();
      const ThreadId id = in.ok() && parent.valid() ? intern_thread(parent, nth) : ThreadId::none();
      if (!id.valid()) return base::Error{.message = "what is kept is about threads of another program"};
      program_.names.threads[id.index()].name = name;
    }
  }
  saved_threads_ = program_.names.threads.size();
  refine();
  saved_undecided_ = refined_.size();
  return {};
}

// The next child of `parent`, named after what it runs. A child that runs different procs in different runs has
// the names of all of them: "reader|writer#T1.0".
ThreadId Interpreter::child(ThreadId parent, const Body& body) {
  const ThreadId id = intern_thread(parent, threads_[parent.index()].children);
  if (!id.valid() || named_after_[id.index()] == &body) return id;
  named_after_[id.index()] = &body;
  std::string& name = program_.names.threads[id.index()].name;
  std::string procs = name.substr(0, name.find('#'));
  if (("|" + procs + "|").find("|" + body.name + "|") == std::string::npos) {
    procs += (procs.empty() ? "" : "|") + body.name;
    name = procs + name.substr(name.find('#'));
  }
  return id;
}

// Runs the initial local code of the threads once, and keeps the result if it does not depend on the test.
void Interpreter::take_snapshot() {
  const Snapshot before{false,
                        {frames_.begin(), frames_.begin() + static_cast<std::ptrdiff_t>(static_frames_)},
                        {threads_.begin(), threads_.begin() + static_cast<std::ptrdiff_t>(program_.threads.size())},
                        sets_,
                        {},
                        {}};
  const trace::Test test;
  trace::Trace trace;
  test_ = &test;
  trace_ = &trace;
  picker_.reset(test.policy);
  read_input_ = false;
  start_threads();
  if (read_input_) {
    snapshot_ = before;
  } else {
    snapshot_ = {true,
                 {frames_.begin(), frames_.begin() + static_cast<std::ptrdiff_t>(static_frames_)},
                 {threads_.begin(), threads_.begin() + static_cast<std::ptrdiff_t>(program_.threads.size())},
                 sets_,
                 std::move(trace.operations),
                 std::move(trace.failures)};
  }
  test_ = nullptr;
  trace_ = nullptr;
}

void Interpreter::start_threads() {
  for (std::size_t t = 0; t < program_.threads.size(); ++t) advance(ThreadId(t));
}

void Interpreter::reset() {
  std::copy(program_.initial_state.begin(), program_.initial_state.end(), state_.begin());
  std::copy(snapshot_.frames.begin(), snapshot_.frames.end(), frames_.begin());
  std::copy(snapshot_.threads.begin(), snapshot_.threads.end(), threads_.begin());
  for (ThreadSet& known : known_at_) known.clear();
  if (symbolic_) clear_shadows();
  sets_ = snapshot_.sets;
  asleep_.clear();
  current_ = ThreadId::none();
  steps_ = 0;
}

void Interpreter::run(const trace::Test& test, trace::Trace& trace) {
  test_ = &test;
  trace_ = &trace;
  trace.clear();
  picker_.reset(test.policy);
  reset();
  if (snapshot_.started) {
    trace.operations.assign(snapshot_.operations.begin(), snapshot_.operations.end());
    trace.failures.assign(snapshot_.failures.begin(), snapshot_.failures.end());
    if (test.depth == 0) {  // every thread is cut before its first step
      sets_.cut = sets_.exists - (sets_.ended | sets_.failed | sets_.unassumed);
      sets_.enabled.clear();
    }
    if (symbolic_values_ == trace::SymbolicValues::kInputsReadsAndLocals) {
      for (const ThreadId t : sets_.exists) reach_control_point(threads_[t.index()]);
    }
  } else {
    start_threads();
  }
  if (follow_schedule()) run_freely();
  finish();
}

bool Interpreter::follow_schedule() {
  const std::vector<trace::Step>& schedule = test_->schedule;
  for (std::size_t at = 0; at < schedule.size(); ++at) {
    const trace::Step& s = schedule[at];
    if (!trace::can_follow(s, sets_, [&] { return has_outcome(threads_[s.thread.index()], s.choice); })) {
      trace_->outcome = trace::Outcome::kDiverged;
      trace_->diverged_at = static_cast<std::uint32_t>(at);
      return false;
    }
    step(s.thread, s.choice);
  }
  return true;
}

void Interpreter::run_freely() {
  asleep_ = test_->sleep & sets_.exists;
  while (!asleep_.empty()) {
    const ThreadSet ready = sets_.enabled - asleep_;
    if (ready.empty()) return;
    const ThreadSet enabled_before = sets_.enabled;
    step(pick(ready), trace::kNoChoice);
    wake_sleepers(enabled_before);
  }
  while (!sets_.enabled.empty()) step(pick(sets_.enabled), trace::kNoChoice);
}

// Where local variables are symbolic, nearly every branch is a decision. They are taken immediately, as if they were
// not steps.
inline ThreadId Interpreter::pick(const ThreadSet& ready) {
  if (symbolic_values_ == trace::SymbolicValues::kInputsReadsAndLocals) {
    const ThreadSet deciding = sets_.deciding & ready;
    if (!deciding.empty()) return deciding.contains(current_) ? current_ : deciding.first();
  }
  return picker_.pick(ready, current_, steps_);
}

void Interpreter::wake_sleepers(const ThreadSet& enabled_before) {
  // Local operations may be recorded after the step.
  const auto last = std::find_if(trace_->operations.rbegin(), trace_->operations.rend(), trace::is_step);
  trace::wake_sleepers(asleep_, sets_.enabled - enabled_before, *last,
                       [&](ThreadId t) { return pending(threads_[t.index()]); });
}

// What the thread would do next. For a thread that has stopped for good only the place is known: its operation is the
// end that it does not reach.
trace::Operation Interpreter::pending(const Thread& th) const {
  const Instruction& i = *th.pc;
  trace::Operation op;
  op.thread = th.id;
  op.place = i.place;
  if (sets_.failed.contains(th.id) || sets_.unassumed.contains(th.id)) return op;
  if (th.decision.expression.valid()) {
    op.kind = trace::OpKind::kBranch;
    op.operand = trace::pack(th.decision);
    return op;
  }
  op.kind = i.kind;
  if (is_undecided(th, i)) {
    op.kind = trace::OpKind::kRmw;
    op.location = th.location;
    return op;
  }
  switch (i.code) {
    case Code::kCreate:
    case Code::kJoin: op.choice = th.choice; break;
    case Code::kChoose: op.operand = trace::pack(trace::Domain{th.frame[i.a], th.frame[i.b]}); break;
    case Code::kCas:
    case Code::kExchange:
    case Code::kArrive:
      op.operand = th.frame[i.b];
      op.location = th.location;
      break;
    case Code::kFetchAdd:
      if (op.kind == trace::OpKind::kAdd) op.operand = sizeof(Value);
      op.location = th.location;
      break;
    case Code::kLoop: break;
    default: op.location = th.location; break;
  }
  return op;
}

void Interpreter::finish() {
  for (const ThreadId t : sets_.exists - sets_.ended)
    trace_->pending.push_back({trace::why_pending(t, sets_, asleep_), pending(threads_[t.index()])});
  if (trace_->outcome != trace::Outcome::kDiverged) trace_->outcome = trace::outcome_of(sets_);
  trace_->refines = !found_.empty();
}

}  // namespace heddle::model
