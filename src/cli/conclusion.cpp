#include "cli/conclusion.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/file.h"
#include "report/coverage_plot.h"
#include "report/json.h"
#include "report/lcov.h"
#include "report/open_branches.h"
#include "report/same_cause.h"
#include "report/sarif.h"
#include "report/text.h"

namespace heddle::cli {

namespace {

// The most that the terminal shows; the rest is in the output directory.
constexpr std::size_t kMaxShownFindings = 3;
constexpr std::size_t kMaxShownRows = 200;

ExitCode exit_code(explore::Verdict verdict) {
  switch (verdict) {
    case explore::Verdict::kBug: return kBug;
    case explore::Verdict::kComplete: return kNoBug;
    case explore::Verdict::kIncomplete: return kIncomplete;
  }
  return kInternal;
}

Color verdict_color(explore::Verdict verdict) {
  switch (verdict) {
    case explore::Verdict::kBug: return Color::kRed;
    case explore::Verdict::kComplete: return Color::kGreen;
    case explore::Verdict::kIncomplete: return Color::kYellow;
  }
  return Color::kRed;
}

}  // namespace

report::FindingWords words_of(const explore::Finding& finding, const trace::Names& names, const Console& console,
                              const std::string& folder) {
  std::error_code ignored;
  const std::string directory = std::filesystem::current_path(ignored).string();
  report::FindingWords words = report::words_of(finding, names);
  words.text = report::finding_text(
      finding, names, {.until = finding.failing, .width = console.width, .rows = kMaxShownRows}, console.detail);
  words.report = report::report_of_finding(finding, names);
  words.folder = folder;
  words.sarif = report::sarif_result(finding, names, directory);
  return words;
}

std::optional<base::Error> Conclusion::write_tool_reports(const explore::Result& result, std::ostream& out) const {
  report::Exploration exploration = new_exploration(options.program.spec, command);
  exploration.seconds = result.seconds;
  exploration.exit_code = exit_code(result.verdict);
  exploration.verdict = report::verdict_line(result, options.keep_going);
  exploration.reasons = result.reasons;
  exploration.findings = findings;
  return options.tool_reports.write(exploration, out);
}

ExitCode Conclusion::tell(const explore::Result& result, Console& console) {
  // Standard output belongs to the statistics if they go there.
  std::ostream& out = options.stats == "-" ? console.err : console.out;
  const report::ReportParts parts{.findings = findings, .names = names, .history = history};
  const auto keep_error = [&](std::optional<base::Error> error) {
    if (error && !write_error) write_error = std::move(error);
  };
  if (folder != nullptr) keep_error(folder->write_report(result, peak_memory, parts));
  const std::string stats = report::stats_json(result, findings, options.strategy, peak_memory);
  if (options.stats == "-") {
    console.out << stats;
  } else if (!options.stats.empty()) {
    keep_error(base::write_file(options.stats, stats));
  }
  if (const auto& branches = result.progress.branches) {
    if (!options.lcov.empty()) keep_error(base::write_file(options.lcov, report::lcov(*branches)));
    if (!options.plot.empty())
      keep_error(base::write_file(options.plot, report::coverage_plot(*branches, result.seconds)));
  }
  for (std::size_t i = 0; i < findings.size() && !options.quiet; ++i) {
    const report::FindingWords& finding = findings[i];
    out << (i < kMaxShownFindings ? finding.text : fmt::format("BUG {} at {}\n", finding.kind, finding.where));
    if (!finding.folder.empty()) out << fmt::format("replay: {} replay {}\n", console.heddle, finding.folder);
    out << "\n";
  }
  out << colored(console, verdict_color(result.verdict), report::verdict_line(result, options.keep_going)) << "\n";
  if (const std::string line = report::assumptions_line(result); !line.empty() && !options.quiet) out << line << "\n";
  if (!options.quiet) out << report::effort_line(result, options.strategy) << "\n";
  if (!options.quiet && result.resumable && !result.reasons.empty()) out << "--resume explores on from here\n";
  if (!options.quiet && result.progress.branches) out << report::open_branches_text(*result.progress.branches);
  keep_error(write_tool_reports(result, out));
  if (!write_error) return exit_code(result.verdict);
  console.err << "heddle: " << write_error->text() << "\n";
  return result.verdict == explore::Verdict::kBug ? kBug : kUsage;
}

}  // namespace heddle::cli
