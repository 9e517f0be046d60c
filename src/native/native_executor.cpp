#include "native/native_executor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <map>
#include <span>
#include <utility>

#include "base/processor_time.h"
#include "native/difference.h"
#include "native/function_text.h"
#include "native/stacks.h"
#include "native/system_call.h"
#include "native/thread_names.h"
#include "native/words.h"

namespace heddle::native {

using trace::ThreadId;

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

// What the target must know about how the program is run.
std::optional<base::Error> set(const trace::ProgramSpec& spec, abi::Settings& settings) {
  settings.visible = spec.visible;
  settings.isolation = spec.isolation.value_or(abi::Isolation::kReset);
  settings.detect_races = spec.races;
  settings.spurious_wakeups = spec.spurious;
  settings.failing_calls = spec.failing_calls;
  settings.failing_calls_limit = spec.failing_calls_limit;
  settings.symbolic = trace::SymbolicValues::kInputs;  // until make_symbolic
  settings.symbolic_stdin = spec.symbolic_stdin;
  if (spec.symbolic_arguments.size() > abi::kMaxSymbolicArguments)
    return base::Error{.message = fmt::format("more than {} symbolic arguments", abi::kMaxSymbolicArguments)};
  const auto is_too_large = [](std::uint32_t bytes) { return bytes > abi::kMaxInputBytes; };
  if (is_too_large(spec.symbolic_stdin) || std::ranges::any_of(spec.symbolic_arguments, is_too_large))
    return base::Error{.message = fmt::format("an input has at most {} bytes", abi::kMaxInputBytes)};
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
      sources_(std::filesystem::path(command_.program).parent_path().string()),
      symbols_(command_.program),
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
  if (auto error = result->start_target()) return *error;
  result->nondeterminism_ = result->check_determinism();
  result->channel_->settings.checkpoint = options.spec.checkpoint;
  result->channel_->settings.idle_locks = options.spec.idle_locks;
  return result;
}

NativeExecutor::~NativeExecutor() {
  if (!process_) return;
  channel_->turns.state.store(abi::Turns::State::kQuit);
  channel_->turns.wake_target(kSystem);
}

std::optional<base::Error> NativeExecutor::start_target() {
  channel_->turns.state.store(abi::Turns::State::kStarting);
  channel_->turns.target_sleeps.store(0);
  channel_->died = 0;
  ::lseek(output_.number(), 0, SEEK_SET);
  base::Result<Process> process = Process::start(command_, channel_.descriptor(), output_.number());
  if (!process) return process.error();
  process_.emplace(std::move(process.value()));
  ++channel_->targets;
  if (wait_for_start()) return {};
  // What ended it counts as part of the runs.
  if (std::exchange(channel_->constructing, false)) {
    channel_->settings.constructors = true;
    return start_target();
  }
  std::string message = fmt::format("{} ended before its main function began: {}", command_.program, death_);
  if (channel_->died != 0) message += ": " + text(channel_->died);
  const bool not_ours = channel_->locations_size == 0 && channel_->died == 0;
  if (not_ours) message += "; was it built with 'heddle cc' or 'heddle c++'?";
  return base::Error{.message = std::move(message)};
}

void NativeExecutor::prepare_debugging(const trace::Test& test) {
  drop_sent();
  process_.reset();
  abi::Channel& c = *channel_;
  c.settings.os_threads = true;
  for (std::size_t t = 0; t < names_.threads.size(); ++t) c.threads[t].title = add_text(names_.threads[t].name);
  write_test(test, c.slots[0]);
}

// A note of our own. There is no target that could be writing at the same time.
trace::NoteId NativeExecutor::add_note(const std::string& note) {
  for (std::size_t i = 0; i < names_.notes.size(); ++i) {
    if (names_.notes[i] == note) return trace::NoteId(i);
  }
  abi::Channel& c = *channel_;
  const abi::Text added = c.notes_size == abi::kMaxNotes ? 0 : add_text(note);
  if (added == 0) {
    overflow_ |= static_cast<std::uint32_t>(abi::Overflow::kTexts);
    return trace::NoteId::none();
  }
  c.notes[c.notes_size++] = added;
  refresh_names(c.known());
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

void NativeExecutor::refresh_threads(const abi::KnownWords& known) {
  const abi::Channel& c = *channel_;
  names_.threads.resize(known.threads);
  for (std::size_t t = 0; t < known.threads; ++t) {
    const abi::ThreadRecord& record = c.threads[t];
    names_.threads[t] = {record.parent, record.nth, "main"};
    if (t == 0) continue;
    const std::string function = thread_function(record, text(record.name), symbols_, c.load_address);
    names_.threads[t].name = fmt::format("{}#{}", function, t);
  }
}

void NativeExecutor::refresh_names(const abi::KnownWords& known) {
  abi::Channel& c = *channel_;
  if (known.threads != names_.threads.size() || known.threads_named != named_.threads_named) refresh_threads(known);
  for (std::size_t l = names_.locations.size(); l < known.locations; ++l)
    names_.locations.push_back(text(c.locations[l].name));
  names_.places.resize(std::max<std::size_t>({known.places, names_.places.size(), 1}));
  if (names_.places[0].file.empty()) names_.places[0].file = "unknown place";
  for (std::size_t p = 1; p < known.places; ++p) {
    trace::Names::Place& place = names_.places[p];
    if (!place.file.empty()) continue;
    // A run in flight may be about to publish it.
    const abi::Text file = std::atomic_ref<abi::Text>(c.places[p].file).load(std::memory_order_acquire);
    if (file == 0) continue;
    place = {text(file), c.places[p].line, c.places[p].column, {}};
    place.text = sources_.line(place.file, place.line);
  }
  for (std::size_t n = names_.notes.size(); n < known.notes; ++n) names_.notes.push_back(text(c.notes[n]));
  named_ = known;
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
  refresh_names(c.known());
  return ThreadId(c.threads_size - 1);
}

std::chrono::nanoseconds NativeExecutor::processor_time() const {
  return process_ ? base::processor_time(process_->id()) : std::chrono::nanoseconds{};
}

bool NativeExecutor::make_symbolic(trace::SymbolicValues values) {
  if (!channel_->has_shadows) return values == trace::SymbolicValues::kInputs;
  if (values == trace::SymbolicValues::kInputsReadsAndLocals && channel_->lacks_locals) return false;
  channel_->settings.symbolic = values;
  if (values == trace::SymbolicValues::kInputs) return true;
  // What one thread passes to another under a lock is read from shared memory, too.
  channel_->settings.visible = abi::Visible::kShared;
  return true;
}

bool NativeExecutor::refine() {
  abi::Channel& c = *channel_;
  const abi::Slot& slot = last_slot();
  const std::uint32_t fits = std::min(slot.found_cells_size, static_cast<std::uint32_t>(abi::kMaxCells) - c.cells_size);
  if (fits != slot.found_cells_size) overflow_ |= static_cast<std::uint32_t>(abi::Overflow::kCells);
  if (!start_again_ && slot.found_compared_size == c.compared_size && fits == 0) return false;
  drop_sent();
  start_again_ = false;
  c.compared_size = c.found_compared_size = slot.found_compared_size;
  std::copy_n(slot.found_cells, fits, c.cells + c.cells_size);
  c.cells_size += fits;
  forget_found();
  return true;
}

// What the last run found is known now, or of no interest.
void NativeExecutor::forget_found() {
  abi::Slot& slot = channel_->slots[last_slot_];
  slot.found_cells_size = 0;
  slot.found_compared_size = channel_->found_compared_size = channel_->compared_size;
  start_again_ = false;
}

std::vector<trace::VisibleCell> NativeExecutor::visible_cells() const {
  std::vector<trace::VisibleCell> result;
  result.reserve(channel_->cells_size + channel_->compared_size);
  for (std::uint32_t i = 0; i < channel_->cells_size; ++i)
    result.push_back({channel_->cells[i].address, channel_->cells[i].size, channel_->cells[i].is_lock});
  // Compared variables have no size of their own.
  for (std::uint32_t i = 0; i < channel_->compared_size; ++i) result.push_back({channel_->compared[i], 0});
  return result;
}

bool NativeExecutor::make_visible(const std::vector<trace::VisibleCell>& cells) {
  drop_sent();
  abi::Channel& c = *channel_;
  for (const trace::VisibleCell& cell : cells) {
    if (cell.size == 0 && !cell.is_lock) {
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
    c.cells[c.cells_size++] = {cell.address, cell.size, cell.is_lock};
  }
  return true;
}

bool NativeExecutor::wake_idle_locks() {
  const std::span<const abi::CellRecord> cells(channel_->cells, channel_->cells_size);
  const auto is_all = [](const abi::CellRecord& cell) { return cell.is_lock && cell.address == abi::kAllLocks; };
  if (!channel_->settings.idle_locks || std::ranges::any_of(cells, is_all)) return false;
  return make_visible({{.address = abi::kAllLocks, .size = 0, .is_lock = true}});
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

// Those of one place, such as the calls in one macro, are one reason.
std::vector<std::string> NativeExecutor::uncontrolled_calls() const {
  std::vector<std::string> places;
  std::map<std::string, std::vector<std::string>> functions;
  for (std::uint32_t i = 0; i < channel_->uncontrolled_size; ++i) {
    const abi::UncontrolledRecord& call = channel_->uncontrolled[i];
    const std::string where = place_text(call.place);
    auto& there = functions[where];
    if (there.empty()) places.push_back(where);
    there.push_back(function_text(text(call.function)));
  }
  std::vector<std::string> result;
  for (const std::string& where : places) {
    std::vector<std::string>& there = functions[where];
    if (there.size() > 1)
      for (std::string& function : there) function.resize(std::min(function.find('('), function.size()));
    const auto [last, end] = std::ranges::unique(there);
    there.erase(last, end);
    result.push_back(fmt::format("uncontrolled call{} ({}{}{})", there.size() == 1 ? "" : "s", fmt::join(there, ", "),
                                 where.empty() ? "" : ", ", where));
  }
  return result;
}

std::vector<std::string> NativeExecutor::reasons_of_incompleteness() const {
  std::vector<std::string> result = uncontrolled_calls();
  const abi::Channel& c = *channel_;
  // A pruned search itself says which of these matter.
  const std::uint32_t fixed = options_.spec.symbolic_locals ? 0 : c.fixed_size;
  for (std::uint32_t i = 0; i < fixed; ++i) {
    const std::string reason = text(c.fixed[i].reason);
    const std::string where = place_text(c.fixed[i].place);
    result.push_back(c.fixed[i].is_value ? fmt::format("symbolic value fixed ({}, {})", reason, where)
                                         : fmt::format("con2colic does not follow {} ({})", reason, where));
  }
  if (fixed == abi::kMaxFixed)
    result.push_back(fmt::format("symbolic values fixed at {} places: any others are not named", abi::kMaxFixed));
  for (const trace::PlaceId place : imported_.mismatches())
    result.push_back(
        fmt::format("the program has computed something else than its expression ({})", place_text(place)));
  const auto has = [&](abi::Overflow overflow) {
    return ((overflow_ | channel_->overflow) & static_cast<std::uint32_t>(overflow)) != 0;
  };
  if (has(abi::Overflow::kOperations))
    result.push_back(fmt::format("runs with more than {} operations were cut", abi::kMaxOperations));
  if (has(abi::Overflow::kFailures))
    result.push_back(fmt::format("a run had more than {} failures", abi::kMaxFailures));
  if (has(abi::Overflow::kLocations)) result.push_back(fmt::format("more than {} locations", abi::kMaxLocations));
  if (has(abi::Overflow::kPlaces))
    result.push_back(
        fmt::format("more than {} places in the program: findings at the others count as one", abi::kMaxPlaces));
  if (has(abi::Overflow::kTexts)) result.emplace_back("too many names and messages: some are missing");
  if (has(abi::Overflow::kUncontrolled))
    result.push_back(fmt::format("more than {} uncontrolled calls: the others are not named", abi::kMaxUncontrolled));
  if (has(abi::Overflow::kCells)) result.push_back(fmt::format("more than {} visible cells", abi::kMaxCells));
  if (has(abi::Overflow::kLent))
    result.push_back(fmt::format("more than {} pieces of thread-local memory that other threads use", abi::kMaxLent));
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
    result.emplace_back("a thread allocated more than 4 GiB (beyond the first 32 threads, 128 MiB) in one run");
  if (has(abi::Overflow::kUsages))
    result.emplace_back("races between accesses of different runs were not looked for in all memory");
  if (has(abi::Overflow::kRaces))
    result.emplace_back("races may be missing: a run had more accesses, or one of them more races, than are kept");
  return result;
}

std::vector<std::string> NativeExecutor::assumptions() const {
  std::vector<std::string> result = {channel_->weak_orders
                                         ? "sequential consistency (the program uses weaker memory orders: what they "
                                           "additionally allow was not explored)"
                                         : "sequential consistency"};
  if (!options_.spec.races) result.emplace_back("no data races (--no-races)");
  if (!options_.aside.empty())
    result.push_back(fmt::format("no data races at {} (--prune-slice)", fmt::join(options_.aside, ", ")));
  if (!options_.spec.spurious) result.emplace_back("no spurious wake-ups (--spurious)");
  if (options_.spec.failing_calls != 0)
    result.push_back(fmt::format("at most {} failing call{} of each thread (--fail-calls-limit)",
                                 options_.spec.failing_calls_limit, options_.spec.failing_calls_limit == 1 ? "" : "s"));
  result.emplace_back("virtual clocks");
  result.emplace_back("no signed overflow (-fsanitize=undefined)");
  const auto has = [&](abi::Assumed what) { return (channel_->assumed & static_cast<std::uint32_t>(what)) != 0; };
  if (has(abi::Assumed::kRandomNumbers)) result.emplace_back("the random numbers of one seed");
  if (has(abi::Assumed::kProcessNumbers)) result.emplace_back("fixed numbers of processes");
  if (has(abi::Assumed::kStackBounds))
    result.emplace_back("variables beyond the bounds that pthread_getattr_np reports");
  if (has(abi::Assumed::kEmptyInput)) result.emplace_back("an empty standard input (--sym-stdin)");
  if (has(abi::Assumed::kMachine)) result.emplace_back("the environment, host and user of these runs");
  if (has(abi::Assumed::kFileTimes)) result.emplace_back("the times that files have in these runs");
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

std::vector<std::string> NativeExecutor::words() const { return read_words(command_.program); }

std::string NativeExecutor::output() const {
  std::string result(last_slot().output_size, '\0');
  const ssize_t read = ::pread(output_.number(), result.data(), result.size(), 0);
  result.resize(read > 0 ? static_cast<std::size_t>(read) : 0);
  return result;
}

// The address of a race of the last run.
std::uint64_t NativeExecutor::address_of(const trace::Failure& race) const {
  const std::span<const abi::FailureRecord> all(last_slot().failures, last_slot().failures_size);
  const auto found = std::ranges::find_if(all, [&](const abi::FailureRecord& f) {
    return f.kind == race.kind && f.thread == race.thread && f.place == race.place && f.other == race.other;
  });
  return found == all.end() ? 0 : found->address;
}

trace::Explanation NativeExecutor::explain(const trace::Test& test, const trace::Failure* failure) {
  if (!options_.stacks) return {};
  // A run that killed its process, perhaps after a long time, would do so again.
  if (failure != nullptr && failure->kind == trace::FailureKind::kDied) return {};
  abi::Channel& c = *channel_;
  const bool race = failure != nullptr && failure->kind == trace::FailureKind::kDataRace;
  c.captured.wanted_race =
      race ? abi::WantedRace{address_of(*failure), failure->other, failure->place} : abi::WantedRace{};
  for (abi::StackRecord& stack : c.captured.stops) stack.size = 0;
  for (abi::StackRecord& stack : c.captured.accesses) stack.size = 0;
  for (abi::OperationStack& kept : c.captured.operation_stacks) kept.stack.size = 0;
  c.captured.race.earlier.stack.size = c.captured.race.later.stack.size = 0;
  std::ranges::fill(c.captured.used_granules, abi::UsedGranule{});
  c.captured.between_size = 0;
  trace::Trace trace;
  capture_ = gathers_ = true;
  run(test, trace);
  gathers_ = false;
  run(test, trace);
  capture_ = false;
  trace::Explanation explanation = read_words(c.captured, names_, trace, sources_);
  read_stacks(c, names_, trace, race, symbolizer_, explanation);
  explanation.note = note_of(failure, trace, names_);
  return explanation;
}

// Whatever makes two runs in one process differ may not do so if each has a process of its own.
std::optional<base::Error> NativeExecutor::check_determinism() {
  std::optional<base::Error> difference = compare_first_runs();
  if (!difference || options_.spec.isolation || channel_->settings.isolation == abi::Isolation::kFork)
    return difference;
  end_target();
  channel_->settings.isolation = abi::Isolation::kFork;
  if (auto still = compare_first_runs()) return still;
  forks_by_itself_ = "runs in one process differ from each other";
  return {};
}

std::optional<base::Error> NativeExecutor::compare_first_runs() {
  // A run that has revealed something may differ from the next one; what there is to reveal is finite.
  constexpr int kMostRuns = 32;
  trace::Trace last;
  trace::Trace trace;
  const auto run_once = [this](trace::Trace& result) {
    run({}, result);
    forget_found();  // nothing is learnt from these runs
  };
  std::uint64_t knowledge = channel_->knowledge;
  run_once(last);
  for (int i = 0; i < kMostRuns; ++i) {
    // The point at which a run is cut by time is never the same.
    if (last_slot().ran_out_of_patience) return {};
    const bool has_learnt = channel_->knowledge != knowledge;
    knowledge = channel_->knowledge;
    run_once(trace);
    if (last_slot().ran_out_of_patience || trace == last) return {};
    if (!has_learnt) break;
    std::swap(last, trace);
  }
  return base::Error{.message = describe_difference(last, trace, names_, reasons_of_incompleteness())};
}

}  // namespace heddle::native
