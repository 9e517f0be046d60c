#include "host/native_executor.h"

#include <fmt/format.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>

#include "base/check.h"
#include "base/stop.h"
#include "host/difference.h"
#include "host/function_text.h"
#include "host/stacks.h"
#include "host/thread_names.h"
#include "host/words.h"

namespace heddle::host {

using abi::Turn;
using trace::ThreadId;

namespace {

constexpr long kNapNanoseconds = 20'000'000;
// Seconds between telling a run to stop and killing its process.
constexpr double kGrace = 2;

long futex(std::atomic<Turn>* word, int operation, std::uint32_t value, const timespec* timeout) {
  return ::syscall(SYS_futex, word, operation, value, timeout, nullptr, 0);
}

// Has the process of a run died, but not the one that it was forked from?
bool has_died(const abi::Channel& c) {
  return std::any_of(c.failures, c.failures + c.failures_size,
                     [](const abi::FailureRecord& f) { return f.kind == trace::FailureKind::kDied; });
}

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

std::string read_symbolic_file(const std::string& text, abi::SymbolicFile& file) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0) return fmt::format("'{}' is not PATH:BYTES", text);
  if (text.starts_with("/dev/")) return fmt::format("'{}' is a device and no file", text.substr(0, colon));
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, file.size);
  if (error != std::errc() || stop != end || file.size == 0 || file.size > abi::kMaxInputBytes)
    return fmt::format("'{}': the size of a symbolic file is a number from 1 to {}", text, abi::kMaxInputBytes);
  if (colon >= abi::kMaxSymbolicPath)
    return fmt::format("the path of a symbolic file has at most {} bytes", abi::kMaxSymbolicPath - 1);
  std::copy_n(text.data(), colon, file.path);
  file.path[colon] = 0;
  return {};
}

namespace {

// What the host must know of the way in which the program is run.
std::optional<base::Error> set(const trace::ProgramSpec& spec, abi::Settings& settings) {
  settings.visible = spec.visible;
  settings.isolation = spec.isolation.value_or(abi::Isolation::kReset);
  settings.detect_races = spec.races;
  settings.spurious_wakeups = spec.spurious;
  settings.symbolic = abi::Symbolic::kInputs;  // until make_symbolic
  settings.symbolic_stdin = spec.symbolic_stdin;
  if (spec.symbolic_arguments.size() > abi::kMaxSymbolicArguments)
    return base::Error{.message = fmt::format("more than {} symbolic arguments", abi::kMaxSymbolicArguments)};
  settings.symbolic_arguments = static_cast<std::uint32_t>(spec.symbolic_arguments.size());
  std::ranges::copy(spec.symbolic_arguments, settings.symbolic_argument_sizes);
  if (spec.symbolic_files.size() > abi::kMaxSymbolicFiles)
    return base::Error{.message = fmt::format("more than {} symbolic files", abi::kMaxSymbolicFiles)};
  for (const std::string& text : spec.symbolic_files) {
    const std::string problem = read_symbolic_file(text, settings.symbolic_file[settings.symbolic_files++]);
    if (!problem.empty()) return base::Error{.message = problem};
  }
  return {};
}

}  // namespace

NativeExecutor::NativeExecutor(Command command, const Options& options, SharedChannel channel, Descriptor output)
    : command_(std::move(command)),
      options_(options),
      channel_(std::move(channel)),
      output_(std::move(output)),
      expressions_(std::make_unique<symbolic::Expressions>()),
      imported_(*expressions_),
      symbolizer_(command_.program) {}

base::Result<std::unique_ptr<NativeExecutor>> NativeExecutor::create(Command command, const Options& options) {
  base::Result<SharedChannel> channel = SharedChannel::create();
  if (!channel) return channel.error();
  Descriptor output(::memfd_create("heddle-output", MFD_CLOEXEC));
  if (!output.valid()) return base::Error{.message = "cannot create a file in memory for the program's output"};
  std::unique_ptr<NativeExecutor> result(
      new NativeExecutor(std::move(command), options, std::move(channel.value()), std::move(output)));
  result->channel_->settings.record_accesses = options.record_accesses;
  if (auto error = set(options.spec, result->channel_->settings)) return *error;
  if (auto error = result->start_host()) return *error;
  result->nondeterminism_ = result->check_determinism();
  return result;
}

NativeExecutor::~NativeExecutor() {
  if (!process_) return;
  channel_->turn.store(Turn::kQuit);
  futex(&channel_->turn, FUTEX_WAKE, INT_MAX, nullptr);
}

std::optional<base::Error> NativeExecutor::start_host() {
  channel_->turn.store(Turn::kStarting);
  channel_->died = 0;
  ::lseek(output_.number(), 0, SEEK_SET);
  base::Result<Process> process = Process::start(command_, channel_.descriptor(), output_.number());
  if (!process) return process.error();
  process_.emplace(std::move(process.value()));
  ++channel_->hosts;
  if (wait()) return {};
  // What has ended it belongs to the runs.
  if (std::exchange(channel_->constructing, false)) {
    channel_->settings.constructors = true;
    return start_host();
  }
  std::string message = fmt::format("{} ended before its main function began: {}", command_.program, death_);
  if (channel_->died != 0) message += ": " + text(channel_->died);
  const bool not_ours = channel_->locations_size == 0 && channel_->died == 0;
  if (not_ours) message += "; was it built with 'heddle cc' or 'heddle c++'?";
  return base::Error{.message = std::move(message)};
}

void NativeExecutor::run(const trace::Test& test, trace::Trace& trace) {
  for (bool again = false;;) {
    if (!process_ && start_host()) {
      base::request_stop(base::StopReason::kProgram);
      throw base::Stopped{};
    }
    write_test(test);
    const bool alive = wait();
    // Somebody else may have killed it. What the program does to itself it does again.
    if (!again && !gave_up_ && (!alive || has_died(*channel_))) {
      again = true;
      process_.reset();
      continue;
    }
    if (!alive) {
      receive_death(trace);
      return;
    }
    if (again && !has_died(*channel_)) ++killed_runs_;
    if (channel_->wants_fork && channel_->settings.isolation == abi::Isolation::kReset && !options_.spec.isolation) {
      forks_by_itself_ = "the program changes what cannot be reset";
      channel_->settings.isolation = abi::Isolation::kFork;
      process_.reset();
      continue;
    }
    read_trace(trace);
    return;
  }
}

void NativeExecutor::prepare_debugging(const trace::Test& test) {
  process_.reset();
  abi::Channel& c = *channel_;
  c.settings.os_threads = true;
  for (std::size_t t = 0; t < names_.threads.size(); ++t) c.threads[t].title = add_text(names_.threads[t].name);
  write_test(test);
}

void NativeExecutor::write_test(const trace::Test& test) {
  abi::Channel& c = *channel_;
  CHECK(test.schedule.size() <= abi::kMaxSchedule && test.inputs.size() <= abi::kMaxInputs);
  c.policy = test.policy;
  c.sleep = test.sleep;
  c.depth = test.depth;
  c.schedule_size = static_cast<std::uint32_t>(test.schedule.size());
  std::copy(test.schedule.begin(), test.schedule.end(), c.schedule);
  c.inputs_size = static_cast<std::uint32_t>(test.inputs.size());
  std::copy(test.inputs.begin(), test.inputs.end(), c.inputs);
  c.turn.store(Turn::kHost);
  if (c.host_sleeps.load() != 0) futex(&c.turn, FUTEX_WAKE, INT_MAX, nullptr);
}

bool NativeExecutor::wait() {
  abi::Channel& c = *channel_;
  if (spinning_.wait([&] { return c.turn.load(std::memory_order_acquire) == Turn::kExplorer; })) return true;
  double progress_at = now();
  std::uint32_t operations = c.operations_size;
  bool told = false;
  gave_up_ = false;
  for (;;) {
    base::poll_stop();
    const Turn turn = c.turn.load(std::memory_order_acquire);
    if (turn == Turn::kExplorer) return true;
    const timespec nap{0, kNapNanoseconds};
    c.explorer_sleeps.store(1);
    futex(&c.turn, FUTEX_WAIT, static_cast<std::uint32_t>(turn), &nap);
    c.explorer_sleeps.store(0);
    if (c.turn.load(std::memory_order_acquire) == Turn::kExplorer) return true;
    if (auto how = process_->ended()) {
      death_ = *how;
      process_.reset();
      return false;
    }
    const double time = now();
    if (operations != c.operations_size) {
      operations = c.operations_size;
      progress_at = time;
      told = false;
    } else if (!told && time - progress_at > options_.spec.patience) {
      process_->send(SIGALRM);
      told = true;
    } else if (told && time - progress_at > options_.spec.patience + kGrace) {
      death_ = "it did not answer any more and was killed";
      gave_up_ = true;
      process_.reset();
      return false;
    }
  }
}

void NativeExecutor::read_trace(trace::Trace& trace) {
  const abi::Channel& c = *channel_;
  trace.clear();
  trace.operations.assign(c.operations, c.operations + c.operations_size);
  trace.pending.assign(c.pending, c.pending + c.pending_size);
  for (std::uint32_t i = 0; i < c.failures_size; ++i) {
    const abi::FailureRecord& f = c.failures[i];
    trace.failures.push_back(
        {f.kind, f.thread, f.place, f.other, f.note == 0 ? trace::NoteId::none() : trace::NoteId(f.note - 1)});
  }
  trace.accesses.assign(c.recorded, c.recorded + c.recorded_size);
  trace.outcome = c.outcome;
  trace.diverged_at = c.diverged_at;
  imported_.rewrite(c, trace);
  overflow_ |= c.overflow;
  const bool new_names = c.threads_size != names_.threads.size() || c.locations_size != names_.locations.size() ||
                         c.threads_named != threads_named_ || c.places_published != places_published_ ||
                         c.notes_size > names_.notes.size();
  if (new_names) refresh_names();
}

// What is known of a run whose process has died: all threads have stopped where they were. One that we have killed had
// only run too long, as far as we know: it is cut there, as one that listens to us.
void NativeExecutor::receive_death(trace::Trace& trace) {
  abi::Channel& c = *channel_;
  c.pending_size = 0;
  c.outcome = gave_up_ ? trace::Outcome::kCut : trace::Outcome::kFailed;
  c.ran_out_of_patience |= gave_up_;
  read_trace(trace);
  trace::ThreadSet alive{ThreadId(0)};
  trace::PlaceId place(0);
  for (const trace::Operation& op : trace.operations) {
    if (op.kind == trace::OpKind::kCreate) alive.insert(ThreadId(static_cast<std::size_t>(op.choice)));
    if (op.kind == trace::OpKind::kExit) alive.erase(op.thread);
    if (op.thread == c.running) place = op.place;
  }
  const auto why = gave_up_ ? trace::Pending::Why::kCut : trace::Pending::Why::kFailed;
  for (const ThreadId t : alive)
    trace.pending.push_back({why, {.kind = trace::OpKind::kExit, .thread = t, .place = place}});
  if (gave_up_) return;
  const trace::NoteId note = add_note(c.died != 0 ? death_ + ": " + text(c.died) : death_);
  trace.failures.push_back({trace::FailureKind::kDied, c.running, place, trace::PlaceId::none(), note});
}

// A note of our own. There is no host that could write at the same time.
trace::NoteId NativeExecutor::add_note(const std::string& note) {
  for (std::size_t i = 0; i < names_.notes.size(); ++i) {
    if (names_.notes[i] == note) return trace::NoteId(i);
  }
  abi::Channel& c = *channel_;
  if (c.notes_size == abi::kMaxNotes) return trace::NoteId::none();
  const abi::Text added = add_text(note);
  if (added == 0) return trace::NoteId::none();
  c.notes[c.notes_size++] = added;
  refresh_names();
  return trace::NoteId(names_.notes.size() - 1);
}

// Likewise. 0 if there is no room.
abi::Text NativeExecutor::add_text(const std::string& text) {
  abi::Channel& c = *channel_;
  if (c.texts_size + text.size() + 1 > abi::kTextBytes) return 0;
  const abi::Text result = c.texts_size;
  std::copy(text.c_str(), text.c_str() + text.size() + 1, c.texts + result);
  c.texts_size += static_cast<std::uint32_t>(text.size() + 1);
  return result;
}

std::string NativeExecutor::text(abi::Text text) const {
  const char* const begin = channel_->texts + text;
  return {begin, ::strnlen(begin, abi::kTextBytes - text)};
}

void NativeExecutor::refresh_threads() {
  const abi::Channel& c = *channel_;
  names_.threads.resize(c.threads_size);
  for (std::size_t t = 0; t < c.threads_size; ++t) {
    const abi::ThreadRecord& record = c.threads[t];
    names_.threads[t] = {record.parent, record.nth, "main"};
    if (t == 0) continue;
    if (!symbols_ && record.function != 0) symbols_ = Symbols::read(command_.program);
    const std::string function =
        symbols_ ? thread_function(record, text(record.name), *symbols_, c.load_address) : "thread";
    names_.threads[t].name = fmt::format("{}#{}", function, t);
  }
  threads_named_ = c.threads_named;
}

void NativeExecutor::refresh_names() {
  const abi::Channel& c = *channel_;
  if (c.threads_size != names_.threads.size() || c.threads_named != threads_named_) refresh_threads();
  for (std::size_t l = names_.locations.size(); l < c.locations_size; ++l)
    names_.locations.push_back(text(c.locations[l].name));
  names_.places.resize(std::max<std::size_t>(c.places_size, 1));
  if (names_.places[0].file.empty()) names_.places[0].file = "unknown place";
  for (std::size_t p = 1; p < c.places_size; ++p) {
    trace::Names::Place& place = names_.places[p];
    if (!place.file.empty() || c.places[p].file == 0) continue;
    place = {text(c.places[p].file), c.places[p].line, c.places[p].column, {}};
    place.text = sources_.line(place.file, place.line);
  }
  places_published_ = c.places_published;
  for (std::size_t n = names_.notes.size(); n < c.notes_size; ++n) names_.notes.push_back(text(c.notes[n]));
}

std::int64_t NativeExecutor::initial_state(trace::LocationId location) const {
  return location.index() < channel_->locations_size ? channel_->locations[location.index()].initial : 0;
}

ThreadId NativeExecutor::intern_thread(ThreadId parent, std::uint32_t nth) {
  abi::Channel& c = *channel_;
  if (parent.index() >= c.threads_size || nth >= trace::kMaxThreads) return ThreadId::none();
  for (std::uint32_t i = 1; i < c.threads_size; ++i) {
    if (c.threads[i].parent == parent && c.threads[i].nth == nth) return ThreadId(i);
  }
  if (c.threads_size == trace::kMaxThreads) return ThreadId::none();
  c.threads[c.threads_size] = {.parent = parent, .nth = nth, .name = 0};
  ++c.threads_size;
  refresh_names();
  return ThreadId(c.threads_size - 1);
}

bool NativeExecutor::make_symbolic(trace::SymbolicValues values) {
  if (!channel_->has_shadows) return values == trace::SymbolicValues::kInputs;
  switch (values) {
    case trace::SymbolicValues::kInputs: channel_->settings.symbolic = abi::Symbolic::kInputs; return true;
    case trace::SymbolicValues::kInputsAndReads: channel_->settings.symbolic = abi::Symbolic::kInputsAndReads; break;
    case trace::SymbolicValues::kInputsReadsAndLocals:
      if (channel_->lacks_locals) return false;
      channel_->settings.symbolic = abi::Symbolic::kInputsReadsAndLocals;
      break;
  }
  // What one thread hands to another under a lock is read from shared memory, too.
  channel_->settings.visible = abi::Visible::kShared;
  return true;
}

bool NativeExecutor::refine() {
  abi::Channel& c = *channel_;
  bool again = std::exchange(c.start_again, false);
  again = again || c.found_compared_size != c.compared_size;
  c.compared_size = c.found_compared_size;
  if (c.found_cells_size == 0) return again;
  for (std::uint32_t i = 0; i < c.found_cells_size && c.cells_size < abi::kMaxCells; ++i)
    c.cells[c.cells_size++] = c.found_cells[i];
  c.found_cells_size = 0;
  return true;
}

std::vector<trace::VisibleCell> NativeExecutor::visible_cells() const {
  std::vector<trace::VisibleCell> result;
  result.reserve(channel_->cells_size + channel_->compared_size);
  for (std::uint32_t i = 0; i < channel_->cells_size; ++i)
    result.push_back({channel_->cells[i].address, channel_->cells[i].size});
  // What is compared has no size of its own.
  for (std::uint32_t i = 0; i < channel_->compared_size; ++i) result.push_back({channel_->compared[i], 0});
  return result;
}

bool NativeExecutor::make_visible(const std::vector<trace::VisibleCell>& cells) {
  abi::Channel& c = *channel_;
  for (const trace::VisibleCell& cell : cells) {
    if (cell.size == 0) {
      if (c.compared_size == abi::kMaxCompared) {
        overflow_ |= static_cast<std::uint32_t>(abi::Overflow::kCompared);
        return false;
      }
      c.compared[c.compared_size++] = cell.address;
      c.found_compared_size = c.compared_size;
      continue;
    }
    if (c.cells_size == abi::kMaxCells) {
      overflow_ |= static_cast<std::uint32_t>(abi::Overflow::kCells);
      return false;
    }
    c.cells[c.cells_size++] = {cell.address, cell.size};
  }
  return true;
}

std::string NativeExecutor::place_text(trace::PlaceId place) const {
  if (place.index() == 0 || place.index() >= names_.places.size()) return "";
  return fmt::format("{}:{}", names_.places[place.index()].file, names_.places[place.index()].line);
}

unsigned NativeExecutor::cell_width(trace::LocationId location) const {
  const std::uint64_t size = channel_->locations[location.index()].size;
  return size > sizeof(std::uint64_t) ? 0 : static_cast<unsigned>(size) * 8;
}

std::string NativeExecutor::not_followed() const {
  const abi::Channel& c = *channel_;
  for (std::uint32_t i = 0; i < c.fixed_size; ++i) {
    if (!c.fixed[i].is_value) return fmt::format("{} ({})", text(c.fixed[i].reason), place_text(c.fixed[i].place));
  }
  constexpr auto kTooMany = static_cast<std::uint32_t>(abi::Overflow::kExpressions) |
                            static_cast<std::uint32_t>(abi::Overflow::kShadow) |
                            static_cast<std::uint32_t>(abi::Overflow::kLocations);
  if (c.fixed_size == abi::kMaxFixed || (overflow_ & kTooMany) != 0) return "too many symbolic values";
  if (imported_.mismatches().empty()) return {};
  return fmt::format("something else than its expression ({})", place_text(imported_.mismatches().front()));
}

std::vector<std::string> NativeExecutor::reasons_of_incompleteness() const {
  std::vector<std::string> result;
  const abi::Channel& c = *channel_;
  for (std::uint32_t i = 0; i < c.uncontrolled_size; ++i) {
    const std::string where = place_text(c.uncontrolled[i].place);
    result.push_back(fmt::format("uncontrolled call ({}{}{})", function_text(text(c.uncontrolled[i].function)),
                                 where.empty() ? "" : ", ", where));
  }
  // A search that is pruned says itself what of this matters.
  const std::uint32_t fixed = options_.spec.symbolic_locals ? 0 : c.fixed_size;
  for (std::uint32_t i = 0; i < fixed; ++i) {
    const std::string reason = text(c.fixed[i].reason);
    const std::string where = place_text(c.fixed[i].place);
    result.push_back(c.fixed[i].is_value ? fmt::format("symbolic value fixed ({}, {})", reason, where)
                                         : fmt::format("con2colic does not follow {} ({})", reason, where));
  }
  for (const trace::PlaceId place : imported_.mismatches())
    result.push_back(
        fmt::format("the program has computed something else than its expression ({})", place_text(place)));
  const auto has = [&](abi::Overflow overflow) { return (overflow_ & static_cast<std::uint32_t>(overflow)) != 0; };
  if (has(abi::Overflow::kOperations))
    result.push_back(fmt::format("runs with more than {} operations were cut", abi::kMaxOperations));
  if (has(abi::Overflow::kFailures))
    result.push_back(fmt::format("a run had more than {} failures", abi::kMaxFailures));
  if (has(abi::Overflow::kLocations)) result.push_back(fmt::format("more than {} locations", abi::kMaxLocations));
  if (has(abi::Overflow::kPlaces))
    result.push_back(
        fmt::format("more than {} places in the program: findings at the others count as one", abi::kMaxPlaces));
  if (has(abi::Overflow::kTexts)) result.emplace_back("too many names and messages: some are missing");
  if (has(abi::Overflow::kCells)) result.push_back(fmt::format("more than {} visible cells", abi::kMaxCells));
  if (has(abi::Overflow::kExpressions))
    result.push_back(fmt::format("more than {} symbolic expressions", abi::kMaxExpressions));
  if (has(abi::Overflow::kInputBytes))
    result.push_back(fmt::format("an input of more than {} bytes", abi::kMaxInputBytes));
  if (has(abi::Overflow::kCompared))
    result.push_back(fmt::format("symbolic values in more than {} variables that are compared", abi::kMaxCompared));
  if (has(abi::Overflow::kLocals))
    result.push_back(fmt::format("more than {} symbolic local variables in one run", abi::kMaxLocals));
  if (has(abi::Overflow::kShadow)) result.emplace_back("symbolic values in too many pages of memory");
  if (has(abi::Overflow::kFiles))
    result.emplace_back("files or folders that the program changes could not be put back after each run");
  if (has(abi::Overflow::kHeap))
    result.emplace_back("a thread allocated more than 4 GiB (behind the first 32 threads, 128 MiB) in one run");
  if (has(abi::Overflow::kNoted))
    result.emplace_back("races between accesses of different runs were not looked for in all memory");
  if (has(abi::Overflow::kClocks)) result.emplace_back("races were not looked for in runs with too many accesses");
  return result;
}

std::vector<std::string> NativeExecutor::assumptions() const {
  std::vector<std::string> result = {channel_->weak_orders
                                         ? "sequential consistency (the program uses weaker memory orders: what they "
                                           "allow besides was not explored)"
                                         : "sequential consistency"};
  if (!options_.spec.races) result.emplace_back("no data races (--no-races)");
  if (!options_.spec.spurious) result.emplace_back("no spurious wake-ups (--spurious)");
  result.emplace_back("virtual clocks");
  result.emplace_back("no signed overflow (-fsanitize=undefined)");
  const auto has = [&](abi::Assumed what) { return (channel_->assumed & static_cast<std::uint32_t>(what)) != 0; };
  if (has(abi::Assumed::kRandomNumbers)) result.emplace_back("the random numbers of one seed");
  if (has(abi::Assumed::kProcessNumbers)) result.emplace_back("fixed numbers of processes");
  if (has(abi::Assumed::kStackBounds)) result.emplace_back("variables beyond the bounds that pthread_getattr_np tells");
  if (has(abi::Assumed::kEmptyInput)) result.emplace_back("an empty standard input (--sym-stdin)");
  if (has(abi::Assumed::kMachine)) result.emplace_back("the environment, host and user of these runs");
  result.emplace_back("the addresses of these runs");
  result.emplace_back(
      "no access by a pointer from one living object into another, no value that was never written in globals or in "
      "what libraries read (docs/limits.md)");
  return result;
}

std::vector<std::string> NativeExecutor::remarks() const {
  std::vector<std::string> result;
  if (killed_runs_ != 0)
    result.push_back(fmt::format("{} run{} again, since something else had ended the process", killed_runs_,
                                 killed_runs_ == 1 ? " was made" : "s were made"));
  if (!forks_by_itself_.empty())
    result.push_back(
        fmt::format("each run has a process of its own, since {} (--isolation=reset overrides)", forks_by_itself_));
  return result;
}

std::string NativeExecutor::output() const {
  std::string result(channel_->output_size, '\0');
  const ssize_t read = ::pread(output_.number(), result.data(), result.size(), 0);
  result.resize(read > 0 ? static_cast<std::size_t>(read) : 0);
  return result;
}

// Of a race of the last run.
std::uint64_t NativeExecutor::address_of(const trace::Failure& race) const {
  const std::span<const abi::FailureRecord> all(channel_->failures, channel_->failures_size);
  const auto found = std::ranges::find_if(all, [&](const abi::FailureRecord& f) {
    return f.kind == race.kind && f.thread == race.thread && f.place == race.place && f.other == race.other;
  });
  return found == all.end() ? 0 : found->address;
}

trace::Explanation NativeExecutor::explain(const trace::Test& test, const trace::Failure* failure) {
  if (!options_.stacks) return {};
  // What has killed its process, perhaps after a long time, does so again.
  if (failure != nullptr && failure->kind == trace::FailureKind::kDied) return {};
  abi::Channel& c = *channel_;
  const bool race = failure != nullptr && failure->kind == trace::FailureKind::kDataRace;
  c.capture = true;
  c.watched = race ? abi::Watched{address_of(*failure), failure->other, failure->place} : abi::Watched{};
  for (abi::StackRecord& stack : c.stops) stack.size = 0;
  for (abi::StackRecord& stack : c.accesses) stack.size = 0;
  c.race.earlier.stack.size = c.race.later.stack.size = 0;
  trace::Trace trace;
  run(test, trace);
  c.capture = false;
  trace::Explanation explanation = read_words(c, names_, trace);
  explanation.stacks = describe_stacks(c, names_, trace, race, symbolizer_);
  explanation.note = note_of(failure, trace, names_);
  return explanation;
}

// Whatever makes two runs in one process differ, a process of its own for each of them may not.
std::optional<base::Error> NativeExecutor::check_determinism() {
  std::optional<base::Error> difference = compare_first_runs();
  if (!difference || options_.spec.isolation || channel_->settings.isolation == abi::Isolation::kFork)
    return difference;
  channel_->settings.isolation = abi::Isolation::kFork;
  process_.reset();
  if (auto still = compare_first_runs()) return still;
  forks_by_itself_ = "runs in one process differ from each other";
  return {};
}

std::optional<base::Error> NativeExecutor::compare_first_runs() {
  // A run that has shown something may differ from the next one; what it can show is finite.
  constexpr int kMostRuns = 32;
  trace::Trace last;
  trace::Trace trace;
  const auto run_once = [this](trace::Trace& result) {
    run({}, result);
    channel_->found_cells_size = 0;
    channel_->start_again = false;  // nothing has been learnt from these runs
    channel_->found_compared_size = channel_->compared_size;
  };
  std::uint64_t knowledge = channel_->knowledge;
  run_once(last);
  for (int i = 0; i < kMostRuns; ++i) {
    // Where time cuts a run is never the same.
    if (channel_->ran_out_of_patience) return {};
    const bool has_learnt = channel_->knowledge != knowledge;
    knowledge = channel_->knowledge;
    run_once(trace);
    if (channel_->ran_out_of_patience || trace == last) return {};
    if (!has_learnt) break;
    std::swap(last, trace);
  }
  return base::Error{.message = describe_difference(last, trace, names_, reasons_of_incompleteness())};
}

}  // namespace heddle::host
