#pragma once

#include <optional>
#include <string>
#include <vector>

// Programs that were compiled before. Compiling takes longer than most explorations, and each `test`, `replay` and
// `ask` of the same source begins with it.
//
// A program is identified by its key: the command and everything else that compilers read apart from files. It is
// reused as long as its ingredients (cli/ingredients.h) are unchanged: files have the same content, or, if they are the
// system's or large, the same identity and times; folders have the same names in them.

namespace heddle::cli {

class BuildCache {
 public:
  // That of this user: $HEDDLE_CACHE, $XDG_CACHE_HOME/heddle or ~/.cache/heddle. HEDDLE_CACHE=off: none.
  static std::optional<BuildCache> of_user();

  explicit BuildCache(std::string folder) : folder_(std::move(folder)) {}

  // Puts the program with this key at `output` and returns what the compiler said about it.
  std::optional<std::string> take(const std::string& key, const std::string& output) const;

  // Keeps the program, made from `paths` (files and folders) by a compiler that was started at `begin` (seconds since
  // the epoch). Not if one of the files is that recent: it is unknown which of its contents was read. Drops those not
  // used for the longest time if there are too many. A failure is not an error: the program is compiled again.
  void keep(const std::string& key, const std::string& program, const std::string& messages,
            const std::vector<std::string>& paths, double begin) const;

 private:
  std::string folder_;
};

}  // namespace heddle::cli
