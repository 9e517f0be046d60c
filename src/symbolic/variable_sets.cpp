#include "symbolic/variable_sets.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace heddle::symbolic {

VariableSets::VariableSets() { intern({}); }

SetId VariableSets::of(VariableId v) { return intern({v}); }

SetId VariableSets::union_of(SetId a, SetId b) {
  if (a == b || b == empty()) return a;
  if (a == empty()) return b;
  if (b < a) std::swap(a, b);
  SetId& known = unions_[(std::uint64_t{a.value} << 32) | b.value];
  if (known.valid()) return known;
  std::vector<VariableId> members;
  members.reserve((*this)[a].size() + (*this)[b].size());
  std::ranges::set_union((*this)[a], (*this)[b], std::back_inserter(members));
  return known = intern(std::move(members));
}

SetId VariableSets::intern(std::vector<VariableId> members) {
  base::Hash128 hash;
  for (const VariableId v : members) hash.add(v.value);
  const auto [place, added] = by_hash_.emplace(hash, SetId(sets_.size()));
  if (added) sets_.push_back(std::move(members));
  return place->second;
}

}  // namespace heddle::symbolic
