#pragma once

#include <functional>
#include <string>

namespace heddle::differential {

// Runs `work` in a child process, so that a failed CHECK ends the child and not the test. Returns what `work`
// returns, or how the child died together with what it wrote to its standard error.
struct ChildResult {
  bool died = false;
  std::string text;
};
ChildResult run_in_child(const std::function<std::string()>& work);

}  // namespace heddle::differential
