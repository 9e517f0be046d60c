#include "native/symbolizer.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "base/installed_file.h"
#include "native/thread_names.h"

namespace heddle::native {

namespace {

// Ours starts faster; the other one does the same.
constexpr const char* kSymbolizer = "heddle_symbolizer";
constexpr const char* kOther = "llvm-symbolizer-19";
constexpr const char* kMain = "__heddle_main_body";  // the name that the pass gives it
constexpr std::size_t kMaxShown = 16;                // calls of a stack
// How cmake/runtime.cmake names the sources of the runtime.
constexpr std::string_view kRuntimeSources = "/heddle/src/";

// Headers of the system and of the compiler; and GoogleTest, which many projects compile for themselves, and whose
// dozen of calls between main and a test says nothing.
bool is_system(const std::string& file) {
  const auto is_below = [&](const char* folder) { return file.find(folder) != std::string::npos; };
  return file.starts_with("/usr/include/") || file.starts_with("/usr/lib/") || is_below("/googletest/") ||
         is_below("/gtest/");
}

// The calls at one address, starting with the innermost inlined one; empty if it is not the program's.
std::vector<trace::Frame> frames_of(const nlohmann::json& symbols) {
  if (!symbols.is_array() || symbols.empty()) return {};
  const std::string function_in = symbols.back().value("FileName", "");
  if (function_in.empty() || function_in.starts_with(kRuntimeSources)) return {};
  std::vector<trace::Frame> frames;
  for (const nlohmann::json& symbol : symbols) {
    const std::string file = symbol.value("FileName", "");
    const auto line = symbol.value("Line", 0U);
    if (file.empty() || line == 0 || is_system(file)) continue;
    const std::string function = symbol.value("FunctionName", "");
    frames.push_back(
        {function == kMain ? "main" : short_name(function), std::filesystem::path(file).filename().string(), line});
  }
  return frames;
}

std::vector<std::string> command_for(const std::string& program) {
  if (const base::Result<std::string> ours = base::installed_file(kSymbolizer)) return {ours.value(), program};
  return {kOther, "--obj=" + program, "--output-style=JSON"};
}

}  // namespace

Symbolizer::Symbolizer(const std::string& program) : process_(command_for(program)) {}

void Symbolizer::look_up(std::span<const std::uint64_t> addresses) {
  for (const std::uint64_t address : addresses) {
    const auto [known, is_new] = frames_.try_emplace(address);
    if (!is_new || !available_) continue;
    const std::optional<std::string> answer = process_.ask(fmt::format("{:#x}", address));
    available_ = answer.has_value();
    if (!answer) continue;
    const nlohmann::json symbols = nlohmann::json::parse(*answer, nullptr, false);
    if (symbols.is_object()) known->second = frames_of(symbols.value("Symbol", nlohmann::json()));
  }
}

trace::Stack Symbolizer::stack(std::span<const std::uint64_t> addresses) const {
  trace::Stack stack;
  std::size_t shown = 0;
  for (const std::uint64_t address : addresses) {
    const auto known = frames_.find(address);
    if (known == frames_.end() || known->second.empty()) continue;
    stack.is_cut = ++shown > kMaxShown;
    if (stack.is_cut) break;
    stack.frames.insert(stack.frames.end(), known->second.begin(), known->second.end());
  }
  return stack;
}

}  // namespace heddle::native
