#include "model/symbols.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "model/constants.h"
#include "model/spelling.h"
#include "trace/semantics.h"

namespace heddle::model {

namespace {

std::string_view noun(const Symbol& s) {
  switch (s.kind) {
    case Declaration::Kind::kConst: return "a constant";
    case Declaration::Kind::kShared: return s.array ? "a shared array" : "a shared variable";
    case Declaration::Kind::kLock: return s.array ? "an array of locks" : "a lock";
    case Declaration::Kind::kCond: return s.array ? "an array of condition variables" : "a condition variable";
    case Declaration::Kind::kSemaphore: return s.array ? "an array of semaphores" : "a semaphore";
    case Declaration::Kind::kBarrier: return s.array ? "an array of barriers" : "a barrier";
    case Declaration::Kind::kThread: return s.array ? "an array of threads" : "a thread";
    case Declaration::Kind::kProc: return "a proc";
  }
  return {};
}

}  // namespace

std::string describe(const Symbol& symbol) { return std::string(noun(symbol)); }

Symbols::Symbols(const Tree& tree, const std::map<std::string, std::int64_t>& definitions, Program& program,
                 Diagnostics& diagnostics)
    : definitions_(definitions), program_(program), diagnostics_(diagnostics) {
  for (const Declaration& d : tree.declarations) declare(d);
  check_definitions();
  if (program_.threads.size() > trace::kMaxThreads) {
    diagnostics_.error_without_place(fmt::format("the program starts {} threads, more than the {} that are supported",
                                                 program_.threads.size(), trace::kMaxThreads));
  }
  const auto is_thread = [](const Declaration& d) { return d.kind == Declaration::Kind::kThread; };
  if (program_.threads.empty() && !diagnostics_.any()) {
    diagnostics_.error_without_place(std::any_of(tree.declarations.begin(), tree.declarations.end(), is_thread)
                                         ? "the program starts no thread: every number of threads is 0"
                                         : "the program has no thread: expected at least one thread NAME { ... }");
  }
}

const Symbol* Symbols::find(std::string_view name) const {
  const auto found = symbols_.find(name);
  return found == symbols_.end() ? nullptr : &found->second;
}

void Symbols::declare(const Declaration& d) {
  if (const Symbol* earlier = find(d.name)) {
    diagnostics_.error(d.offset, fmt::format("'{}' is already declared at line {}", d.name,
                                             diagnostics_.line_of(earlier->declaration->offset)));
    return;
  }
  Symbol s;
  s.kind = d.kind;
  s.declaration = &d;
  s.broken = d.broken;
  s.array = d.size != nullptr;
  if (d.kind == Declaration::Kind::kThread || d.kind == Declaration::Kind::kProc) declare_body(d, s);
  if (!d.broken) {
    switch (d.kind) {
      case Declaration::Kind::kConst: declare_const(d, s); break;
      case Declaration::Kind::kShared:
      case Declaration::Kind::kLock:
      case Declaration::Kind::kCond:
      case Declaration::Kind::kSemaphore:
      case Declaration::Kind::kBarrier: declare_locations(d, s); break;
      case Declaration::Kind::kThread: declare_threads(d, s); break;
      case Declaration::Kind::kProc: break;
    }
  }
  symbols_.emplace(d.name, s);
}

void Symbols::declare_const(const Declaration& d, Symbol& s) {
  const std::optional<Value> value = evaluate(*d.value);
  const auto defined = definitions_.find(std::string(d.name));
  if (defined != definitions_.end()) {
    s.value = static_cast<Value>(defined->second);  // its range is checked in check_definitions
  } else if (value) {
    s.value = *value;
  } else {
    s.broken = true;
  }
}

void Symbols::check_definitions() {
  for (const auto& [name, value] : definitions_) {
    const Symbol* s = find(name);
    if (s == nullptr || s->kind != Declaration::Kind::kConst) {
      std::string hint;
      if (s != nullptr) {
        hint = fmt::format("; '{}' is {}", name, describe(*s));
      } else {
        Nearest nearest(name);
        for (const auto& [other, symbol] : symbols_) {
          if (symbol.kind == Declaration::Kind::kConst) nearest.consider(other);
        }
        hint = nearest.text();
      }
      diagnostics_.error_without_place(fmt::format("-D {}: the program has no constant of this name{}", name, hint));
    } else if (value < std::numeric_limits<Value>::min() || value > std::numeric_limits<Value>::max()) {
      diagnostics_.error_without_place(fmt::format("-D {}: the number {} does not fit into 32 bits", name, value));
    }
  }
}

std::optional<std::uint32_t> Symbols::array_size(const Declaration& d) {
  std::int64_t size = 1;
  if (d.size) {
    const std::optional<Value> value = evaluate(*d.size);
    if (!value) return std::nullopt;
    size = *value;
  } else if (d.has_list) {
    diagnostics_.error(d.offset, fmt::format("only an array has a list of initial values; write {}[{}] = {{...}}",
                                             d.name, d.list.size()));
    return std::nullopt;
  }
  if (size < 1) {
    diagnostics_.error(d.offset, fmt::format("an array has at least one element, '{}' would have {}", d.name, size));
    return std::nullopt;
  }
  if (static_cast<std::uint64_t>(size) + program_.initial_state.size() > kMaxLocations) {
    diagnostics_.error(d.offset, fmt::format("with '{}' the program has more than {} shared variables, locks and "
                                             "other locations",
                                             d.name, kMaxLocations));
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(size);
}

// The state of one location at the start; none after an error.
std::optional<std::int64_t> Symbols::state(const Declaration& d, const Expression* value) const {
  if (value == nullptr || d.kind == Declaration::Kind::kBarrier) return 0;
  const std::optional<Value> v = evaluate(*value);
  if (!v) return std::nullopt;
  if (d.kind == Declaration::Kind::kSemaphore && *v < 0) {
    diagnostics_.error(value->offset, fmt::format("the count of a semaphore is at least 0, found {}", *v));
    return std::nullopt;
  }
  return *v;
}

void Symbols::declare_locations(const Declaration& d, Symbol& s) {
  const std::optional<std::uint32_t> size = array_size(d);
  s.broken = !size;
  if (d.kind == Declaration::Kind::kBarrier) {
    const std::optional<Value> group = evaluate(*d.value);
    s.broken |= !group;
    s.value = group.value_or(1);
    if (s.value < 1 || s.value > static_cast<Value>(trace::kMaxWaiters)) {
      diagnostics_.error(d.value->offset, fmt::format("the group of a barrier has 1 to {} threads, found {}",
                                                      trace::kMaxWaiters, s.value));
      s.broken = true;
    }
  }
  if (!size) return;
  s.size = *size;
  s.first = static_cast<std::uint32_t>(program_.initial_state.size());
  if (d.list.size() > s.size) {
    diagnostics_.error(d.list[s.size]->offset, fmt::format("'{}' has {} element{}, found {} initial values", d.name,
                                                           s.size, s.size == 1 ? "" : "s", d.list.size()));
  }
  const std::int64_t all = state(d, d.value.get()).value_or(0);
  for (std::size_t i = 0; i < s.size; ++i) {
    const bool listed = i < d.list.size();
    program_.compared.push_back(false);
    program_.initial_state.push_back(listed ? state(d, d.list[i].get()).value_or(0) : all);
    program_.names.locations.push_back(s.array ? fmt::format("{}[{}]", d.name, i) : std::string(d.name));
  }
}

void Symbols::declare_threads(const Declaration& d, Symbol& s) {
  s.first = static_cast<std::uint32_t>(program_.threads.size());
  if (d.size) {
    const std::optional<Value> size = evaluate(*d.size);
    if (!size || *size < 0 || *size > static_cast<Value>(trace::kMaxThreads)) {
      if (size) {
        diagnostics_.error(d.size->offset, fmt::format("the number of threads '{}' must be between 0 and {}, found {}",
                                                       d.name, trace::kMaxThreads, *size));
      }
      s.broken = true;
      return;
    }
    s.size = static_cast<std::uint32_t>(*size);
  }
  for (std::uint32_t i = 0; i < s.size; ++i) {
    program_.threads.push_back({s.body, static_cast<Value>(i)});
    program_.names.threads.push_back(
        {trace::ThreadId::none(), s.first + i, s.array ? fmt::format("{}[{}]", d.name, i) : std::string(d.name)});
  }
}

void Symbols::declare_body(const Declaration& d, Symbol& s) {
  s.body = static_cast<std::uint32_t>(program_.bodies.size());
  Body body;
  body.name = d.name;
  body.parameters = static_cast<std::uint32_t>(d.parameters.size());
  program_.bodies.push_back(std::move(body));
}

std::optional<Value> Symbols::evaluate(const Expression& e) const {
  switch (e.kind) {
    case Expression::Kind::kNumber: return e.number;
    case Expression::Kind::kName: {
      const Symbol* s = find(e.name);
      if (s != nullptr && s->kind == Declaration::Kind::kConst) {
        return s->broken ? std::nullopt : std::optional(s->value);
      }
      const std::string why = s == nullptr
                                  ? fmt::format("'{}' is not declared{}", e.name, suggestion(e.name, {}))
                                  : fmt::format("expected a constant, found '{}', which is {}", e.name, describe(*s));
      diagnostics_.error(e.offset, why);
      return std::nullopt;
    }
    case Expression::Kind::kUnary: {
      const std::optional<Value> a = evaluate(*e.operands[0]);
      return a ? std::optional(apply(e.unary, *a)) : std::nullopt;
    }
    case Expression::Kind::kBinary: {
      const std::optional<Value> a = evaluate(*e.operands[0]);
      const std::optional<Value> b = evaluate(*e.operands[1]);
      if (!a || !b) return std::nullopt;
      const std::optional<Value> result = apply(e.binary, *a, *b);
      if (!result) diagnostics_.error(e.offset, "division by zero in a constant");
      return result;
    }
    case Expression::Kind::kConditional: {
      const std::optional<Value> condition = evaluate(*e.operands[0]);
      return condition ? evaluate(*e.operands[*condition != 0 ? 1 : 2]) : std::nullopt;
    }
    case Expression::Kind::kElement:
    case Expression::Kind::kCall:
    case Expression::Kind::kSpawn:
      diagnostics_.error(e.offset, "expected a constant, found something that has a value only while threads run");
      return std::nullopt;
  }
  return std::nullopt;
}

std::string Symbols::suggestion(std::string_view name, const std::vector<std::string_view>& more) const {
  Nearest nearest(name);
  for (const std::string_view other : more) nearest.consider(other);
  for (const auto& [other, symbol] : symbols_) nearest.consider(other);
  return nearest.text();
}

}  // namespace heddle::model
