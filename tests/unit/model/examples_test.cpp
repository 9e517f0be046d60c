#include <filesystem>

#include "tests/unit/model/programs.h"
#include "tests/unit/model/trace_counter.h"

// The example programs do what their first lines say, and the snippets of the manual compile.

namespace heddle::model {
namespace {

TraceCount count(const std::string& example, const Definitions& definitions = {}) {
  const auto executor = compiled(read_file("examples/" + example + ".model"), definitions);
  return executor ? TraceCounter(*executor).count() : TraceCount();
}

TEST(Examples, fib_bench_of_3_has_1698_traces) { EXPECT_EQ(count("fib_bench").traces, 1698U); }
TEST(Examples, dining_of_3_has_106_traces_of_which_16_deadlock) {
  const TraceCount c = count("dining");
  EXPECT_EQ(c.traces, 106U);
  EXPECT_EQ(c.deadlocks, 16U);
}
TEST(Examples, dining_of_4_has_831_traces_of_which_45_deadlock) {
  const TraceCount c = count("dining", {{"N", 4}});
  EXPECT_EQ(c.traces, 831U);
  EXPECT_EQ(c.deadlocks, 45U);
}
TEST(Examples, single_lock_has_2520_traces) { EXPECT_EQ(count("single_lock").traces, 2520U); }
TEST(Examples, readers_have_a_trace_for_each_set_of_readers) { EXPECT_EQ(count("readers", {{"N", 6}}).traces, 64U); }
TEST(Examples, lastzero_of_5_has_64_traces) { EXPECT_EQ(count("lastzero").traces, 64U); }
TEST(Examples, lastzero_of_8_has_704_traces) { EXPECT_EQ(count("lastzero", {{"N", 8}}).traces, 704U); }
TEST(Examples, iriw_has_30_traces) { EXPECT_EQ(count("iriw").traces, 30U); }
TEST(Examples, pairs_double_the_traces) { EXPECT_EQ(count("pairs", {{"N", 4}}).traces, 16U); }
TEST(Examples, pi_with_5_threads_has_120_traces) { EXPECT_EQ(count("pi").traces, 120U); }
TEST(Examples, pi_computes_pi) {
  const auto executor = compiled(read_file("examples/pi.model"));
  std::int64_t sum = 0;
  for (const trace::Operation& op : run(*executor).operations) {
    if (op.kind == trace::OpKind::kWrite) sum = op.value;
  }
  EXPECT_NEAR(static_cast<double>(sum) / 1e7, 3.14159, 0.003);
}
TEST(Examples, bank_transfer_fails_in_8_of_277_traces) {
  const TraceCount c = count("bank_transfer");
  EXPECT_EQ(c.traces, 277U);
  EXPECT_EQ(c.failures, 8U);
}
TEST(Examples, lost_update_fails_in_2_of_4_traces) {
  const TraceCount c = count("lost_update");
  EXPECT_EQ(c.traces, 4U);
  EXPECT_EQ(c.failures, 2U);
}
TEST(Examples, lock_order_deadlocks_in_1_of_3_traces) {
  const TraceCount c = count("lock_order");
  EXPECT_EQ(c.traces, 3U);
  EXPECT_EQ(c.deadlocks, 1U);
}
TEST(Examples, jase2014_fig3_has_4_traces) { EXPECT_EQ(count("paper/jase2014_fig3").traces, 4U); }
TEST(Examples, nwpt2013_slide37_has_4_traces) { EXPECT_EQ(count("paper/nwpt2013_slide37").traces, 4U); }

Strings steps_of(const std::string& example, std::size_t thread, const Definitions& definitions = {}) {
  const auto executor = compiled(read_file("examples/" + example + ".model"), definitions);
  const trace::Trace trace = run(*executor);
  Strings result;
  for (const trace::Operation& op : trace.operations) {
    if (!trace::is_step(op) || op.thread.index() != thread) continue;
    result.push_back(std::string(trace::name(op.kind)) + " " + executor->names().locations[op.location.index()]);
  }
  return result;
}

TEST(Examples, a_round_of_fib_bench_is_two_reads_and_a_write) {
  EXPECT_EQ(steps_of("fib_bench", 0, {{"N", 1}}), Strings({"read x", "read y", "write x"}));
  EXPECT_EQ(steps_of("fib_bench", 1, {{"N", 1}}), Strings({"read y", "read x", "write y"}));
  EXPECT_EQ(steps_of("fib_bench", 2), Strings({"read x", "read y"}));
}
TEST(Examples, a_section_of_single_lock_is_four_steps) {
  EXPECT_EQ(steps_of("single_lock", 2, {{"SECTIONS", 1}}), Strings({"lock m", "read v", "write v", "unlock m"}));
}
TEST(Examples, a_thread_of_filesystem_takes_a_free_block) {
  EXPECT_EQ(steps_of("filesystem", 3),
            Strings({"lock inode_lock[3]", "read inode[3]", "lock block_lock[6]", "read busy[6]", "write busy[6]",
                     "write inode[3]", "unlock block_lock[6]", "unlock inode_lock[3]"}));
}
TEST(Examples, a_thread_of_filesystem_goes_on_to_the_next_block) {
  EXPECT_EQ(steps_of("filesystem", 13),
            Strings({"lock inode_lock[13]", "read inode[13]", "lock block_lock[0]", "read busy[0]",
                     "unlock block_lock[0]", "lock block_lock[1]", "read busy[1]", "write busy[1]", "write inode[13]",
                     "unlock block_lock[1]", "unlock inode_lock[13]"}));
}
TEST(Examples, a_thread_of_indexer_is_four_compare_and_swaps) {
  EXPECT_EQ(steps_of("indexer", 0), Strings({"cas table[77]", "cas table[26]", "cas table[103]", "cas table[52]"}));
}

TEST(Examples, every_example_compiles_and_says_what_to_expect) {
  int found = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(HEDDLE_SOURCE_DIR) + "/examples")) {
    if (entry.path().extension() != ".model") continue;
    ++found;
    const std::string path = std::filesystem::relative(entry.path(), HEDDLE_SOURCE_DIR).string();
    const std::string source = read_file(path);
    EXPECT_NE(compiled(source), nullptr) << path;
    EXPECT_EQ(source.rfind("// ", 0), 0U) << path;
    EXPECT_NE(source.find("// Expect: "), std::string::npos) << path;
  }
  EXPECT_GE(found, 19);
}

TEST(Manual, every_program_in_the_manual_compiles) {
  const std::string manual = read_file("docs/model-language.md");
  const std::string fence = "```model\n";
  int found = 0;
  for (std::size_t at = manual.find(fence); at != std::string::npos; at = manual.find(fence, at + 1)) {
    const std::size_t begin = at + fence.size();
    const std::string program = manual.substr(begin, manual.find("```", begin) - begin);
    EXPECT_NE(compiled(program), nullptr) << program;
    ++found;
  }
  EXPECT_GE(found, 10);
}

}  // namespace
}  // namespace heddle::model
