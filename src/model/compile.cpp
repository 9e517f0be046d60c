#include <fmt/format.h>

#include "model/body_compiler.h"
#include "model/diagnostics.h"
#include "model/executor.h"
#include "model/interpreter.h"
#include "model/lexer.h"
#include "model/parser.h"
#include "model/symbols.h"

namespace heddle::model {

namespace {
constexpr std::size_t kMaxSourceBytes = 1U << 20;
}

Compiled compile(std::string_view source, const std::string& file,
                 const std::map<std::string, std::int64_t>& definitions) {
  if (source.size() > kMaxSourceBytes) {
    Diagnostics diagnostics({}, file);
    diagnostics.error_without_place(
        fmt::format("the program has {} bytes, more than the {} that are supported", source.size(), kMaxSourceBytes));
    return {nullptr, diagnostics.take()};
  }
  Diagnostics diagnostics(source, file);
  const Tree tree = Parser(tokenize(source, diagnostics), diagnostics).parse();
  Program program;
  const Symbols symbols(tree, definitions, program, diagnostics);
  for (const Declaration& d : tree.declarations) {
    if (d.kind != Declaration::Kind::kThread && d.kind != Declaration::Kind::kProc) continue;
    const Symbol* symbol = symbols.find(d.name);
    if (symbol->declaration == &d) BodyCompiler(symbols, program, diagnostics).compile(d, symbol->body);
  }
  if (diagnostics.any()) return {nullptr, diagnostics.take()};
  return {std::make_unique<Interpreter>(std::move(program)), {}};
}

}  // namespace heddle::model
