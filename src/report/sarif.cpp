#include "report/sarif.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "base/content_hash.h"
#include "base/version.h"
#include "report/describe.h"
#include "report/same_cause.h"
#include "report/story.h"
#include "report/uri.h"

namespace heddle::report {

namespace {

using Json = nlohmann::ordered_json;
using trace::Names;
using trace::ThreadId;

constexpr const char* kRoot = "SRCROOT";

std::string line_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json message(const std::string& text) { return {{"text", text}}; }

// Relative to the root if it is below it, so that the file can be read on another machine.
Json artifact(const std::string& file, const std::string& directory) {
  const std::string path = path_from(directory, file);
  if (std::filesystem::path(path).is_absolute()) return {{"uri", file_uri(path)}};
  return {{"uri", percent_encoded(path)}, {"uriBaseId", kRoot}};
}

// With a physical location, if it has one.
Json location(const explore::SourcePlace& place, const std::string& text, const std::string& directory) {
  Json result = Json::object();
  if (!place.file.empty()) {
    result["physicalLocation"]["artifactLocation"] = artifact(place.file, directory);
    if (place.line != 0) result["physicalLocation"]["region"]["startLine"] = place.line;
    if (place.line != 0 && place.column != 0) result["physicalLocation"]["region"]["startColumn"] = place.column;
  }
  if (!text.empty()) result["message"] = message(text);
  return result;
}

// The thread flows of one finding, built in the order of execution.
class Flows {
 public:
  Flows(const explore::Finding& finding, const Names& names, const std::string& directory)
      : finding_(finding), names_(names), directory_(directory) {}

  Json make() {
    const bool is_explained = !finding_.explanation.operations.empty();
    const Story story = is_explained ? story_of(finding_) : whole_story(finding_.trace, finding_.failing);
    for (std::size_t i = 0; i < story.end; ++i) {
      const bool racing = i == story.earlier || i == story.later;
      if (story.told[i]) add_operation(i, racing);
    }
    if (finding_.kind == explore::FindingKind::kFailure) {
      add(finding_.failure.thread, finding_.failure.place, fmt::format("fails: {}", name(finding_)), true);
    } else {
      for (std::size_t i = 0; i < finding_.trace.pending.size(); ++i) add_waiting(i);
    }
    Json flows = Json::array();
    for (auto& [thread, locations] : threads_) {
      flows.push_back({{"id", thread_name(thread, names_)}, {"locations", std::move(locations)}});
    }
    return flows;
  }

 private:
  void add_operation(std::size_t i, bool essential) {
    const trace::Operation& op = finding_.trace.operations[i];
    const std::string note = note_of(op, names_, finding_.explanation.of_operation(i));
    add(op.thread, op.place, note.empty() ? std::string(name(op.kind)) : note, essential);
  }

  void add_waiting(std::size_t i) {
    const trace::Pending& pending = finding_.trace.pending[i];
    if (pending.why != trace::Pending::Why::kBlocked) return;
    const std::string note = note_of(pending, finding_.trace, names_, finding_.explanation.of_waiting(i));
    add(pending.operation.thread, pending.operation.place, note.empty() ? "waits for ever" : note, true);
  }

  void add(ThreadId thread, trace::PlaceId id, const std::string& text, bool essential) {
    threads_[thread].push_back({{"location", location(explore::source_place(names_, id), text, directory_)},
                                {"executionOrder", ++order_},
                                {"importance", essential ? "essential" : "important"}});
  }

  const explore::Finding& finding_;
  const Names& names_;
  const std::string& directory_;
  std::map<ThreadId, Json> threads_;
  int order_ = 0;
};

// The rules of the findings, each once, in the order of their first finding.
class Rules {
 public:
  std::size_t index_of(const std::string& kind) {
    const auto known = std::ranges::find(kinds_, kind);
    if (known != kinds_.end()) return static_cast<std::size_t>(known - kinds_.begin());
    kinds_.push_back(kind);
    return kinds_.size() - 1;
  }

  Json json() const {
    Json rules = Json::array();
    for (const std::string& kind : kinds_) {
      std::string words = kind;
      std::ranges::replace(words, '-', ' ');
      rules.push_back({{"id", kind},
                       {"shortDescription", message(fmt::format("A schedule or an input leads to: {}", words))},
                       {"defaultConfiguration", {{"level", "error"}}}});
    }
    return rules;
  }

 private:
  std::vector<std::string> kinds_;
};

Json invocation(const Exploration& exploration) {
  Json notes = Json::array();
  for (const std::string& reason : exploration.reasons)
    notes.push_back({{"level", "warning"}, {"message", message("not everything was explored: " + reason)}});
  if (!exploration.error.empty()) notes.push_back({{"level", "error"}, {"message", message(exploration.error)}});
  return {{"arguments", exploration.command},
          {"exitCode", exploration.exit_code},
          {"executionSuccessful", exploration.error.empty()},
          {"workingDirectory", {{"uri", file_uri(exploration.directory)}}},
          {"toolExecutionNotifications", std::move(notes)}};
}

Json result_of(const FindingWords& finding, const Exploration& exploration, Rules& rules) {
  Json result = Json::parse(finding.sarif, nullptr, false);
  if (!result.is_object()) {
    // Found by an explorer that did not finish.
    result = {{"ruleId", finding.kind}, {"level", "error"}, {"message", message(finding.message)}};
    result["locations"] = Json::array({location(finding.place, "", exploration.directory)});
  }
  result["ruleIndex"] = rules.index_of(finding.kind);
  if (!finding.folder.empty()) result["properties"]["replay"] = "heddle replay " + finding.folder;
  return result;
}

}  // namespace

std::string sarif_result(const explore::Finding& finding, const Names& names, const std::string& directory) {
  Json result = {{"ruleId", name(finding)}, {"level", "error"}};
  std::string text = message_of(finding, names);
  if (text.empty()) text = fmt::format("{} at {}", name(finding), where(finding));
  if (!finding.also.empty()) text += "\n" + same_cause_text(words_of(finding, names).also);
  result["message"] = message(text);
  result["locations"] = Json::array({location(place_of(finding, names), "", directory)});
  if (finding.is_race()) {
    result["relatedLocations"] =
        Json::array({location(explore::source_place(names, finding.failure.other), "the other access", directory)});
  }
  Json flows = Flows(finding, names, directory).make();
  if (!flows.empty()) result["codeFlows"] = Json::array({{{"threadFlows", std::move(flows)}}});
  result["partialFingerprints"]["heddleFinding/v1"] =
      base::hex(base::content_hash(name(finding) + "\n" + where(finding)));
  return line_of(result);
}

std::string sarif(const Exploration& exploration) {
  Rules rules;
  Json results = Json::array();
  for (const FindingWords& finding : exploration.findings) results.push_back(result_of(finding, exploration, rules));
  const Json driver = {{"name", "Heddle"}, {"semanticVersion", base::version()}, {"rules", rules.json()}};
  const Json run = {{"tool", {{"driver", driver}}},
                    {"invocations", Json::array({invocation(exploration)})},
                    {"originalUriBaseIds", {{kRoot, {{"uri", file_uri(exploration.directory + "/")}}}}},
                    {"columnKind", "utf16CodeUnits"},
                    {"results", std::move(results)}};
  const Json file = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
  return file.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
