#include "model/spelling.h"

#include <algorithm>
#include <vector>

namespace heddle::model {

namespace {
constexpr std::size_t kMaxCompared = 40;  // longer names are not worth the quadratic time
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

void Nearest::consider(std::string_view candidate) {
  if (wanted_.size() > kMaxCompared || candidate.size() > kMaxCompared) return;
  const std::size_t longer = std::max(wanted_.size(), candidate.size());
  if (longer - std::min(wanted_.size(), candidate.size()) >= 3) return;
  const std::size_t distance = edit_distance(wanted_, candidate);
  if (distance * 2 > wanted_.size()) return;  // half of the name is different: that is another name
  if (distance > distance_ || (distance == distance_ && (best_.empty() || candidate >= best_))) return;
  distance_ = distance;
  best_ = candidate;
}

std::string Nearest::text() const {
  return best_.empty() ? std::string() : "; did you mean '" + std::string(best_) + "'?";
}

}  // namespace heddle::model
