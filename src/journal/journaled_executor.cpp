#include "journal/journaled_executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/check.h"
#include "base/stop.h"
#include "journal/test_key.h"

namespace heddle::journal {

namespace {

constexpr const char* kTakenAlong = "taken along";
constexpr std::size_t kBatchBytes = std::size_t{1} << 20;
// The time between batches: a fraction of the time that the exploration has taken so far, within bounds.
constexpr int kPartOfTime = 8;
constexpr auto kShortest = std::chrono::milliseconds(20);
constexpr auto kLongest = std::chrono::milliseconds(500);
// Writing may take one part in this many of the time.
constexpr int kPartOfWriting = 30;
// A run that takes this long is worth keeping immediately.
constexpr auto kSlowRun = std::chrono::milliseconds(1);
constexpr auto kSoonest = std::chrono::milliseconds(100);

}  // namespace

JournaledExecutor::JournaledExecutor(trace::Executor& executor, Options options)
    : executor_(executor),
      options_(std::move(options)),
      is_keeping_(options_.max_bytes != 0),
      codec_(executor.expressions()) {}

// --- recalling

std::optional<base::Error> JournaledExecutor::resume(std::unique_ptr<Database> database) {
  base::Result<Facts> facts = database->facts();
  if (!facts) return facts.error();
  taken_along_ = facts.value()[kTakenAlong];
  std::vector<std::string> knowledge;
  const auto learn = [&](std::int64_t id, const Batch& batch) {
    knowledge.push_back(batch.knowledge);
    bytes_ += batch.keys.size() + batch.operations.size() + batch.expressions.size() + batch.knowledge.size();
    return kept_.learn(id, batch.keys) && codec_.learn({batch.operations, batch.expressions});
  };
  if (auto error = database->read(learn)) return error;
  if (auto error = executor_.load_knowledge(knowledge)) return error;
  database_ = std::move(database);
  replaces_ = false;
  return {};
}

void JournaledExecutor::send(const trace::Test& test) {
  CHECK(sent_count_ < kMaxSent);
  Sent& sent = sent_[(first_sent_ + sent_count_++) % kMaxSent];
  sent.test = &test;
  sent.kept.reset();
  sent.has_key = database_ != nullptr && !test.concrete;  // those are faster run than found
  if (sent.has_key) {
    sent.key = key_of(test);
    sent.kept = kept_.find(sent.key);
  }
  if (!sent.kept) executor_.send(test);
}

void JournaledExecutor::receive(trace::Trace& trace) {
  const Sent& sent = sent_[first_sent_];
  first_sent_ = (first_sent_ + 1) % kMaxSent;
  --sent_count_;
  if (sent.kept && answer(*sent.test, *sent.kept, trace)) return;
  const symbolic::Expressions* const expressions = executor_.expressions();
  const std::size_t first_expression = expressions == nullptr ? 0 : expressions->size();
  if (sent.kept) {
    executor_.run(*sent.test, trace);
  } else {
    executor_.receive(trace);
  }
  ++received_;
  if (!is_keeping_) return;
  if (sent.has_key) keep(sent, trace, first_expression);
  if (!is_time()) return;
  if (database_ == nullptr) {
    begin();
  } else {
    write();
  }
}

void JournaledExecutor::drop_sent() {
  sent_count_ = 0;
  executor_.drop_sent();
}

bool JournaledExecutor::answer(const trace::Test& test, const KeptRuns::Run& run, trace::Trace& trace) {
  const base::Result<std::string_view> bytes = kept_.trace(run, *database_);
  if (!bytes) {
    problem_ = bytes.error().text();
    return false;
  }
  base::ByteReader in(bytes.value());
  if (!codec_.decode(in, trace)) {
    problem_ = fmt::format("{}: a run could not be read, and was run again", options_.path);
    return false;
  }
  ++recalled_;
  if (is_to_be_verified()) verify(test, trace);
  executor_.recall(trace);
  return true;
}

// The first one, and then fewer and fewer.
bool JournaledExecutor::is_to_be_verified() const { return std::has_single_bit(recalled_); }

// Something that has changed since then (a library, a file that the program reads) would make results from old runs
// wrong.
void JournaledExecutor::verify(const trace::Test& test, trace::Trace& trace) {
  if (!ended_by_itself(trace.outcome) || trace.outcome == trace::Outcome::kCut) return;
  trace::Trace now;
  executor_.run(test, now);
  if (now.refines) trace = now;  // the exploration starts again
  if (now == trace) return;
  base::request_stop(base::StopReason::kChanged);
  throw base::Stopped{};
}

// --- keeping

void JournaledExecutor::keep(const Sent& sent, const trace::Trace& trace, std::size_t first_expression) {
  // The next session should see for itself what cannot be followed, and what restarts the exploration.
  if (trace.refines || trace.outcome == trace::Outcome::kDiverged) return;
  const std::size_t before = batch_.traces.size();
  codec_.encode(trace, first_expression, batch_.traces);
  KeptRuns::add_key(sent.key, batch_.traces.size() - before, batch_.keys);
}

bool JournaledExecutor::is_time() {
  const bool full = batch_.traces.size() >= kBatchBytes;
  if (--countdown_ > 0 && !full) return false;
  constexpr auto kStep = std::chrono::milliseconds(5);
  constexpr int kMaxStride = 4096;
  const Clock::time_point now = Clock::now();
  stride_ = now - last_look_ < kStep ? std::min(2 * stride_, kMaxStride) : std::max(stride_ / 4, 1);
  countdown_ = stride_;
  last_look_ = now;
  if (database_ != nullptr) return full || now >= next_time_;
  const auto lasted = now - start_;
  return std::chrono::duration<double>(lasted).count() >= options_.after ||
         (lasted >= kSoonest && lasted >= kSlowRun * static_cast<std::int64_t>(received_));
}

void JournaledExecutor::begin() {
  base::Result<std::unique_ptr<Database>> database = Database::create(options_.path);
  if (!database) return stop_keeping(database.error().text());
  database_ = std::move(database.value());
  changed_ = options_.facts();
  changed_[kTakenAlong] = taken_along_;
  replaces_ = true;
  write();
}

void JournaledExecutor::write() {
  const Clock::time_point begin = Clock::now();
  try {
    // What was revealed by a run that nobody has asked for yet must not get into the database before the run does.
    if (!executor_.settle()) return;
  } catch (const base::Stopped&) {
    return;
  }
  TraceCodec::Added added = codec_.take_added();
  batch_.operations = std::move(added.operations);
  batch_.expressions = std::move(added.expressions);
  batch_.knowledge.clear();
  executor_.save_knowledge(replaces_, batch_.knowledge);
  const auto written = replaces_ ? database_->replace(batch_, changed_) : database_->append(batch_, changed_);
  if (!written) return stop_keeping(written.error().text());
  if (replaces_) bytes_ = 0;
  bytes_ += batch_.keys.size() + batch_.traces.size() + batch_.operations.size() + batch_.expressions.size() +
            batch_.knowledge.size();
  replaces_ = false;
  batch_.keys.clear();
  batch_.traces.clear();
  changed_.clear();
  const Clock::time_point end = Clock::now();
  const auto interval = std::clamp<Clock::duration>((end - start_) / kPartOfTime, kShortest, kLongest);
  next_time_ = end + std::max<Clock::duration>(interval, kPartOfWriting * (end - begin));
  if (bytes_ < options_.max_bytes) return;
  stop_keeping(fmt::format("{} is full (--journal-size): what was explored beyond its first {} MB is not kept",
                           options_.path, options_.max_bytes >> 20));
}

// What is in the database stays true, and can be resumed.
void JournaledExecutor::stop_keeping(const std::string& problem) {
  problem_ = problem;
  is_keeping_ = false;
}

bool JournaledExecutor::refine() {
  if (!executor_.refine()) return false;
  forget();
  return true;
}

bool JournaledExecutor::make_visible(const std::vector<trace::VisibleCell>& cells) {
  if (!executor_.make_visible(cells)) return false;
  forget();
  return true;
}

bool JournaledExecutor::wake_idle_locks() {
  if (!executor_.wake_idle_locks()) return false;
  forget();
  return true;
}

void JournaledExecutor::forget() {
  sent_count_ = 0;
  kept_.clear();
  codec_ = TraceCodec(executor_.expressions());
  batch_ = {};
  replaces_ = true;
}

void JournaledExecutor::restarted(std::string taken_along) {
  taken_along_ = std::move(taken_along);
  if (database_ == nullptr) return;
  changed_[kTakenAlong] = taken_along_;
  if (is_keeping_) write();
}

void JournaledExecutor::finish(bool complete) {
  if (database_ == nullptr) return;
  if (complete) {
    database_.reset();
    Database::remove(options_.path);
    return;
  }
  if (is_keeping_) write();
}

}  // namespace heddle::journal
