#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "base/check.h"
#include "native/native_executor.h"

namespace heddle::bench {

inline double wall() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

inline void shell(const std::string& command) { CHECK_MSG(std::system(command.c_str()) == 0, "{}", command); }

// Compiles a source of the project; returns the program. `suffix` distinguishes versions of it.
inline std::string build(const std::string& compiler, const std::string& source, const std::string& flags,
                         const std::string& suffix) {
  namespace fs = std::filesystem;
  const std::string name = fs::path(source).stem().string();
  const std::string output = (fs::temp_directory_path() / fmt::format("heddle-bench-{}{}", name, suffix)).string();
  shell(fmt::format("{} -O2 {} {}/{} -o {} -pthread", compiler, flags, HEDDLE_SOURCE_DIR, source, output));
  return output;
}

inline std::unique_ptr<native::NativeExecutor> start(const std::string& program, const native::Options& options = {}) {
  auto made = native::NativeExecutor::create({.program = program, .arguments = {}}, options);
  CHECK_MSG(made.ok(), "{}", made.error().text());
  return std::move(made.value());
}

}  // namespace heddle::bench
