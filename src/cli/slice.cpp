#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/leftovers.h"
#include "cli/native_program.h"
#include "cli/session.h"
#include "cli/slicer.h"

namespace heddle::cli {

namespace {

using Type = trace::SlicedPlace::Type;
using Lines = std::map<std::uint32_t, trace::SlicedPlace>;

ExitCode refuse(Console& console, ExitCode code, const std::string& message) {
  console.err << "heddle: " << message << "\n";
  return code;
}

// What is wrong with a file that is to be sliced.
std::optional<std::string> problem_of(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return fmt::format("{}: there is no such file", path);
  if (is_source_code(path)) return {};
  if (path.ends_with(".model")) return fmt::format("{}: a model cannot be sliced, only sources of C and C++", path);
  return fmt::format("{}: only sources of C and C++ can be sliced", path);
}

// What holds for any of the places in a line holds for the line.
std::map<std::string, Lines> by_line(const trace::SlicedPlaces& slice) {
  std::map<std::string, Lines> files;
  for (const auto& [key, place] : slice.places()) {
    const auto [line, is_new] = files[key.file].try_emplace(key.line, place);
    trace::SlicedPlace& all = line->second;
    all.relevant |= place.relevant;
    all.failure_ahead |= place.failure_ahead;
    all.slice_ahead |= place.slice_ahead;
    all.failure_in_frame |= place.failure_in_frame;
    all.may_fail |= place.may_fail;
  }
  return files;
}

char mark_of(const trace::SlicedPlace& place) {
  if (place.may_fail) return '!';
  switch (place.type()) {
    case Type::kRelevant: return '>';
    case Type::kOneEdge: return '.';
    case Type::kNoFailureAhead: return '-';
  }
  return ' ';
}

void show(const std::string& file, const Lines& lines, Console& console) {
  constexpr std::size_t kMaxBytes = std::size_t{64} << 20;
  const base::Result<std::string> source = base::read_file(file, kMaxBytes);
  console.out << file << (source ? "\n" : ": cannot be read\n");
  if (!source) return;
  std::istringstream stream(source.value());
  std::string text;
  for (std::uint32_t number = 1; std::getline(stream, text); ++number) {
    const auto known = lines.find(number);
    const char mark = known == lines.end() ? ' ' : mark_of(known->second);
    std::string line = fmt::format("{}{:>5}{}{}", mark, number, text.empty() ? "" : "  ", text);
    if (mark == '!') line = colored(console, Color::kRed, line);
    if (mark == '>') line = colored(console, Color::kGreen, line);
    console.out << line << "\n";
  }
}

struct Counts {
  std::size_t lines = 0;
  std::size_t relevant = 0;
};

Counts count(const std::map<std::string, Lines>& files) {
  Counts counts;
  for (const auto& [file, lines] : files) {
    for (const auto& [number, place] : lines) {
      ++counts.lines;
      counts.relevant += place.relevant ? 1 : 0;
    }
  }
  return counts;
}

const char* name_of(const SliceOptions& options) { return options.assertions ? "an assertion" : "a failure"; }

void show_text(const SliceOptions& options, const trace::SlicedPlaces& slice, Console& console) {
  const std::map<std::string, Lines> files = by_line(slice);
  for (const auto& [file, lines] : files) show(file, lines, console);
  const Counts counts = count(files);
  console.out << fmt::format("\n! may fail   > can influence {0}   . cannot   - cannot, and none is ahead\n",
                             name_of(options))
              << fmt::format("{} of {} lines, {} of {} instructions can influence {}\n", counts.relevant, counts.lines,
                             slice.instructions_in_slice(), slice.instructions(), name_of(options));
}

const char* name_of(Type type) {
  switch (type) {
    case Type::kRelevant: return "relevant";
    case Type::kOneEdge: return "B";
    case Type::kNoFailureAhead: return "A";
  }
  return "";
}

void show_json(const SliceOptions& options, const trace::SlicedPlaces& slice, Console& console) {
  constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;
  const Counts counts = count(by_line(slice));
  nlohmann::ordered_json places = nlohmann::ordered_json::array();
  for (const auto& [key, place] : slice.places()) {
    places.push_back({{"file", key.file},
                      {"line", key.line},
                      {"column", key.column},
                      {"type", name_of(place.type())},
                      {"may_fail", place.may_fail},
                      {"failure_ahead", place.failure_ahead},
                      {"failure_ahead_in_frame", place.failure_in_frame},
                      {"slice_ahead", place.slice_ahead}});
  }
  const nlohmann::ordered_json all = {{"failures", options.assertions ? "assertions" : "all"},
                                      {"lines", counts.lines},
                                      {"lines_in_slice", counts.relevant},
                                      {"instructions", slice.instructions()},
                                      {"instructions_in_slice", slice.instructions_in_slice()},
                                      {"aside", slice.aside()},
                                      {"places", std::move(places)}};
  console.out << all.dump(1, ' ', false, kReplace) << "\n";
}

}  // namespace

ExitCode run_slice(const SliceOptions& options, Console& console) {
  for (const std::string& path : options.sources) {
    if (const std::optional<std::string> problem = problem_of(path)) return refuse(console, kUsage, *problem);
  }
  const TemporaryFolder folder(console.session == nullptr ? new_temporary_folder_name()
                                                          : console.session->temporary_folder());
  if (folder.path().empty()) return refuse(console, kCannotBuild, "cannot make a temporary folder");
  Slicing slicing{.sources = options.sources, .flags = {"-O2"}, .assertions = options.assertions};
  for (const auto& [name, value] : options.definitions) slicing.flags.push_back(fmt::format("-D{}={}", name, value));
  slicing.flags.insert(slicing.flags.end(), options.flags.begin(), options.flags.end());
  const base::Result<trace::SlicedPlaces> slice = slice_program(slicing, folder.path());
  if (!slice) return refuse(console, kCannotBuild, slice.error().text());
  if (options.json) {
    show_json(options, slice.value(), console);
  } else {
    show_text(options, slice.value(), console);
  }
  return kNoBug;
}

}  // namespace heddle::cli
