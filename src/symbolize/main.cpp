// heddle_symbolizer PROGRAM: answers each address (hexadecimal, one per line) with the calls at it, in one line of JSON
// as llvm-symbolizer writes it. It does what that program does with the options that we need, but LLVM is part of it:
// loading LLVM's library takes longer than all addresses of a finding.
#include <llvm/DebugInfo/Symbolize/DIPrinter.h>
#include <llvm/DebugInfo/Symbolize/Symbolize.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdint>
#include <iostream>
#include <optional>
#include <string>

namespace {

namespace symbolize = llvm::symbolize;

void answer(symbolize::LLVMSymbolizer& symbolizer, symbolize::JSONPrinter& printer, const std::string& program,
            std::uint64_t address) {
  const symbolize::Request request = {program, address};
  auto calls = symbolizer.symbolizeInlinedCode(program, {address, llvm::object::SectionedAddress::UndefSection});
  if (calls) {
    printer.print(request, *calls);
    return;
  }
  llvm::consumeError(calls.takeError());
  printer.print(request, llvm::DIInliningInfo());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: heddle_symbolizer PROGRAM\n";
    return 1;
  }
  symbolize::LLVMSymbolizer symbolizer;
  symbolize::PrinterConfig config = {};
  config.PrintAddress = true;
  config.PrintFunctions = true;
  symbolize::JSONPrinter printer(llvm::outs(), config);
  constexpr int kHexadecimal = 16;
  for (std::string line; std::getline(std::cin, line);) {
    answer(symbolizer, printer, argv[1], std::strtoull(line.c_str(), nullptr, kHexadecimal));
    llvm::outs().flush();
  }
  return 0;
}
