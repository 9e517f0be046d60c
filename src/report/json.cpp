#include "report/json.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "base/version.h"
#include "report/open_branches.h"

namespace heddle::report {

namespace {

using Json = nlohmann::ordered_json;

std::string line_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }
std::string lines_of(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json thread_json(trace::ThreadId thread, const trace::Names& names) {
  return thread.index() < names.threads.size() ? Json(names.threads[thread.index()].name) : Json(nullptr);
}

void add_place(Json& object, const trace::Names::Place& place) {
  object["file"] = place.file;
  object["line"] = place.line;
  object["column"] = place.column;
  object["text"] = place.text;
}

void add_place(Json& object, trace::PlaceId id, const trace::Names& names) {
  if (id.index() < names.places.size()) add_place(object, names.places[id.index()]);
}

void add_operation(Json& object, const trace::Operation& op, const trace::Names& names) {
  object["thread"] = thread_json(op.thread, names);
  object["kind"] = name(op.kind);
  if (op.location.index() < names.locations.size()) object["location"] = names.locations[op.location.index()];
  if (op.choice != trace::kNoChoice) object["choice"] = op.choice;
  if (op.operand != 0) object["operand"] = op.operand;
}

std::string list_of(std::string_view key, const std::vector<Json>& elements) {
  std::string text = fmt::format("  \"{}\": [", key);
  for (std::size_t i = 0; i < elements.size(); ++i) text += (i == 0 ? "\n    " : ",\n    ") + line_of(elements[i]);
  return text + (elements.empty() ? "]" : "\n  ]");
}

// An unlimited budget is null.
template <class Number>
Json limit(Number value, Number unlimited) {
  return value == unlimited ? Json(nullptr) : Json(value);
}

}  // namespace

namespace {

// Which layers of one solver answered its questions.
Json solver_json(const symbolic::SolverStatistics& s) {
  return {
      {"queries", s.queries},
      {"by_constants", s.by_constants},
      {"by_stored_models", s.by_stored_models},
      {"parts_by_stored_models", s.parts_by_stored_models},
      {"by_trying", s.by_trying},
      {"by_ranges", s.by_ranges},
      {"by_cache", s.by_cache},
      {"z3_calls", s.z3_calls},
      {"unknown", s.unknown},
      {"z3_seconds", s.z3_seconds},
  };
}

// Null for a program without inputs.
Json inputs_json(const explore::Progress& progress) {
  return progress.inputs ? solver_json(*progress.inputs) : Json(nullptr);
}

// Null if nothing is pruned.
Json pruning_json(const explore::Progress& progress) {
  if (!progress.pruning) return nullptr;
  const explore::Pruning& p = *progress.pruning;
  return {{"pruned", p.pruned},
          {"summaries", p.summaries},
          {"questions", solver_json(p.questions)},
          {"off", p.off},
          {"leaves_races", p.leaves_races}};
}

// Branches by the number of interferences that they need; null for strategies that do not track them.
Json branches_json(const explore::Progress& progress) {
  if (!progress.branches) return nullptr;
  const explore::BranchCoverage& b = *progress.branches;
  Json each = Json::array();
  for (const explore::BranchCoverage::Branch& branch : b.branches) {
    Json one = {{"where", fmt::format("{}:{}:{}", branch.file, branch.line, branch.column)},
                {"outcome", branch.outcome}};
    if (branch.is_covered()) {
      one["k"] = branch.degree;
      one["seconds"] = branch.seconds;
    } else {
      one["open"] = why_open(branch.state);
    }
    each.push_back(std::move(one));
  }
  return {{"candidates", b.candidates}, {"covered", b.covered}, {"open", b.open}, {"each", std::move(each)}};
}

// Are the numbers of the operation those of something larger than they are? Then they say nothing by themselves.
bool stand_for_bytes(const trace::Words* words) {
  if (words == nullptr) return false;
  const auto is_compound = [](const std::string& text) {
    return text.starts_with('{') || text.starts_with('"') || text.starts_with("0x");
  };
  return words->opaque || is_compound(words->before) || is_compound(words->after);
}

void add_words(Json& object, const trace::Words* words) {
  if (words == nullptr) return;
  if (!words->location.empty()) object["object"] = words->location;
  if (!words->before.empty()) object["before_text"] = words->before;
  if (!words->after.empty()) object["after_text"] = words->after;
}

}  // namespace

std::string stats_json(const explore::Result& result, const std::vector<FindingWords>& words,
                       const std::string& strategy, std::uint64_t peak_rss_bytes) {
  Json findings = Json::array();
  for (const FindingWords& finding : words) {
    Json also = Json::array();
    for (const MergedRace& other : finding.also) also.push_back({{"where", other.where}, {"count", other.count}});
    findings.push_back(
        {{"kind", finding.kind}, {"where", finding.where}, {"count", finding.count}, {"also", std::move(also)}});
  }
  return lines_of({
      {"strategy", strategy},
      {"verdict", name(result.verdict)},
      {"reasons", result.reasons},
      {"assumptions", result.assumptions},
      {"tests", result.tests},
      {"traces", result.progress.traces},
      {"blocked", result.progress.blocked},
      {"events", result.progress.events},
      {"findings", std::move(findings)},
      {"deadlocks", result.progress.deadlocks},
      {"seconds", result.seconds},
      {"peak_rss_bytes", peak_rss_bytes},
      {"solver_queries", result.progress.solver_queries},
      {"solver_seconds", result.progress.solver_seconds},
      {"confirmations", result.confirmations},
      {"scouts", result.scouts},
      {"preemptions", result.progress.preemptions ? Json(*result.progress.preemptions) : Json(nullptr)},
      {"recalled", result.recalled},
      {"inputs", inputs_json(result.progress)},
      {"branches", branches_json(result.progress)},
      {"pruning", pruning_json(result.progress)},
  });
}

std::string info_json(const RunInfo& info, const std::string& started) {
  return lines_of({
      {"heddle", base::version()},
      {"started", started},
      {"command", info.command},
      {"directory", info.directory},
      {"program", info.program.program},
      {"program_hash", info.program_hash},
      {"definitions", info.program.definitions},
      {"strategy", info.strategy},
      {"seed", info.strategy_options.seed},
      {"pct_depth", info.strategy_options.pct_depth},
      {"depth", info.budget.depth},
      {"max_tests", limit(info.budget.tests, explore::Budget{}.tests)},
      {"max_seconds", limit(info.budget.seconds, explore::Budget{}.seconds)},
      {"keep_going", info.keep_going},
  });
}

std::string trace_json(const trace::Trace& trace, const trace::Names& names, const NeededOrders& needed,
                       const trace::Explanation& explanation) {
  std::vector<Json> operations;
  for (const trace::Operation& op : trace.operations) {
    Json& object = operations.emplace_back();
    add_operation(object, op, names);
    if (op.location.valid()) {
      const auto* const words = explanation.of_operation(static_cast<std::size_t>(&op - trace.operations.data()));
      if (!stand_for_bytes(words)) {
        object["before"] = op.before;
        object["after"] = op.value;
      }
      add_words(object, words);
    } else if (op.value != 0 || !is_step(op)) {
      object["value"] = op.value;
    }
    add_place(object, op.place, names);
  }
  std::vector<Json> between;
  for (const trace::BetweenAccess& access : explanation.between) {
    Json& object = between.emplace_back();
    object["operations"] = access.operations;
    object["thread"] = thread_json(access.thread, names);
    object["kind"] = access.is_write ? "write" : "read";
    add_words(object, &access.words);
    add_place(object, access.place);
  }
  std::vector<Json> pending;
  for (const trace::Pending& p : trace.pending) {
    Json& object = pending.emplace_back();
    object["why"] = name(p.why);
    add_operation(object, p.operation, names);
    add_place(object, p.operation.place, names);
  }
  std::vector<Json> failures;
  for (const trace::Failure& failure : trace.failures) {
    Json& object = failures.emplace_back();
    object["kind"] = name(failure.kind);
    object["thread"] = thread_json(failure.thread, names);
    add_place(object, failure.place, names);
  }
  std::vector<Json> orders;
  for (const auto& [earlier, later] : needed) orders.push_back({{"earlier", earlier}, {"later", later}});
  return fmt::format("{{\n  \"outcome\": \"{}\",\n{},\n{},\n{},\n{},\n{}\n}}\n", name(trace.outcome),
                     list_of("operations", operations), list_of("between", between), list_of("pending", pending),
                     list_of("failures", failures), list_of("needed_orders", orders));
}

}  // namespace heddle::report
