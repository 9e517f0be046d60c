#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/check.h"
#include "model/executor.h"

namespace heddle::differential {

// Compiles a program that is known to be correct.
inline std::unique_ptr<trace::Executor> compile(std::string_view source,
                                                const std::map<std::string, std::int64_t>& definitions = {}) {
  model::Compiled compiled = model::compile(source, "test.model", definitions);
  CHECK_MSG(compiled.executor != nullptr, "{}\n{}", compiled.diagnostics.at(0).text(), source);
  return std::move(compiled.executor);
}

}  // namespace heddle::differential
