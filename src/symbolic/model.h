#pragma once

#include <cstdint>
#include <vector>

#include "symbolic/ids.h"

namespace heddle::symbolic {

// A value for each variable; 0 for those that it does not mention.
class Model {
 public:
  std::uint64_t value(VariableId v) const { return v.index() < values_.size() ? values_[v.index()] : 0; }
  void set(VariableId v, std::uint64_t value) {
    if (v.index() >= values_.size()) values_.resize(v.index() + 1);
    values_[v.index()] = value;
  }
  void clear() { values_.clear(); }
  std::size_t size() const { return values_.size(); }

  friend bool operator==(const Model&, const Model&) = default;

 private:
  std::vector<std::uint64_t> values_;
};

}  // namespace heddle::symbolic
