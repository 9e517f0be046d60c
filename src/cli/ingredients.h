#pragma once

#include <optional>
#include <string>
#include <vector>

// What a compiled program was made from, so that it can be known when it would become another one: the files that the
// compiler and the linker say they have read, the tools themselves, and the folders in which a new file could take the
// place of one of these.

namespace heddle::cli {

// The files of a rule as compilers and linkers write them for make ("target: file file …").
std::vector<std::string> files_of_rule(const std::string& rule);

// Not a file of the system: those change only when packages are installed.
bool is_users(const std::string& path);

// Does the text of a source make the program depend on more than the files that compilers list: the time, or whether
// a file exists in a folder that contains none of those?
bool depends_on_more(const std::string& text);

// Files and folders. None if they cannot be known.
std::optional<std::vector<std::string>> ingredients(const std::vector<std::string>& command,
                                                    const std::vector<std::string>& files);

// What compilers and linkers read from the environment, as one text.
std::string compiler_environment();

}  // namespace heddle::cli
