#include "cli/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <set>

#include "base/version.h"
#include "cli/cli11_help.h"
#include "cli/configuration.h"
#include "cli/help_texts.h"
#include "cli/man_page.h"
#include "cli/native_program.h"
#include "cli/shared_options.h"
#include "cli/shell_completion.h"
#include "cli/suggest.h"
#include "cli/test_verb.h"
#include "explore/ask.h"
#include "explore/factory.h"

namespace heddle::cli {

namespace {

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

// Those of which `dump` can draw the unfolding.
std::vector<std::string> strategies_with_a_net() {
  std::vector<std::string> names;
  for (const explore::StrategyInfo& info : explore::strategies()) {
    if (info.net) names.emplace_back(info.name);
  }
  return names;
}

// CLI11 takes the next argument as the value of "--flags=", whose value is empty: makes the value a separate argument.
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

// The command line as CLI11 sees it. The targets of the options are members, so it must not move.
class Parser {
 public:
  // `configured` are options that the user did not type: they need not have an effect.
  explicit Parser(std::set<std::string> configured = {}) : configured_(std::move(configured)) {
    app_.set_version_flag("--version", fmt::format("heddle {}", base::version()));
    app_.footer(kExamples);
    app_.allow_extras();
    app_.require_subcommand(0, 1);  // after a verb, the name of another one is an ordinary word
    for (CLI::App* verb : all_verbs()) verb->allow_extras();
    native_options_[test_] = test_verb_.native_options();
    add_ask();
    add_replay();
    add_keep();
    add_report();
    add_dump();
    add_slice();
    add_project();
    for (CLI::App* verb : verbs()) verb->add_flag("--no-config", no_config_, "Do not read heddle.toml");
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  Command parse(std::vector<std::string> arguments) {
    // What follows "--" is for the tested program.
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
        if (option == verb->get_help_ptr()) continue;
        for (const std::string& name : option->get_lnames()) {
          if (name != "no-config") known.push_back({verb->get_name(), name, option->get_items_expected_max() == 0});
        }
      }
    }
    return known;
  }

  Parsed parsed(const std::vector<std::string>& arguments) {
    Parsed result{.command = parse(arguments), .verb = chosen().get_name(), .given = {}};
    result.is_without_effect = is_without_effect_;
    for (const CLI::Option* option : chosen().get_options()) {
      if (option->count() != 0) result.given.insert(option->get_lnames().begin(), option->get_lnames().end());
    }
    return result;
  }

  bool reads_file() const { return !no_config_; }

 private:
  // Those that heddle.toml applies to.
  std::vector<CLI::App*> verbs() const { return {test_, ask_, replay_, dump_, slice_, strategies_}; }
  // Those that CLI11 parses.
  std::vector<CLI::App*> all_verbs() const {
    return {test_, ask_, replay_, keep_, report_, dump_, slice_, strategies_, init_, doctor_, completion_, man_};
  }

  void add_ask() {
    unfolding::EncodingLimits& limits = ask_options_.limits;
    ask_->footer(kAskExamples);
    add_program(ask_, ask_options_.program.spec.program);
    ask_->add_option("QUESTION", ask_options_.question, "What may hold in a reachable state")->required();
    native_options_[ask_] = add_native(ask_, ask_options_.program.spec);
    add_definitions(ask_, definitions_);
    add_budget(ask_, ask_options_.budget);
    ask_->add_option("--max-events", limits.events, "Do not ask the solver about an unfolding with more events")
        ->capture_default_str()
        ->type_name("N");
    ask_->add_option("--solver-seconds", limits.seconds, "Seconds that the solver may take")
        ->capture_default_str()
        ->check(CLI::NonNegativeNumber)
        ->type_name("S");
    ask_->add_flag("--quiet,-q", ask_options_.quiet, "Print only the answer");
  }

  void add_replay() {
    replay_->footer(kReplayExamples);
    replay_->add_option("BUG", replay_options_.bug, "The folder of a bug, or its test.json")->required()->type_name("");
    CLI::Option* corpus = replay_
                              ->add_option("--corpus", replay_options_.corpus,
                                           "Run the program BUG, without Heddle, with each file of this folder")
                              ->type_name("DIR");
    replay_->add_option("--lcov", replay_options_.lcov, "Write what the corpus covers of a source, for genhtml")
        ->needs(corpus)
        ->type_name("FILE");
    replay_->add_option("--program", replay_options_.program, "Run this program instead of the one that was tested")
        ->type_name("FILE");
    CLI::Option* follow = replay_->add_flag("--follow", replay_options_.follow,
                                            "In a changed program, look for the same failure near the schedule");
    add_number<std::uint64_t>(replay_, "--follow-tests", replay_options_.follow_tests, 1,
                              "Try N runs near the schedule (--follow)")
        ->default_str(std::to_string(replay_options_.follow_tests))
        ->needs(follow);
    replay_->add_flag("--trust", replay_options_.trust, "Run the program named in somebody else's test");
    CLI::Option* gdb =
        replay_->add_flag("--gdb", replay_options_.gdb, "Run the finding in gdb, with a real thread for each thread");
    replay_->add_option("--gdb-arg", replay_options_.gdb_arguments, "Pass this on to gdb; may be repeated")
        ->needs(gdb)
        ->allow_extra_args(false)
        ->type_name("ARG");
    replay_->add_flag("--full", replay_options_.full, "Show all steps of the finding");
    replay_->add_flag("--show-output", replay_options_.show_output, "Show everything that the program writes");
    replay_->add_flag("--quiet,-q", replay_options_.quiet, "Print only the verdict");
  }

  void add_keep() {
    keep_->footer(kKeepExamples);
    keep_->add_option("BUG", keep_options_.bug, "The folder of a bug")->required()->type_name("");
    keep_->add_option("--to", keep_options_.folder, "The folder in which the project keeps findings")
        ->capture_default_str()
        ->type_name("DIR");
  }

  void add_report() {
    report_->footer(kReportExamples);
    report_->add_option("OUT", report_options_.folder, "The output folder of an exploration, or the folder of a bug")
        ->capture_default_str()
        ->type_name("");
    report_->add_flag("--stats", report_options_.stats, "The numbers of the exploration, as JSON");
  }

  void add_dump() {
    dump_->footer(kDumpExamples);
    add_program(dump_, dump_options_.program.spec.program);
    native_options_[dump_] = add_native(dump_, dump_options_.program.spec);
    add_definitions(dump_, definitions_);
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
    dump_
        ->add_option("--strategy", dump_options_.strategy,
                     fmt::format("Which unfolding: {}", fmt::join(strategies_with_a_net(), " or ")))
        ->capture_default_str()
        ->type_name("NAME")
        ->check(CLI::IsMember(strategies_with_a_net()))
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
    add_definitions(slice_, definitions_);
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

  // The verb that was typed, or the whole command.
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

  // The options for C and C++ programs that the user gave.
  std::vector<std::string> given_native(const CLI::App* verb) const {
    std::vector<std::string> result;
    for (const CLI::Option* option : native_options_.at(verb)) {
      if (option->count() != 0 && !configured_.contains(option->get_name())) result.push_back(option->get_name());
    }
    return result;
  }

  // What all verbs know about their program.
  void finish(const CLI::App* verb, ProgramOptions& program, Definitions definitions) const {
    program.spec.definitions = std::move(definitions);
    program.given = given_native(verb);
    if (configured_.contains("--flags") && !is_source_code(program.spec.program)) program.spec.flags.clear();
  }

  Command command() {
    Definitions definitions;
    for (const std::string& definition : definitions_) {
      if (std::optional<std::string> problem = add_definition(definition, definitions)) return usage(*problem);
    }
    const bool runs_corpus = replay_->parsed() && !replay_options_.corpus.empty();
    if (has_rest_ && !test_->parsed() && !runs_corpus)
      return usage("only 'heddle test' takes '--' and arguments for the program");
    if (test_->parsed()) {
      if (std::optional<std::string> problem = test_verb_.set_program(rest_)) return usage(*problem);
      if (std::optional<std::string> problem = test_verb_.set_seeds()) return usage(*problem);
      if (std::optional<std::string> problem = test_verb_.without_effect()) {
        is_without_effect_ = true;
        return usage(*problem);
      }
      finish(test_, test_verb_.program(), std::move(definitions));
      return test_verb_.take();
    }
    if (ask_->parsed()) {
      const bool numbers = !std::isnan(ask_options_.budget.seconds) && !std::isnan(ask_options_.limits.seconds);
      if (!numbers) return usage("--max-seconds, --solver-seconds: not a number");
      finish(ask_, ask_options_.program, std::move(definitions));
      return std::move(ask_options_);
    }
    if (replay_->parsed()) {
      replay_options_.arguments = std::move(rest_);
      return std::move(replay_options_);
    }
    if (keep_->parsed()) return std::move(keep_options_);
    if (report_->parsed()) return std::move(report_options_);
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

  CLI::App app_{kAbout, "heddle"};
  CLI::App* test_ = app_.add_subcommand("test", "Explores a program and reports its bugs");
  // Only for --help: see is_compiler_verb.
  CLI::App* cc_ = app_.add_subcommand("cc", "Compiles C for 'heddle test': clang with all its options");
  CLI::App* cxx_ = app_.add_subcommand("c++", "Compiles C++ likewise");
  CLI::App* ask_ = app_.add_subcommand("ask", "Says whether a state with some property is reachable");
  CLI::App* replay_ = app_.add_subcommand("replay", "Runs a finding again");
  CLI::App* keep_ = app_.add_subcommand("keep", "Keeps a finding in the project, for every later test");
  CLI::App* report_ = app_.add_subcommand("report", "Shows again what an exploration has found");
  CLI::App* dump_ =
      app_.add_subcommand("dump", "Prints the first run or the unfolding of a program in a form for tools");
  CLI::App* slice_ = app_.add_subcommand("slice", "Shows which parts of a program can influence a failure");
  CLI::App* strategies_ = app_.add_subcommand("strategies", "Lists the ways to explore");
  CLI::App* init_ = app_.add_subcommand("init", "Writes a first test and the lines of CMake that run it");
  CLI::App* doctor_ = app_.add_subcommand("doctor", "Says what is missing for Heddle to work here");
  CLI::App* completion_ = app_.add_subcommand("completion", "Prints the completion of command lines for a shell");
  CLI::App* man_ = app_.add_subcommand("man", "Prints a page for man, of a verb or of the whole");
  std::vector<std::string> definitions_;
  TestVerb test_verb_{*test_, definitions_};
  AskOptions ask_options_;
  ReplayOptions replay_options_;
  KeepOptions keep_options_;
  ReportOptions report_options_;
  SliceOptions slice_options_;
  InitOptions init_options_;
  std::string shell_;
  std::string man_verb_;
  DumpOptions dump_options_ = {.strategy = std::string(explore::strategy_with(explore::kAskedNet).name)};
  std::map<const CLI::App*, std::vector<CLI::Option*>> native_options_;  // of each verb, for C and C++ programs
  std::vector<std::string> rest_;                                        // after "--"
  bool has_rest_ = false;
  std::set<std::string> configured_;
  bool no_config_ = false;
  bool is_without_effect_ = false;
  bool dump_trace_ = false;
  bool dump_test_ = false;
  std::string dump_unfolding_;  // its form
  std::string dump_forest_;     // likewise
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
