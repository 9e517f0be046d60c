#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/options.h"
#include "cli/settings.h"

namespace heddle::cli {

// What arguments mean, and what else there is to know about them.
struct Parsed {
  Command command;
  std::string verb;
  std::set<std::string> given;     // options, without their dashes
  bool is_without_effect = false;  // is it a message because an option has no effect?
};

// What a command becomes with settings from elsewhere: each is tried separately, so that a wrong one can be named, and
// one that has no effect here, but may have elsewhere in the project, can be left out.
class Configuration {
 public:
  // Parses arguments; the second parameter lists options, with their dashes, that the user did not type.
  using Parse = std::function<Parsed(const std::vector<std::string>&, const std::set<std::string>&)>;

  Configuration(std::vector<std::string> arguments, Parsed typed, std::vector<KnownOption> known, Parse parse)
      : arguments_(std::move(arguments)),
        typed_(std::move(typed)),
        known_(std::move(known)),
        parse_(std::move(parse)),
        command_(typed_.command) {}

  // False if one of them is wrong; the command is then a message. Those added earlier take precedence.
  bool add(const base::Result<std::vector<Setting>>& settings);

  Command take() { return std::move(command_); }

 private:
  bool add(const Setting& setting);
  bool refuse(const std::string& problem);

  std::vector<std::string> arguments_;
  Parsed typed_;
  std::vector<KnownOption> known_;
  Parse parse_;
  Command command_;
  std::set<std::string> configured_;
  std::set<std::string> seen_;
};

}  // namespace heddle::cli
