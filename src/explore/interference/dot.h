#pragma once

#include <string>

#include "explore/interference/forest.h"
#include "symbolic/expressions.h"
#include "trace/names.h"

namespace heddle::explore::interference {

// What a node says, in the paper's words: "rd x r0", "wt x (r0 + 1)", "ac m", "rel m", "br (r0 > 0)", "tf T2".
std::string text_of(const ThreadTrees& trees, NodeId n, const trace::Names& names,
                    const symbolic::Expressions& expressions);

// The thread trees for graphviz, one column each; branches are diamonds, dangling nodes dashed.
std::string to_dot(const ThreadTrees& trees, const trace::Names& names, const symbolic::Expressions& expressions);

}  // namespace heddle::explore::interference
