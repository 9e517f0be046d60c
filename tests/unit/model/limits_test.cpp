#include <fmt/format.h>

#include "base/rng.h"
#include "model/ast.h"
#include "tests/unit/model/programs.h"

// No program makes the compiler crash or hang; what is too large is reported.

namespace heddle::model {
namespace {

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

// limit: The sizes of programs are in [model-language.md](model-language.md), "Bounds".
TEST(Limits, nested_parentheses) {
  const Strings found = errors("shared x; thread T { x = " + repeated("(", 100000) + "1; }");
  EXPECT_NE(found.at(0).find("this is nested more than 200 levels deep"), std::string::npos);
}
TEST(Limits, nested_parentheses_that_are_allowed) {
  EXPECT_TRUE(errors("shared x; thread T { x = " + repeated("(", 150) + "1" + repeated(")", 150) + "; }").empty());
}
TEST(Limits, nested_blocks) {
  EXPECT_NE(errors("thread T " + repeated("{", 100000)).at(0).find("this is nested more than 200 levels deep"),
            std::string::npos);
}
TEST(Limits, nested_statements_without_braces) {
  EXPECT_FALSE(errors("thread T { " + repeated("if (1) ", 10000) + "skip; }").empty());
  EXPECT_FALSE(errors("thread T { " + repeated("while (1) ", 10000) + "skip; }").empty());
}
TEST(Limits, nested_unary_operators) {
  EXPECT_FALSE(errors("shared x; thread T { x = " + repeated("-", 100000) + "1; }").empty());
}
TEST(Limits, nested_conditional_expressions) {
  EXPECT_FALSE(errors("shared x; thread T { x = " + repeated("1 ? ", 10000) + "1; }").empty());
  EXPECT_FALSE(errors("shared x; thread T { x = " + repeated("1 ? 1 : ", 10000) + "1; }").empty());
}
TEST(Limits, nested_arguments_and_indices) {
  EXPECT_FALSE(errors("shared a[2]; thread T { a[0] = " + repeated("a[", 10000) + "0; }").empty());
  EXPECT_FALSE(errors("shared x; thread T { x = " + repeated("exchange(x, ", 10000) + "0; }").empty());
}
TEST(Limits, long_chains_of_operators) {
  EXPECT_FALSE(errors("shared x; thread T { x = 1" + repeated(" + 1", 100000) + "; }").empty());
}
TEST(Limits, long_chains_of_else_if) {
  EXPECT_TRUE(errors("thread T { if (0) skip; " + repeated("else if (0) skip; ", 20000) + " }").empty());
}
TEST(Limits, more_threads_than_supported) {
  EXPECT_EQ(errors("thread A[i : 1020] { skip; } thread B[i : 5] { skip; }"),
            Strings({"the program starts 1025 threads, more than the 1024 that are supported"}));
}
TEST(Limits, as_many_threads_as_supported) {
  EXPECT_EQ(run("shared x; thread A[i : 1024] { x = i; }").outcome, trace::Outcome::kFinished);
}
TEST(Limits, large_arrays) {
  EXPECT_EQ(errors("shared a[65536]; shared b; thread T { skip; }"),
            Strings({"1:25: with 'b' the program has more than 65536 shared variables, locks and other locations"}));
  EXPECT_EQ(errors("shared a[2147483647]; thread T { skip; }").size(), 1U);
}
TEST(Limits, large_domains) {
  EXPECT_EQ(
      errors("thread T { local a = input(0, 65536); }"),
      Strings({"1:22: the domain of input(0, 65536) has 65537 values, more than 65536; use input without a domain"}));
  EXPECT_EQ(errors("thread T { local a = input(-2147483648, 2147483647); }").size(), 1U);
}
TEST(Limits, many_local_variables) {
  std::string source = "thread T { ";
  for (int i = 0; i < 20000; ++i) source += fmt::format("local v{} = {};", i, i);
  EXPECT_EQ(errors(source + " }"), Strings({"1:8: 'T' needs more than 16384 local variables or constants"}));
}
TEST(Limits, large_programs) {
  EXPECT_EQ(errors(std::string((1U << 20) + 1, ' ')),
            Strings({"the program has 1048577 bytes, more than the 1048576 that are supported"}));
}
TEST(Limits, long_lines_are_shown_without_the_source) {
  const Compiled c = compile(std::string(1000, ' ') + "?", "a.model", {});
  EXPECT_EQ(
      c.diagnostics.at(0).text(),
      "a.model:1:1001: error: expected a declaration (const, shared, lock, cond, semaphore, barrier, thread or proc), "
      "found '?'\n");
}

// Compiles and, if possible, runs it for a short while.
void try_out(const std::string& source) {
  const Compiled c = compile(source, "fuzz.model", {});
  ASSERT_EQ(c.executor == nullptr, !c.diagnostics.empty()) << source;
  if (!c.executor) return;
  trace::Test test;
  test.depth = 5;
  test.policy.kind = trace::Policy::Kind::kRandom;
  trace::Trace trace;
  c.executor->run(test, trace);
}

TEST(Limits, random_bytes_never_crash_the_compiler) {
  base::Rng rng(1);
  for (int round = 0; round < 2000; ++round) {
    std::string source;
    for (std::uint64_t n = rng.below(200); n > 0; --n) source += static_cast<char>(rng.below(256));
    try_out(source);
  }
}
TEST(Limits, random_tokens_never_crash_the_compiler) {
  constexpr std::string_view kTokens[] = {"const",   "shared", "lock",       "cond",     "semaphore",  "barrier",
                                          "thread",  "proc",   "local",      "if",       "else",       "while",
                                          "for",     "goto",   "break",      "continue", "return",     "skip",
                                          "error",   "spawn",  "cas",        "input",    "wait",       "join",
                                          "arrive",  "assert", "(",          ")",        "{",          "}",
                                          "[",       "]",      ";",          ";",        ";",          ",",
                                          ":",       "=",      "==",         "+",        "-",          "/",
                                          "%",       "&&",     "||",         "!",        "?",          "<",
                                          "x",       "y",      "m",          "T",        "p",          "i",
                                          "0",       "1",      "2",          "\"s\"",    "thread T {", "shared x, y;",
                                          "lock m;", "x = 1;", "proc p(i) {"};
  base::Rng rng(2);
  for (int round = 0; round < 5000; ++round) {
    std::string source = rng.one_in(2) ? "shared x, y; lock m; proc p(i) { skip; } thread T { " : "";
    for (std::uint64_t n = rng.below(40); n > 0; --n)
      source += std::string(kTokens[rng.below(std::size(kTokens))]) + " ";
    try_out(source);
  }
}
TEST(Limits, damaged_programs_never_crash_the_compiler) {
  const std::string whole = read_file("examples/bank_transfer.model") + read_file("examples/filesystem.model");
  ASSERT_FALSE(whole.empty());
  base::Rng rng(3);
  for (int round = 0; round < 1000; ++round) {
    std::string source = whole;
    for (std::uint64_t n = rng.below(4) + 1; n > 0; --n) {
      const std::size_t at = rng.below(source.size());
      if (rng.one_in(2)) {
        source.erase(at, rng.below(20));
      } else {
        source.insert(at, source.substr(rng.below(source.size()), rng.below(20)));
      }
    }
    try_out(source);
  }
}

}  // namespace
}  // namespace heddle::model
