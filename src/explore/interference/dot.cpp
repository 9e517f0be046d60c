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

namespace {

void erase_all(std::string& text, std::string_view what) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) text.erase(at, what.size());
}

// What the picture shows of a node: its line, and the text without what every node of the tree would repeat.
std::string label_of(const ThreadTrees& trees, NodeId n, const trace::Names& names,
                     const symbolic::Expressions& expressions) {
  const Node& node = trees[n];
  std::string text = text_of(trees, n, names, expressions);
  if (node.is_root) return text;
  erase_all(text, "(signed) ");
  erase_all(text, names.threads[node.thread.index()].name + ".");
  if (node.kind == OpKind::kBranch && node.condition.valid()) text = text.substr(4, text.size() - 5);  // "br (...)"
  const std::uint32_t line = node.place.valid() ? names.places[node.place.index()].line : 0;
  return line == 0 ? text : fmt::format("{}:  {}", line, text);
}

// A branch after which nothing comes led to a failure, or to an assumption that was false.
std::string_view look_of(const Node& node, bool fails) {
  if (fails) return "style=\"rounded,filled\", fillcolor=\"#f4b6b6\"";
  if (node.is_root) return "shape=plaintext, fontsize=18";
  if (!node.covered) return "style=dashed, color=gray40, fontcolor=gray40";
  if (node.kind != OpKind::kBranch) return "";
  return node.children.empty() ? "style=rounded, color=gray60, fontcolor=gray60" : "style=rounded";
}

}  // namespace

std::string to_dot(const ThreadTrees& trees, const Shown& shown, const trace::Names& names,
                   const symbolic::Expressions& expressions) {
  std::string result =
      "digraph forest {\n  nodesep=0.15; ranksep=0.25;\n"
      "  node [shape=box, height=0.3, margin=\"0.1,0.04\", fontname=\"sans-serif\"];\n  edge [arrowsize=0.6];\n";
  // A node that was replaced by more specific ones belongs to nobody.
  const auto is_shown = [&](NodeId n) {
    const Node& node = trees[n];
    return node.is_root || std::ranges::find(trees[node.parent].children, n) != trees[node.parent].children.end();
  };
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const NodeId n(i);
    if (!is_shown(n)) continue;
    const Node& node = trees[n];
    const std::string_view look = look_of(node, shown.failures.contains(n));
    result += fmt::format("  n{} [label=\"{}\"{}{}];\n", i, escape(label_of(trees, n, names, expressions)),
                          look.empty() ? "" : ", ", look);
    if (node.parent.valid()) result += fmt::format("  n{} -> n{};\n", node.parent.value, i);
    if (node.creator.valid()) result += fmt::format("  n{} -> n{} [style=dotted];\n", node.creator.value, i);
  }
  for (const Interference& i : shown.interferences) {
    if (is_shown(i.write) && is_shown(i.read))
      result +=
          fmt::format("  n{} -> n{} [color=blue, style=dashed, constraint=false];\n", i.write.value, i.read.value);
  }
  return result + "}\n";
}

}  // namespace heddle::explore::interference
