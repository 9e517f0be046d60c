#include "cli/tool_reports.h"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "report/annotations.h"
#include "report/junit.h"
#include "report/sarif.h"

namespace heddle::cli {

namespace {

// What file names in annotations are relative to.
std::string repository(const std::string& directory) {
  const char* const workspace = std::getenv("GITHUB_WORKSPACE");
  return workspace == nullptr || *workspace == 0 ? directory : workspace;
}

// The only test that a GoogleTest program is asked to run.
std::string single_test(const std::vector<std::string>& arguments) {
  constexpr std::string_view kFilter = "--gtest_filter=";
  for (const std::string& argument : arguments) {
    if (!argument.starts_with(kFilter)) continue;
    std::string test = argument.substr(kFilter.size());
    return test.find_first_of("*?:-") == std::string::npos ? test : std::string();
  }
  return {};
}

}  // namespace

void ToolReports::add_options(CLI::App& verb) {
  verb.add_option("--junit", junit, "Write the result as JUnit XML")->type_name("FILE");
  verb.add_option("--sarif", sarif, "Write the findings as SARIF 2.1.0")->type_name("FILE");
  verb.add_flag("--annotate", annotate, "Print the findings as annotations for GitHub");
}

std::optional<base::Error> ToolReports::problem() const {
  for (const std::string& file : {junit, sarif}) {
    if (file.empty()) continue;
    if (auto error = base::problem_with_writing(file)) return error;
  }
  return {};
}

std::optional<base::Error> ToolReports::write(const report::Exploration& exploration, std::ostream& out) const {
  std::optional<base::Error> first;
  const auto write_file = [&](const std::string& path, const std::string& text) {
    auto error = base::write_file(path, text);
    if (error && !first) first = std::move(error);
  };
  if (!junit.empty()) write_file(junit, report::junit(exploration));
  if (!sarif.empty()) write_file(sarif, report::sarif(exploration));
  if (annotate) out << report::annotations(exploration, repository(exploration.directory));
  return first;
}

report::Exploration new_exploration(const trace::ProgramSpec& program, const std::vector<std::string>& command) {
  report::Exploration result;
  result.program = program.program;
  for (const std::string& argument : program.arguments) result.program += " " + argument;
  result.test = single_test(program.arguments);
  result.command = command;
  std::error_code ignored;
  result.directory = std::filesystem::current_path(ignored).string();
  return result;
}

std::string reason_of(ExitCode code) {
  switch (code) {
    case kNoBug:
    case kBug:
    case kIncomplete: return "";
    case kUsage: return "heddle was not called as it should be, or a file is missing";
    case kCannotBuild: return "the tested program cannot be built or started";
    case kNotDeterministic: return "the tested program is not deterministic";
    case kInternal: return "an internal error of Heddle";
  }
  return "";
}

}  // namespace heddle::cli
