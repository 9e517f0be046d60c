#include "cli/suggest.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/spelling.h"

namespace heddle::cli {

namespace {

constexpr std::size_t kLongestWord = 100;

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& names) {
  if (word.empty() || word.size() > kLongestWord) return "";
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& name : names) {
    // An abbreviation counts as one wrong letter.
    const std::size_t d = name.starts_with(word) ? 1 : model::edit_distance(word, name);
    if (d >= best_distance) continue;
    best = name;
    best_distance = d;
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& names) {
  const std::string name = nearest(word, names);
  return name.empty() ? "" : fmt::format(" Did you mean '{}'?", name);
}

}  // namespace heddle::cli
