// How fast native programs run and are explored. Wall-clock seconds, because two processes work; next to them the
// iterations of the calibration loop timed in the same run. usage: native_bench [concrete | split | busy]
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "bench/measure.h"
#include "bench/native_program.h"
#include "explore/factory.h"
#include "explore/loop.h"

namespace heddle::bench {

namespace {

std::string source(const std::string& name) { return fmt::format("bench/programs/{}.c", name); }

// Seconds of one run: through the channel, and in the target alone.
struct RunTime {
  double channel = 0;
  double alone = 0;
};

// Seconds of one run, with at most this many tests in flight.
double through_channel(native::NativeExecutor& executor, std::uint32_t runs, std::size_t ahead) {
  const trace::Test test;
  trace::Trace trace;
  const double begin = wall();
  std::size_t sent = 0;
  for (std::uint32_t received = 0; received < runs; ++received) {
    for (; sent < runs && sent - received < ahead; ++sent) executor.send(test);
    executor.receive(trace);
  }
  return (wall() - begin) / runs;
}

double alone(native::NativeExecutor& executor, std::uint32_t runs) {
  trace::Trace trace;
  executor.repeat(runs - 1);
  const double begin = wall();
  executor.run({}, trace);
  executor.repeat(0);
  return (wall() - begin) / runs;
}

RunTime time_of_run(const std::string& program, std::uint32_t runs) {
  const auto executor = start(program);
  trace::Trace trace;
  executor->run({}, trace);
  RunTime result;
  result.channel = through_channel(*executor, runs, executor->room());
  result.alone = alone(*executor, runs);
  return result;
}

// A process that does nothing but consume processor time.
class BusyProcess {
 public:
  BusyProcess() : id_(::fork()) {
    if (id_ != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (volatile std::uint64_t turns = 0;; turns = turns + 1) continue;
  }
  BusyProcess(const BusyProcess&) = delete;
  BusyProcess& operator=(const BusyProcess&) = delete;
  ~BusyProcess() {
    ::kill(id_, SIGKILL);
    ::waitpid(id_, nullptr, 0);
  }

 private:
  pid_t id_;
};

// Runs through the channel, one at a time and many ahead, and in the target alone, on a machine that is more or less
// busy: alternating, several rounds, the median of each.
void busy(const std::string& program) {
  constexpr int kRounds = 9;
  constexpr std::uint32_t kRuns = 10'000;
  const auto executor = start(program);
  for (const std::size_t neighbours : {0, 1, 2}) {
    std::deque<BusyProcess> processes;
    for (std::size_t i = 0; i < neighbours; ++i) processes.emplace_back();
    std::vector<double> seconds[3];
    for (int round = 0; round < kRounds; ++round) {
      seconds[0].push_back(through_channel(*executor, kRuns, 1));
      seconds[1].push_back(through_channel(*executor, kRuns, executor->room()));
      seconds[2].push_back(alone(*executor, kRuns));
    }
    for (std::vector<double>& s : seconds) std::ranges::nth_element(s, s.begin() + kRounds / 2);
    const auto rate = [&](int which) { return 1 / seconds[which][kRounds / 2]; };
    fmt::print("| {} busy processes | one at a time {:.0f} runs/s | {} ahead {:.0f} runs/s | alone {:.0f} runs/s |\n",
               neighbours, rate(0), executor->room(), rate(1), rate(2));
  }
}

// The cost of recording accesses, in the target alone: as a ratio, from the best of several rounds.
void record(const std::string& name, const std::string& program, std::uint32_t runs) {
  constexpr int kRounds = 300;  // short ones, so that some are undisturbed
  const auto plain = start(program);
  const auto recording = start(program, {.record_accesses = true});
  trace::Trace trace;
  double best[2] = {1, 1};
  for (int round = 0; round < kRounds; ++round) {
    for (const int which : {0, 1}) {
      native::NativeExecutor& executor = which == 0 ? *plain : *recording;
      executor.repeat(runs - 1);
      const double begin = wall();
      executor.run({}, trace);
      best[which] = std::min(best[which], (wall() - begin) / runs);
    }
  }
  fmt::print("| {}, accesses recorded | {:.2f} us, {:.2f} us without | ratio {:.2f} | {} accesses |\n", name,
             best[1] * 1e6, best[0] * 1e6, best[1] / best[0], trace.accesses.size());
}

void explore(const std::string& name, const std::string& program, const std::string& strategy, abi::Visible visible,
             double turn) {
  const bool record = visible == abi::Visible::kRacy && strategy == "contextual";
  const auto executor = start(program, {.spec = {.visible = visible}, .record_accesses = record});
  const double begin = wall();
  const explore::Result result = explore::explore(
      *executor, [&] { return explore::make_strategy(strategy, *executor, {}); }, {.keep_going = true});
  const double seconds = wall() - begin;
  fmt::print("| {}, {}, {} | {} tests, {} traces, {} events | {:.2f} s | {:.0f} |\n", name, strategy,
             visible == abi::Visible::kRacy ? "racy" : "shared", result.tests, result.progress.traces,
             result.progress.events, seconds, seconds / turn / static_cast<double>(result.tests));
}

// Processor time of one run of a program, the best of several.
double seconds_of(const std::string& command) {
  rusage before{};
  rusage after{};
  ::getrusage(RUSAGE_CHILDREN, &before);
  shell(command + " > /dev/null");
  ::getrusage(RUSAGE_CHILDREN, &after);
  const auto seconds = [](const rusage& u) {
    return static_cast<double>(u.ru_utime.tv_sec) + static_cast<double>(u.ru_utime.tv_usec) * 1e-6;
  };
  return seconds(after) - seconds(before);
}

void cpu_heavy(const std::string& heddle_cc) {
  const std::string plain = build("clang-19", source("cpu_heavy"), "", "-plain");
  const std::string tested = build(heddle_cc, source("cpu_heavy"), "", "");
  const double per_run = seconds_of(plain + " many") / 1000;
  const RunTime ours = time_of_run(tested, 300);
  fmt::print("| CPU-heavy, one run | plain -O2 {:.0f} us of processor time, ours {:.0f} us | ratio {:.2f} | |\n",
             per_run * 1e6, ours.alone * 1e6, ours.alone / per_run);
}

// Work that has nothing to do with inputs, with and without shadows, against plain -O2: all in turn.
void concrete(const std::string& heddle_cc) {
  constexpr int kRounds = 20;
  for (const auto& [name, flags] :
       std::vector<std::pair<std::string, std::string>>{{"arithmetic", ""},
                                                        {"an array of the stack", "-DARRAY"},
                                                        {"an array of the heap, one thread", "-DHEAP"},
                                                        {"a global array, one thread", "-DGLOBAL"},
                                                        {"an array of the heap, two threads", "-DHEAP -DTHREADS"},
                                                        {"a global array, two threads", "-DGLOBAL -DTHREADS"}}) {
    const std::string programs[] = {build("clang-19", source("concrete_work"), "-DPLAIN " + flags, "-plain"),
                                    build(heddle_cc, source("concrete_work"), "-fno-symbolic " + flags, "-hooks"),
                                    build(heddle_cc, source("concrete_work"), flags, "-shadows")};
    double best[] = {1e9, 1e9, 1e9};
    for (int round = 0; round < kRounds; ++round) {
      for (int which = 0; which < 3; ++which) best[which] = std::min(best[which], seconds_of(programs[which]));
    }
    fmt::print(
        "| concrete work, {} | plain -O2 {:.1f} ms, hooks {:.1f} ms, shadows {:.1f} ms | ratio {:.2f}, {:.2f} | |\n",
        name, best[0] * 1e3, best[1] * 1e3, best[2] * 1e3, best[1] / best[0], best[2] / best[0]);
  }
}

// Memory of several threads, against plain -O2 and beside ThreadSanitizer: all in turn.
void split(const std::string& heddle_cc) {
  constexpr int kRounds = 7;
  struct Row {
    std::string name;
    std::string program;
    std::string flags;
  };
  const std::vector<Row> rows = {
      {"a global array, split by two threads", "split_arrays", ""},
      {"a global array, split by four threads", "split_arrays", "-DTHREADS=4"},
      {"an array of the heap, split by two threads", "split_arrays", "-DHEAP"},
      {"an array of the heap, split by four threads", "split_arrays", "-DHEAP -DTHREADS=4"},
      {"double, split by two threads", "split_arrays", "-DTYPE=double"},
      {"short, split by two threads", "split_arrays", "-DTYPE=short"},
      {"2 x 4,000,000 elements, once", "split_arrays", "-DN=4000000 -DROUNDS=1"},
      {"parts of nodes of a list, counters", "nodes", ""},
  };
  for (const auto& [name, program, flags] : rows) {
    const std::string programs[] = {build("clang-19", source(program), flags, "-plain"),
                                    build("clang-19", source(program), "-fsanitize=thread " + flags, "-tsan"),
                                    build(heddle_cc, source(program), flags, "-heddle")};
    double best[] = {1e9, 1e9, 1e9};
    for (int round = 0; round < kRounds; ++round) {
      for (int which = 0; which < 3; ++which) best[which] = std::min(best[which], seconds_of(programs[which]));
    }
    fmt::print("| {} | plain -O2 {:.1f} ms, ThreadSanitizer {:.1f} ms, ours {:.1f} ms | ratio {:.2f}, {:.2f} | |\n",
               name, best[0] * 1e3, best[1] * 1e3, best[2] * 1e3, best[1] / best[0], best[2] / best[0]);
  }
}

void run() {
  const std::string heddle_cc = std::string(HEDDLE_BINARY) + " cc";
  const double turn = calibrate();
  fmt::print("turn of the calibration loop: {:.2f} ns\n| what | how much | time | turns each |\n|---|---|---|---|\n",
             turn * 1e9);
  const std::string fib = build(heddle_cc, source("fib_bench"), "-DN=5", "");
  const RunTime time = time_of_run(fib, 100'000);
  fmt::print("| fib_bench(5), run through the channel | {:.0f} runs/s | {:.2f} us | {:.0f} |\n", 1 / time.channel,
             time.channel * 1e6, time.channel / turn);
  fmt::print("| fib_bench(5), run in the target alone | {:.0f} runs/s | {:.2f} us | {:.0f} |\n", 1 / time.alone,
             time.alone * 1e6, time.alone / turn);
  const RunTime locks = time_of_run(build(heddle_cc, source("locks"), "", ""), 20'000);
  fmt::print("| three threads with two mutexes, run in the target alone | {:.0f} runs/s | {:.2f} us | {:.0f} |\n",
             1 / locks.alone, locks.alone * 1e6, locks.alone / turn);
  for (const int pages : {1, 10, 100, 1000, 2560}) {
    const RunTime t = time_of_run(build(heddle_cc, source("globals"), fmt::format("-DPAGES={}", pages), ""), 2000);
    fmt::print("| 10 MB of globals, {} pages touched | {:.2f} us a page | {:.1f} us | |\n", pages,
               t.alone * 1e6 / pages, t.alone * 1e6);
  }
  cpu_heavy(heddle_cc);
  concrete(heddle_cc);
  const std::string one_lock = build(heddle_cc, source("one_lock"), "", "");
  record("fib_bench(5)", fib, 500);
  record("one_lock", one_lock, 200);
  record("memory of one thread", build(heddle_cc, source("private"), "", ""), 10);
  for (const char* strategy : {"dpor", "contextual"}) explore("fib_bench(5)", fib, strategy, abi::Visible::kRacy, turn);
  for (const abi::Visible visible : {abi::Visible::kRacy, abi::Visible::kShared})
    explore("one_lock", one_lock, "contextual", visible, turn);
}

}  // namespace

}  // namespace heddle::bench

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "busy") {
    heddle::bench::busy(
        heddle::bench::build(std::string(HEDDLE_BINARY) + " cc", "bench/programs/fib_bench.c", "-DN=5", ""));
    return 0;
  }
  if (argc > 1 && std::string(argv[1]) == "concrete") {
    heddle::bench::concrete(std::string(HEDDLE_BINARY) + " cc");
  } else if (argc > 1 && std::string(argv[1]) == "split") {
    heddle::bench::split(std::string(HEDDLE_BINARY) + " cc");
  } else {
    heddle::bench::run();
  }
}
