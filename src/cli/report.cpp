#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/file.h"
#include "cli/commands.h"

// The verb `report`: what an exploration has left is shown again, without running anything.

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxBytes = std::size_t{1} << 30;

// The exit code of the exploration with these statistics; nothing if they are not ours.
std::optional<ExitCode> code_of(const std::string& statistics) {
  const nlohmann::json json = nlohmann::json::parse(statistics, nullptr, false);
  if (!json.is_object() || !json.contains("verdict") || !json["verdict"].is_string()) return {};
  const std::string verdict = json["verdict"];
  if (verdict == "bug") return kBug;
  if (verdict == "complete") return kNoBug;
  if (verdict == "incomplete") return kIncomplete;
  return {};
}

ExitCode fail(Console& console, const std::string& message) {
  console.err << "heddle: " << message << "\n";
  return kUsage;
}

// One finding: its folder has the trace in columns.
ExitCode show_finding(const fs::path& folder, Console& console) {
  const base::Result<std::string> trace = base::read_file((folder / "trace.txt").string(), kMaxBytes);
  if (!trace) return fail(console, trace.error().text());
  console.out << trace.value();
  return kBug;
}

}  // namespace

ExitCode run_report(const ReportOptions& options, Console& console) {
  const fs::path folder = options.folder;
  std::error_code error;
  if (!options.stats && fs::exists(folder / "trace.txt", error)) return show_finding(folder, console);
  if (!fs::exists(folder / "report.json", error)) {
    return fail(console, options.folder +
                             ": there is no report of an exploration here, nor a finding; 'heddle test' "
                             "writes both, into heddle-out/ unless --out says otherwise");
  }
  const base::Result<std::string> statistics = base::read_file((folder / "report.json").string(), kMaxBytes);
  if (!statistics) return fail(console, statistics.error().text());
  const std::optional<ExitCode> code = code_of(statistics.value());
  if (!code) return fail(console, (folder / "report.json").string() + ": this is not a report that Heddle has written");
  if (options.stats) {
    console.out << statistics.value();
    return *code;
  }
  const base::Result<std::string> text = base::read_file((folder / "report.txt").string(), kMaxBytes);
  if (!text) return fail(console, text.error().text());
  console.out << text.value();
  return *code;
}

}  // namespace heddle::cli
