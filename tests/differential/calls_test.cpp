// What threads change by calls that no variable shows: signals with their masks and handlers, files, descriptors,
// streams, pipes. In random C programs of two or three threads, every strategy reaches the same outcomes, and all that
// are reached if each statement is run under one lock, in every order: these do not depend on which calls are steps.
//   HEDDLE_DIFFERENTIAL_SIGNALS       how many programs with signals (default 20)
//   HEDDLE_DIFFERENTIAL_DESCRIPTORS   how many programs with files (default 20)
//   HEDDLE_DIFFERENTIAL_SEED          where the seeds begin (default 0)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "base/rng.h"
#include "explore/factory.h"
#include "explore/loop.h"
#include "native/native_executor.h"
#include "tests/differential/agreement.h"
#include "tests/differential/campaign.h"
#include "tests/differential/demand.h"
#include "tests/differential/environment.h"

namespace heddle::differential::calls_test {
namespace {

constexpr std::uint64_t kMaxRuns = 600;

// Each outcome is an assertion at a place of its own, so that the findings are the outcomes.
constexpr std::string_view kHead = R"(#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
static int got[3];
static __thread int* r;
#define SEEN(value) (*r = *r * 5 + (int)(value))
static pthread_mutex_t all = PTHREAD_MUTEX_INITIALIZER;
#ifdef ONE_BY_ONE
#define DO(...) do { pthread_mutex_lock(&all); __VA_ARGS__; pthread_mutex_unlock(&all); } while (0)
#else
#define DO(...) do { __VA_ARGS__; } while (0)
#endif
static void outcome(void) {
  switch ((unsigned)(got[0] + 3 * got[1] + 7 * got[2]) % 29) {
    case 0: return;
    case 1: assert(!"1");
    case 2: assert(!"2");
    case 3: assert(!"3");
    case 4: assert(!"4");
    case 5: assert(!"5");
    case 6: assert(!"6");
    case 7: assert(!"7");
    case 8: assert(!"8");
    case 9: assert(!"9");
    case 10: assert(!"10");
    case 11: assert(!"11");
    case 12: assert(!"12");
    case 13: assert(!"13");
    case 14: assert(!"14");
    case 15: assert(!"15");
    case 16: assert(!"16");
    case 17: assert(!"17");
    case 18: assert(!"18");
    case 19: assert(!"19");
    case 20: assert(!"20");
    case 21: assert(!"21");
    case 22: assert(!"22");
    case 23: assert(!"23");
    case 24: assert(!"24");
    case 25: assert(!"25");
    case 26: assert(!"26");
    case 27: assert(!"27");
    default: assert(!"more");
  }
}
static atomic_int x;
static void on_a(int s) { SEEN(s == SIGUSR1 ? 1 : 2); }
static void on_b(int s) { SEEN(x++ + 3); }
static void on_c(int s) { x = 2; if (s == SIGUSR1) raise(SIGUSR2); SEEN(1); }
static sigset_t set(int a, int b) {
  sigset_t s;
  sigemptyset(&s);
  if (a) sigaddset(&s, a);
  if (b) sigaddset(&s, b);
  return s;
}
static void mask(int how, int a, int b) { sigset_t s = set(a, b), old; pthread_sigmask(how, &s, &old); SEEN(sigismember(&old, SIGUSR1)); }
static void act(int s, void (*f)(int), int flags, int during) {
  struct sigaction a = {.sa_handler = f, .sa_flags = flags}, old;
  if (during) sigaddset(&a.sa_mask, during);
  sigaction(s, &a, &old);
  SEEN(old.sa_handler == on_a ? 1 : old.sa_handler == on_b ? 2 : old.sa_handler == SIG_IGN ? 3 : 0);
}
static void pending(void) { sigset_t s; sigpending(&s); SEEN(sigismember(&s, SIGUSR1) + 2 * sigismember(&s, SIGUSR2)); }
static void take(int a, int b) { sigset_t s = set(a, b); struct timespec t = {0}; SEEN(sigtimedwait(&s, 0, &t) > 0); }
static void wait_for(int a) { sigset_t s = set(a, 0), p; int n = 0; sigpending(&p); if (sigismember(&p, a)) { sigwait(&s, &n); SEEN(n); } }
static void suspend(void) { sigset_t s = set(0, 0), p; sigpending(&p); if (sigismember(&p, SIGUSR1)) SEEN(sigsuspend(&s) + 2); }
static atomic_int fd[2];
static FILE* stream;
static int opened(const char* name, int flags) { int d = open(name, flags, 0600); if (d >= 0) close(d); return d >= 0; }
static void put(const char* name, const char* text, int flags) { int d = open(name, O_WRONLY | flags, 0600); if (d >= 0) { SEEN(write(d, text, strlen(text))); close(d); } }
static int size_of(const char* name) { struct stat s; return stat(name, &s) == 0 ? (int)s.st_size : -1; }
static int first_of(const char* name) { int d = open(name, O_RDONLY); char c = 0; if (d >= 0) { if (read(d, &c, 1) != 1) c = 'z'; close(d); } return c; }
static int is_open(int d) { return fcntl(d, F_GETFD) >= 0; }
static int get(int d) { char c = 0; return read(d, &c, 1) == 1 ? c : 1; }
static int entries(const char* name) { DIR* d = opendir(name); int n = 0; if (!d) return 4; while (readdir(d)) n++; closedir(d); return n; }
static void stdio_put(const char* name, const char* mode) { FILE* f = fopen(name, mode); if (f) { fputs("ef", f); SEEN(ftell(f)); fclose(f); } else SEEN(3); }
)";

constexpr std::string_view kSignals[] = {
    "signal(SIGUSR1, on_a)",
    "signal(SIGUSR1, on_b)",
    "signal(SIGUSR2, on_b)",
    "signal(SIGUSR1, SIG_IGN)",
    "signal(SIGUSR2, SIG_IGN)",
    "act(SIGUSR1, on_a, 0, SIGUSR2)",
    "act(SIGUSR1, on_c, 0, 0)",
    "act(SIGUSR1, on_c, 0, SIGUSR2)",
    "act(SIGUSR2, on_b, SA_RESETHAND, 0)",
    "act(SIGUSR1, on_b, SA_NODEFER | SA_RESTART, 0)",
    "raise(SIGUSR1)",
    "raise(SIGUSR1)",
    "raise(SIGUSR2)",
    "pthread_kill(pthread_self(), SIGUSR1)",
    "pthread_kill(pthread_self(), SIGUSR2)",
    "mask(SIG_BLOCK, SIGUSR1, 0)",
    "mask(SIG_BLOCK, SIGUSR1, SIGUSR2)",
    "mask(SIG_UNBLOCK, SIGUSR1, 0)",
    "mask(SIG_SETMASK, SIGUSR2, 0)",
    "mask(SIG_SETMASK, 0, 0)",
    "pending()",
    "take(SIGUSR1, SIGUSR2)",
    "take(SIGUSR2, 0)",
    "wait_for(SIGUSR1)",
    "suspend()",
    "{ struct sigaction a; sigaction(SIGUSR1, 0, &a); SEEN(a.sa_handler == on_a ? 2 : a.sa_handler == SIG_DFL); }",
    "{ struct sigaction a; sigaction(SIGUSR2, 0, &a); SEEN(a.sa_handler == on_b ? 1 : 2); }",
    "SEEN(x)",
    "x = 3",
};
// Of names, the first three characters are those of the program: no other one has its files.
constexpr std::string_view kFiles[] = {
    R"(SEEN(opened("@a", O_RDONLY)))",
    R"(SEEN(opened("@a", O_CREAT | O_EXCL | O_WRONLY)))",
    R"(SEEN(opened("@b", O_CREAT | O_WRONLY)))",
    R"(SEEN(opened("@d/a", O_CREAT | O_WRONLY)))",
    R"(SEEN(opened("@d/a", O_RDONLY)))",
    R"(put("@a", "b", O_CREAT | O_APPEND))",
    R"(put("@a", "cd", O_CREAT | O_TRUNC))",
    R"(put("@a", "e", 0))",
    R"(put("@b", "f", O_CREAT))",
    R"(SEEN(size_of("@a")))",
    R"(SEEN(size_of("@b")))",
    R"(SEEN(first_of("@a")))",
    R"(SEEN(first_of("@b")))",
    R"(SEEN(access("@a", F_OK) == 0))",
    R"(SEEN(access("@b", R_OK) == 0))",
    R"(SEEN(rename("@a", "@b")))",
    R"(SEEN(rename("@b", "@a")))",
    R"(SEEN(rename("@a", "@d/a")))",
    R"(SEEN(rename("@d/a", "@b")))",
    R"(SEEN(unlink("@a")))",
    R"(SEEN(unlink("@d/a")))",
    R"(SEEN(remove("@b")))",
    R"(SEEN(mkdir("@d", 0700)))",
    R"(SEEN(rmdir("@d")))",
    R"(SEEN(entries("@d")))",
    R"(SEEN(truncate("@a", 3)))",
    R"(SEEN(symlink("@a", "@b")))",
    R"(SEEN(chmod("@a", 0400)))",
    R"({ struct stat s; SEEN(lstat("@b", &s) == 0 ? s.st_mode >> 12 : 0); })",
    R"(stdio_put("@a", "w"))",
    R"(stdio_put("@a", "a"))",
    R"(stdio_put("@b", "r+"))",
};
constexpr std::string_view kDescriptors[] = {
    "SEEN(write(fd[1], \"g\", 1))",
    "SEEN(write(fd[1], \"hij\", 3))",
    "SEEN(get(fd[0]))",
    "SEEN(get(fd[0]))",
    "SEEN(lseek(fd[0], 0, SEEK_CUR))",
    "SEEN(lseek(fd[0], 0, SEEK_SET))",
    "SEEN(lseek(fd[1], 1, SEEK_END))",
    "SEEN(pwrite(fd[1], \"k\", 1, 2))",
    "{ char c = 0; SEEN(pread(fd[0], &c, 1, 0) + c); }",
    "SEEN(dup2(fd[0], fd[1]) >= 0)",
    "SEEN(dup2(fd[1], fd[0]) >= 0)",
    "SEEN(close(fd[0]))",
    "SEEN(close(fd[1]))",
    "SEEN(is_open(fd[0]))",
    "SEEN(is_open(fd[1]))",
    "{ int d = dup(fd[0]); SEEN(d >= 0); if (d >= 0) SEEN(get(d)); }",
    "SEEN(fcntl(fd[1], F_SETFL, O_APPEND))",
    "SEEN(fcntl(fd[0], F_SETFD, FD_CLOEXEC))",
    "SEEN(fcntl(fd[0], F_GETFD))",
    "SEEN((fcntl(fd[1], F_GETFL) & O_APPEND) != 0)",
    "SEEN(ftruncate(fd[1], 2))",
    "{ struct stat s; SEEN(fstat(fd[0], &s) == 0 ? s.st_size : 4); }",
    "{ struct iovec v[2] = {{\"l\", 1}, {\"m\", 1}}; SEEN(writev(fd[1], v, 2)); }",
    "SEEN(fputc('n', stream))",
    "SEEN(fgetc(stream))",
    "SEEN(ftell(stream))",
    "rewind(stream)",
    "SEEN(fflush(stream))",
    "SEEN(fseek(stream, 0, SEEK_END))",
    "SEEN(feof(stream) != 0)",
    "fprintf(stream, \"%d\", x)",
    "SEEN(ungetc('o', stream))",
    "{ char t[3] = \"\"; SEEN(fread(t, 1, 2, stream)); SEEN(t[0]); }",
};
// The two descriptors, and the stream, before the threads begin.
constexpr std::string_view kBeginnings[] = {
    R"({ int p[2]; pipe2(p, O_NONBLOCK); fd[0] = p[0]; fd[1] = p[1]; })",
    R"({ fd[0] = open("@a", O_CREAT | O_RDWR, 0600); fd[1] = dup(fd[0]); })",
    R"({ fd[0] = open("@a", O_CREAT | O_RDWR, 0600); fd[1] = open("@a", O_RDWR); })",
    R"({ fd[0] = open("@a", O_CREAT | O_RDONLY, 0600); fd[1] = open("@b", O_CREAT | O_WRONLY, 0600); })",
};

// Every `@` in it is the beginning of the names of the program's files.
std::string named(std::string_view text, const std::string& prefix) {
  std::string result;
  for (const char c : text) result += c == '@' ? prefix : std::string(1, c);
  return result;
}

struct Calls {
  std::span<const std::string_view> steps;
  std::span<const std::string_view> beginnings;
};

Case generate_case(const Calls& calls, base::Rng& rng, const std::string& prefix) {
  const auto step = [&] { return named(calls.steps[rng.below(calls.steps.size())], prefix); };
  Case result;
  result.main = "r = &got[0];\npthread_t t[2];\n";
  if (!calls.beginnings.empty())
    result.main += named(calls.beginnings[rng.below(calls.beginnings.size())], prefix) + ";\n";
  if (rng.one_in(2)) result.main += step() + ";\n";
  const std::size_t threads = 1 + rng.below(2);
  for (std::size_t i = 0; i < threads; ++i) {
    result.text += fmt::format("static void* {}f{}(void* a) {{\nr = &got[{}];\n", prefix, i, i + 1);
    for (std::size_t n = 1 + rng.below(threads == 1 ? 4 : 3); n > 0; --n)
      result.text += fmt::format("DO({});\n", step());
    result.text += "return a;\n}\n";
    result.main += fmt::format("pthread_create(&t[{0}], 0, {1}f{0}, 0);\n", i, prefix);
  }
  for (std::size_t n = rng.below(threads == 1 ? 5 : 3); n > 0; --n) result.main += fmt::format("DO({});\n", step());
  for (std::size_t i = 0; i < threads; ++i) result.main += fmt::format("pthread_join(t[{}], 0);\n", i);
  if (rng.one_in(2)) result.main += step() + ";\n";
  result.main += "outcome();\n";
  return result;
}

Case signals_case(std::uint64_t seed, const std::string& prefix) {
  base::Rng rng(base::mix(seed));
  Case result = generate_case({kSignals, {}}, rng, prefix);
  // Otherwise most of the programs end by a signal that nobody has asked for.
  result.main = "signal(SIGUSR1, on_b); signal(SIGUSR2, on_a);\n" + result.main;
  return result;
}

Case descriptors_case(std::uint64_t seed, const std::string& prefix) {
  base::Rng rng(base::mix(seed));
  if (rng.one_in(2)) return generate_case({kFiles, {}}, rng, prefix);
  Case result = generate_case({kDescriptors, kBeginnings}, rng, prefix);
  result.main = named("stream = fopen(\"@c\", \"w+\");\n", prefix) + result.main;
  return result;
}

using Found = std::set<std::string>;

// What is found if each statement is run alone, in every order; none if that takes too long.
std::optional<Found> outcomes_one_by_one(const std::string& executable, std::size_t index) {
  auto native = native::NativeExecutor::create({twin_of(executable), {fmt::format("{}", index)}}, {.stacks = false});
  if (!native) return Found{native.error().text()};
  const explore::Result result =
      explore::explore(*native.value(), [&] { return explore::make_strategy("dpor", *native.value(), {}); },
                       {.budget = {.tests = kMaxRuns}, .keep_going = true});
  if (result.tests >= kMaxRuns) return std::nullopt;
  Found found;
  for (const explore::Finding& f : result.findings) {
    if (name(f) == "assertion") found.insert(fmt::format("{} at {}", name(f), where(f)));
  }
  return found;
}

// What a target that is stopped leaves behind must not be there for the next one.
void enter_own_folder(const std::string& executable, std::size_t index) {
  const std::string folder = fmt::format("{}_{}", executable, index);
  std::filesystem::create_directory(folder);
  std::filesystem::current_path(folder);
}

// What is named is not explored exactly. This runs in a process of its own.
Shown compare(const std::string& executable, std::size_t index, std::uint64_t seed) {
  enter_own_folder(executable, index);
  Agreement said = compare_strategies(executable, index, seed);
  Shown& shown = said.shown;
  if (said.incomplete) ++shown.counts["named"];
  if (!shown.difference.empty() || shown.counts["compared"] == 0 || said.incomplete) return shown;
  enter_own_folder(twin_of(executable), index);
  const std::optional<Found> all = outcomes_one_by_one(executable, index);
  if (!all) return shown;
  ++shown.counts["also one by one"];
  if (all->size() > 1) ++shown.counts["with several outcomes"];
  if (!std::ranges::includes(said.findings, *all))
    shown.difference = fmt::format("one by one\n{}\nand the strategies say\n{}", fmt::join(*all, "\n"),
                                   fmt::join(said.findings, "\n"));
  return shown;
}

void expect_agreement(std::string_view kind, Case (*generate)(std::uint64_t, const std::string&)) {
  const std::uint64_t count = from_environment(fmt::format("HEDDLE_DIFFERENTIAL_{}", kind).c_str(), 20);
  const auto file = [&](std::span<const std::uint64_t> seeds) { return file_of_cases(kHead, seeds, generate); };
  const auto counts = run({.flags = {"-w"}, .file = file, .compare = compare, .twin_flags = {"-DONE_BY_ONE"}},
                          from_environment("HEDDLE_DIFFERENTIAL_SEED", 0), count);
  demand(counts, "compared", count * 3 / 5);
  demand(counts, "also one by one", count / 3);
  demand(counts, "with several outcomes", count / 10);
}

TEST(Calls, of_signals_have_all_outcomes) { expect_agreement("SIGNALS", signals_case); }
TEST(Calls, of_descriptors_have_all_outcomes) { expect_agreement("DESCRIPTORS", descriptors_case); }

}  // namespace
}  // namespace heddle::differential::calls_test
