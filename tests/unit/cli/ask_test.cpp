#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "cli/commands.h"

namespace heddle::cli {
namespace {

using testing::HasSubstr;

struct Outcome {
  ExitCode code;
  std::string out;
  std::string err;
};

Outcome run(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "ask");
  const Command command = parse_arguments(arguments);
  if (const auto* message = std::get_if<Message>(&command)) return {message->code, "", message->text};
  std::ostringstream out;
  std::ostringstream err;
  Console console{.out = out, .err = err};
  const ExitCode code = run_ask(std::get<AskOptions>(command), console);
  return {code, out.str(), err.str()};
}

const std::string kBank = HEDDLE_SOURCE_DIR "/examples/bank_transfer.model";

TEST(AskVerb, shows_how_a_reachable_state_comes_about) {
  const Outcome o = run({kBank, "balance[0] + balance[1] != 200"});
  EXPECT_EQ(o.code, kBug);
  EXPECT_THAT(o.out, HasSubstr("lock(bank)"));
  EXPECT_THAT(o.out, HasSubstr("reachable: balance[0] + balance[1] != 200 holds where balance[0] = "));
}

TEST(AskVerb, says_that_a_state_is_unreachable) {
  const Outcome o = run({kBank, "balance[0] > 130", "--quiet"});
  EXPECT_EQ(o.code, kNoBug);
  EXPECT_EQ(o.out, "unreachable: balance[0] > 130 holds in no state; complete\n");
}

TEST(AskVerb, does_not_claim_what_it_has_not_explored) {
  const Outcome o = run({kBank, "version == 3", "--max-tests=2", "--quiet"});
  EXPECT_EQ(o.code, kIncomplete);
  EXPECT_EQ(o.out, "unknown: version == 3 was not found to hold; INCOMPLETE: stopped after 2 tests\n");
}

TEST(AskVerb, says_what_is_wrong_with_a_question) {
  const Outcome o = run({kBank, "balance > 1"});
  EXPECT_EQ(o.code, kUsage);
  EXPECT_EQ(o.err,
            "heddle: 'balance > 1': column 1: there is no shared variable 'balance', but an array of this name\n");
}

TEST(AskVerb, needs_a_question) {
  const Outcome o = run({kBank});
  EXPECT_EQ(o.code, kUsage);
  EXPECT_THAT(o.err, HasSubstr("QUESTION"));
}

}  // namespace
}  // namespace heddle::cli
