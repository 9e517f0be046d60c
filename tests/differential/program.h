#pragma once

#include <string>
#include <vector>

namespace heddle::differential {

// A statement of a model program as text: `head` alone ends with ';', otherwise a body in braces follows it.
struct Statement {
  std::string head;
  bool has_body = false;
  std::vector<Statement> body;
  std::vector<Statement> otherwise;  // the body of an else, if any
};

// A model program that can be taken apart: what the generator produces and the shrinker reduces.
struct Program {
  struct Part {
    std::string head;  // "thread t0", "proc p1()"
    std::vector<Statement> body;
  };
  std::vector<std::string> declarations;
  std::vector<Part> parts;
};

// The source text, as a person would write it.
std::string text(const Program& program);

// The source, in which the results of additions are used, and a lock orders posts to the semaphore s: dpor does not run
// them in every order otherwise, so that it does not show all events.
std::string with_ordered_additions(const std::string& source);

}  // namespace heddle::differential
