#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "tests/instrument/instrumented.h"

namespace heddle::tests {
namespace {

constexpr const char* kRuntime = "@__heddle_sym_";

std::string with_shadows(const std::string& source) { return c(source).code({"-O0", "-fsymbolic"}); }
std::string body(const std::string& code, const std::string& name) {
  const std::size_t at = code.find("@" + name + "(");
  const std::size_t begin = code.rfind("define", at);
  return code.substr(begin, code.find("\n}\n", begin) - begin);
}

// How often the code uses something of the runtime about expressions; what it only declares costs nothing.
int uses_of_runtime(const std::string& code) {
  std::istringstream lines(code);
  int uses = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("declare")) uses += static_cast<int>(count(line, kRuntime));
  }
  return uses;
}

TEST(instrumented_shadows, only_code_with_inputs_has_them) {
  constexpr const char* kSource = "int f(int a, int b) { return a + b; }";
  EXPECT_EQ(uses_of_runtime(c(kSource).code({"-O0"})), 0);
  EXPECT_GT(uses_of_runtime(with_shadows(kSource)), 0);
  const std::string inputs = std::string("int heddle_int(const char*); int g(void) { return heddle_int(\"x\") + 1; }");
  EXPECT_GT(uses_of_runtime(c(inputs).code({"-O0"})), 0);
  EXPECT_EQ(uses_of_runtime(c(inputs).code({"-O0", "-fno-symbolic"})), 0);
}

TEST(instrumented_shadows, an_operation_computes_its_own_only_if_an_operand_has_one) {
  const std::string f = body(with_shadows("int f(int a, int b) { return a + b; }"), "f");
  EXPECT_EQ(count(f, "call preserve_mostcc i32 @__heddle_sym_binary(i32 8194, i32"), 1);  // 32 bits, kAdd
  EXPECT_EQ(count(f, "@__heddle_shadows"), 5);  // the callee, two arguments, the returner and the result
}

TEST(instrumented_shadows, what_is_computed_from_constants_has_none) {
  const std::string code = with_shadows(R"(
    static int fill(int n) { int a[8]; for (int i = 0; i < 8; ++i) a[i] = i * n; return a[n] + a[n + 1]; }
    int f(void) { return fill(3); })");
  EXPECT_EQ(count(code, "call preserve_mostcc"), 0);
}

TEST(instrumented_shadows, a_branch_decides_and_an_address_too) {
  const std::string f = body(with_shadows("int f(int* p, int i) { if (p[i]) return 1; return 2; }"), "f");
  // The index and the pointer; the condition together with its comparison.
  EXPECT_EQ(count(f, "@__heddle_sym_decide("), 2);
  EXPECT_EQ(count(f, "@__heddle_sym_decide_comparison("), 1);
  EXPECT_EQ(count(f, "@__heddle_sym_binary("), 2);  // of the address: factor and sum
}

TEST(instrumented_shadows, a_decision_comes_before_the_hook_of_the_access) {
  const std::string f = body(with_shadows("int f(int* p) { return *p; }"), "f");
  EXPECT_LT(f.find("@__heddle_sym_decide("), f.find("@__heddle_sym_read("));
}

TEST(instrumented_shadows, the_hook_of_an_access_also_looks_for_the_shadow) {
  const std::string f = body(with_shadows("int x, y; void f(void) { x = y; }"), "f");
  EXPECT_EQ(count(f, "@__heddle_sym_read("), 1);
  EXPECT_EQ(count(f, "@__heddle_sym_write("), 1);
  EXPECT_EQ(count(f, "@__heddle_sym_load(") + count(f, "@__heddle_sym_store("), 0);
}

TEST(instrumented_shadows, what_was_decided_on_every_way_is_not_decided_again) {
  const std::string f = body(with_shadows("int f(int* p) { return *p == 1 ? p[1] : p[2]; }"), "f");
  EXPECT_EQ(count(f, "@__heddle_sym_decide(i32"), 3);  // the tables of three numbers, each of which may not be one
  const std::string g = body(with_shadows("void g(int* p, int b) { *p = 1; if (b) p[1] = 2; else p[2] = 3; }"), "g");
  EXPECT_EQ(count(g, "@__heddle_sym_decide(i32"), 1);
}

TEST(instrumented_shadows, promises_about_overflow_are_dropped) {
  const std::string f = body(with_shadows("int f(int x) { return x + 1 > x; }"), "f");
  EXPECT_EQ(count(f, "add nsw"), 0);
}

TEST(instrumented_shadows, objects_become_inputs_by_their_parts) {
  const std::string code = with_shadows(R"(
    void heddle_input(void*, unsigned long, const char*);
    struct S { char c; int i; short s[2]; } s;
    void f(void) { int a[3]; heddle_input(&s, sizeof s, "s"); heddle_input(a, sizeof a, "a"); })");
  EXPECT_EQ(count(code, "call void @__heddle_sym_input("), 2);
  EXPECT_EQ(count(code, "c\"1---422\\00\""), 1);
  EXPECT_EQ(count(code, "c\"4\\00\""), 1);
}

TEST(instrumented_shadows, the_library_is_called_in_its_version_with_shadows) {
  const std::string code = with_shadows("#include <string.h>\nint f(const char* s) { return strcmp(s, \"a\"); }");
  EXPECT_EQ(count(code, "call i32 @heddle_lib_strcmp("), 1);
}

// Compilers of C and C++ return large structures in memory, others may not.
TEST(instrumented_shadows, parts_of_a_returned_structure_without_room_are_fixed) {
  const auto returning = [](const std::string& type, const std::string& path) {
    return llvm_text("target triple = \"x86_64-pc-linux-gnu\"\ndefine " + type + " @f(i32 %x) {\n  %s = insertvalue " +
                     type + " zeroinitializer, i32 %x, " + path + "\n  ret " + type + " %s\n}\n")
        .code({"-O0", "-fsymbolic"});
  };
  constexpr const char* kFix = "call preserve_mostcc void @__heddle_sym_fix(";
  const std::string five = returning("{ i32, i32, i32, i32, { i64, i32 } }", "4, 1");
  EXPECT_EQ(count(body(five, "f"), kFix), 1);
  EXPECT_EQ(count(five, "c\"part of a returned structure\\00\""), 1);
  EXPECT_EQ(count(returning("{ i32, i32, i32, i32 }", "3"), kFix), 0);
}

TEST(instrumented_shadows, variables_of_the_program_that_a_library_gets_are_looked_at) {
  constexpr const char* kSource =
      "double strtod(const char*, char**); char b[9]; double f(void) { return strtod(b, 0); }";
  EXPECT_EQ(count(with_shadows(kSource), "call void @__heddle_sym_fix_object(ptr @b,"), 1);
}

}  // namespace
}  // namespace heddle::tests
