#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/ast.h"
#include "model/code.h"
#include "model/diagnostics.h"

namespace heddle::model {

inline constexpr std::uint32_t kMaxLocations = 1U << 16;

// What a name declared outside threads stands for.
struct Symbol {
  Declaration::Kind kind = Declaration::Kind::kConst;
  const Declaration* declaration = nullptr;
  bool broken = false;  // already reported: uses of it are not reported again
  bool array = false;
  Value value = 0;          // kConst; group of a kBarrier
  std::uint32_t first = 0;  // first location; first thread of a kThread
  std::uint32_t size = 1;   // number of locations or threads
  std::uint32_t body = 0;   // kThread, kProc: its index in Program::bodies
};

// The names declared outside threads. Fills in the threads, locations and initial states of the program.
class Symbols {
 public:
  Symbols(const Tree& tree, const std::map<std::string, std::int64_t>& definitions, Program& program,
          Diagnostics& diagnostics);

  const Symbol* find(std::string_view name) const;

  // The value of a constant expression; reports an error if it is not one.
  std::optional<Value> evaluate(const Expression& e) const;

  // The nearest declared name or operation, as "; did you mean 'x'?"; empty if none is near. `more` lists the local
  // names.
  std::string suggestion(std::string_view name, const std::vector<std::string_view>& more) const;

 private:
  void declare(const Declaration& d);
  void declare_const(const Declaration& d, Symbol& s);
  void declare_locations(const Declaration& d, Symbol& s);
  void declare_threads(const Declaration& d, Symbol& s);
  void declare_body(const Declaration& d, Symbol& s);
  std::optional<std::uint32_t> array_size(const Declaration& d);
  std::optional<std::int64_t> state(const Declaration& d, const Expression* value) const;
  void check_definitions();

  const std::map<std::string, std::int64_t>& definitions_;
  Program& program_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string_view, Symbol> symbols_;
};

// "a lock", "a shared array", ...
std::string describe(const Symbol& symbol);

}  // namespace heddle::model
