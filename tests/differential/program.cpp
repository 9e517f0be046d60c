#include "tests/differential/program.h"

#include <regex>

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

std::string with_ordered_additions(const std::string& source) {
  static const std::regex addition(R"(^( *)fetch_add\((.*)\);$)", std::regex::multiline);
  static const std::regex post(R"(^( *)(release\(s\);)$)", std::regex::multiline);
  const std::string used = std::regex_replace(source, addition, "$1assert(fetch_add($2) != 123456);");
  const std::string locked = std::regex_replace(used, post, "$1lock(order);\n$1$2\n$1unlock(order);");
  return locked == used ? used : "lock order;\n" + locked;
}

}  // namespace heddle::differential
