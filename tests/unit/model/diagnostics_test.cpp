#include "tests/unit/model/programs.h"

// The text of the messages for typical mistakes.

namespace heddle::model {
namespace {

// The messages about the body of a thread that starts at line 2, column 1.
Strings errors_in(const std::string& body) {
  return errors(
      "shared x, a[3]; lock m, ms[2]; cond c; semaphore s; barrier b(2); const N = 3; proc p(k) { skip; } thread T "
      "{\n" +
      body + "\n}");
}

TEST(Diagnostics, text_shows_the_line_and_a_caret) {
  const Compiled c = compile("shared x;\nthread T {\n\tx = = 1;\n}\n", "dir/a.model", {});
  ASSERT_EQ(c.diagnostics.size(), 1U);
  EXPECT_EQ(c.diagnostics[0].text(),
            "dir/a.model:3:6: error: expected an expression, found '='\n"
            "  \tx = = 1;\n"
            "  \t    ^\n");
}
TEST(Diagnostics, text_without_a_line_shows_the_file) {
  const Compiled c = compile("", "a.model", {});
  ASSERT_EQ(c.diagnostics.size(), 1U);
  EXPECT_EQ(c.diagnostics[0].text(),
            "a.model: error: the program has no thread: expected at least one thread NAME { ... }\n");
}
TEST(Diagnostics, control_characters_are_not_printed) {
  const Compiled c = compile("thread T { \x1b[31m }", "a.model", {});
  EXPECT_EQ(c.diagnostics.at(0).source_line, "thread T { ?[31m }");
}

TEST(Diagnostics, missing_semicolon) {
  EXPECT_EQ(errors_in("x = 1 x = 2;"), Strings({"2:7: expected ';' after the assignment, found 'x'"}));
}
TEST(Diagnostics, missing_semicolon_at_the_end_of_a_line_is_shown_there) {
  EXPECT_EQ(errors_in("x = 1\nx = 2;"), Strings({"2:6: expected ';' after the assignment, found 'x'"}));
}
TEST(Diagnostics, comparison_with_one_equals_sign) {
  EXPECT_EQ(errors_in("if (x = 3) skip;"),
            Strings({"2:7: expected ')' after the condition, found '='; to compare, write '=='"}));
}
TEST(Diagnostics, statement_with_two_equals_signs) {
  EXPECT_EQ(errors_in("x == 3;"), Strings({"2:3: expected '=' of an assignment, found '=='"}));
}
TEST(Diagnostics, undeclared_name_with_a_suggestion) {
  EXPECT_EQ(errors("shared counter; thread T {\ncuonter = 1; }"),
            Strings({"2:1: 'cuonter' is not declared; did you mean 'counter'?"}));
}
TEST(Diagnostics, undeclared_name_with_a_local_suggestion) {
  EXPECT_EQ(errors("thread T { local index = 1;\nlocal b = indx; }"),
            Strings({"2:11: 'indx' is not declared; did you mean 'index'?"}));
}
TEST(Diagnostics, undeclared_name_without_a_suggestion) {
  EXPECT_EQ(errors_in("local v = something;"), Strings({"2:11: 'something' is not declared"}));
}
TEST(Diagnostics, an_undeclared_name_is_reported_once_per_thread) {
  EXPECT_EQ(errors_in("something = something + 1;"), Strings({"2:1: 'something' is not declared"}));
}
TEST(Diagnostics, a_local_is_unknown_in_its_own_initial_value) {
  EXPECT_EQ(errors_in("local z = z;"), Strings({"2:11: 'z' is not declared"}));
}
TEST(Diagnostics, a_local_is_unknown_behind_its_block) {
  EXPECT_EQ(errors_in("{ local zz = 1; } x = zz;"), Strings({"2:23: 'zz' is not declared"}));
}
TEST(Diagnostics, redeclared_local) {
  EXPECT_EQ(errors_in("local v = 1;\nlocal v = 2;"), Strings({"3:7: 'v' is already declared at line 2"}));
}
TEST(Diagnostics, a_local_with_the_name_of_an_outer_local) {
  EXPECT_EQ(errors_in("local v = 1;\n{ local v = 2; }"), Strings({"3:9: 'v' is already declared at line 2"}));
}
TEST(Diagnostics, a_local_with_the_name_of_a_shared_variable) {
  EXPECT_EQ(errors_in("local x = 1;"), Strings({"2:7: 'x' is already declared at line 1"}));
}
TEST(Diagnostics, redeclared_shared_variable) {
  EXPECT_EQ(errors("shared x;\nlock x;\nthread T { skip; }"), Strings({"2:6: 'x' is already declared at line 1"}));
}
TEST(Diagnostics, a_lock_has_no_value) {
  EXPECT_EQ(errors_in("x = m;"), Strings({"2:5: 'm' is a lock and has no value"}));
}
TEST(Diagnostics, an_array_has_no_value) {
  EXPECT_EQ(errors_in("x = a;"), Strings({"2:5: 'a' is a shared array and has no value; name one of its elements"}));
}
TEST(Diagnostics, a_shared_variable_is_no_lock) {
  EXPECT_EQ(errors_in("lock(x);"), Strings({"2:6: expected a lock, found 'x', which is a shared variable"}));
}
TEST(Diagnostics, a_local_is_no_lock) {
  EXPECT_EQ(errors_in("local v = 1; lock(v);"),
            Strings({"2:19: expected a lock, found 'v', which is a local variable"}));
}
TEST(Diagnostics, an_expression_is_no_lock) {
  EXPECT_EQ(errors_in("lock(1 + 2);"), Strings({"2:8: expected the name of a lock, found an expression"}));
}
TEST(Diagnostics, an_array_of_locks_needs_an_index) {
  EXPECT_EQ(errors_in("lock(ms);"), Strings({"2:6: 'ms' is an array of locks: expected an index, as in ms[0]"}));
}
TEST(Diagnostics, a_single_variable_takes_no_index) {
  EXPECT_EQ(errors_in("x[0] = 1;"), Strings({"2:1: 'x' is a shared variable, not an array: it takes no index"}));
}
TEST(Diagnostics, the_arguments_of_wait_in_the_wrong_order) {
  EXPECT_EQ(errors_in("wait(m, c);"), Strings({"2:6: expected a condition variable, found 'm', which is a lock",
                                               "2:9: expected a lock, found 'c', which is a condition variable"}));
}
TEST(Diagnostics, too_few_arguments) {
  EXPECT_EQ(errors_in("cas(x, 1);"), Strings({"2:1: cas takes 3 arguments, found 2: write cas(x, expected, new)"}));
}
TEST(Diagnostics, a_statement_has_no_value) {
  EXPECT_EQ(errors_in("x = lock(m);"), Strings({"2:5: 'lock' has no value: it is a statement"}));
}
TEST(Diagnostics, a_constant_cannot_be_assigned) {
  EXPECT_EQ(errors_in("N = 4;"), Strings({"2:1: expected a shared variable, found 'N', which is a constant"}));
}
TEST(Diagnostics, the_index_of_a_thread_cannot_be_assigned) {
  EXPECT_EQ(errors("thread T[i : 2] {\ni = 1; }"),
            Strings({"2:1: 'i' is the index of the thread and cannot be changed"}));
}
TEST(Diagnostics, an_unknown_operation) {
  EXPECT_EQ(errors_in("acquier(s);"), Strings({"2:1: there is no operation 'acquier'; did you mean 'acquire'?"}));
}
TEST(Diagnostics, a_proc_is_not_called) {
  EXPECT_EQ(errors_in("p(1);"), Strings({"2:1: there is no operation 'p'; a proc is started by spawn p(...)"}));
}
TEST(Diagnostics, spawn_of_an_unknown_proc) {
  EXPECT_EQ(errors_in("spawn worker(1);"), Strings({"2:7: 'worker' is not declared"}));
}
TEST(Diagnostics, spawn_of_something_else) {
  EXPECT_EQ(errors_in("spawn m();"), Strings({"2:7: expected a proc, found 'm', which is a lock"}));
}
TEST(Diagnostics, spawn_with_the_wrong_number_of_arguments) {
  EXPECT_EQ(errors_in("spawn p(1, 2);"), Strings({"2:7: 'p' takes 1 argument, found 2"}));
}
TEST(Diagnostics, an_unknown_label) {
  EXPECT_EQ(errors_in("goto top;"), Strings({"2:6: there is no label 'top' in this thread"}));
}
TEST(Diagnostics, a_label_twice) {
  EXPECT_EQ(errors_in("l: skip;\nl: skip;"), Strings({"3:1: the label 'l' is already at line 2"}));
}
TEST(Diagnostics, a_goto_over_a_declaration) {
  EXPECT_EQ(errors_in("goto l; local v = 1; l: x = v;"),
            Strings({"2:6: this goto jumps over the declaration of 'v', which is known at 'l'"}));
}
TEST(Diagnostics, a_goto_into_a_block_with_a_declaration) {
  EXPECT_EQ(errors_in("{ local v = 1; l: x = v; } goto l;"),
            Strings({"2:33: this goto jumps over the declaration of 'v', which is known at 'l'"}));
}
TEST(Diagnostics, break_outside_of_a_loop) {
  EXPECT_EQ(errors_in("break;"), Strings({"2:1: 'break' is not inside a loop"}));
}
TEST(Diagnostics, continue_outside_of_a_loop) {
  EXPECT_EQ(errors_in("continue;"), Strings({"2:1: 'continue' is not inside a loop"}));
}
TEST(Diagnostics, else_without_if) {
  EXPECT_EQ(errors_in("else x = 1;"), Strings({"2:1: this 'else' has no 'if' before it"}));
}
TEST(Diagnostics, plus_equals) {
  EXPECT_EQ(errors_in("x += 1;"), Strings({"2:3: there is no '+='; write x = x + ..."}));
}
TEST(Diagnostics, plus_plus) { EXPECT_EQ(errors_in("x++;"), Strings({"2:2: there is no '++'; write x = x + 1"})); }
TEST(Diagnostics, several_locals_in_one_declaration) {
  EXPECT_EQ(errors_in("local v = 1, w = 2;"),
            Strings({"2:12: one 'local' declares one variable: expected ';' before the next 'local'"}));
}
TEST(Diagnostics, a_local_array) {
  EXPECT_EQ(errors_in("local v[3];"), Strings({"2:8: there are no local arrays; declare a shared one"}));
}
TEST(Diagnostics, a_shared_variable_inside_a_thread) {
  EXPECT_EQ(errors_in("shared z = 1;"),
            Strings({"2:1: 'shared' is declared outside threads; a thread has only local variables"}));
}
TEST(Diagnostics, a_local_variable_outside_of_threads) {
  EXPECT_EQ(errors("local z = 1;\nthread T { skip; }"),
            Strings({"1:1: a local variable belongs into a thread or proc; here, expected shared or const"}));
}
TEST(Diagnostics, a_statement_outside_of_threads) {
  EXPECT_EQ(
      errors("shared x;\nx = 1;\nthread T { skip; }"),
      Strings(
          {"2:1: expected a declaration (const, shared, lock, cond, semaphore, barrier, thread or proc), found 'x'"}));
}
TEST(Diagnostics, missing_parenthesis_of_a_condition) {
  EXPECT_EQ(errors_in("while x < 3 { skip; }"), Strings({"2:7: expected '(' after 'while', found 'x'"}));
}
TEST(Diagnostics, missing_closing_brace) {
  EXPECT_EQ(errors("thread T {\n  skip;\n"),
            Strings({"2:8: expected '}' for the '{' at line 1, found the end of the file"}));
}
TEST(Diagnostics, superfluous_closing_brace) {
  EXPECT_EQ(errors("thread T { skip; }\n}"), Strings({"2:1: this '}' closes nothing"}));
}
TEST(Diagnostics, an_empty_statement) {
  EXPECT_EQ(errors_in(";"), Strings({"2:1: expected a statement, found ';'; for no statement at all, write skip;"}));
}
TEST(Diagnostics, a_message_of_error_needs_quotes) {
  EXPECT_EQ(errors_in("error(lost);"), Strings({"2:7: expected a message in quotes after 'error(', found 'lost'"}));
}
TEST(Diagnostics, an_unclosed_comment) {
  EXPECT_EQ(errors("thread T { skip; }\n/* to be continued"),
            Strings({"2:1: this comment is not closed: expected '*/'"}));
}
TEST(Diagnostics, an_unclosed_string) {
  EXPECT_EQ(errors_in("error(\"lost);"), Strings({"2:7: this string is not closed: expected '\"' on the same line",
                                                  "2:14: expected ')' after the message, found '}'"}));
}
TEST(Diagnostics, a_strange_character) {
  EXPECT_EQ(errors_in("x = 1 @ 2;").at(0), "2:7: the character '@' has no meaning here");
}
TEST(Diagnostics, a_strange_byte) {
  EXPECT_EQ(errors("\xff\xff thread T { skip; }"), Strings({"1:1: the byte 0xff has no meaning here"}));
}
TEST(Diagnostics, a_number_that_is_none) {
  EXPECT_EQ(errors_in("x = 12ab;"), Strings({"2:5: '12ab' is not a number"}));
}
TEST(Diagnostics, a_number_that_is_too_large) {
  EXPECT_EQ(errors_in("x = 2147483649;"), Strings({"2:5: the number 2147483649 does not fit into 32 bits"}));
}

TEST(Diagnostics, a_size_must_be_constant) {
  EXPECT_EQ(errors("shared n = 3;\nshared a[n];\nthread T { skip; }"),
            Strings({"2:10: expected a constant, found 'n', which is a shared variable"}));
}
TEST(Diagnostics, a_constant_must_be_declared_before_its_use) {
  EXPECT_EQ(errors("const A = B;\nconst B = 1;\nthread T { skip; }"), Strings({"1:11: 'B' is not declared"}));
}
TEST(Diagnostics, division_by_zero_in_a_constant) {
  EXPECT_EQ(errors("const A = 1 / 0; thread T { skip; }"), Strings({"1:13: division by zero in a constant"}));
}
TEST(Diagnostics, an_input_is_no_constant) {
  EXPECT_EQ(errors("const A = input; thread T { skip; }"),
            Strings({"1:11: expected a constant, found something that has a value only while threads run"}));
}
TEST(Diagnostics, an_array_without_elements) {
  EXPECT_EQ(errors("shared a[0]; thread T { skip; }"),
            Strings({"1:8: an array has at least one element, 'a' would have 0"}));
}
TEST(Diagnostics, too_many_initial_values) {
  EXPECT_EQ(errors("shared a[2] = {1, 2, 3}; thread T { skip; }"),
            Strings({"1:22: 'a' has 2 elements, found 3 initial values"}));
}
TEST(Diagnostics, a_list_for_a_single_variable) {
  EXPECT_EQ(errors("shared a = {1, 2}; thread T { skip; }"),
            Strings({"1:8: only an array has a list of initial values; write a[2] = {...}"}));
}
TEST(Diagnostics, a_negative_semaphore) {
  EXPECT_EQ(errors("semaphore s = -1; thread T { skip; }"),
            Strings({"1:15: the count of a semaphore is at least 0, found -1"}));
}
TEST(Diagnostics, a_barrier_without_threads) {
  EXPECT_EQ(errors("barrier b(0); thread T { skip; }"),
            Strings({"1:11: the group of a barrier has 1 to 64 threads, found 0"}));
}
TEST(Diagnostics, a_barrier_without_a_group) {
  EXPECT_EQ(errors("barrier b; thread T { skip; }"),
            Strings({"1:10: expected '(' and the size of the group after the name of the barrier, found ';'"}));
}
TEST(Diagnostics, an_empty_domain) {
  EXPECT_EQ(errors_in("x = input(3, 2);"), Strings({"2:5: the domain of input(3, 2) is empty"}));
}
TEST(Diagnostics, a_negative_number_of_threads) {
  EXPECT_EQ(errors("thread T[i : -1] { skip; }"),
            Strings({"1:14: the number of threads 'T' must be between 0 and 1024, found -1"}));
}
TEST(Diagnostics, replicas_need_a_name_for_the_index) {
  EXPECT_EQ(errors("thread T[3] { skip; }"),
            Strings({"1:10: expected a name for the index and ':', as in thread t[i : 3], found '3'"}));
}
TEST(Diagnostics, no_threads_at_all) {
  EXPECT_EQ(errors("const N = 0; thread T[i : N] { skip; }"),
            Strings({"the program starts no thread: every number of threads is 0"}));
}

TEST(Diagnostics, an_unknown_definition) {
  EXPECT_EQ(errors("const SIZE = 1; thread T { skip; }", {{"SIZ", 3}}),
            Strings({"-D SIZ: the program has no constant of this name; did you mean 'SIZE'?"}));
}
TEST(Diagnostics, a_definition_of_a_shared_variable) {
  EXPECT_EQ(errors("shared x; thread T { skip; }", {{"x", 3}}),
            Strings({"-D x: the program has no constant of this name; 'x' is a shared variable"}));
}
TEST(Diagnostics, a_definition_that_is_too_large) {
  EXPECT_EQ(errors("const N = 1; thread T { skip; }", {{"N", std::int64_t{1} << 40}}),
            Strings({"-D N: the number 1099511627776 does not fit into 32 bits"}));
}

TEST(Recovery, all_errors_of_a_file_are_reported) {
  EXPECT_EQ(
      errors("shared x = ;\nlock m\nthread T {\n  x = ;\n  lock(n);\n  if (x = 1) { y = 1; }\n}\nthread { }\n"),
      Strings({"1:12: expected an expression, found ';'", "2:7: expected ';' after the declaration, found 'thread'",
               "4:7: expected an expression, found ';'", "5:8: 'n' is not declared",
               "6:9: expected ')' after the condition, found '='; to compare, write '=='", "6:16: 'y' is not declared",
               "8:8: expected the name of a thread, found '{'"}));
}
TEST(Recovery, a_broken_declaration_still_declares_its_name) {
  EXPECT_EQ(errors("shared x = 1 + ;\nthread T { x = 2; }"), Strings({"1:16: expected an expression, found ';'"}));
}
TEST(Recovery, a_declaration_behind_a_broken_one_is_declared) {
  EXPECT_EQ(errors("shared x =\ncond c;\nthread T { signal(c); x = 1; }"),
            Strings({"2:1: expected an expression, found 'cond'"}));
}
TEST(Recovery, the_body_of_a_broken_head_is_checked) {
  EXPECT_EQ(errors("proc p(1) {\n  y = 1; }\nthread T { spawn p(1); }"),
            Strings({"1:8: expected the name of a parameter, found '1'", "2:3: 'y' is not declared"}));
}
TEST(Recovery, messages_beyond_the_limit_are_counted) {
  std::string source = "thread T {\n";
  for (int i = 0; i < 70; ++i) source += "x" + std::to_string(i) + "abcdef = 1;\n";
  const Strings found = errors(source + "}");
  ASSERT_EQ(found.size(), 51U);
  EXPECT_EQ(found.back(), "20 more errors are not shown (the first 50 are)");
}

}  // namespace
}  // namespace heddle::model
