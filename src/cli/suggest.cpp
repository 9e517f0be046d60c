#include "cli/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace heddle::cli {

namespace {

// Levenshtein's distance: how many letters must be added, removed or replaced.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

constexpr std::size_t kLongestWord = 100;

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& names) {
  if (word.empty() || word.size() > kLongestWord) return "";
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& name : names) {
    // An abbreviation is as good as one wrong letter.
    const std::size_t d = name.starts_with(word) ? 1 : distance(word, name);
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
