#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "symbolic/ids.h"

namespace heddle::symbolic {

using SetId = base::Id<struct SetTag>;

// Sets of variables, each stored once, in ascending order; they never move. Nearly all expressions of a program share
// a few of them, so a set per expression costs one id. Owned by an Expressions.
class VariableSets {
 public:
  VariableSets();

  SetId empty() const { return SetId(0); }
  SetId of(VariableId v);
  SetId union_of(SetId a, SetId b);

  const std::vector<VariableId>& operator[](SetId s) const { return sets_[s.index()]; }

 private:
  SetId intern(std::vector<VariableId> members);

  std::deque<std::vector<VariableId>> sets_;
  std::unordered_map<base::Hash128, SetId> by_hash_;
  std::unordered_map<std::uint64_t, SetId> unions_;  // of two ids
};

}  // namespace heddle::symbolic
