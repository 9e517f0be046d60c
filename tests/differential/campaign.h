#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::differential {

// What the comparisons of a program showed.
struct Shown {
  std::string difference;                       // empty if there is none
  std::map<std::string, std::uint64_t> counts;  // summed over all programs, by name
};

// Random C or C++ programs, one per seed. Many are in one file, since compiling and linking take longer than exploring;
// each is explored in a process of its own, so that a crash of Heddle is a difference like any other.
struct Campaign {
  std::vector<std::string> flags;  // for the compiler
  // A file whose main runs the program selected by its argument: the one of that seed.
  std::function<std::string(std::span<const std::uint64_t> seeds)> file;
  std::function<Shown(const std::string& executable, std::size_t index, std::uint64_t seed)> compare;
  bool is_cxx = false;
  // If there are any: the file is compiled once more, with these additional flags, to twin_of(executable).
  std::vector<std::string> twin_flags = {};
};

inline std::string twin_of(const std::string& executable) { return executable + "_twin"; }

// A program of a file: the functions of its threads, and the statements of its main.
struct Case {
  std::string text;
  std::string main;
};

// The file of a campaign: `head`, and one case for each seed. generate(seed, prefix) begins all names with the prefix.
template <class Generate>
std::string file_of_cases(std::string_view head, std::span<const std::uint64_t> seeds, Generate generate) {
  std::string result(head);
  std::string main = "int main(int argc, char** argv) {\nswitch (argc > 1 ? atoi(argv[1]) : -1) {\n";
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    const Case one = generate(seeds[i], "p" + std::to_string(i) + "_");
    result += one.text;
    main += "case " + std::to_string(i) + ": {\n" + one.main + "break; }\n";
  }
  return result + main + "}\nreturn 0;\n}\n";
}

// Fails the test for each program that differs, with its seed and its text, up to a few of them. Prints and returns the
// sums of what was counted.
std::map<std::string, std::uint64_t> run(const Campaign& campaign, std::uint64_t first, std::uint64_t count);

}  // namespace heddle::differential
