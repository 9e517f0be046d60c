#include "report/page_data.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/file.h"
#include "base/version.h"
#include "report/arrows.h"
#include "report/describe.h"
#include "report/hints.h"
#include "report/open_branches.h"
#include "report/output_folder.h"
#include "report/rows.h"
#include "report/stacks.h"
#include "report/story.h"
#include "report/text.h"
#include "report/waiting.h"

namespace heddle::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxSteps = 20'000;                 // of one finding
constexpr std::size_t kMaxSource = std::size_t{1} << 20;  // bytes of one file
constexpr std::size_t kMaxSources = std::size_t{8} << 20;

Json place_json(trace::PlaceId id, const trace::Names& names) {
  if (id.index() >= names.places.size() || names.places[id.index()].line == 0) return nullptr;
  const trace::Names::Place& place = names.places[id.index()];
  return {{"file", place.file}, {"line", place.line}, {"column", place.column}};
}

// Which operations are shown, and where a race is.
Story shown_story(const explore::Finding& finding) {
  return finding.explanation.operations.empty() ? whole_story(finding.trace, finding.failing) : story_of(finding);
}

Json steps_json(const explore::Finding& finding, const trace::Names& names, const Story& story) {
  Json steps = Json::array();
  std::size_t number = 0;
  const std::size_t size = std::min(finding.trace.operations.size(), kMaxSteps);
  for (std::size_t i = 0; i < size; ++i) {
    const trace::Operation& op = finding.trace.operations[i];
    if (is_step(op)) ++number;
    Json step = {{"thread", op.thread.index()},
                 {"kind", name(op.kind)},
                 {"number", is_step(op) ? Json(number) : Json(nullptr)},
                 {"source", source_of(op, names)},
                 {"note", note_of(op, names, finding.explanation.of_operation(i))},
                 {"place", place_json(op.place, names)}};
    if (const trace::Stack* const stack = finding.explanation.stack_of(i)) step["stack"] = stack_text(*stack);
    if (i < story.end && story.told[i]) step["told"] = true;
    if (i >= story.end) step["after"] = true;
    if (i == story.earlier || i == story.later) step["race"] = true;
    steps.push_back(std::move(step));
  }
  return steps;
}

Json between_json(const explore::Finding& finding, const trace::Names& names, const Story& story) {
  Json rows = Json::array();
  for (const BetweenRow& row : between_rows(finding.explanation, story)) {
    if (row.operations >= kMaxSteps) break;
    if (!row.told) continue;
    rows.push_back({{"before", row.operations},
                    {"thread", row.thread.index()},
                    {"source", source_of(row.place, names)},
                    {"note", row.note},
                    {"place", {{"file", row.place.file}, {"line", row.place.line}, {"column", row.place.column}}},
                    {"told", row.told}});
  }
  return rows;
}

Json endings_json(const explore::Finding& finding, const trace::Names& names) {
  Json endings = Json::array();
  for (std::size_t i = 0; i < finding.trace.pending.size(); ++i) {
    const trace::Pending& pending = finding.trace.pending[i];
    endings.push_back({{"thread", pending.operation.thread.index()},
                       {"why", name(pending.why)},
                       {"source", source_of(pending, names)},
                       {"note", note_of(pending, finding.trace, names, finding.explanation.of_waiting(i))},
                       {"place", place_json(pending.operation.place, names)}});
  }
  return endings;
}

Json arrows_json(const trace::Trace& trace) {
  Json arrows = Json::array();
  for (const Arrow& arrow : arrows_of(trace)) {
    if (arrow.to < kMaxSteps) arrows.push_back({arrow.from, arrow.to, name(arrow.kind)});
  }
  return arrows;
}

// Not every fraction is a number of JSON.
Json value_json(const explore::InputInfo& input) {
  if (!input.bytes.empty()) return input.bytes;
  return input.is_fraction ? Json(number_text(input)) : Json(input.value);
}

Json inputs_json(const explore::Finding& finding) {
  Json inputs = Json::array();
  for (const explore::InputInfo& input : finding.inputs)
    inputs.push_back({{"name", input.name}, {"value", value_json(input)}});
  return inputs;
}

Json threads_json(const trace::Names& names) {
  Json threads = Json::array();
  for (const trace::Names::Thread& thread : names.threads) threads.push_back(thread.name);
  return threads;
}

Json waiting_json(const explore::Finding& finding, const trace::Names& names) {
  Json lines = Json::array();
  for (const Waiting& waiting : waiting_threads(finding, names)) lines.push_back(waiting.sentence);
  return lines;
}

// Pairs of steps whose order matters.
Json needed_json(const explore::Finding& finding) {
  Json pairs = Json::array();
  for (const auto& [earlier, later] : finding.needed) {
    if (later < kMaxSteps) pairs.push_back({earlier, later});
  }
  return pairs;
}

// The run of a finding, for the lanes and the drawing.
Json run_json(const explore::Finding& finding, const trace::Names& names) {
  const Story story = shown_story(finding);
  const trace::ThreadId failing = finding.failing;
  return {{"threads", threads_json(names)},
          {"failing", failing.valid() ? Json(failing.index()) : Json(nullptr)},
          {"operations", finding.trace.operations.size()},
          {"steps", steps_json(finding, names, story)},
          {"between", between_json(finding, names, story)},
          {"endings", endings_json(finding, names)},
          {"arrows", arrows_json(finding.trace)},
          {"hints", finding.explanation.operations.empty() ? "" : hints(finding, names)},
          {"waiting", waiting_json(finding, names)},
          {"orders", needed_orders_text(finding, names)},
          {"needed", needed_json(finding)}};
}

// A page with all that a program may write could not be opened.
std::string beginning_of(const std::string& output) {
  constexpr std::size_t kMost = std::size_t{64} << 10;
  if (output.size() <= kMost) return output;
  return fmt::format("{}\n... {} bytes in all, in output.txt\n", output.substr(0, kMost), output.size());
}

Json findings_json(const explore::Result& result, const ReportParts& parts) {
  Json findings = Json::array();
  const explore::Finding unknown;
  for (std::size_t i = 0; i < parts.findings.size(); ++i) {
    const FindingWords& words = parts.findings[i];
    const explore::Finding& finding = i < result.findings.size() ? result.findings[i] : unknown;
    const bool has_run = parts.names != nullptr && !finding.trace.operations.empty();
    findings.push_back(
        {{"kind", words.kind},
         {"where", words.where},
         {"message", words.message},
         {"count", words.count},
         {"folder", bug_folder(words.kind, words.where)},
         {"inputs", inputs_json(finding)},
         {"stacks", has_run ? stack_lines(finding.explanation, *parts.names) : std::vector<std::string>()},
         {"output", beginning_of(finding.output)},
         {"text", words.report},
         {"run", has_run ? run_json(finding, *parts.names) : Json(nullptr)}});
  }
  return findings;
}

// The lines of each file at which a thread took a step in some test.
std::map<std::string, std::set<std::uint32_t>> lines_with_steps(const trace::Names& names) {
  std::map<std::string, std::set<std::uint32_t>> lines;
  for (const trace::Names::Place& place : names.places) {
    if (place.line != 0) lines[place.file].insert(place.line);
  }
  return lines;
}

// System files are not part of the program, and long.
bool is_own(const std::string& file) { return !file.starts_with("/usr/"); }

Json sources_json(const RunInfo& info, const trace::Names* names) {
  Json sources = Json::array();
  if (names == nullptr) return sources;
  std::size_t size = 0;
  for (const auto& [file, lines] : lines_with_steps(*names)) {
    if (!is_own(file)) continue;
    const base::Result<std::string> text =
        base::read_file((std::filesystem::path(info.directory) / file).string(), kMaxSource);
    if (!text || size + text.value().size() > kMaxSources) continue;
    size += text.value().size();
    sources.push_back({{"file", file}, {"text", text.value()}, {"steps", lines}});
  }
  return sources;
}

Json branches_json(const explore::Progress& progress) {
  Json branches = Json::array();
  if (!progress.branches) return branches;
  for (const explore::BranchCoverage::Branch& branch : progress.branches->branches) {
    Json one = {{"file", branch.file}, {"line", branch.line}, {"outcome", branch.outcome}};
    if (branch.is_covered()) {
      one["k"] = branch.degree;
    } else {
      one["open"] = why_open(branch.state);
    }
    branches.push_back(std::move(one));
  }
  return branches;
}

Json history_json(const History* history) {
  Json samples = Json::array();
  if (history == nullptr) return samples;
  for (const History::Sample& s : history->samples()) {
    samples.push_back({{"seconds", s.seconds},
                       {"tests", s.tests},
                       {"events", s.events},
                       {"branches", s.branches},
                       {"findings", s.findings}});
  }
  return samples;
}

}  // namespace

std::string page_data(const explore::Result& result, const RunInfo& info, const ReportParts& parts) {
  const Json data = {{"heddle", base::version()},
                     {"program", info.program.program},
                     {"command", info.command},
                     {"directory", info.directory},
                     {"verdict", name(result.verdict)},
                     {"sentence", verdict_line(result, info.keep_going)},
                     {"effort", effort_line(result, info.strategy)},
                     {"reasons", result.reasons},
                     {"assumptions", result.assumptions},
                     {"findings", findings_json(result, parts)},
                     {"sources", sources_json(info, parts.names)},
                     {"branches", branches_json(result.progress)},
                     {"history", history_json(parts.history)}};
  return data.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace heddle::report
