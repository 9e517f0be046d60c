// heddle_slicer TABLE all|assertions FILE.bc …: writes the slice of a whole program as a table of places. It is a
// separate program rather than part of `heddle`, which would otherwise have to load LLVM at every start.

#include <llvm/Support/raw_ostream.h>

#include <string>
#include <system_error>
#include <vector>

#include "slice/analysis.h"
#include "slice/aside.h"
#include "slice/place_table.h"
#include "slice/program.h"

namespace {

int fail(const std::string& message) {
  llvm::errs() << "heddle: " << message << "\n";
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace heddle::slice;
  constexpr int kFirstFile = 3;
  if (argc <= kFirstFile) return fail("usage: heddle_slicer TABLE all|assertions FILE.bc ...");
  Program program = read_program({argv + kFirstFile, argv + argc});
  if (program.module == nullptr) return fail(program.error);
  const Failures failures = std::string(argv[2]) == "assertions" ? Failures::kAssertions : Failures::kAll;
  const Analysis analysis(*program.module, failures);
  std::error_code error;
  llvm::raw_fd_ostream table(argv[1], error);
  if (error) return fail(std::string(argv[1]) + ": " + error.message());
  std::vector<std::string> aside;
  if (failures == Failures::kAll)
    aside =
        Aside(analysis.module, analysis.points_to, analysis.calls, analysis.halting, analysis.graph, analysis.criteria)
            .names();
  table << PlaceTable(analysis).to_json(failures, aside);
  table.close();
  return table.has_error() ? fail(std::string(argv[1]) + ": cannot be written") : 0;
}
