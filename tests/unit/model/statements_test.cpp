#include "tests/unit/model/programs.h"

namespace heddle::model {
namespace {

// The values that a thread writes to `r`, in order.
std::vector<std::int64_t> written(const std::string& body, const std::string& declarations = "") {
  const auto executor = compiled(declarations + " shared r; thread T { " + body + " }");
  std::vector<std::int64_t> result;
  if (!executor) return result;
  for (const trace::Operation& op : run(*executor).operations) {
    if (op.kind == trace::OpKind::kWrite) result.push_back(op.value);
  }
  return result;
}
using Values = std::vector<std::int64_t>;

TEST(Statements, both_assignment_signs_assign) { EXPECT_EQ(written("r = 1; r := 2;"), Values({1, 2})); }
TEST(Statements, if_takes_the_branch_of_a_true_condition) {
  EXPECT_EQ(written("if (1 < 2) r = 1; else r = 2;"), Values({1}));
}
TEST(Statements, if_takes_the_else_branch_of_a_false_condition) {
  EXPECT_EQ(written("if (2 < 1) r = 1; else r = 2;"), Values({2}));
}
TEST(Statements, if_without_else_does_nothing_for_a_false_condition) {
  EXPECT_EQ(written("if (0) { r = 1; } r = 2;"), Values({2}));
}
TEST(Statements, else_if_takes_the_first_true_condition) {
  EXPECT_EQ(written("local a = 2; if (a == 1) r = 1; else if (a == 2) r = 2; else if (a == 2) r = 3; else r = 4;"),
            Values({2}));
}
TEST(Statements, else_belongs_to_the_nearest_if) {
  EXPECT_EQ(written("if (1) if (0) r = 1; else r = 2;"), Values({2}));
}
TEST(Statements, while_repeats_until_the_condition_is_false) {
  EXPECT_EQ(written("local i = 0; while (i < 3) { r = i; i = i + 1; }"), Values({0, 1, 2}));
}
TEST(Statements, while_with_a_false_condition_does_nothing) {
  EXPECT_EQ(written("while (0) r = 1; r = 2;"), Values({2}));
}
TEST(Statements, a_condition_reads_shared_variables_in_each_round) {
  EXPECT_EQ(steps(run("shared x = 2; thread T { while (x > 0) x = 0; }")),
            Strings({"0 read @0 2->2", "0 write @0 2->0", "0 read @0"}));
}
TEST(Statements, for_runs_its_parts_in_order) {
  EXPECT_EQ(written("for (local i = 0; i < 3; i = i + 1) { r = i; }"), Values({0, 1, 2}));
}
TEST(Statements, the_parts_of_for_may_be_left_out) {
  EXPECT_EQ(written("local i = 0; for (;;) { if (i == 2) break; r = i; i = i + 1; }"), Values({0, 1}));
}
TEST(Statements, the_variable_of_for_ends_with_it) {
  EXPECT_EQ(written("for (local i = 0; i < 1; i = i + 1) r = i; for (local i = 5; i < 6; i = i + 1) r = i;"),
            Values({0, 5}));
}
TEST(Statements, break_leaves_the_innermost_loop) {
  EXPECT_EQ(written("for (local i = 0; i < 2; i = i + 1) { while (1) { r = i; break; } r = 9; }"),
            Values({0, 9, 1, 9}));
}
TEST(Statements, continue_in_while_tests_the_condition_again) {
  EXPECT_EQ(written("local i = 0; while (i < 3) { i = i + 1; if (i == 2) continue; r = i; }"), Values({1, 3}));
}
TEST(Statements, continue_in_for_runs_the_update) {
  EXPECT_EQ(written("for (local i = 0; i < 3; i = i + 1) { if (i == 1) continue; r = i; }"), Values({0, 2}));
}
TEST(Statements, goto_jumps_backward) {
  EXPECT_EQ(written("local i = 0; top: r = i; i = i + 1; if (i < 3) goto top;"), Values({0, 1, 2}));
}
TEST(Statements, goto_jumps_forward) { EXPECT_EQ(written("r = 1; goto end; r = 2; end: r = 3;"), Values({1, 3})); }
TEST(Statements, goto_leaves_blocks) {
  EXPECT_EQ(written("while (1) { { r = 1; goto out; } } out: r = 2;"), Values({1, 2}));
}
TEST(Statements, goto_may_jump_back_over_a_declaration) {
  EXPECT_EQ(written("top: local i = 1; r = i; if (r == 1) { r = 0; goto end; } goto top; end: skip;"), Values({1, 0}));
}
TEST(Statements, a_label_may_stand_at_the_end) { EXPECT_EQ(written("r = 1; goto end; end:"), Values({1})); }
TEST(Statements, labels_of_different_threads_are_different) {
  EXPECT_EQ(steps(run("shared r; thread A { goto l; l: r = 1; } thread B { goto l; l: r = 2; }")),
            Strings({"0 write @0 0->1", "1 write @0 1->2"}));
}
TEST(Statements, return_ends_the_thread) { EXPECT_EQ(written("r = 1; return; r = 2;"), Values({1})); }
TEST(Statements, skip_does_nothing) { EXPECT_EQ(written("skip; r = 1; skip;"), Values({1})); }
TEST(Statements, a_local_without_a_value_is_zero) {
  EXPECT_EQ(written("local a = 5; { local b = 7; } local c; r = c;"), Values({0}));
}
TEST(Statements, a_local_is_zero_again_in_each_round) {
  EXPECT_EQ(written("for (local i = 0; i < 2; i = i + 1) { local a; r = a; a = 5; }"), Values({0, 0}));
}
TEST(Statements, locals_of_neighbouring_blocks_may_have_the_same_name) {
  EXPECT_EQ(written("{ local a = 1; r = a; } { local a = 2; r = a; }"), Values({1, 2}));
}
TEST(Statements, a_local_may_have_the_name_of_a_local_of_another_thread) {
  EXPECT_TRUE(errors("thread A { local a = 1; } thread B { local a = 2; }").empty());
}
TEST(Statements, comments_are_ignored) {
  EXPECT_EQ(written("r = 1; // r = 2;\n /* r = 3; \n */ r = 4;"), Values({1, 4}));
}

TEST(Statements, constants_use_earlier_constants) {
  EXPECT_EQ(written("r = B;", "const A = 2; const B = A * 3 + 1;"), Values({7}));
}
TEST(Statements, a_definition_overrides_a_constant) {
  const auto executor = compiled("const N = 5; const M = N + 1; shared r; thread T { r = M; }", {{"N", 2}});
  EXPECT_EQ(steps(run(*executor)), Strings({"0 write @0 0->3"}));
}
TEST(Statements, shared_variables_start_with_their_value) {
  EXPECT_EQ(steps(run("shared x = 3; thread T { local a = x; }")), Strings({"0 read @0 3->3"}));
}
TEST(Statements, shared_variables_start_with_zero_by_default) {
  const auto executor = compiled("shared x; thread T { skip; }");
  EXPECT_EQ(executor->initial_state(trace::LocationId(0)), 0);
}
TEST(Statements, every_element_of_an_array_starts_with_the_one_value) {
  const auto executor = compiled("shared a[2] = 7; thread T { skip; }");
  EXPECT_EQ(executor->initial_state(trace::LocationId(0)), 7);
  EXPECT_EQ(executor->initial_state(trace::LocationId(1)), 7);
}
TEST(Statements, a_list_gives_the_first_elements_and_the_others_are_zero) {
  const auto executor = compiled("shared a[3] = {7, 8}; thread T { skip; }");
  EXPECT_EQ(executor->initial_state(trace::LocationId(0)), 7);
  EXPECT_EQ(executor->initial_state(trace::LocationId(1)), 8);
  EXPECT_EQ(executor->initial_state(trace::LocationId(2)), 0);
}
TEST(Statements, locations_are_numbered_in_the_order_of_declaration) {
  const auto executor =
      compiled("shared x, a[2]; lock m[2]; cond c; semaphore s = 1; barrier b(2); thread T { skip; }");
  EXPECT_EQ(executor->names().locations, Strings({"x", "a[0]", "a[1]", "m[0]", "m[1]", "c", "s", "b"}));
}

}  // namespace
}  // namespace heddle::model
