#include "model/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::model {

namespace {

constexpr std::size_t kMaxShownColumns = 160;

// Control characters of a hostile file must not reach the terminal.
std::string printable(std::string_view line) {
  std::string text(line);
  for (char& c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c != '\t' && (byte < 0x20 || byte == 0x7f)) c = '?';
  }
  return text;
}

}  // namespace

std::string Diagnostic::text() const {
  if (line == 0) return fmt::format("{}: error: {}\n", file, message);
  std::string result = fmt::format("{}:{}:{}: error: {}\n", file, line, column, message);
  if (column > kMaxShownColumns) return result;
  result += "  " + source_line + "\n  ";
  for (std::size_t i = 0; i + 1 < column; ++i) {
    result += i < source_line.size() && source_line[i] == '\t' ? '\t' : ' ';
  }
  return result + "^\n";
}

Diagnostics::Diagnostics(std::string_view source, std::string file) : source_(source), file_(std::move(file)) {
  line_starts_.push_back(0);
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] == '\n') line_starts_.push_back(static_cast<std::uint32_t>(i + 1));
  }
}

void Diagnostics::error(std::uint32_t offset, std::string message) {
  for (const Found& f : found_) {
    if (f.offset == offset) return;
  }
  if (found_.size() == kMaxDiagnostics) {
    ++dropped_;
    return;
  }
  found_.push_back({offset, std::move(message)});
}

void Diagnostics::error_without_place(std::string message) { general_.push_back(std::move(message)); }

std::uint32_t Diagnostics::line_of(std::uint32_t offset) const {
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return static_cast<std::uint32_t>(next - line_starts_.begin());
}

std::uint32_t Diagnostics::column_of(std::uint32_t offset) const {
  return offset - line_starts_[line_of(offset) - 1] + 1;
}

std::vector<Diagnostic> Diagnostics::take() {
  std::sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) { return a.offset < b.offset; });
  std::vector<Diagnostic> result;
  result.reserve(general_.size() + found_.size() + 1);
  for (std::string& message : general_) result.push_back({file_, 0, 0, std::move(message), {}});
  for (Found& f : found_) {
    const std::uint32_t line = line_of(f.offset);
    std::string_view text = source_.substr(line_starts_[line - 1]);
    text = text.substr(0, std::min(text.find_first_of("\r\n"), kMaxShownColumns));
    result.push_back({file_, line, column_of(f.offset), std::move(f.message), printable(text)});
  }
  if (dropped_ != 0) {
    result.push_back(
        {file_, 0, 0, fmt::format("{} more errors are not shown (the first {} are)", dropped_, kMaxDiagnostics), {}});
  }
  return result;
}

}  // namespace heddle::model
