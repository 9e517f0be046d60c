#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "abi/instrumented.h"
#include "abi/symbolic.h"
#include "abi/turns.h"
#include "symbolic/kinds.h"
#include "trace/operation.h"
#include "trace/program_spec.h"
#include "trace/symbolic_values.h"
#include "trace/test.h"
#include "trace/thread_set.h"
#include "trace/trace.h"

// The memory that Heddle and the tested program share: tests go in, traces come out, each in its own slot, and the
// vocabulary says what the ids in the traces mean. It belongs to the explorer and outlives the target, so that the
// trace of a run that killed its process is still there, and a new target continues with the same ids. The file is
// sparse: what is not used costs nothing.

namespace heddle::abi {

inline constexpr std::uint32_t kChannelMagic = 0x6c646568;  // "hedl"
inline constexpr std::uint32_t kChannelVersion = 10;
// The environment variable that holds the number of the descriptor of the channel.
inline constexpr const char* kChannelVariable = "HEDDLE_CHANNEL";

// Bounds. Each is reported when hit; see Overflow.
inline constexpr std::size_t kMaxSchedule = 4'000'000;
inline constexpr std::size_t kMaxInputs = 1'000'000;
inline constexpr std::size_t kMaxOperations = 4'000'000;
inline constexpr std::size_t kMaxFailures = 1024;
inline constexpr std::size_t kMaxLocations = 1 << 20;
inline constexpr std::size_t kMaxPlaces = 1 << 20;
inline constexpr std::size_t kMaxCells = 1 << 18;
inline constexpr std::size_t kMaxAccesses = 1 << 20;
inline constexpr std::size_t kMaxWatched = 1 << 18;
inline constexpr std::size_t kMaxLent = 1 << 10;
inline constexpr std::size_t kMaxUsages = 1 << 22;
inline constexpr std::size_t kMaxEdges = std::size_t{1} << HEDDLE_EDGE_BITS;
inline constexpr std::size_t kMaxNotes = 1 << 16;
inline constexpr std::size_t kMaxUncontrolled = 1024;
inline constexpr std::size_t kMaxFrames = 64;          // the outermost calls of deeper stacks are left out
inline constexpr std::size_t kOperationStacks = 2048;  // of the last operations of a run with Slot::capture
inline constexpr std::size_t kTextBytes = 64u << 20;
inline constexpr std::size_t kWordBytes = 16u << 20;      // operations beyond this get no words
inline constexpr std::size_t kMaxUsedGranules = 1 << 16;  // of several threads, in a run with Slot::gathers
inline constexpr std::size_t kMaxBetween = 1 << 14;       // accesses between steps, in a run with Slot::capture
inline constexpr std::size_t kMaxExpressions = 1 << 24;
inline constexpr std::size_t kExpressionSlots = 2 * kMaxExpressions;
// Variables and the decisions about them still fit when everything else is full.
inline constexpr std::size_t kReservedExpressions = 1 << 16;
// Reads and local variables that are made symbolic are numbered apart from the inputs of their thread.
inline constexpr std::uint32_t kFirstRead = 1U << 31;
inline constexpr std::uint32_t kFirstLocal = 3U << 30;
inline constexpr std::size_t kMaxLocals = 1 << 20;  // made symbolic in one run
inline constexpr std::size_t kMaxFixed = 1024;
inline constexpr std::size_t kMaxCompared = 4096;
inline constexpr std::size_t kMaxSymbolicArguments = 16;
inline constexpr std::size_t kMaxSymbolicFiles = HEDDLE_MAX_SYMBOLIC_FILES;
inline constexpr std::size_t kMaxSymbolicPath = 1024;

using trace::Checkpoint;
using trace::Isolation;
using trace::kMaxInputBytes;
using trace::SymbolicValues;
using trace::Visible;

// Why a run reports less than it should.
enum class Overflow : std::uint32_t {
  kNone = 0,
  kOperations = 1,
  kFailures = 2,
  kLocations = 4,
  kCells = 8,
  kTexts = 16,
  kHeap = 32,
  kClocks = 64,
  kUsages = 128,
  kExpressions = 256,
  kInputBytes = 512,
  kShadow = 1024,
  kCompared = 2048,
  kLocals = 4096,
  kPlaces = 8192,
  kUncontrolled = 16384,
  kFiles = 1u << 31,  // that could not be restored
};

// Questions of the program that have many possible answers, of which only one is used here.
enum class Assumed : std::uint32_t {
  kRandomNumbers = 1,
  kProcessNumbers = 2,
  kStackBounds = 4,
  kEmptyInput = 8,  // standard input was read
  kMachine = 16,    // the environment, the host or the user was queried
};

// A file that consists of inputs.
struct SymbolicFile {
  char path[kMaxSymbolicPath] = {};
  std::uint32_t size = 0;
};

// What the target does besides running tests; set by the explorer before the target starts.
struct Settings {
  Visible visible = Visible::kRacy;
  Isolation isolation = Isolation::kReset;
  Checkpoint checkpoint = Checkpoint::kNever;  // until runs are known to be equal: runtime/process/checkpoint.h
  bool detect_races = true;
  bool record_accesses = false;  // to memory that several threads access, for the explorer: Channel::recorded
  bool spurious_wakeups = false;
  bool idle_locks = false;                // only locks that order something are steps
  std::uint32_t failing_calls = 0;        // a set of trace::FailingCall
  std::uint32_t failing_calls_limit = 0;  // at most this many calls of one thread fail
  SymbolicValues symbolic = SymbolicValues::kInputs;
  std::uint32_t symbolic_stdin = 0;      // this many bytes of standard input are inputs
  std::uint32_t symbolic_arguments = 0;  // this many additional arguments of the program are inputs, ...
  std::uint32_t symbolic_argument_sizes[kMaxSymbolicArguments] = {};  // ... with this many bytes each
  std::uint32_t symbolic_files = 0;
  SymbolicFile symbolic_file[kMaxSymbolicFiles] = {};
  bool constructors = false;  // the program's constructors are part of every run: runtime/process/constructors.h
  bool os_threads = false;    // each thread is carried by a thread of the operating system, for debuggers
};

// A text in Channel::texts, terminated by a zero byte. Offset 0 is the empty text.
using Text = std::uint32_t;

enum class LocationKind : std::uint8_t {
  kMemory,
  kMutex,
  kCondition,
  kRwLock,
  kSpinLock,
  kBarrier,
  kSemaphore,
  kOnce,
  kFutex,
  kThread,
  kFile,  // a file, a pipe or the directory tree: see runtime/sync/kernel_objects.h
};

struct LocationRecord {
  std::uint64_t address = 0;
  std::uint64_t size = 0;  // kMemory: of the cell
  std::int64_t initial = 0;
  std::uint32_t generation = 0;  // of the object at this address, for objects that are initialised again
  LocationKind kind = LocationKind::kMemory;
  // Locks, in any run: has a thread checked whether the lock was free, without waiting? Did a loop count as waiting
  // although it locks and unlocks? See runtime/schedule/spin.h.
  bool looked_at = false;
  bool paired = false;
  // Memory, in any run: has a thread waited for it (trace/await.h)? Is waiting for it forbidden because it has plain
  // accesses, too?
  bool awaited = false;
  bool not_awaited = false;
  // Memory, in any run: have threads added to it without looking (OpKind::kAdd)? Not where it is awaited.
  bool added_to = false;
  // Memory, in any run: does a loop try to replace what it points to, and which part of that does it read before, from
  // which byte and up to which? Must all of its accesses be steps? See runtime/observe/retries.h.
  bool retried = false;
  bool not_retried = false;
  std::int32_t read_begin = 0;
  std::int32_t read_end = 0;
  // Barriers, in any run: have more threads come than a group has? Then it is their order that makes the groups.
  bool crowded = false;
  // Barriers of C++, in any run: do threads arrive without waiting? See include/cxx/barrier.
  bool split = false;
  // Condition variables and barriers, in any run: was it destroyed while others were alive? See sync/objects.h.
  bool destroyed = false;
  Text name = 0;
};

struct PlaceRecord {
  Text file = 0;
  Text function = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

struct ThreadRecord {
  trace::ThreadId parent;
  std::uint32_t nth = 0;
  Text name = 0;                // of the function it runs, as far as the dynamic linker knows
  Text title = 0;               // what to call it in debuggers; given by the explorer
  std::uint64_t function = 0;   // its address; 0 until the thread is about to be created
  std::uint64_t vtable = 0;     // if the function is a library's and its argument a heap object: the first word of
  std::uint64_t last[2] = {0};  // that object and its last two
};

// A piece of memory whose accesses are steps, or a lock whose operations are.
struct CellRecord {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  bool is_lock = false;  // a lock that orders something: runtime/schedule/idle_locks.h
};
// This address stands for all locks.
inline constexpr std::uint64_t kAllLocks = 0;

// An access that revealed something new about who uses this memory, in any run: see runtime/observe/access_log.h.
struct UsageRecord {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  trace::ThreadId thread;
  bool is_write = false;
  bool is_atomic = false;
};

struct UncontrolledRecord {
  Text function = 0;
  trace::PlaceId place;
};

// The expression of the value that an operation read or wrote.
struct ValueRecord {
  std::uint32_t operation = 0;
  std::uint32_t expression = 0;
};

// A local variable that was made symbolic after a visible operation; see trace::SymbolicLocal.
struct LocalRecord {
  std::uint32_t operation = 0;
  std::uint32_t local = 0;
  std::uint32_t before = 0;    // an expression
  std::uint32_t variable = 0;  // the same
  std::uint64_t value = 0;
};

// An expression in terms of others with smaller numbers; see symbolic/kinds.h. Number 0 means none.
struct ExpressionRecord {
  symbolic::Kind kind = symbolic::Kind::kConstant;
  std::uint8_t width = 0;
  std::uint8_t low = 0;  // kExtract
  std::uint32_t a = 0;   // kVariable: the thread
  std::uint32_t b = 0;   // kVariable: which input of the thread, or kFirstRead + which read or local
  std::uint32_t c = 0;
  std::uint64_t value = 0;  // kConstant

  friend bool operator==(const ExpressionRecord&, const ExpressionRecord&) = default;
};

// Where a value was fixed although the program could have had another one, and why; or, where reads are variables,
// which value passed between threads is not a variable.
struct FixedRecord {
  trace::PlaceId place;
  Text reason = 0;
  bool is_value = true;
};

struct FailureRecord {
  trace::FailureKind kind = trace::FailureKind::kAssertion;
  trace::ThreadId thread;
  trace::PlaceId place;
  trace::PlaceId other;       // kDataRace: the place of the earlier access
  std::uint64_t address = 0;  // kDataRace
  std::uint32_t note = 0;     // 1 + index into Channel::notes
};

// The calls that a thread is in, innermost first.
struct StackRecord {
  std::uint32_t size = 0;
  std::uint64_t frames[kMaxFrames];  // an address in each call
};

// Where a thread was when it took a step.
struct OperationStack {
  std::uint32_t operation = 0;  // index into Slot::operations
  StackRecord stack;
};

struct RacingStack {
  trace::ThreadId thread;
  bool is_write = false;
  StackRecord stack;
};

// What an operation is about, in words; the texts are in Channel::words. Recorded in a run with Slot::capture.
struct WordsRecord {
  Text object = 0;            // "q", "Node#2"; 0 if it has no name of its own
  Text path = 0;              // ".slots[3].full"
  Text before = 0;            // its value, where there is a better word for it than the number
  Text after = 0;             // its value after a write, or what a compare-exchange failed to find
  std::uint64_t address = 0;  // of the object: several may have the same name
  trace::ThreadId owner;      // the thread whose stack it is on
  bool opaque = false;        // its value means nothing to the user
};

// Who uses 8 bytes of memory between steps, in a run with Slot::gathers.
struct UsedGranule {
  std::uint64_t granule = 0;  // their address / 8
  trace::ThreadId first;      // who used them first
  bool is_shared = false;     // has another thread used them, too?
  bool is_written = false;
};

// What a thread reads or writes between two steps, where others use it, too: recorded in a run with Slot::capture.
struct BetweenRecord {
  WordsRecord words;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::uint32_t operations = 0;  // that come before it
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  Text file = 0;  // in Channel::words
  trace::ThreadId thread;
  bool is_write = false;
};

// The heap block involved in the run's failure, in a run with Slot::capture.
struct FaultRecord {
  WordsRecord words;
  trace::ThreadId freed_by;  // none if it has not been freed
  trace::PlaceId freed_at;
};

// The race whose stacks are to be kept.
struct WantedRace {
  std::uint64_t address = 0;
  trace::PlaceId earlier;
  trace::PlaceId later;
};

struct RaceRecord {
  RacingStack earlier;
  RacingStack later;
};

// How much of the vocabulary existed when a run ended. Later runs may add to it at any time.
struct KnownWords {
  std::uint32_t threads = 0;
  std::uint32_t threads_named = 0;
  std::uint32_t locations = 0;
  std::uint32_t places = 0;
  std::uint32_t places_published = 0;
  std::uint32_t notes = 0;
  std::uint32_t expressions = 0;

  friend bool operator==(const KnownWords&, const KnownWords&) = default;
};

// A mark of all that runs have taught: it stays the same as long as they teach nothing.
struct Learnt {
  KnownWords words;
  std::uint64_t knowledge = 0;  // Channel::knowledge
  std::uint64_t others[14] = {};

  friend bool operator==(const Learnt&, const Learnt&) = default;
};

// What the ids in traces mean. Nothing is ever removed, and an id never changes.
struct Vocabulary {
  std::uint32_t threads_size = 0;
  std::uint32_t threads_named = 0;  // changes when the function of a thread becomes known
  std::uint32_t locations_size = 0;
  std::uint32_t places_size = 0;       // places with a smaller id may be published
  std::uint32_t places_published = 0;  // changes when a place is published
  std::uint32_t notes_size = 0;
  std::uint32_t texts_size = 1;
  std::uint32_t expressions_size = 1;
  std::uint32_t overflow = 0;  // a set of Overflow: something did not fit

  ThreadRecord threads[trace::kMaxThreads];
  Text notes[kMaxNotes];
  LocationRecord locations[kMaxLocations];
  PlaceRecord places[kMaxPlaces];
  char texts[kTextBytes];
  ExpressionRecord expressions[kMaxExpressions];
  Text expression_names[kMaxExpressions];            // names of variables
  std::uint32_t expression_slots[kExpressionSlots];  // open addressing, used by the runtime

  KnownWords known() const {
    return {threads_size, threads_named, locations_size, places_size, places_published, notes_size, expressions_size};
  }
};

// One test and its trace. The explorer writes it until the test is sent, then the target until it is answered.
struct Slot {
  // The test.
  trace::Policy policy;
  trace::ThreadSet sleep;
  std::uint32_t depth = 0;
  std::uint32_t schedule_size = 0;
  std::uint32_t inputs_size = 0;
  bool capture = false;      // keep stacks: those of the threads, and those of the race Channel::wanted_race
  bool gathers = false;      // with `capture`: only find out which memory several threads use between steps
  bool start_again = false;  // what was learnt so far is void although no cell was found; set by either side
  bool orders_twins = false;
  bool concrete = false;

  // The trace. Valid up to here even if the target dies.
  trace::Outcome outcome = trace::Outcome::kFinished;
  std::uint32_t diverged_at = 0;
  std::uint32_t operations_size = 0;
  std::uint32_t pending_size = 0;
  std::uint32_t failures_size = 0;
  std::uint32_t overflow = 0;          // a set of Overflow
  std::uint32_t found_cells_size = 0;  // cells that should become visible
  std::uint32_t values_size = 0;
  std::uint32_t locals_size = 0;
  std::uint32_t recorded_size = 0;
  std::uint32_t twins_size = 0;
  std::uint32_t edges_size = 0;
  std::uint32_t found_compared_size = 0;  // of Channel::compared, in the end
  bool ran_out_of_patience = false;       // a thread was cut by time
  std::uint64_t output_size = 0;          // bytes that the program wrote to its standard output and error
  trace::ThreadId running;                // the running thread, in case the target dies
  KnownWords known;
  Learnt learnt;

  trace::Pending pending[trace::kMaxThreads];
  trace::Twin twins[trace::kMaxThreads];
  std::uint32_t edges[kMaxEdges];  // see trace::Trace
  FailureRecord failures[kMaxFailures];
  CellRecord found_cells[kMaxCells];
  trace::Access recorded[kMaxAccesses];
  trace::Step schedule[kMaxSchedule];
  trace::InputValue inputs[kMaxInputs];
  ValueRecord values[kMaxOperations];
  LocalRecord locals[kMaxLocals];
  trace::Operation operations[kMaxOperations];
};

// The channel: the program's settings and what all its runs have shown, the slots, and the vocabulary.
struct Channel : Vocabulary {
  std::uint32_t magic = kChannelMagic;
  std::uint32_t version = kChannelVersion;
  Turns turns;
  Settings settings;

  // Written by the explorer while no tests are in flight.
  std::uint32_t cells_size = 0;     // the visible ones: Channel::cells[0 .. cells_size)
  std::uint32_t compared_size = 0;  // how many of Channel::compared count in this exploration
  std::uint32_t targets = 0;        // processes started
  std::uint32_t repeat = 0;         // run each test this many more times before answering, for measurements
  WantedRace wanted_race;           // with Slot::capture

  // Written by the target, about all runs.
  bool twins_differ = false;  // has something told threads apart that should be the same (Slot::orders_twins)?
  bool weak_orders = false;   // did an atomic operation ask for less than sequential consistency?
  std::uint32_t assumed = 0;  // a set of Assumed
  std::uint32_t uncontrolled_size = 0;
  std::uint32_t fixed_size = 0;
  std::uint32_t found_compared_size = 0;  // at least Channel::compared_size
  std::uint32_t watched_cells_size = 0;   // memory whose accesses are recorded
  std::uint32_t lent_size = 0;            // thread-local memory that other threads have used
  std::uint32_t usages_size = 0;
  std::uint64_t knowledge = 0;      // changes when a run shows something that makes later runs different
  std::uint64_t flags_changed = 0;  // changes with the flags of a location that others act on
  std::uint64_t load_address = 0;   // added to the addresses in the executable file
  Text died = 0;                    // why the runtime ended the process
  bool has_shadows = false;         // some of the program computes with expressions
  bool lacks_locals = false;        // and some of that code cannot make its local variables symbolic
  bool takes_inputs = false;        // the program has taken inputs, in any run
  bool sums_commute = false;        // additions were taken to commute although it computes with expressions
  bool wants_fork = false;          // the program did something that cannot be undone in place
  bool changes_files = false;       // a run changed files or folders, which are put back after it
  bool constructing = false;        // the program's constructors are running, before any run

  // Of the run with Slot::capture.
  StackRecord stops[trace::kMaxThreads];     // where each thread stopped last
  StackRecord accesses[trace::kMaxThreads];  // its last access that looks like the earlier one of `wanted_race`
  RaceRecord race;
  FaultRecord fault;
  WordsRecord waiting_words[trace::kMaxThreads];  // for what threads are waiting for at the end
  std::uint32_t words_size = 1;
  char words[kWordBytes];
  std::uint32_t between_size = 0;
  BetweenRecord between[kMaxBetween];
  UsedGranule used_granules[kMaxUsedGranules];  // open addressing; with Slot::gathers, and kept for the next run

  UncontrolledRecord uncontrolled[kMaxUncontrolled];
  CellRecord cells[kMaxCells];
  CellRecord watched_cells[kMaxWatched];
  CellRecord lent[kMaxLent];
  UsageRecord usages[kMaxUsages];
  FixedRecord fixed[kMaxFixed];
  std::uint64_t compared[kMaxCompared];  // addresses: see SymbolicState::is_compared
  Slot slots[kSlots];
  WordsRecord operation_words[kMaxOperations];  // with `capture`
  // With `capture`: of the last operations, by index modulo their number.
  OperationStack operation_stacks[kOperationStacks];

  Learnt learnt() const {
    return {known(),
            knowledge,
            {overflow, weak_orders, twins_differ, assumed, uncontrolled_size, fixed_size, compared_size,
             found_compared_size, watched_cells_size, lent_size, usages_size, cells_size, wants_fork, changes_files}};
  }
};

}  // namespace heddle::abi
