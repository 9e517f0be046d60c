#include "report/stacks.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/describe.h"

namespace heddle::report {

namespace {

std::string label_of(const trace::Stack& stack, const trace::Names& names) {
  const std::string who = thread_name(stack.thread, names);
  switch (stack.what) {
    case trace::Stack::What::kStands:
    case trace::Stack::What::kSteps: return who + ":";
    case trace::Stack::What::kReads: return fmt::format("read by {}:", who);
    case trace::Stack::What::kWrites: return fmt::format("write by {}:", who);
  }
  return who + ":";
}

}  // namespace

std::string stack_text(const trace::Stack& stack) {
  constexpr const char* kCalledBy = " <- ";
  std::string text;
  for (const trace::Frame& frame : stack.frames)
    text += fmt::format("{}{} ({}:{})", text.empty() ? "" : kCalledBy, frame.function, frame.file, frame.line);
  return stack.is_cut ? text + kCalledBy + "..." : text;
}

std::vector<std::string> stack_lines(const trace::Explanation& explanation, const trace::Names& names) {
  if (!explanation.has_symbolizer)
    return {"(stacks need heddle_symbolizer, or llvm-symbolizer-19 of the package llvm-19)"};
  std::size_t width = 0;
  for (const trace::Stack& stack : explanation.stacks) width = std::max(width, label_of(stack, names).size());
  std::vector<std::string> lines;
  lines.reserve(explanation.stacks.size());
  for (const trace::Stack& stack : explanation.stacks)
    lines.push_back(fmt::format("{:<{}} {}", label_of(stack, names), width, stack_text(stack)));
  return lines;
}

}  // namespace heddle::report
