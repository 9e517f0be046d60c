#include "tests/symbolic/symbolic_program.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <deque>
#include <map>

#include "base/file.h"
#include "symbolic/make_solver.h"
#include "symbolic/text.h"
#include "tests/cli/heddle.h"

namespace heddle::tests {

using symbolic::ExprId;
using trace::BranchMode;
using trace::OpKind;

SymbolicProgram::SymbolicProgram(const std::string& source, const std::vector<std::string>& flags, Language language,
                                 const native::Options& options) {
  const std::string name = language == Language::kC ? "program.c" : "program.cpp";
  EXPECT_FALSE(base::write_file(folder_.path(name), source).has_value());
  std::vector<std::string> command = {language == Language::kC ? "cc" : "c++"};
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {name, "-o", "program", "-pthread"});
  const Called called = call_heddle(folder_.path(), command);
  EXPECT_EQ(called.code, 0) << called.err;
  auto made = native::NativeExecutor::create({.program = folder_.path("program"), .arguments = {}}, options);
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().text());
  executor_ = std::move(made.value());
}

trace::Trace SymbolicProgram::run(const std::vector<std::int64_t>& inputs) {
  trace::Test test;
  for (std::uint32_t i = 0; i < inputs.size(); ++i) test.inputs.push_back({trace::ThreadId(0), i, inputs[i]});
  trace::Trace trace;
  executor_->run(test, trace);
  return trace;
}

std::vector<std::string> SymbolicProgram::decisions(const std::vector<std::int64_t>& inputs) {
  std::vector<std::string> result;
  for (const trace::Operation& op : run(inputs).operations) {
    if (op.kind != OpKind::kBranch) continue;
    const trace::Branch branch = trace::unpack_branch(op.operand);
    const char* mode = branch.mode == BranchMode::kExplore ? ""
                       : branch.mode == BranchMode::kFix   ? ", fixed"
                                                           : ", assumed";
    result.push_back(fmt::format("{} is {}{}", to_text(*executor_->expressions(), branch.expression), op.choice, mode));
  }
  return result;
}

namespace {

// What was decided, and with which value.
struct Decision {
  trace::Branch branch;
  std::uint32_t value = 0;
  std::size_t step = 0;  // how many steps come before it
};

std::vector<Decision> decisions_of(const trace::Trace& trace, std::vector<trace::Step>& steps) {
  std::vector<Decision> result;
  for (const trace::Operation& op : trace.operations) {
    if (!is_step(op)) continue;
    if (op.kind == OpKind::kBranch)
      result.push_back({trace::unpack_branch(op.operand), static_cast<std::uint32_t>(op.choice), steps.size()});
    steps.push_back({op.thread, op.choice});
  }
  return result;
}

trace::Test test_of(const symbolic::Expressions& in, const symbolic::Model& model, std::vector<trace::Step> schedule) {
  trace::Test test;
  test.schedule = std::move(schedule);
  for (std::size_t v = 0; v < in.variables().size(); ++v) {
    const symbolic::Variable& variable = in.variables()[v];
    test.inputs.push_back({trace::ThreadId(variable.thread), variable.nth,
                           static_cast<std::int64_t>(model.value(symbolic::VariableId(v)))});
  }
  return test;
}

}  // namespace

SymbolicProgram::Explored SymbolicProgram::explore(int most) {
  symbolic::Expressions& in = *executor_->expressions();
  symbolic::SolverStatistics statistics;
  const auto solver = symbolic::make_solver(in, {}, statistics);
  Explored explored;
  // By the decisions so far, as text: the values of the next one, and those that have had their run.
  std::map<std::string, std::set<std::uint32_t>> tried;
  std::map<std::string, std::set<std::uint32_t>> seen;
  std::deque<trace::Test> waiting = {{}};
  const auto equals = [&](const Decision& d) {
    return in.equal(d.branch.expression, in.constant(d.value, in.width(d.branch.expression)));
  };
  for (; !waiting.empty() && explored.runs < most; waiting.pop_front()) {
    trace::Trace trace;
    executor_->run(waiting.front(), trace);
    ++explored.runs;
    EXPECT_NE(trace.outcome, trace::Outcome::kDiverged) << "at " << trace.diverged_at;
    explored.outputs.insert(executor_->output());
    for (const trace::Failure& failure : trace.failures) explored.failures.insert(std::string(name(failure.kind)));
    if (trace.outcome == trace::Outcome::kAssumeFailed) ++explored.assume_failed;
    std::vector<trace::Step> steps;
    std::string path;
    std::vector<ExprId> constraints;
    for (const Decision& d : decisions_of(trace, steps)) {
      std::set<std::uint32_t>& values = tried[path];
      values.insert(d.value);
      const bool is_new = seen[path].insert(d.value).second;
      if (is_new && d.branch.mode != BranchMode::kFix) {
        std::vector<ExprId> others = constraints;
        for (const std::uint32_t value : values) {
          others.push_back(in.negate(equals({d.branch, value, 0})));
        }
        if (d.branch.mode == BranchMode::kAssume) others.push_back(in.negate(equals({d.branch, 0, 0})));
        symbolic::Model model;
        // The run of that value tries the rest.
        if (solver->solve(others, model) == symbolic::Answer::kSatisfiable) {
          values.insert(static_cast<std::uint32_t>(evaluate(in, d.branch.expression, model)));
          waiting.push_back(test_of(in, model, {steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(d.step)}));
        }
      }
      constraints.push_back(equals(d));
      path += fmt::format("{}={},", d.branch.expression.value, d.value);
    }
  }
  for (const std::string& reason : executor_->reasons_of_incompleteness()) explored.reasons.insert(reason);
  EXPECT_TRUE(waiting.empty()) << "more than " << most << " runs";
  return explored;
}

}  // namespace heddle::tests
