#include "report/output_folder.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <system_error>

#include "base/content_hash.h"
#include "base/file.h"
#include "base/version.h"
#include "report/coverage_plot.h"
#include "report/describe.h"
#include "report/json.h"
#include "report/lcov.h"
#include "report/page.h"
#include "report/text.h"

namespace heddle::report {

namespace {

std::optional<base::Error> create_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return base::Error{path, fmt::format("cannot create this folder: {}", error.message())};
  return {};
}

// Quoted for a shell, whatever it contains.
std::string shell_quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string repro_script(const RunInfo& info) {
  return fmt::format(
      "#!/bin/sh\n"
      "# Runs this finding again: exit code 10 if it shows up, 5 if it no longer does. HEDDLE names another "
      "heddle.\n"
      "default={}\n"
      "exec \"${{HEDDLE:-$default}}\" replay \"$(dirname \"$0\")\" \"$@\"\n",
      shell_quoted(info.heddle));
}

// Does the run have neither symbolic local variables nor symbolic reads? In a model, there are control points only with
// the former; in a C or C++ program, every read is a variable with the latter.
bool is_plain(const trace::Trace& trace, bool native) {
  if (!native) return !trace.operations.empty() && trace.controls.empty();
  std::size_t next = 0;
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    while (next < trace.expressions.size() && trace.expressions[next].operation < i) ++next;
    const bool has_expression = next < trace.expressions.size() && trace.expressions[next].operation == i;
    if (trace.operations[i].kind == trace::OpKind::kRead && !has_expression) return true;
  }
  return false;
}

}  // namespace

std::string bug_folder(const std::string& kind, const std::string& where) {
  const std::string hash = base::hex(base::content_hash(kind + "\n" + where));
  return fmt::format("bugs/{}-{}", kind, hash.substr(0, 8));
}

std::string bug_folder(const explore::Finding& finding) { return bug_folder(name(finding), where(finding)); }

trace::TestFile test_file(const explore::Finding& finding, const RunInfo& info, const trace::Names& names) {
  trace::TestFile file;
  file.heddle_version = base::version();
  file.spec = info.program;
  // A pruned search may have found it without pruning (explore/prune/adaptive.h).
  // Its cells have the addresses of the program as it was compiled for pruning.
  if (file.spec.symbolic_locals && is_plain(finding.trace, file.spec.native)) {
    file.spec.symbolic_locals = false;
    if (file.spec.native) file.spec.flags.emplace_back("-fsymbolic=meetings");
  }
  file.directory = info.directory;
  file.program_hash = info.program_hash;
  file.cells = finding.visible_cells;
  file.threads = names.threads;
  file.test = finding.test;
  file.outcome = finding.trace.outcome;
  file.finding_kind = name(finding);
  file.finding_where = where(finding);
  file.finding_message = message_of(finding, names);
  return file;
}

std::optional<base::Error> OutputFolder::problem_with(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path existing = fs::absolute(path, error);
  while (!existing.empty() && existing != existing.root_path() && !fs::exists(existing, error))
    existing = existing.parent_path();
  int problem = 0;
  if (!fs::is_directory(existing, error)) {
    problem = ENOTDIR;
  } else if (::access(existing.c_str(), W_OK | X_OK) != 0) {
    problem = errno;
  }
  if (problem == 0) return {};
  return base::Error{path, fmt::format("cannot create this folder: {}", std::strerror(problem))};
}

base::Result<OutputFolder> OutputFolder::open(std::string path, RunInfo info) {
  if (auto error = create_folder(path)) return *std::move(error);
  const std::string started = fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(std::time(nullptr)));
  if (auto error = base::write_file(path + "/info.json", info_json(info, started))) return *std::move(error);
  return OutputFolder(std::move(path), std::move(info));
}

base::Result<std::string> OutputFolder::write_finding(const explore::Finding& finding,
                                                      const trace::Names& names) const {
  const std::string folder = path_ + "/" + bug_folder(finding);
  std::error_code ignored;
  const bool is_new = !std::filesystem::exists(folder, ignored);
  auto error = create_folder(folder);
  if (!error) error = base::write_file(folder + "/trace.txt", finding_text(finding, names));
  if (!error)
    error =
        base::write_file(folder + "/trace.json", trace_json(finding.trace, names, finding.needed, finding.explanation));
  if (!error && !finding.output.empty()) error = base::write_file(folder + "/output.txt", finding.output);
  if (!error) error = base::write_file(folder + "/repro.sh", repro_script(info_));
  if (!error) error = base::write_file(folder + "/test.json", to_json(test_file(finding, info_, names)));
  if (error) {
    if (is_new) std::filesystem::remove_all(folder, ignored);  // half a finding would only mislead
    return *std::move(error);
  }
  ::chmod((folder + "/repro.sh").c_str(), 0755);
  return folder;
}

std::optional<base::Error> OutputFolder::write_tests(const char* folder, const std::vector<trace::Test>& tests,
                                                     const trace::Executor& executor) const {
  const std::string all = path_ + folder;
  std::error_code ignored;
  std::filesystem::remove_all(all, ignored);
  explore::Finding shown;
  shown.visible_cells = executor.visible_cells();
  for (std::size_t i = 0; i < tests.size(); ++i) {
    shown.test = tests[i];
    const std::string one = fmt::format("{}/{:03}", all, i);
    auto error = create_folder(one);
    if (!error) error = base::write_file(one + "/test.json", to_json(test_file(shown, info_, executor.names())));
    if (error) return error;
  }
  return {};
}

std::optional<base::Error> OutputFolder::write_report(const explore::Result& result, std::uint64_t peak_rss_bytes,
                                                      const ReportParts& parts) const {
  auto error = base::write_file(path_ + "/report.txt", report_text(result, info_, parts.findings));
  if (!error)
    error =
        base::write_file(path_ + "/report.json", stats_json(result, parts.findings, info_.strategy, peak_rss_bytes));
  if (!error) error = base::write_file(path_ + "/report.html", page(result, info_, parts));
  return error ? error : write_coverage(result);
}

std::optional<base::Error> OutputFolder::write_coverage(const explore::Result& result) const {
  const std::string data = path_ + "/coverage.info";
  const std::string picture = path_ + "/coverage.svg";
  if (const auto& branches = result.progress.branches) {
    auto error = base::write_file(data, lcov(*branches));
    return error ? error : base::write_file(picture, coverage_plot(*branches, result.seconds));
  }
  std::error_code ignored;  // an earlier run may not have left one
  for (const std::string& file : {data, picture}) std::filesystem::remove(file, ignored);
  return {};
}

}  // namespace heddle::report
