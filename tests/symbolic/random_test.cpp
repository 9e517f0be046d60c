#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "base/rng.h"
#include "tests/symbolic/symbolic_program.h"

namespace heddle::tests {
namespace {

// Random programs that compute with inputs of all widths, integers and floating point, in registers and in memory.
// Every decision must be what its expression says for the inputs of the run (native::ImportedExpressions), whatever the
// optimiser makes of the program.
class Generator {
 public:
  explicit Generator(std::uint64_t seed) : rng_(seed) {}

  std::string program() {
    std::string text =
        "#include <heddle/heddle.h>\n#include <string.h>\n"
        "struct S { signed char c; short s; int i; long l; unsigned char b[8]; } global;\n"
        "static const short odd[5] = {-7, 300, 0, 1, -32768};\n"
        "static const struct { signed char c; int i; long l; } rows[3] = {{-1, 70000, 5}, {2, -9, -1}, {100, 8, 1L << "
        "40}};\n"
        "static unsigned char written[2][16];\n"
        "__attribute__((noinline)) long mix(int a, unsigned char b, long c) { return a ^ (c - b); }\n"
        "int main(void) {\n"
        "  signed char a = (signed char)heddle_uint8(\"a\"); unsigned char b = heddle_uint8(\"b\");\n"
        "  short c = (short)heddle_uint16(\"c\"); int d = heddle_int(\"d\"); unsigned e = heddle_uint32(\"e\");\n"
        "  long f = (long)heddle_uint64(\"f\"); unsigned long g = heddle_uint64(\"g\"); int array[4] = {d, 1, b, 7};\n"
        "  float h; heddle_input(&h, sizeof h, \"h\"); double k; heddle_input(&k, sizeof k, \"k\");\n"
        "  memset(&global, 0, sizeof global);\n"
        "  for (int i = 0; i < 16; ++i) { written[0][i] = (unsigned char)(i * 37); written[1][i] = (unsigned char)(b + "
        "i); }\n";
    for (int i = 0; i < 25; ++i) text += "  " + statement() + "\n";
    return text + "  return 0;\n}\n";
  }

 private:
  template <std::size_t N>
  const char* one_of(const char* const (&list)[N]) {
    return list[rng_.below(N)];
  }

  std::string target() {
    static constexpr const char* kTargets[] = {"a",        "b",           "c",
                                               "d",        "e",           "f",
                                               "g",        "array[2]",    "array[d & 3]",
                                               "global.c", "global.s",    "global.i",
                                               "global.l", "global.b[3]", "*(int*)(void*)(global.b + 2)"};
    return one_of(kTargets);
  }

  // What is read from an index that depends on inputs, never past the end.
  std::string element() {
    static constexpr const char* kElements[] = {"odd[(unsigned){} % 5]",
                                                "rows[(unsigned char){} % 3].i",
                                                "rows[(unsigned long){} % 3].c",
                                                "rows[(unsigned){} % 3].l",
                                                "written[(unsigned){0} >> 3 & 1][(unsigned){0} % 16]",
                                                "written[1][({} & 7) + 2]",
                                                "*(const short*)(const void*)(written[0] + ({} & 15))",
                                                "(written[1] + 3)[{} & 7]",
                                                "array[({} ^ 5) & 3]"};
    return fmt::format(fmt::runtime(one_of(kElements)), target());
  }

  std::string expression(int depth) {
    if (rng_.one_in(8)) return element();
    if (depth == 0 || rng_.one_in(4)) return rng_.one_in(4) ? fmt::format("{}", rng_.between(-300, 300)) : target();
    static constexpr const char* kOperators[] = {"+", "-", "*", "&", "|", "^", "<", "==", ">=", "!="};
    static constexpr const char* kTypes[] = {"signed char", "unsigned char", "short", "int", "unsigned", "long"};
    const std::string left = expression(depth - 1);
    const std::string right = expression(depth - 1);
    switch (rng_.below(8)) {
      case 0: return fmt::format("(({})({}))", one_of(kTypes), left);
      case 1: return fmt::format("(({}) {} (({}) & 15))", left, rng_.one_in(2) ? "<<" : ">>", right);
      case 2: return fmt::format("(({}) {} ((({}) & 63) + 1))", left, rng_.one_in(2) ? "/" : "%", right);
      case 3: return fmt::format("(({}) ? ({}) : ({}))", left, right, expression(depth - 1));
      case 4: return fmt::format("mix((int)({}), (unsigned char)({}), {})", left, right, target());
      default: return fmt::format("(({}) {} ({}))", left, one_of(kOperators), right);
    }
  }

  // For floating point.
  std::string fraction(int depth) {
    static constexpr const char* kLeaves[] = {"h", "k", "0.1", "-2.5f", "1e30f", "0.0", "(float)f", "(double)g"};
    if (depth == 0) return rng_.one_in(3) ? fmt::format("((double)({}))", expression(1)) : one_of(kLeaves);
    static constexpr const char* kOperators[] = {"+", "-", "*", "/"};
    const std::string left = fraction(depth - 1);
    const std::string right = fraction(depth - 1);
    switch (rng_.below(7)) {
      case 0: return fmt::format("(({})({}))", rng_.one_in(2) ? "float" : "double", left);
      case 1: return fmt::format("(-({}))", left);
      case 2: return fmt::format("(({0}) < ({1}) ? ({1}) : ({0}))", left, right);
      default: return fmt::format("(({}) {} ({}))", left, one_of(kOperators), right);
    }
  }

  std::string fractions() {
    static constexpr const char* kComparisons[] = {"<", "<=", "==", "!=", ">", ">="};
    static constexpr const char* kTypes[] = {"signed char", "unsigned short", "int",
                                             "unsigned",    "long",           "unsigned long"};
    switch (rng_.below(3)) {
      case 0: return fmt::format("if ({} {} {}) {}++;", fraction(2), one_of(kComparisons), fraction(1), target());
      case 1: return fmt::format("{} = ({})({});", target(), one_of(kTypes), fraction(2));
      default: return fmt::format("{} = {};", rng_.one_in(2) ? "h" : "k", fraction(2));
    }
  }

  std::string statement() {
    switch (rng_.below(6)) {
      case 5: return fractions();
      case 0: return fmt::format("if ({}) {} = {};", expression(3), target(), expression(2));
      case 1: return "{ struct S copy = global; global.i ^= copy.i + copy.b[1] + 1; }";
      case 2:
        return fmt::format(
            "switch (({}) & 7) {{ case 1: a++; break; case 2: case 3: f = {}; break; default: g ^= 5; }}",
            expression(2), expression(2));
      default: return fmt::format("{} = {};", target(), expression(3));
    }
  }

  base::Rng rng_;
};

TEST(symbolic_random_programs, compute_what_their_expressions_say) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const std::string source = Generator(seed).program();
    SymbolicProgram program(source, {seed % 3 == 0 ? "-O0" : "-O2", "-w", "-fno-strict-aliasing"});
    base::Rng rng(seed);
    std::size_t decided = 0;
    for (int run = 0; run < 20; ++run) {
      std::vector<std::int64_t> inputs;
      inputs.reserve(9);
      for (int i = 0; i < 7; ++i)
        inputs.push_back(rng.one_in(3) ? rng.between(-3, 3) : static_cast<std::int64_t>(rng.next()));
      const auto half = static_cast<double>(rng.between(-9, 9)) / 2;
      inputs.push_back(rng.one_in(2) ? std::bit_cast<std::int32_t>(static_cast<float>(half))
                                     : static_cast<std::int64_t>(rng.next() & 0xffffffff));
      inputs.push_back(rng.one_in(2) ? std::bit_cast<std::int64_t>(half) : static_cast<std::int64_t>(rng.next()));
      decided += program.decisions(inputs).size();
    }
    EXPECT_THAT(program.executor().reasons_of_incompleteness(), testing::IsEmpty()) << source;
    EXPECT_GT(decided, 20U) << source;
  }
}

}  // namespace
}  // namespace heddle::tests
