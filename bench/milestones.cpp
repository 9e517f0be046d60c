// What strategies need until they have taken every edge of the control flow that they take at all, until the first
// finding, and until their end: tests, and seconds of the processor of both processes. For bench/con2colic.
// usage: milestones PROGRAM SECONDS STRATEGY...; the program is compiled with 'heddle cc -fsymbolic'.
#include <cstdlib>
#include <set>
#include <string>

#include "base/processor_time.h"
#include "bench/native_program.h"
#include "explore/factory.h"
#include "explore/loop.h"

namespace heddle::bench {

namespace {

struct Milestone {
  std::uint64_t tests = 0;
  double seconds = 0;
};

std::string text(const Milestone& m) { return fmt::format("[{}, {:.4f}]", m.tests, m.seconds); }

void measure(const std::string& program, double seconds, const std::string& strategy) {
  const auto executor = start(program, {.stacks = false});
  const auto now = [&] {
    return std::chrono::duration<double>(base::processor_time() + executor->processor_time()).count();
  };
  const double begin = now();
  std::uint64_t tests = 0;
  const auto here = [&] { return Milestone{tests, now() - begin}; };
  std::set<std::uint32_t> edges;
  Milestone covered;
  Milestone first_bug;
  explore::Options options{.budget = {.seconds = seconds}, .keep_going = true};
  options.on_trace = [&](const trace::Trace& trace) {
    ++tests;
    const std::size_t before = edges.size();
    for (const std::uint32_t edge : trace.edges) edges.insert(edge / trace::kEdgeCounts);
    if (edges.size() != before) covered = here();
  };
  options.on_finding = [&](const explore::Finding&) {
    if (first_bug.tests == 0) first_bug = here();
  };
  const explore::Result result =
      explore::explore(*executor, [&] { return explore::make_strategy(strategy, *executor, {}); }, options);
  fmt::print(
      "{{\"strategy\": \"{}\", \"edges\": {}, \"covered\": {}, \"findings\": {}, \"bug\": {}, \"end\": {}, "
      "\"complete\": {}}}\n",
      strategy, edges.size(), text(covered), result.findings.size(), text(first_bug), text(here()),
      result.reasons.empty());
}

}  // namespace

}  // namespace heddle::bench

int main(int count, char** arguments) {
  if (count < 4) return 2;
  for (int i = 3; i < count; ++i) heddle::bench::measure(arguments[1], std::atof(arguments[2]), arguments[i]);
  return 0;
}
