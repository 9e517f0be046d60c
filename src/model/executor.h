#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "trace/executor.h"

namespace heddle::model {

// One message about a model program, with the line it is about.
struct Diagnostic {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string message;  // "expected ';' after the assignment, found 'y'"
  std::string source_line;

  // "file:line:column: error: message", the line, and a caret under the column.
  std::string text() const;
};

// A compiled program, or what is wrong with it.
struct Compiled {
  std::unique_ptr<trace::Executor> executor;  // null if there are diagnostics
  std::vector<Diagnostic> diagnostics;
};

// Compiles a program of the model language (docs/model-language.md). `definitions` overrides constants: -D N=4.
Compiled compile(std::string_view source, const std::string& file,
                 const std::map<std::string, std::int64_t>& definitions);

}  // namespace heddle::model
