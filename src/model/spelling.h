#pragma once

#include <string>
#include <string_view>

namespace heddle::model {

// Finds the name that was probably meant. Ties go to the smaller name, so that the order of candidates does
// not matter.
class Nearest {
 public:
  explicit Nearest(std::string_view wanted) : wanted_(wanted) {}

  void consider(std::string_view candidate);
  // "; did you mean 'x'?", or nothing.
  std::string text() const;

 private:
  std::string_view wanted_;
  std::string_view best_;
  std::size_t distance_ = 3;  // of the best so far; candidates must be nearer
};

// The number of insertions, deletions, replacements and swaps of neighbours between two words.
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace heddle::model
