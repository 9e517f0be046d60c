#include "report/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <numeric>
#include <optional>

#include "base/version.h"
#include "report/describe.h"
#include "report/headline.h"
#include "report/hints.h"
#include "report/open_branches.h"
#include "report/output_folder.h"
#include "report/same_cause.h"
#include "report/stacks.h"
#include "report/story.h"
#include "report/waiting.h"
#include "report/wrapping.h"

namespace heddle::report {

namespace {

std::string counted(std::uint64_t count, std::string_view noun) {
  const std::string_view ending = noun.ends_with("ch") ? "es" : "s";
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : ending);
}

// "7 of 8 branches (k=0: 5, k=1: 2)".
std::string branches_text(const explore::BranchCoverage& branches) {
  const std::uint64_t covered = std::accumulate(branches.covered.begin(), branches.covered.end(), std::uint64_t{0});
  std::string by_degree;
  for (std::size_t k = 0; k < branches.covered.size(); ++k) {
    by_degree += fmt::format("{}k={}: {}", k == 0 ? " (" : ", ", k, branches.covered[k]);
  }
  return fmt::format("{} of {}{}", covered, counted(covered + branches.open, "branch"),
                     by_degree.empty() ? "" : by_degree + ")");
}

std::string pruned_text(const explore::Pruning& pruning) {
  std::string text = "complete: what was not run cannot fail or deadlock";
  if (pruning.leaves_races) text += "; data races were looked for only in what was run";
  return text;
}

}  // namespace

std::string verdict_line(const explore::Result& result, bool keep_going) {
  std::string line;
  if (result.findings.empty()) {
    line = result.assumed_away ? "no bug found; no test got through the assumptions; " : "no bug found; ";
  } else if (keep_going) {
    line = counted(result.findings.size(), "bug") + " found; ";
  } else {
    line = fmt::format("{} found; stopped there (--keep-going explores on)", counted(result.findings.size(), "bug"));
    return result.outside.empty() ? line : line + fmt::format("; INCOMPLETE: {}", fmt::join(result.outside, ", "));
  }
  const std::optional<explore::Pruning>& pruning = result.progress.pruning;
  if (result.reasons.empty() && pruning && (pruning->pruned != 0 || pruning->leaves_races))
    return line + pruned_text(*pruning);
  if (result.reasons.empty() && result.progress.branches)
    return line + "complete: every local history of every thread was reached";
  if (result.reasons.empty()) return line + "complete: every local state of every thread was reached";
  return line + fmt::format("INCOMPLETE: {}", fmt::join(result.reasons, ", "));
}

std::string assumptions_line(const explore::Result& result) {
  if (result.verdict != explore::Verdict::kComplete || result.assumptions.empty()) return {};
  return fmt::format("assuming {}", fmt::join(result.assumptions, ", "));
}

std::string effort_line(const explore::Result& result, const std::string& strategy) {
  std::string line = counted(result.tests, "test");
  if (result.confirmations != 0) line += ", " + counted(result.confirmations, "confirmation");
  if (result.scouts != 0) line += ", " + counted(result.scouts, "scout");
  if (result.recalled != 0) line += fmt::format(", {} of them in an earlier session", result.recalled);
  if (result.progress.traces != 0) line += ", " + counted(result.progress.traces, "trace");
  if (result.progress.events != 0) line += ", " + counted(result.progress.events, "event");
  if (result.progress.blocked != 0) line += ", " + counted(result.progress.blocked, "blocked run");
  if (result.progress.pruning) line += fmt::format(", {} of them ended early", result.progress.pruning->pruned);
  if (result.progress.pruning && !result.progress.pruning->off.empty())
    line += fmt::format(" (no more since {})", result.progress.pruning->off);
  if (result.progress.branches) line += ", " + branches_text(*result.progress.branches);
  const std::string_view engine = result.progress.engine.empty() ? std::string_view(strategy) : result.progress.engine;
  return line + fmt::format(", {:.2f} s with {}", result.seconds, engine);
}

namespace {

constexpr std::size_t kMaxOutputLines = 20;
constexpr std::size_t kMaxOutputLine = 400;  // bytes
constexpr std::size_t kIndent = 2;           // of a continuation line
constexpr std::size_t kMaxShownBytes = 256;  // of an input

// As in C.
std::string quoted(const std::string& bytes) {
  std::string text = "\"";
  for (const char c : bytes.substr(0, kMaxShownBytes)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text += fmt::format("\\{}", c);
    } else if (c == '\n') {
      text += "\\n";
    } else if (c == '\t') {
      text += "\\t";
    } else {
      constexpr unsigned char kFirstPrintable = ' ';
      constexpr unsigned char kLastPrintable = '~';
      const bool printable = byte >= kFirstPrintable && byte <= kLastPrintable;
      text += printable ? std::string(1, c) : fmt::format("\\x{:02x}", byte);
    }
  }
  text += "\"";
  if (bytes.size() > kMaxShownBytes) text += fmt::format("... ({} bytes)", bytes.size());
  return text;
}

std::string indented(const std::string& output, bool all) {
  const std::size_t max_lines = all ? output.size() : kMaxOutputLines;
  const std::size_t max_bytes = all ? output.size() : kMaxOutputLine;
  std::string text;
  std::size_t lines = 0;
  std::size_t at = 0;
  for (; at < output.size() && lines < max_lines; ++lines) {
    const std::size_t end = std::min(output.find('\n', at), output.size());
    std::string line = output.substr(at, std::min(end - at, max_bytes));
    if (line.size() < end - at) line += " ...";
    std::replace_if(line.begin(), line.end(), [](unsigned char c) { return std::iscntrl(c) != 0; }, ' ');
    text += "  " + line + "\n";
    at = end + 1;
  }
  if (at < output.size()) text += fmt::format("  ... {} bytes in all\n", output.size());
  return text;
}

// Without the stacks of threads that wait in a deadlock, which are shown next to what these wait for.
std::vector<std::string> other_stack_lines(const explore::Finding& finding, const trace::Names& names) {
  if (finding.kind != explore::FindingKind::kDeadlock) return stack_lines(finding.explanation, names);
  trace::Explanation others = finding.explanation;
  for (const Waiting& waiting : waiting_threads(finding, names))
    std::erase_if(others.stacks, [&](const trace::Stack& stack) { return stack.thread == waiting.thread; });
  return stack_lines(others, names);
}

// "4", as in the table; or "4 (queue.c:16)", if it is in none of its rows.
std::string described_step(const explore::Finding& finding, std::size_t operation, const trace::Names& names,
                           const ColumnsOptions& options) {
  if (const std::size_t row = row_of(operation, finding.trace, names, options); row != 0) return fmt::to_string(row);
  const std::vector<trace::Operation>& operations = finding.trace.operations;
  const auto end = operations.begin() + static_cast<std::ptrdiff_t>(operation) + 1;
  std::string text =
      fmt::to_string(std::count_if(operations.begin(), end, [](const trace::Operation& op) { return is_step(op); }));
  const trace::PlaceId id = operations[operation].place;
  if (id.index() == 0 || id.index() >= names.places.size()) return text;
  const trace::Names::Place& place = names.places[id.index()];
  return text + fmt::format(" ({}:{})", place.file.substr(place.file.rfind('/') + 1), place.line);
}

// Orders of steps that are not shown explain nothing.
bool is_told(const std::pair<std::size_t, std::size_t>& order, const Story* story) {
  return story == nullptr || (story->told[order.first] && story->told[order.second]);
}

std::string doom_text(const explore::Finding& finding, const trace::Names& names, const ColumnsOptions& options) {
  const explore::Doom& doom = finding.doom;
  if (doom.always) return fmt::format("It fails in each of {} random schedules.", doom.ways);
  if (doom.since == explore::kNoOperation) return {};
  return fmt::format("Doomed since step {}: after it, {} of {} random continuations fail.",
                     described_step(finding, doom.since, names, options), doom.ways, doom.ways);
}

}  // namespace

std::string needed_orders_text(const explore::Finding& finding, const trace::Names& names,
                               const ColumnsOptions& options) {
  std::string text;
  for (const auto& order : finding.needed) {
    if (!is_told(order, options.story)) continue;
    text += fmt::format("{} {} before {}", text.empty() ? "* The order matters: step" : ",",
                        described_step(finding, order.first, names, options),
                        described_step(finding, order.second, names, options));
  }
  if (!text.empty()) text += "; the other way round, it does not fail.";
  const std::string doom = doom_text(finding, names, options);
  return text.empty() || doom.empty() ? text + doom : text + " " + doom;
}

std::string finding_text(const explore::Finding& finding, const trace::Names& names, const ColumnsOptions& options,
                         const Detail& detail) {
  std::string text = fmt::format("BUG {} at {}\n", name(finding), where(finding));
  const bool deadlock = finding.kind == explore::FindingKind::kDeadlock;
  const bool is_explained = !finding.explanation.operations.empty();
  text += wrapped_lines(headline(finding, names), options.width, kIndent);
  const Story story = is_explained ? story_of(finding) : Story();
  if (is_explained) text += wrapped_lines(hints(finding, names), options.width, kIndent);
  ColumnsOptions with_words = options;
  with_words.explanation = &finding.explanation;
  if (is_explained && !detail.all_steps) with_words.story = &story;
  for (const auto& order : finding.needed) {
    if (is_told(order, with_words.story))
      with_words.ordered.insert(with_words.ordered.end(), {order.first, order.second});
  }
  text += "\n" + columns(finding.trace, names, with_words);
  text += wrapped_lines(needed_orders_text(finding, names, with_words), options.width, kIndent);
  if (!finding.inputs.empty()) {
    std::vector<std::string> inputs;
    inputs.reserve(finding.inputs.size());
    for (const explore::InputInfo& i : finding.inputs)
      inputs.push_back(fmt::format("{} = {}", i.name, i.bytes.empty() ? number_text(i) : quoted(i.bytes)));
    text += fmt::format("\nwith the inputs {}\n", fmt::join(inputs, ", "));
  }
  if (finding.rarity.of != 0)
    text += fmt::format("\n{} of {} random schedules show it\n", finding.rarity.shown, finding.rarity.of);
  if (deadlock) text += "\n" + waiting_text(finding, names);
  const std::vector<std::string> stacks = other_stack_lines(finding, names);
  if (!stacks.empty()) text += "\n";
  for (const std::string& stack : stacks) text += stack + "\n";
  if (!finding.also.empty()) text += "\n" + same_cause_text(words_of(finding, names).also);
  return text + output_text(finding.output, detail.all_output);
}

std::string number_text(const explore::InputInfo& input) {
  constexpr unsigned kFloatBits = 32;
  if (!input.is_fraction) return fmt::to_string(input.value);
  if (input.width == kFloatBits) return fmt::to_string(std::bit_cast<float>(static_cast<std::uint32_t>(input.value)));
  return fmt::to_string(std::bit_cast<double>(input.value));
}

std::string output_text(const std::string& output, bool whole) {
  if (output.empty()) return {};
  return "\noutput of the program:\n" + indented(output, whole);
}

std::string report_of_finding(const explore::Finding& finding, const trace::Names& names) {
  return fmt::format("{}\nseen in {}, kept in {}\n", finding_text(finding, names, {.until = finding.failing}),
                     counted(finding.count, "test"), bug_folder(finding));
}

std::string report_text(const explore::Result& result, const RunInfo& info, const std::vector<FindingWords>& findings) {
  std::string text = fmt::format("heddle {}: {}", base::version(), info.program.program);
  for (const auto& [key, value] : info.program.definitions) text += fmt::format(" -D {}={}", key, value);
  text += fmt::format("\n{}\n", verdict_line(result, info.keep_going));
  if (const std::string line = assumptions_line(result); !line.empty()) text += line + "\n";
  text += effort_line(result, info.strategy) + "\n";
  if (result.progress.branches) text += open_branches_text(*result.progress.branches);
  for (const FindingWords& finding : findings) text += "\n" + finding.report;
  return text;
}

}  // namespace heddle::report
