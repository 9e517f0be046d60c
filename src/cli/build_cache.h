#pragma once

#include <optional>
#include <string>
#include <vector>

// Programs that were compiled before. Compiling takes longer than most explorations, and each `test`, `replay` and
// `ask` of the same source begins with it.
//
// A program is known by its key: the command and all else that compilers read besides files. It is taken as long as all
// files that it was made of are as they were, and the folders in which those lie, or others may be looked for, have the
// same names in them: a new header may come before one that was found.

namespace heddle::cli {

class BuildCache {
 public:
  // The one of this user: $HEDDLE_CACHE, $XDG_CACHE_HOME/heddle or ~/.cache/heddle. HEDDLE_CACHE=off: none.
  static std::optional<BuildCache> of_user();

  explicit BuildCache(std::string folder) : folder_(std::move(folder)) {}

  // Puts the program of this key at `output` and gives what the compiler has said of it.
  std::optional<std::string> take(const std::string& key, const std::string& output) const;

  // Keeps the program, made of `paths` (files and folders) by a compiler that was started at `begin` (seconds since the
  // epoch). Not if one of the files is as young: who knows which of its contents was read? Drops what was not taken for
  // longest if there are too many. What fails is no error: it is compiled again.
  void keep(const std::string& key, const std::string& program, const std::string& messages,
            const std::vector<std::string>& paths, double begin) const;

 private:
  std::string folder_;
};

// The files of a rule as compilers and linkers write them for make ("target: file file …").
std::vector<std::string> files_of_rule(const std::string& rule);

}  // namespace heddle::cli
