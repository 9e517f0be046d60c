#include "cli/slicer.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/file.h"
#include "base/installed_file.h"
#include "cli/tool_chain.h"
#include "native/spawn.h"

namespace heddle::cli {

namespace {

constexpr std::size_t kMaxTableBytes = std::size_t{1} << 30;

}  // namespace

bool is_sliced(const trace::ProgramSpec& spec) { return std::ranges::find(spec.flags, kSliceFlag) != spec.flags.end(); }

std::string table_in(const std::string& folder) { return folder + "/slice.json"; }

base::Result<trace::SlicedPlaces> slice_program(const Slicing& slicing, const std::string& folder) {
  const base::Result<std::string> slicer = base::installed_file("heddle_slicer");
  if (!slicer) return slicer.error();
  const base::Result<std::vector<std::string>> files = compile_bitcode(slicing.sources, slicing.flags, folder);
  if (!files) return files.error();
  const std::string table = table_in(folder);
  std::vector<std::string> command = {slicer.value(), table, slicing.assertions ? "assertions" : "all"};
  command.insert(command.end(), files.value().begin(), files.value().end());
  const base::Result<pid_t> id = native::spawn({.command = command, .output = STDERR_FILENO, .own_group = true});
  if (!id) return id.error();
  const int code = native::wait_for(id.value());
  if (code != 0)
    return base::Error{"", fmt::format("the program cannot be sliced: heddle_slicer ended with code {}", code)};
  const base::Result<std::string> text = base::read_file(table, kMaxTableBytes);
  if (!text) return text.error();
  return trace::SlicedPlaces::parse(text.value());
}

}  // namespace heddle::cli
