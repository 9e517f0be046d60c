#include "tests/differential/shrink.h"

#include <utility>

namespace heddle::differential {

namespace {

class Shrinker {
 public:
  Shrinker(Program program, const std::function<bool(const Program&)>& fails)
      : program_(std::move(program)), fails_(fails) {}

  Program run() {
    // Until a whole round finds nothing more to remove.
    do {
      smaller_ = false;
      remove_each(program_.parts);
      for (std::size_t i = 0; i < program_.parts.size(); ++i) shrink_block(program_.parts[i].body);
      remove_each(program_.declarations);
    } while (smaller_);
    return std::move(program_);
  }

 private:
  // The last change stays if the program still fails.
  bool keep() {
    if (!fails_(program_)) return false;
    smaller_ = true;
    return true;
  }

  template <class T>
  void remove_each(std::vector<T>& items) {
    for (std::size_t i = items.size(); i-- > 0;) {
      const std::vector<T> before = items;
      items.erase(items.begin() + i);
      if (!keep()) items = before;
    }
  }

  void shrink_block(std::vector<Statement>& block) {
    remove_each(block);
    for (std::size_t i = block.size(); i-- > 0;) {
      if (!block[i].has_body) continue;
      if (replace_by(block, i, block[i].body) || replace_by(block, i, block[i].otherwise)) continue;
      shrink_block(block[i].body);
      shrink_block(block[i].otherwise);
    }
  }

  // Replaces the compound statement by the statements that it contains.
  bool replace_by(std::vector<Statement>& block, std::size_t i, std::vector<Statement> inner) {
    if (inner.empty()) return false;
    const std::vector<Statement> before = block;
    block.erase(block.begin() + i);
    block.insert(block.begin() + i, inner.begin(), inner.end());
    if (keep()) return true;
    block = before;
    return false;
  }

  Program program_;
  const std::function<bool(const Program&)>& fails_;
  bool smaller_ = false;
};

}  // namespace

Program shrink(Program program, const std::function<bool(const Program&)>& fails) {
  return Shrinker(std::move(program), fails).run();
}

}  // namespace heddle::differential
