#include "tests/instrument/instrumented.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "base/file.h"
#include "tests/cli/heddle.h"

namespace heddle::tests {

namespace {

constexpr std::size_t kLimit = 64u << 20;

// A compiler without Heddle, from the path.
void compile_plainly(const std::string& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"/usr/bin/env"});
  const Called called = Process(arguments, folder).finish();
  EXPECT_EQ(called.code, 0) << called.err;
}

}  // namespace

Instrumented::Instrumented(Language language, const std::string& source)
    : language_(language),
      source_(language == Language::kC     ? "program.c"
              : language == Language::kCxx ? "program.cpp"
                                           : "source.ll") {
  EXPECT_FALSE(base::write_file(folder_.path(source_), source).has_value());
}

std::string Instrumented::compiled(const std::vector<std::string>& flags, const std::string& output) const {
  std::vector<std::string> command = {language_ == Language::kCxx ? "c++" : "cc"};
  if (language_ == Language::kCxx) command.emplace_back("-std=c++20");
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {source_, "-o", output});
  const Called called = call_heddle(folder_.path(), command);
  EXPECT_EQ(called.code, 0) << called.err;
  EXPECT_EQ(called.err, "");
  return folder_.path(output);
}

std::string Instrumented::code(const std::vector<std::string>& flags) const {
  std::vector<std::string> with = flags;
  with.insert(with.end(), {"-S", "-emit-llvm"});
  return base::read_file(compiled(with, "program.ll"), kLimit).value();
}

std::string Instrumented::function(const std::string& name) const {
  const std::string all = code();
  const std::string start = "@" + name + "(";
  // The first mention may be a call.
  for (std::size_t at = all.find(start); at != std::string::npos; at = all.find(start, at + 1)) {
    const std::size_t line = all.rfind('\n', at) + 1;
    if (all.compare(line, 6, "define") == 0) return all.substr(line, all.find("\n}\n", line) - line);
  }
  ADD_FAILURE() << "no function " << name << " in\n" << all;
  return "";
}

std::vector<std::string> Instrumented::announces(const std::vector<std::string>& flags) const {
  std::vector<std::string> with = flags;
  with.emplace_back("-c");
  compiled(with, "program.o");
  return linked_and_run({"program.o"});
}

std::vector<std::string> Instrumented::announces_behind_plain_copy() const {
  compile_plainly(folder_.path(), {"clang++-19", "-std=c++20", "-Dmain=second", "-c", source_, "-o", "plain.o"});
  compiled({"-c"}, "program.o");
  return linked_and_run({"plain.o", "program.o"});
}

std::vector<std::string> Instrumented::announces_twice(const std::vector<std::string>& flags) const {
  std::vector<std::string> with = flags;
  with.emplace_back("-c");
  compiled(with, "program.o");
  with.emplace_back("-Dmain=second");
  compiled(with, "second.o");
  return linked_and_run({"-Wl,--gc-sections", "program.o", "second.o"});
}

std::vector<std::string> Instrumented::linked_and_run(const std::vector<std::string>& objects) const {
  const std::string source(HEDDLE_SOURCE_DIR);
  const std::string recorder = source + "/tests/instrument/recorder.c";
  compile_plainly(folder_.path(), {"clang-19", "-c", "-I" + source + "/src", recorder, "-o", "recorder.o"});
  std::vector<std::string> link = {"clang++-19", "recorder.o", "-pthread", "-o", "program"};
  link.insert(link.end(), objects.begin(), objects.end());
  compile_plainly(folder_.path(), link);
  const Called run = Process({folder_.path("program")}, folder_.path()).finish();
  EXPECT_EQ(run.code, 0);
  std::vector<std::string> lines;
  std::istringstream text(run.out);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

Instrumented c(const std::string& source) { return {Instrumented::Language::kC, source}; }
Instrumented cxx(const std::string& source) { return {Instrumented::Language::kCxx, source}; }
Instrumented llvm_text(const std::string& source) { return {Instrumented::Language::kLlvm, source}; }

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

std::vector<std::string> lines_with(const std::vector<std::string>& lines, const std::string& beginning) {
  std::vector<std::string> found;
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(found),
               [&](const std::string& line) { return line.starts_with(beginning); });
  return found;
}

}  // namespace heddle::tests
