#include "cli/shared_options.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "abi/channel.h"
#include "cli/memory_use.h"
#include "cli/shell_words.h"
#include "native/native_executor.h"
#include "trace/failing_calls.h"

namespace heddle::cli {

void add_program(CLI::App* verb, std::string& program) {
  verb->add_option("FILE", program, "The program: FILE.c, FILE.cpp, FILE.model or an executable made by heddle cc")
      ->required()
      ->type_name("");
}

void add_flags(CLI::App* verb, std::vector<std::string>& words, const std::string& help) {
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

namespace {

// "malloc,open" as a set of calls, or "true", which stands for a flag without a value; returns what is wrong, if
// anything.
std::string read_failing_calls(std::string_view text, std::uint32_t& calls) {
  calls = text == "true" || text == "all" ? trace::kAllFailingCalls : 0;
  while (calls != trace::kAllFailingCalls && !text.empty()) {
    const std::string_view name = text.substr(0, text.find(','));
    const auto found = std::ranges::find(trace::kFailingCallNames, name);
    if (found == trace::kFailingCallNames.end())
      return fmt::format("'{}' is not a call that can fail: {}", name, fmt::join(trace::kFailingCallNames, ", "));
    calls |= 1U << (found - trace::kFailingCallNames.begin());
    text.remove_prefix(std::min(name.size() + 1, text.size()));
  }
  return {};
}

// A flag that may have a value, so that the word after it is not taken as part of it.
void add_failing_calls(CLI::App* verb, std::uint32_t& calls) {
  const auto text = std::make_shared<std::string>();
  const auto read = [&calls, text](const std::string& value) { return read_failing_calls(value, calls); };
  verb->add_flag("--fail-calls", *text,
                 "Let calls fail, too: all that can, or those of --fail-calls=malloc,new,open,... (C, C++)")
      ->check(CLI::Validator(read, ""));
}

}  // namespace

std::vector<CLI::Option*> add_native(CLI::App* verb, trace::ProgramSpec& spec) {
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
  const auto no_checkpoint = [&spec](std::int64_t) { spec.checkpoint = trace::Checkpoint::kNever; };
  CLI::Option* const never = verb->add_flag_function("--no-checkpoint", no_checkpoint,
                                                     "Run every test from the start of the program (C, C++)");
  const auto always_checkpoint = [&spec](std::int64_t) { spec.checkpoint = trace::Checkpoint::kAlways; };
  verb->add_flag_function("--always-checkpoint", always_checkpoint,
                          "Run what tests have in common once, also where that is slower (C, C++)")
      ->excludes(never);
  add_flags(verb, spec.flags, "Flags for the compiler (C, C++)");
  const auto add_library = [&spec](const std::vector<std::string>& folders) {
    for (const std::string& folder : folders) {
      std::error_code ignored;
      spec.flags.push_back("-flibrary=" + std::filesystem::absolute(folder, ignored).lexically_normal().string());
    }
  };
  verb->add_option_function<std::vector<std::string>>(
          "--library", add_library,
          "Code below this folder is the user's own, also below /usr (C, C++; may be repeated)")
      ->allow_extra_args(false)
      ->type_name("DIR");
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
    return native::read_symbolic_file(text, file);
  };
  verb->add_option("--sym-file", spec.symbolic_files, "The file is an input of N bytes (C, C++; may be repeated)")
      ->type_name("PATH:N")
      ->allow_extra_args(false)
      ->check(CLI::Validator(is_symbolic_file, ""));
  add_failing_calls(verb, spec.failing_calls);
  add_number<std::uint32_t>(verb, "--fail-calls-limit", spec.failing_calls_limit, 1,
                            "At most N calls of one thread fail in one run (C, C++)")
      ->default_str(std::to_string(spec.failing_calls_limit));
  verb->add_flag("--spurious", spec.spurious, "Condition variables wake up without a signal, too (C, C++)");
  add_number<double>(verb, "--patience", spec.patience, 0.01, "Seconds that a thread may run without a step (C, C++)")
      ->default_str(fmt::format("{}", spec.patience));
  const std::vector<CLI::Option*> all = verb->get_options();
  return {all.begin() + static_cast<std::ptrdiff_t>(before), all.end()};
}

void add_definitions(CLI::App* verb, std::vector<std::string>& definitions) {
  verb->add_option("-D", definitions, "Sets a constant of the program (may be repeated)")
      ->type_name("NAME=NUMBER")
      ->allow_extra_args(false);
}

void add_depth(CLI::App* verb, std::uint32_t& depth) {
  add_number<std::uint32_t>(verb, "--depth", depth, 1, "Steps that a thread takes at most in one run")
      ->default_str(std::to_string(depth));
}

void add_budget(CLI::App* verb, explore::Budget& budget) {
  add_number<std::uint64_t>(verb, "--max-tests", budget.tests, 0, "Stop after N runs");
  add_number<double>(verb, "--max-seconds", budget.seconds, 0, "Stop after S seconds")->type_name("S");
  budget.memory = default_memory_limit();
  const auto set_memory = [&budget](const std::string& text) {
    std::uint64_t megabytes = 0;
    if (!parse_number(text.data(), text.data() + text.size(), megabytes) || megabytes == 0 ||
        megabytes > std::numeric_limits<std::uint64_t>::max() >> 20)
      throw CLI::ValidationError("--max-memory", fmt::format("expected a number of megabytes, not '{}'", text));
    budget.memory = megabytes << 20;
  };
  verb->add_option_function<std::string>("--max-memory", set_memory,
                                         "Stop at MB megabytes of memory (default: most of the machine's)")
      ->type_name("MB");
  add_depth(verb, budget.depth);
}

}  // namespace heddle::cli
