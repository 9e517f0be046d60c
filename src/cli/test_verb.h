#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.h"
#include "explore/factory.h"

namespace heddle::cli {

// The options of `heddle test`. The targets are members, so it must not move.
class TestVerb {
 public:
  TestVerb(CLI::App& verb, std::vector<std::string>& definitions);
  TestVerb(const TestVerb&) = delete;
  TestVerb& operator=(const TestVerb&) = delete;

  // Those for C and C++ programs.
  const std::vector<CLI::Option*>& native_options() const { return native_; }
  ProgramOptions& program() { return options_.program; }

  // Called in this order when everything is parsed; returns what is wrong, if anything. The program is the first file,
  // or the first word after "--", which is in `rest`.
  std::optional<std::string> set_program(std::vector<std::string> rest);
  std::optional<std::string> set_seeds();
  // An option that has no effect with the strategy is a misunderstanding.
  std::optional<std::string> without_effect() const;
  TestOptions take();

 private:
  void add_searches(explore::StrategyOptions& strategy);
  void add_prune(explore::StrategyOptions& strategy);
  void add_reductions(explore::StrategyOptions& strategy);
  void add_con2colic(explore::StrategyOptions& strategy);
  // How contextual and unfolding choose and combine their targets.
  void add_targets(explore::StrategyOptions& strategy);
  void add_beginnings();  // with which tests it begins
  void add_outputs();
  void add_resume();
  void add_shown();  // what is shown of a finding
  std::optional<std::string> without_effect(const explore::StrategyInfo& info) const;
  bool is_given(const char* option) const;

  CLI::App* verb_;
  TestOptions options_ = {.strategy = std::string(explore::strategies().front().name)};
  std::vector<CLI::Option*> native_;
  std::vector<std::string> files_;
  explore::prune::Options prune_;
  bool prune_always_ = false;
  bool prune_slice_ = false;
  std::string seed_tests_;
  std::optional<bool> closing_joins_;  // none: the strategy's default
  std::optional<bool> idle_locks_;     // none: the strategy's default
  bool no_out_ = false;
};

}  // namespace heddle::cli
