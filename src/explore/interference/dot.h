#pragma once

#include <set>
#include <string>

#include "explore/interference/forest.h"
#include "explore/interference/scenario.h"
#include "symbolic/expressions.h"
#include "trace/names.h"

namespace heddle::explore::interference {

// What a node says, in the paper's words: "rd x r0", "wt x (r0 + 1)", "ac m", "rel m", "br (r0 > 0)", "tf T2".
std::string text_of(const ThreadTrees& trees, NodeId n, const trace::Names& names,
                    const symbolic::Expressions& expressions);

// What runs have shown besides the trees.
struct Shown {
  std::set<Interference> interferences;
  std::set<NodeId> failures;  // where a thread has failed
};

// The thread trees for graphviz, side by side, with the lines of the source. Branches are round, dangling nodes dashed,
// failures red, false assumptions grey; creations are dotted edges, interferences dashed ones.
std::string to_dot(const ThreadTrees& trees, const Shown& shown, const trace::Names& names,
                   const symbolic::Expressions& expressions);

}  // namespace heddle::explore::interference
