#include "explore/interference/dot.h"

#include <fmt/format.h>

#include <algorithm>

#include "abi/channel.h"
#include "symbolic/text.h"

namespace heddle::explore::interference {

using symbolic::ExprId;
using trace::OpKind;

namespace {

// Reads have no names of their own: r0, r1, ... within their thread, r0', r1', ... in the next one, and so on.
std::string name_of_read(const symbolic::Variable& v) {
  return fmt::format("r{}{}", v.nth - abi::kFirstRead, std::string(v.thread, '\''));
}

// The names that the store has given to the reads are replaced by those above.
std::string text_of(const symbolic::Expressions& in, ExprId e) {
  std::string text = to_text(in, e);
  const std::vector<symbolic::VariableId>& variables = in.variables_of(e);
  for (auto v = variables.rbegin(); v != variables.rend(); ++v) {
    const symbolic::Variable& variable = in.variables()[v->index()];
    if (variable.nth < abi::kFirstRead) continue;
    const std::string old = symbolic::name_of(in, *v);
    const std::string now = name_of_read(variable);
    for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + now.size())) {
      text.replace(at, old.size(), now);
    }
  }
  return text;
}

std::string_view short_name(OpKind kind) {
  switch (kind) {
    case OpKind::kRead: return "rd";
    case OpKind::kWrite: return "wt";
    case OpKind::kLock: return "ac";
    case OpKind::kUnlock: return "rel";
    case OpKind::kCreate: return "tf";
    case OpKind::kBranch: return "br";
    default: return trace::name(kind);
  }
}

std::string escape(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

std::string text_of(const ThreadTrees& trees, NodeId n, const trace::Names& names,
                    const symbolic::Expressions& expressions) {
  const Node& node = trees[n];
  if (node.is_root) return names.threads[node.thread.index()].name;
  std::string text(short_name(node.kind));
  if (node.location.valid()) text += " " + names.locations[node.location.index()];
  if (node.other != trace::kNoChoice) text += " " + names.threads[static_cast<std::size_t>(node.other)].name;
  if (node.reads()) text += " " + text_of(expressions, node.variable);
  if (node.written.valid()) {
    text += " " + text_of(expressions, node.written);
  } else if (node.writes) {
    text += fmt::format(" {}", node.value);
  }
  if (node.condition.valid()) return text + fmt::format(" ({})", text_of(expressions, node.condition));
  if (node.outcome == kAnyOutcome) return text + " ?";
  if (node.outcome == kOtherOutcome) return text + " other";
  return has_outcomes(node.kind) ? text + fmt::format(" {}", node.outcome) : text;
}

std::string to_dot(const ThreadTrees& trees, const trace::Names& names, const symbolic::Expressions& expressions) {
  std::string result = "digraph forest {\n  node [shape=box, fontname=\"sans-serif\"];\n";
  // A node that was replaced by more specific ones belongs to nobody.
  const auto is_shown = [&](NodeId n) {
    const Node& node = trees[n];
    return node.is_root || std::ranges::find(trees[node.parent].children, n) != trees[node.parent].children.end();
  };
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const NodeId n(i);
    if (!is_shown(n)) continue;
    const Node& node = trees[n];
    const std::string_view shape = node.is_root ? "plaintext" : node.kind == OpKind::kBranch ? "diamond" : "box";
    result += fmt::format("  n{} [label=\"{}\", shape={}{}];\n", i, escape(text_of(trees, n, names, expressions)),
                          shape, node.covered ? "" : ", style=dashed");
    if (node.parent.valid()) result += fmt::format("  n{} -> n{};\n", node.parent.value, i);
    if (node.creator.valid()) result += fmt::format("  n{} -> n{} [style=dotted];\n", node.creator.value, i);
  }
  return result + "}\n";
}

}  // namespace heddle::explore::interference
