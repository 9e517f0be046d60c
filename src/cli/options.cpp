#include "cli/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>
#include <optional>
#include <set>
#include <sstream>
#include <type_traits>

#include "abi/channel.h"
#include "base/version.h"
#include "cli/configuration.h"
#include "cli/help_texts.h"
#include "cli/man_page.h"
#include "cli/memory_use.h"
#include "cli/native_program.h"
#include "cli/seeds.h"
#include "cli/shell_completion.h"
#include "cli/shell_words.h"
#include "cli/suggest.h"
#include "cli/verb_help.h"
#include "host/native_executor.h"

namespace heddle::cli {

namespace {

// The whole text as a decimal number.
template <class Number>
bool parse_number(const char* begin, const char* end, Number& number) {
  const auto [stop, error] = std::from_chars(begin, end, number);
  return begin != end && stop == end && error == std::errc();
}

// NAME=INTEGER, or what is wrong with it.
std::optional<std::string> add_definition(const std::string& text, Definitions& definitions) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const bool good_name =
      !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
      std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  std::int64_t value = 0;
  const char* const begin = equals == std::string::npos ? nullptr : text.data() + equals + 1;
  const char* const end = text.data() + text.size();
  if (!good_name || begin == nullptr || !parse_number(begin, end, value)) {
    return fmt::format("-D {}: expected NAME=NUMBER, for example -D N=4", text);
  }
  definitions[name] = value;
  return {};
}

std::vector<std::string> flags_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// CLI11 takes the next argument for the value of "--flags=", which has an empty one: the value as an argument of its
// own.
std::vector<std::string> with_empty_values(const std::vector<std::string>& arguments) {
  std::vector<std::string> result;
  result.reserve(arguments.size());
  for (const std::string& argument : arguments) {
    const bool is_empty = argument.starts_with("--") && argument.find('=') == argument.size() - 1;
    result.push_back(is_empty ? argument.substr(0, argument.size() - 1) : argument);
    if (is_empty) result.emplace_back();
  }
  return result;
}

OptionHelp help_of(const CLI::Option& option) {
  OptionHelp help;
  if (!option.get_snames().empty()) help.short_name = option.get_snames().front();
  if (!option.get_lnames().empty()) help.long_name = option.get_lnames().front();
  if (option.get_items_expected_max() != 0) help.value = option.get_type_name();
  help.text = option.get_description();
  help.otherwise = option.get_default_str();
  // "NAME:{racy,shared}", if it is one of several.
  if (const std::size_t begin = help.value.find(":{"); begin != std::string::npos) {
    std::istringstream members(help.value.substr(begin + 2, help.value.size() - begin - 3));
    for (std::string member; std::getline(members, member, ',');) help.choices.push_back(member);
    help.value.resize(begin);
  } else if (help.long_name == "strategy") {
    for (const explore::StrategyInfo& info : explore::strategies()) help.choices.emplace_back(info.name);
  }
  return help;
}

VerbHelp help_of(const CLI::App& verb) {
  VerbHelp help{.name = verb.get_name(), .text = verb.get_description(), .arguments = {}, .options = {}, .more = {}};
  for (const CLI::Option* option : verb.get_options()) {
    const bool is_argument = option->get_snames().empty() && option->get_lnames().empty();
    if (is_argument) {
      help.arguments += (help.arguments.empty() ? "" : " ") + option->get_name();
      continue;
    }
    help.options.push_back(help_of(*option));
    for (std::size_t i = 1; i < option->get_lnames().size(); ++i) {
      OptionHelp other = help_of(*option);
      other.text = "The same as --" + other.long_name;
      other.short_name.clear();
      other.long_name = option->get_lnames()[i];
      help.options.push_back(std::move(other));
    }
  }
  help.more = verb.get_footer();
  return help;
}

// The command line as CLI11 sees it. The targets of the options are members, so it stays where it is.
class Parser {
 public:
  // `configured` are options that the user has not typed: they need not have an effect.
  explicit Parser(std::set<std::string> configured = {}) : configured_(std::move(configured)) {
    app_.set_version_flag("--version", fmt::format("heddle {}", base::version()));
    app_.footer(kExamples);
    app_.allow_extras();
    app_.require_subcommand(0, 1);  // behind a verb, the name of another one is a word like any other
    for (CLI::App* verb : all_verbs()) verb->allow_extras();
    add_test();
    add_ask();
    add_replay();
    add_dump();
    add_slice();
    add_project();
    for (CLI::App* verb : verbs()) verb->add_flag("--no-config", no_config_, "Do not read heddle.toml");
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  Command parse(std::vector<std::string> arguments) {
    // What follows "--" is the tested program's.
    const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
    if (dashes != arguments.end()) {
      has_rest_ = true;
      rest_.assign(dashes + 1, arguments.end());
      arguments.erase(dashes, arguments.end());
    }
    if (arguments.empty()) return Message{kUsage, app_.help()};
    arguments = with_empty_values(arguments);
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
    try {
      app_.parse(std::move(arguments));
    } catch (const CLI::CallForHelp&) {
      return Message{kNoBug, &chosen() == &app_ ? app_.help() : chosen().help("heddle")};
    } catch (const CLI::CallForVersion& version) {
      return Message{kNoBug, std::string(version.what()) + "\n"};
    } catch (const CLI::ArgumentMismatch& error) {
      const std::string text = error.what();  // "--depth: 1 required N missing"
      return usage(text.ends_with(" missing") ? text.substr(0, text.find(": ")) + ": a value is missing" : text);
    } catch (const CLI::ParseError& error) {
      return usage(error.what());
    }
    if (std::optional<std::string> problem = unexpected()) return usage(*problem);
    return command();
  }

  // All options that can be set elsewhere.
  std::vector<KnownOption> known_options() const {
    std::vector<KnownOption> known;
    for (const CLI::App* verb : verbs()) {
      for (const CLI::Option* option : verb->get_options()) {
        if (option->get_lnames().empty() || option == verb->get_help_ptr()) continue;
        const std::string& name = option->get_lnames().front();
        if (name != "no-config") known.push_back({verb->get_name(), name, option->get_items_expected_max() == 0});
      }
    }
    return known;
  }

  Parsed parsed(const std::vector<std::string>& arguments) {
    Parsed result{.command = parse(arguments), .verb = chosen().get_name(), .given = {}};
    result.is_without_effect = is_without_effect_;
    for (const CLI::Option* option : chosen().get_options()) {
      if (option->count() != 0 && !option->get_lnames().empty()) result.given.insert(option->get_lnames().front());
    }
    return result;
  }

  bool reads_file() const { return !no_config_; }

 private:
  // Those that heddle.toml is for.
  std::vector<CLI::App*> verbs() const { return {test_, ask_, replay_, dump_, slice_, strategies_}; }
  // Those that CLI11 reads.
  std::vector<CLI::App*> all_verbs() const {
    return {test_, ask_, replay_, dump_, slice_, strategies_, init_, doctor_, completion_, man_};
  }

  void add_program(CLI::App* verb, std::string& program) {
    verb->add_option("FILE", program, "The program: FILE.c, FILE.cpp, FILE.model or an executable made by heddle cc")
        ->required()
        ->type_name("");
  }

  static void add_flags(CLI::App* verb, std::vector<std::string>& words, const std::string& help) {
    const auto add_words = [&words](const std::vector<std::string>& texts) {
      for (const std::string& text : texts) {
        const std::vector<std::string> more = shell_words(text);
        words.insert(words.end(), more.begin(), more.end());
      }
    };
    verb->add_option_function<std::vector<std::string>>("--flags", add_words, help)
        ->type_name("'-I dir ...'")
        ->allow_extra_args(false);
  }

  // How programs of C and C++ are built and run.
  void add_native(CLI::App* verb, trace::ProgramSpec& spec) {
    const std::size_t before = verb->get_options().size();
    verb->add_option_function<std::string>(
            "--visible", [&spec](const std::string& text) { trace::parse(text, spec.visible); },
            "Memory cells that are interleaved: racy or shared (C, C++; default: racy)")
        ->type_name("NAME")
        ->check(CLI::IsMember({"racy", "shared"}));
    verb->add_option_function<std::string>(
            "--isolation", [&spec](const std::string& text) { trace::parse(text, spec.isolation.emplace()); },
            "Between runs: reset in place or fork a process (C, C++)")
        ->type_name("NAME")
        ->check(CLI::IsMember({"reset", "fork"}));
    add_flags(verb, spec.flags, "Flags for the compiler (C, C++)");
    const auto no_races = [&spec](std::int64_t) { spec.races = false; };
    verb->add_flag_function("--no-races", no_races, "Data races are not findings (C, C++)");
    verb->add_option("--sym-arg", spec.symbolic_arguments, "One more argument: an input of N bytes (C, C++)")
        ->type_name("N")
        ->allow_extra_args(false)
        ->check(CLI::Range(1U, static_cast<unsigned>(trace::kMaxInputBytes)).description(""));
    verb->add_option("--sym-stdin", spec.symbolic_stdin, "Standard input is an input of N bytes (C, C++)")
        ->type_name("N")
        ->check(CLI::Range(1U, static_cast<unsigned>(trace::kMaxInputBytes)).description(""));
    const auto is_symbolic_file = [](const std::string& text) {
      abi::SymbolicFile file;
      return host::read_symbolic_file(text, file);
    };
    verb->add_option("--sym-file", spec.symbolic_files, "The file is an input of N bytes (C, C++; may be repeated)")
        ->type_name("PATH:N")
        ->allow_extra_args(false)
        ->check(CLI::Validator(is_symbolic_file, ""));
    verb->add_flag("--spurious", spec.spurious, "Condition variables wake up without a signal, too (C, C++)");
    add_number<double>(verb, "--patience", spec.patience, 0.01, "Seconds that a thread may run without a step (C, C++)")
        ->default_str(fmt::format("{}", spec.patience));
    const std::vector<CLI::Option*> all = verb->get_options();
    native_options_[verb].assign(all.begin() + static_cast<std::ptrdiff_t>(before), all.end());
  }

  void add_definitions(CLI::App* verb) {
    verb->add_option("-D", definitions_, "Sets a constant of the program (may be repeated)")
        ->type_name("NAME=NUMBER")
        ->allow_extra_args(false);
  }

  // An option with a number of at least `low`. CLI11 itself takes "-1" for an unsigned number.
  template <class Number>
  CLI::Option* add_number(CLI::App* verb, const std::string& flag, Number& target, Number low,
                          const std::string& help) {
    const auto parse = [flag, low, &target](const std::vector<std::string>& texts) {
      const std::string& text = texts.back();
      Number number{};
      if (parse_number(text.data(), text.data() + text.size(), number) && number >= low) {
        target = number;
        return true;
      }
      const std::string expected = std::is_floating_point_v<Number> ? fmt::format("a number of at least {}", low)
                                                                    : fmt::format("a whole number from {} to {}", low,
                                                                                  std::numeric_limits<Number>::max());
      throw CLI::ValidationError(flag, fmt::format("expected {}, not '{}'", expected, text));
    };
    return verb->add_option(flag, parse, help)->type_name("N");
  }

  void add_depth(CLI::App* verb, std::uint32_t& depth) {
    add_number<std::uint32_t>(verb, "--depth", depth, 1, "Steps that a thread takes at most in one run")
        ->default_str(std::to_string(depth));
  }

  void add_budget(CLI::App* verb, explore::Budget& budget) {
    add_number<std::uint64_t>(verb, "--max-tests", budget.tests, 0, "Stop after so many runs");
    add_number<double>(verb, "--max-seconds", budget.seconds, 0, "Stop after so many seconds")->type_name("S");
    budget.memory = default_memory_limit();
    const auto set_memory = [&budget](const std::string& text) {
      std::uint64_t megabytes = 0;
      if (!parse_number(text.data(), text.data() + text.size(), megabytes) || megabytes == 0 ||
          megabytes > std::numeric_limits<std::uint64_t>::max() >> 20)
        throw CLI::ValidationError("--max-memory", fmt::format("expected a number of megabytes, not '{}'", text));
      budget.memory = megabytes << 20;
    };
    verb->add_option_function<std::string>("--max-memory", set_memory,
                                           "Stop at so many megabytes of memory (default: most of the machine's)")
        ->type_name("MB");
    add_depth(verb, budget.depth);
  }

  void add_prune(explore::StrategyOptions& strategy) {
    test_
        ->add_option_function<std::string>(
            "--prune", [&strategy](const std::string&) { strategy.prune.emplace(); },
            "End runs early where nothing can fail any more (dpor, dpor-1, dpor-2, exhaustive)")
        ->check(CLI::IsMember({"assertions"}))
        ->type_name("assertions");
    add_number<std::size_t>(test_, "--prune-states", prune_.max_summaries, 1,
                            "Keep summaries of so many control states (--prune)")
        ->default_str(std::to_string(prune_.max_summaries));
    add_number<std::size_t>(test_, "--prune-size", prune_.max_size, 1,
                            "Keep no summary of more than so many expressions (--prune)")
        ->default_str(std::to_string(prune_.max_size));
    test_->add_flag("--prune-always", prune_always_,
                    "Do not take turns with the same search without pruning (--prune)");
  }

  void add_test() {
    explore::Budget& budget = test_options_.budget;
    explore::StrategyOptions& strategy = test_options_.strategy_options;
    test_->footer(kTestExamples);
    test_->add_option("FILE", test_files_, "The program: FILE.c or .cpp (several make one program), FILE.model")
        ->type_name("");
    add_native(test_, test_options_.program.spec);
    test_->add_option("--strategy", test_options_.strategy, "How to explore (see: heddle strategies)")
        ->capture_default_str()
        ->type_name("NAME");
    add_definitions(test_);
    test_->add_flag("--keep-going", test_options_.keep_going, "Explore on after a bug");
    add_budget(test_, budget);
    add_number<std::uint64_t>(test_, "--seed", strategy.seed, 0, "Seed of the random strategies")
        ->default_str(std::to_string(strategy.seed));
    add_number<std::uint32_t>(test_, "--pct-depth", strategy.pct_depth, 1, "Depth of the bugs that pct looks for")
        ->default_str(std::to_string(strategy.pct_depth));
    add_number<std::uint32_t>(test_, "--interferences", strategy.con2colic.interferences, 0,
                              "Reads of what another thread has written, at most so many in a scenario (con2colic)")
        ->type_name("K");
    add_prune(strategy);
    const auto add_off = [this](const char* name, bool& option, const char* what) {
      test_->add_flag_callback(name, [&option] { option = false; }, what);
    };
    add_off("--no-cores", strategy.con2colic.use_cores, "Extend scenarios everywhere (con2colic)");
    add_off("--no-unique", strategy.con2colic.avoid_duplicates, "Decide equal scenarios again (con2colic)");
    add_off("--no-uncovered", strategy.con2colic.uncovered_first, "Do not take uncovered branches first (con2colic)");
    add_number<double>(test_, "--solver-seconds", strategy.solver.seconds_per_query, 0,
                       "Give the solver so many seconds for each question about inputs")
        ->default_str(fmt::format("{:g}", strategy.solver.seconds_per_query))
        ->type_name("S");
    add_targets(strategy);
    test_->add_option("--seed-tests", seed_tests_, "Begin with N random tests")->type_name("random:N");
    test_
        ->add_option("--seed-from,--seeds", test_options_.seed_from,
                     "Begin with the stored tests (test.json) below this folder, or with the inputs in its files")
        ->type_name("DIR");
    test_->add_option("--stats", test_options_.stats, "Write statistics as JSON (-: standard output)")
        ->type_name("FILE");
    test_->add_option("--lcov", test_options_.lcov, "Write the covered branches for lcov (con2colic)")
        ->type_name("FILE");
    test_->add_option("--plot", test_options_.plot, "Draw the covered branches over time and interferences (con2colic)")
        ->type_name("SVG");
    test_options_.tool_reports.add_options(*test_);
    test_->add_flag("--gtest", test_options_.gtest, "Explore each test of a GoogleTest program by itself");
    test_->add_option("--out", test_options_.out, "Folder for reports and bugs")
        ->capture_default_str()
        ->type_name("DIR");
    test_->add_flag("--no-out", no_out_, "Write no folder");
    test_->add_flag("--full", test_options_.full, "Show all steps of a finding");
    test_->add_flag("--as-found", test_options_.as_found, "Show the run that was found first, not a simpler one");
    test_->add_option("--rarity", test_options_.rarity_seconds, "Count random schedules that show it, for S seconds")
        ->option_text("S")
        ->check(CLI::Range(0.0, 3600.0));
    test_->add_flag("--quiet,-q", test_options_.quiet, "Print only the verdict");
  }

  // How contextual and unfolding choose and combine their targets.
  void add_targets(explore::StrategyOptions& strategy) {
    const auto parse_order = [&strategy](const std::string& text) {
      using explore::TargetOrder;
      if (text == "coverage") {
        strategy.order = TargetOrder::kCoverage;
      } else if (text == "fewest-preemptions") {
        strategy.order = TargetOrder::kFewestPreemptions;
      } else if (text == "depth-first") {
        strategy.order = TargetOrder::kDepthFirst;
      } else if (text == "random") {
        strategy.order = TargetOrder::kRandom;
      } else {
        throw CLI::ValidationError(
            "--order", fmt::format("expected coverage, fewest-preemptions, depth-first or random, not '{}'", text));
      }
    };
    test_
        ->add_option_function<std::string>(
            "--order", parse_order,
            "Next target: coverage (of branches by inputs; default), fewest-preemptions, depth-first, random "
            "(auto, contextual, unfolding)")
        ->type_name("NAME");
    const auto no_merge = [&strategy](std::int64_t) { strategy.planner.merge = false; };
    const auto no_prefer = [&strategy](std::int64_t) { strategy.planner.prefer_uncovered = false; };
    test_->add_flag_function("--no-merge", no_merge, "One target per test (contextual, unfolding)");
    test_->add_flag_function("--no-prefer", no_prefer,
                             "Do not lead threads to uncovered events (contextual, unfolding)");
  }

  void add_ask() {
    unfolding::EncodingLimits& limits = ask_options_.limits;
    ask_->footer(kAskExamples);
    add_program(ask_, ask_options_.program.spec.program);
    ask_->add_option("QUESTION", ask_options_.question, "What may hold in a reachable state")->required();
    add_native(ask_, ask_options_.program.spec);
    add_definitions(ask_);
    add_budget(ask_, ask_options_.budget);
    ask_->add_option("--max-events", limits.events, "Do not ask the solver about an unfolding with more events")
        ->capture_default_str()
        ->type_name("N");
    ask_->add_option("--solver-seconds", limits.seconds, "Give the solver so many seconds")
        ->capture_default_str()
        ->check(CLI::NonNegativeNumber)
        ->type_name("S");
    ask_->add_flag("--quiet,-q", ask_options_.quiet, "Print only the answer");
  }

  void add_replay() {
    replay_->footer(kReplayExamples);
    replay_->add_option("BUG", replay_options_.bug, "The folder of a bug, or its test.json")->required()->type_name("");
    replay_->add_option("--program", replay_options_.program, "Run this program instead of the one that was tested")
        ->type_name("FILE");
    replay_->add_flag("--trust", replay_options_.trust, "Run what a test names that somebody else has made");
    CLI::Option* gdb =
        replay_->add_flag("--gdb", replay_options_.gdb, "Run the finding in gdb, with a real thread for each thread");
    replay_->add_option("--gdb-arg", replay_options_.gdb_arguments, "Pass this on to gdb; may be repeated")
        ->needs(gdb)
        ->allow_extra_args(false)
        ->type_name("ARG");
    replay_->add_flag("--full", replay_options_.full, "Show all steps of the finding");
    replay_->add_flag("--quiet,-q", replay_options_.quiet, "Print only the verdict");
  }

  void add_dump() {
    dump_->footer(kDumpExamples);
    add_program(dump_, dump_options_.program.spec.program);
    add_native(dump_, dump_options_.program.spec);
    add_definitions(dump_);
    add_depth(dump_, dump_options_.depth);
    CLI::Option* trace = dump_->add_flag("--trace", dump_trace_, "The first run in text form (default)");
    CLI::Option* test =
        dump_->add_flag("--test", dump_test_, "The first run as a test.json, for replay")->excludes(trace);
    CLI::Option* unfolding = dump_
                                 ->add_option("--unfolding", dump_unfolding_,
                                              "The whole unfolding of a small program, as a picture for Graphviz")
                                 ->type_name("dot")
                                 ->check(CLI::IsMember({"dot"}))
                                 ->excludes(trace)
                                 ->excludes(test);
    dump_
        ->add_option("--forest", dump_forest_,
                     "The thread trees that con2colic testing finds in a small program, as a picture for Graphviz")
        ->type_name("dot")
        ->check(CLI::IsMember({"dot"}))
        ->excludes(trace)
        ->excludes(test)
        ->excludes(unfolding);
    dump_->add_option("--strategy", dump_options_.strategy, "Which unfolding: contextual or unfolding")
        ->capture_default_str()
        ->type_name("NAME")
        ->check(CLI::IsMember({"contextual", "unfolding"}))
        ->needs(unfolding);
    dump_->add_flag("--conflicts", dump_options_.conflicts, "Also draw the immediate conflicts of the unfolding")
        ->needs(unfolding);
  }

  void add_slice() {
    slice_->footer(kSliceExamples);
    slice_->add_option("FILE", slice_options_.sources, "FILE.c or .cpp; several make one program")
        ->required()
        ->type_name("");
    slice_->add_flag("--assertions", slice_options_.assertions,
                     "Only what fails by a decision of the program: no misuse of memory or locks, no deadlocks");
    add_flags(slice_, slice_options_.flags, "Flags for the compiler");
    add_definitions(slice_);
    slice_->add_flag("--json", slice_options_.json, "All places, for tools");
  }

  // Heddle in a project.
  void add_project() {
    init_->add_option("DIR", init_options_.folder, "The folder, which need not exist")
        ->capture_default_str()
        ->type_name("");
    completion_->add_option("SHELL", shell_, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}))
        ->type_name("");
    man_->add_option("VERB", man_verb_, "The page of this verb, otherwise that of heddle")->type_name("");
  }

  std::vector<std::string> verb_names() const {
    std::vector<std::string> names;
    for (const CLI::App* verb : app_.get_subcommands([](const CLI::App*) { return true; }))
      names.push_back(verb->get_name());
    return names;
  }

  std::vector<VerbHelp> helps() const {
    std::vector<VerbHelp> result;
    for (const CLI::App* verb : app_.get_subcommands([](const CLI::App*) { return true; }))
      result.push_back(help_of(*verb));
    return result;
  }

  Command man_page_of_verb() const {
    if (man_verb_.empty()) return Message{kNoBug, man_page(help_of(app_), helps())};
    for (const VerbHelp& verb : helps()) {
      if (verb.name == man_verb_) return Message{kNoBug, man_page(verb)};
    }
    return usage(fmt::format("unknown verb '{}'.{}", man_verb_, did_you_mean(man_verb_, verb_names())));
  }

  Command completion() const {
    const std::vector<VerbHelp> verbs = helps();
    return Message{kNoBug, shell_ == "bash"  ? bash_completion(verbs)
                           : shell_ == "zsh" ? zsh_completion(verbs)
                                             : fish_completion(verbs)};
  }

  // The verb that was typed, or the whole.
  const CLI::App& chosen() const {
    for (const CLI::App* verb : all_verbs()) {
      if (verb->parsed()) return *verb;
    }
    return app_;
  }

  // What is wrong with the arguments that no option takes.
  std::optional<std::string> unexpected() const {
    const std::vector<std::string> rest = app_.remaining(true);
    const CLI::App& verb = chosen();
    if (&verb == &app_ && rest.empty()) return fmt::format("a verb is missing: {}", fmt::join(verb_names(), ", "));
    if (rest.empty()) return {};
    const std::string word = rest.front().substr(0, rest.front().find('='));
    if (word.starts_with("-") && word != "-") {
      return fmt::format("unknown option {}.{}", word, did_you_mean(word, flags_of(verb)));
    }
    if (&verb != &app_) return fmt::format("unexpected argument '{}'", word);
    if (word.ends_with(".model")) return fmt::format("a verb is missing. Did you mean 'heddle test {}'?", word);
    return fmt::format("unknown verb '{}'.{}", word, did_you_mean(word, verb_names()));
  }

  Message usage(const std::string& problem) const {
    const CLI::App& verb = chosen();
    const std::string help = &verb == &app_ ? "heddle --help" : fmt::format("heddle {} --help", verb.get_name());
    return {kUsage, fmt::format("heddle: {}\nTry '{}'.\n", problem, help)};
  }

  // The program is the first file, or the first word behind "--".
  std::optional<std::string> program_of_test() {
    std::vector<std::string> files = test_files_;
    trace::ProgramSpec& spec = test_options_.program.spec;
    if (files.empty() && !rest_.empty()) {
      files.push_back(rest_.front());
      rest_.erase(rest_.begin());
    }
    if (files.empty()) return "FILE is required";
    spec.program = files.front();
    spec.more_sources.assign(files.begin() + 1, files.end());
    spec.arguments = rest_;
    return {};
  }

  // The options that the user has given for programs of C and C++.
  std::vector<std::string> given_native(const CLI::App* verb) const {
    std::vector<std::string> result;
    for (const CLI::Option* option : native_options_.at(verb)) {
      if (option->count() != 0 && !configured_.contains(option->get_name())) result.push_back(option->get_name());
    }
    return result;
  }

  // What all verbs know of the program that they are about.
  void finish(const CLI::App* verb, ProgramOptions& program, Definitions definitions) const {
    program.spec.definitions = std::move(definitions);
    program.given = given_native(verb);
    if (configured_.contains("--flags") && !is_source_code(program.spec.program)) program.spec.flags.clear();
  }

  // An option that has no effect with the strategy is a misunderstanding.
  std::optional<std::string> without_effect() const {
    const std::string& strategy = test_options_.strategy;
    const explore::StrategyInfo* const info = explore::find_strategy(strategy);
    if (info == nullptr) return {};
    const bool random_order = test_options_.strategy_options.order == explore::TargetOrder::kRandom;
    struct Rule {
      const char* option;
      bool has_effect;
      const char* with;
    };
    const bool prunes = test_options_.strategy_options.prune.has_value();
    const std::array<Rule, 13> rules = {{{"--pct-depth", strategy == "pct", "pct"},
                                         {"--prune", info->prunable, "dpor, dpor-1, dpor-2 and exhaustive"},
                                         {"--interferences", strategy == "con2colic", "con2colic"},
                                         {"--lcov", strategy == "con2colic", "con2colic"},
                                         {"--plot", strategy == "con2colic", "con2colic"},
                                         {"--no-cores", strategy == "con2colic", "con2colic"},
                                         {"--no-unique", strategy == "con2colic", "con2colic"},
                                         {"--no-uncovered", strategy == "con2colic", "con2colic"},
                                         {"--seed", info->samples || random_order || !seed_tests_.empty(),
                                          "random, pct, --order=random and --seed-tests"},
                                         {"--order", info->unfolds, "contextual and unfolding"},
                                         {"--no-merge", info->unfolds, "contextual and unfolding"},
                                         {"--no-prefer", info->unfolds, "contextual and unfolding"},
                                         {"--solver-seconds", !info->samples, "strategies that solve for inputs"}}};
    for (const char* option : {"--prune-states", "--prune-size", "--prune-always"}) {
      if (!prunes && test_->get_option(option)->count() != 0)
        return fmt::format("{} has no effect without --prune=assertions", option);
    }
    for (const char* option : {"--stats", "--lcov", "--plot"}) {
      if (test_options_.gtest && test_->get_option(option)->count() != 0)
        return fmt::format("{} has no effect with --gtest: each test has its own report", option);
    }
    for (const Rule& rule : rules) {
      if (rule.has_effect || test_->get_option(rule.option)->count() == 0) continue;
      return fmt::format("{} has no effect with --strategy={}, only with {}", rule.option, strategy, rule.with);
    }
    return {};
  }

  explore::prune::Options prune_options() const {
    explore::prune::Options options = prune_;
    if (!prune_always_) options.turns.emplace();
    return options;
  }

  // What is wrong with the tests to begin with.
  std::optional<std::string> seeds() {
    if (seed_tests_.empty()) return {};
    const base::Result<std::uint64_t> count = parse_seed_tests(seed_tests_);
    if (!count) return count.error().text();
    test_options_.seed_tests = count.value();
    return {};
  }

  Command command() {
    Definitions definitions;
    for (const std::string& definition : definitions_) {
      if (std::optional<std::string> problem = add_definition(definition, definitions)) return usage(*problem);
    }
    if (has_rest_ && !test_->parsed()) return usage("only 'heddle test' takes '--' and arguments for the program");
    if (test_->parsed()) {
      if (std::optional<std::string> problem = program_of_test()) return usage(*problem);
      if (std::optional<std::string> problem = seeds()) return usage(*problem);
      if (std::optional<std::string> problem = without_effect()) {
        is_without_effect_ = true;
        return usage(*problem);
      }
      if (test_options_.strategy_options.prune) test_options_.strategy_options.prune = prune_options();
      finish(test_, test_options_.program, std::move(definitions));
      if (no_out_) test_options_.out.clear();
      return std::move(test_options_);
    }
    if (ask_->parsed()) {
      const bool numbers = !std::isnan(ask_options_.budget.seconds) && !std::isnan(ask_options_.limits.seconds);
      if (!numbers) return usage("--max-seconds, --solver-seconds: not a number");
      finish(ask_, ask_options_.program, std::move(definitions));
      return std::move(ask_options_);
    }
    if (replay_->parsed()) return std::move(replay_options_);
    if (strategies_->parsed()) return StrategiesOptions{};
    if (init_->parsed()) return std::move(init_options_);
    if (doctor_->parsed()) return DoctorOptions{};
    if (completion_->parsed()) return completion();
    if (man_->parsed()) return man_page_of_verb();
    if (slice_->parsed()) {
      slice_options_.definitions = std::move(definitions);
      return std::move(slice_options_);
    }
    finish(dump_, dump_options_.program, std::move(definitions));
    dump_options_.form = dump_test_                 ? DumpOptions::Form::kTest
                         : !dump_unfolding_.empty() ? DumpOptions::Form::kUnfoldingDot
                         : !dump_forest_.empty()    ? DumpOptions::Form::kForestDot
                                                    : DumpOptions::Form::kTrace;
    dump_options_.program.spec.symbolic_reads = dump_options_.form == DumpOptions::Form::kForestDot;
    return std::move(dump_options_);
  }

  explore::prune::Options prune_;
  bool prune_always_ = false;
  CLI::App app_{kAbout, "heddle"};
  CLI::App* test_ = app_.add_subcommand("test", "Explores a program and reports its bugs");
  // Only for --help: see is_compiler_verb.
  CLI::App* cc_ = app_.add_subcommand("cc", "Compiles C for 'heddle test': clang with all its options");
  CLI::App* cxx_ = app_.add_subcommand("c++", "Compiles C++ likewise");
  CLI::App* ask_ = app_.add_subcommand("ask", "Tells whether a state with some property is reachable");
  CLI::App* replay_ = app_.add_subcommand("replay", "Runs a finding again");
  CLI::App* dump_ =
      app_.add_subcommand("dump", "Prints the first run or the unfolding of a program in a form for tools");
  CLI::App* slice_ = app_.add_subcommand("slice", "Shows what of a program can influence a failure");
  CLI::App* strategies_ = app_.add_subcommand("strategies", "Lists the ways to explore");
  CLI::App* init_ = app_.add_subcommand("init", "Writes a first test and the lines of CMake that run it");
  CLI::App* doctor_ = app_.add_subcommand("doctor", "Says what is missing for Heddle to work here");
  CLI::App* completion_ = app_.add_subcommand("completion", "Prints the completion of command lines for a shell");
  CLI::App* man_ = app_.add_subcommand("man", "Prints a page for man, of a verb or of the whole");
  TestOptions test_options_ = {.strategy = std::string(explore::strategies().front().name)};
  AskOptions ask_options_;
  ReplayOptions replay_options_;
  SliceOptions slice_options_;
  InitOptions init_options_;
  std::string shell_;
  std::string man_verb_;
  DumpOptions dump_options_ = {.strategy = "contextual"};
  std::map<const CLI::App*, std::vector<CLI::Option*>> native_options_;  // of each verb, for programs of C and C++
  std::vector<std::string> definitions_;
  std::vector<std::string> test_files_;
  std::vector<std::string> rest_;  // behind "--"
  bool has_rest_ = false;
  std::set<std::string> configured_;
  bool no_config_ = false;
  bool is_without_effect_ = false;
  std::string seed_tests_;
  bool no_out_ = false;
  bool dump_trace_ = false;
  bool dump_test_ = false;
  std::string dump_unfolding_;  // its form
  std::string dump_forest_;     // the same
};

Parsed parse(const std::vector<std::string>& arguments, const std::set<std::string>& configured) {
  return Parser(configured).parsed(arguments);
}

}  // namespace

Command parse_arguments(const std::vector<std::string>& arguments) {
  Parser parser;
  Parsed typed = parser.parsed(arguments);
  if (std::holds_alternative<Message>(typed.command)) return std::move(typed.command);
  const std::vector<KnownOption> known = parser.known_options();
  Configuration configuration(arguments, std::move(typed), known, parse);
  if (configuration.add(settings_of_environment(known)) && parser.reads_file())
    configuration.add(settings_of_file(known));
  return configuration.take();
}

}  // namespace heddle::cli
