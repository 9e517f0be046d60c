#include "tests/differential/program.h"

namespace heddle::differential {

namespace {

void write(const std::vector<Statement>& statements, std::size_t depth, std::string& out) {
  const std::string indent(2 * depth, ' ');
  for (const Statement& s : statements) {
    out += indent + s.head;
    if (!s.has_body) {
      out += '\n';
      continue;
    }
    out += " {\n";
    write(s.body, depth + 1, out);
    if (!s.otherwise.empty()) {
      out += indent + "} else {\n";
      write(s.otherwise, depth + 1, out);
    }
    out += indent + "}\n";
  }
}

}  // namespace

std::string text(const Program& program) {
  std::string out;
  for (const std::string& d : program.declarations) out += d + '\n';
  for (const Program::Part& p : program.parts) {
    out += p.head + " {\n";
    write(p.body, 1, out);
    out += "}\n";
  }
  return out;
}

}  // namespace heddle::differential
