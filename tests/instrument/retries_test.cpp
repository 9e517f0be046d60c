// Loops that try to replace what an atomic variable points to are announced, with what they access; others are not.

#include <gtest/gtest.h>

#include <string>

#include "tests/instrument/instrumented.h"

namespace heddle::tests {
namespace {

std::string announced(const Instrumented& program) {
  std::string result;
  for (const std::string& line : program.announces({})) {
    if (line.starts_with("retry")) result += line + ";";
  }
  return result;
}

std::string in_c(const std::string& code) {
  return announced(
      c("#include <stdatomic.h>\nstruct node { int value; struct node* next; };\n"
        "static _Atomic(struct node*) top; static struct node first, last; static int n;\n"
        "int main(void) { struct node *o, *node = &first; " +
        code + " return 0; }"));
}

TEST(instrumented_retries, are_announced_with_what_they_access) {
  EXPECT_EQ(in_c("o = top; do { node->next = o; } while (!atomic_compare_exchange_weak(&top, &o, node));"),
            "retry write 8;");
  EXPECT_EQ(in_c("o = top; do { if (!o) return 0; } while (!atomic_compare_exchange_strong(&top, &o, o->next));"),
            "retry leaves 0 reads 8 to 16;");
  EXPECT_EQ(
      in_c("o = top; do { if (!o) return 0; } while (!atomic_compare_exchange_strong(&top, &o, o->value ? o->next "
           ": 0));"),
      "retry leaves 0 reads 0 to 16;");
  EXPECT_EQ(in_c("o = top; while (!atomic_compare_exchange_weak(&top, &o, n ? node : 0)) {}"), "retry read 4;");
}

TEST(instrumented_retries, may_load_in_each_turn) {
  EXPECT_EQ(in_c("struct node* next; do { o = top; if (!o) return 1; next = o->next; } while "
                 "(!atomic_compare_exchange_weak(&top, &o, next));"),
            "retry leaves 0 reads 8 to 16;");
}

// clang joins the ways out of these loops in a value that says which one was taken.
TEST(instrumented_retries, may_have_joined_ways_out) {
  EXPECT_EQ(in_c("o = top; while (o && !atomic_compare_exchange_weak(&top, &o, o->next)) {}"),
            "retry leaves 0 reads 8 to 16;");
  EXPECT_EQ(in_c("for (;;) { struct node* o = top; node->next = o; "
                 "if (atomic_compare_exchange_weak(&top, &o, node)) break; }"),
            "retry write 8;");
  EXPECT_EQ(in_c("struct node* r = 0; for (;;) { o = top; if (o == 0) break; struct node* next = o->next; "
                 "if (atomic_compare_exchange_weak(&top, &o, next)) { r = o; break; } } return r != 0;"),
            "retry leaves 0 reads 8 to 16;");
  EXPECT_EQ(announced(cxx("#include <atomic>\nstruct Node { int value; Node* next; };\nstd::atomic<Node*> top;\n"
                          "int main() { Node* old = top.load(); while (old != nullptr) { Node* next = old->next; "
                          "if (top.compare_exchange_weak(old, next)) break; } return 0; }")),
            "retry leaves 0 reads 8 to 16;");
  EXPECT_EQ(announced(cxx("#include <atomic>\nstruct Node { int value; Node* next; };\nstd::atomic<Node*> top;\n"
                          "bool pop(int& v) { for (;;) { Node* old = top.load(); if (!old) return false; "
                          "Node* next = old->next; if (top.compare_exchange_weak(old, next)) { v = old->value; "
                          "return true; } } }\nint main() { int v = 0; return pop(v) ? v : 0; }")),
            "retry leaves 0 reads 8 to 16;");
  // What a turn remembers still counts.
  EXPECT_EQ(in_c("int turns = 0; o = top; while (o && !atomic_compare_exchange_weak(&top, &o, o->next)) turns = 1; "
                 "return turns;"),
            "");
}

TEST(instrumented_retries, may_keep_what_was_found_in_memory) {
  EXPECT_EQ(in_c("node->next = top; while (!atomic_compare_exchange_weak(&top, &node->next, node)) {}"),
            "retry write 8;");
  EXPECT_EQ(announced(cxx("#include <atomic>\nstruct Node { int value; Node* next; };\nstd::atomic<Node*> top;\n"
                          "int main() { Node* node = new Node{1, nullptr}; node->next = top.load("
                          "std::memory_order_relaxed); while (!top.compare_exchange_weak(node->next, node, "
                          "std::memory_order_release, std::memory_order_relaxed)) {} return 0; }")),
            "retry write 8;");
  // Something else is kept there, or elsewhere, or more is accessed, or the load is used for something else.
  EXPECT_EQ(in_c("node->next = &last; while (!atomic_compare_exchange_weak(&top, &node->next, node)) {}"), "");
  EXPECT_EQ(in_c("last.next = top; while (!atomic_compare_exchange_weak(&top, &node->next, node)) {}"), "");
  EXPECT_EQ(in_c("node->next = top; while (!atomic_compare_exchange_weak(&top, &node->next, node)) ++n;"), "");
  EXPECT_EQ(in_c("node->next = top; while (!atomic_compare_exchange_weak(&top, &node->next, node)) "
                 "node->next = &last;"),
            "");
  EXPECT_EQ(in_c("node->next = o = top; while (!atomic_compare_exchange_weak(&top, &node->next, node)) {} "
                 "return node->next == o;"),
            "");
  EXPECT_EQ(in_c("node->next = top; n = 1; while (!atomic_compare_exchange_weak(&top, &node->next, node)) {}"), "");
}

TEST(instrumented_retries, leave_nothing_behind_in_a_turn_that_fails) {
  // A turn uses what the one before has left.
  EXPECT_EQ(in_c("o = top; do { node->next = o; ++n; } while (!atomic_compare_exchange_weak(&top, &o, node));"), "");
  EXPECT_EQ(in_c("int k = 0; o = top; do { node->next = o; k++; } while (!atomic_compare_exchange_weak(&top, &o, "
                 "node)); return k;"),
            "");
  // A later turn knows what the first one has found.
  EXPECT_EQ(in_c("struct node *first = top; o = first; do { node->next = first; } while "
                 "(!atomic_compare_exchange_weak(&top, &o, node));"),
            "");
  // It leaves something in what others see, or that is not written again.
  EXPECT_EQ(in_c("o = top; do { if (o == &last) return 1; node->next = o; } while "
                 "(!atomic_compare_exchange_weak(&top, &o, node));"),
            "");
  EXPECT_EQ(in_c("o = top; do { if (o) node->next = o; } while (!atomic_compare_exchange_weak(&top, &o, node));"), "");
  EXPECT_EQ(in_c("o = top; do { if (!o) return 0; o->value = 1; } while (!atomic_compare_exchange_weak(&top, &o, "
                 "node));"),
            "");
  EXPECT_EQ(in_c("o = top; while (!atomic_compare_exchange_weak(&top, &o, node)) n = 1;"), "");
}

// What a turn that fails accesses at an address of its own, the step must access, too.
TEST(instrumented_retries, access_memory_of_their_own_in_every_turn) {
  EXPECT_EQ(in_c("o = top; do { if (!o) return 0; } while (!atomic_compare_exchange_weak(&top, &o, n ? node : 0));"),
            "");
  EXPECT_EQ(in_c("struct node* next; o = top; do { next = 0; if (o != &last && n) next = node; } while "
                 "(!atomic_compare_exchange_weak(&top, &o, next));"),
            "");
}

TEST(instrumented_retries, are_left_if_one_value_is_found_and_not_otherwise) {
  EXPECT_EQ(in_c("o = top; do { if (!o || o == &last) return 0; } while (!atomic_compare_exchange_weak(&top, &o, "
                 "o->next));"),
            "");
  EXPECT_EQ(in_c("o = top; do { if (!o || o->value == 1) return 0; } while (!atomic_compare_exchange_weak(&top, &o, "
                 "o->next));"),
            "");
  EXPECT_EQ(in_c("top = &last; o = top; while (!atomic_compare_exchange_weak(&top, &o, o->next)) { if (n) return 1; }"),
            "");
  EXPECT_EQ(in_c("int k = 0; do { o = top; if (!o) return 1; } while (!atomic_compare_exchange_weak(&top, &o, "
                 "o->next) || k++ < 2);"),
            "");
}

TEST(instrumented_retries, have_learnt_what_the_load_has_learnt) {
  const auto pop = [](const std::string& load, const std::string& success, const std::string& failure) {
    const std::string order = "memory_order_";
    return in_c("o = atomic_load_explicit(&top, " + order + load +
                "); do { if (!o) return 0; } while (!atomic_compare_exchange_weak_explicit(&top, &o, o->next, " +
                order + success + ", " + order + failure + "));");
  };
  EXPECT_NE(pop("acquire", "acquire", "acquire"), "");
  EXPECT_NE(pop("relaxed", "release", "relaxed"), "");
  EXPECT_EQ(pop("acquire", "acquire", "relaxed"), "");
  EXPECT_EQ(pop("acquire", "release", "relaxed"), "");
}

}  // namespace
}  // namespace heddle::tests
