#include "report/lcov.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>
#include <vector>

#include "report/open_branches.h"

namespace heddle::report {

namespace {

using Branch = explore::BranchCoverage::Branch;
using Branches = std::vector<const Branch*>;

// genhtml looks for the sources relative to wherever it is started.
std::string absolute(const std::string& file) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::absolute(file, error);
  return error ? file : path.lexically_normal().string();
}

std::map<std::string, Branches> by_file(const explore::BranchCoverage& coverage) {
  std::map<std::string, Branches> result;
  for (const Branch& b : coverage.branches) {
    if (!b.file.empty()) result[absolute(b.file)].push_back(&b);
  }
  for (auto& [file, branches] : result) {
    std::ranges::sort(branches, {}, [](const Branch* b) { return std::tuple(b->line, b->column, b->outcome); });
  }
  return result;
}

// Numbers the decisions of each line, and the outcomes of each decision.
class Numbering {
 public:
  void next(const Branch& b) {
    const bool is_line = last_ != nullptr && last_->line == b.line;
    const bool is_decision = is_line && last_->column == b.column;
    outcome = is_decision ? outcome + 1 : 0;
    block = !is_line ? 0 : is_decision ? block : block + 1;
    last_ = &b;
  }

  std::size_t block = 0;
  std::size_t outcome = 0;

 private:
  const Branch* last_ = nullptr;
};

// The branches and lines of one file that need exactly this many interferences.
std::string record(const std::string& file, const Branches& branches, std::size_t degree) {
  std::string result = fmt::format("TN:k{}\nSF:{}\n", degree, file);
  std::map<std::uint32_t, bool> lines;
  std::size_t hit = 0;
  Numbering numbering;
  for (const Branch* b : branches) {
    numbering.next(*b);
    const bool is_taken = b->is_covered() && b->degree == degree;
    hit += is_taken ? 1 : 0;
    lines[b->line] = lines[b->line] || is_taken;
    result += fmt::format("BRDA:{},{},{},{}\n", b->line, numbering.block, numbering.outcome, is_taken ? 1 : 0);
  }
  result += fmt::format("BRF:{}\nBRH:{}\n", branches.size(), hit);
  for (const auto& [line, is_hit] : lines) result += fmt::format("DA:{},{}\n", line, is_hit ? 1 : 0);
  const auto lines_hit = std::ranges::count_if(lines, [](const auto& line) { return line.second; });
  return result + fmt::format("LF:{}\nLH:{}\nend_of_record\n", lines.size(), lines_hit);
}

std::string comments(const std::string& file, const Branches& branches) {
  std::string result;
  for (const Branch* b : branches) {
    if (!b->is_covered()) result += fmt::format("# {}:{}: {}\n", file, branch_text(*b), why_open(b->state));
  }
  return result;
}

}  // namespace

std::string lcov(const explore::BranchCoverage& coverage) {
  const std::map<std::string, Branches> files = by_file(coverage);
  std::string result;
  for (const auto& [file, branches] : files) result += comments(file, branches);
  for (std::size_t degree = 0; degree < std::max<std::size_t>(coverage.covered.size(), 1); ++degree) {
    for (const auto& [file, branches] : files) result += record(file, branches, degree);
  }
  return result;
}

}  // namespace heddle::report
