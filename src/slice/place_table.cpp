#include "slice/place_table.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

#include <optional>
#include <set>

#include "instrument/source.h"

namespace heddle::slice {

namespace {

using Place = std::tuple<std::string, unsigned, unsigned>;

// As in instrument/places.cpp; none for code in system headers.
std::optional<Place> place_of(const llvm::Instruction& instruction) {
  const llvm::Function& function = *instruction.getFunction();
  if (instrument::is_system_function(function)) return {};
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  if (subprogram == nullptr || subprogram->getFile() == nullptr) return {};
  const llvm::DICompileUnit* unit = subprogram->getUnit();
  const llvm::DILocation* where = instruction.getDebugLoc();
  if (where == nullptr || where->getLine() == 0)
    return Place{instrument::file_name(*subprogram->getFile(), unit), subprogram->getLine(), 0};
  const llvm::DIFile* file = where->getFile();
  if (file != nullptr && instrument::is_system_file(*file, unit)) return {};
  return Place{instrument::file_name(file == nullptr ? *subprogram->getFile() : *file, unit), where->getLine(),
               where->getColumn()};
}

// Excludes what only says where to continue, or how long variables live.
bool counts(const llvm::Instruction& instruction) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction);
  if (branch != nullptr && branch->isUnconditional()) return false;
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return !llvm::isa<llvm::AllocaInst, llvm::UnreachableInst>(instruction) &&
         (intrinsic == nullptr || !intrinsic->isAssumeLikeIntrinsic());
}

}  // namespace

PlaceTable::PlaceTable(const Analysis& analysis) : analysis_(analysis) {
  for (const Criterion& criterion : analysis.criteria) criteria_.insert(criterion.instruction);
  for (const llvm::Function& function : analysis.module) add_hidden(function);
  for (const llvm::Function& function : analysis.module) add(function);
  for (const auto& [function, bits] : hidden_) lift(*function);
}

std::uint32_t PlaceTable::bits_of(const llvm::Instruction& instruction) const {
  const Slice& slice = analysis_.slice;
  return (slice.contains(instruction) ? kRelevant : 0U) | (slice.is_criterion_ahead(instruction) ? kFailureAhead : 0U) |
         (slice.is_slice_ahead(instruction) ? kSliceAhead : 0U) |
         (slice.is_criterion_ahead_in_frame(instruction) ? kFailureInFrame : 0U) |
         (criteria_.contains(&instruction) ? kMayFail : 0U);
}

void PlaceTable::add_hidden(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const std::uint32_t bits = bits_of(instruction);
    if (bits != 0 && !place_of(instruction)) hidden_[&function] |= bits;
  }
}

void PlaceTable::add(const llvm::Function& function) {
  const CallGraph& calls = analysis_.calls;
  const auto hidden = [this](const llvm::Function* one) {
    const auto known = hidden_.find(one);
    return known == hidden_.end() ? 0 : known->second;
  };
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const std::optional<Place> place = place_of(instruction);
    if (!place || !counts(instruction)) continue;
    std::uint32_t bits = bits_of(instruction);
    ++instructions_;
    if ((bits & kRelevant) != 0) ++relevant_;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr && !calls.creates_thread(*call)) {
      for (const llvm::Function* callee : calls.callees(*call)) {
        bits |= hidden(callee);
        for (const llvm::Function* below : calls.below(*callee)) bits |= hidden(below);
      }
    }
    places_[*place] |= bits;
  }
}

// What a system function does after it has called a user's function is reported at the last call in that function.
void PlaceTable::lift(const llvm::Function& function) {
  for (const llvm::Function* below : analysis_.calls.below(function)) {
    for (const llvm::Instruction& instruction : llvm::instructions(*below)) {
      if (!llvm::isa<llvm::CallBase>(instruction) || llvm::isa<llvm::IntrinsicInst>(instruction)) continue;
      if (const std::optional<Place> place = place_of(instruction)) places_[*place] |= hidden_.at(&function);
    }
  }
}

std::string PlaceTable::to_json(Failures failures, const std::vector<std::string>& aside) const {
  std::map<std::string, std::size_t> files;
  for (const auto& [key, bits] : places_) files.emplace(std::get<0>(key), 0);
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream);
  json.object([&] {
    json.attribute("failures", failures == Failures::kAll ? "all" : "assertions");
    json.attribute("instructions", instructions_);
    json.attribute("instructions_in_slice", relevant_);
    json.attributeArray("aside", [&] {
      for (const std::string& name : aside) json.value(llvm::json::fixUTF8(name));
    });
    json.attributeArray("files", [&] {
      std::size_t count = 0;
      for (auto& [file, number] : files) {
        number = count++;
        json.value(llvm::json::fixUTF8(file));
      }
    });
    json.attributeArray("places", [&] {
      for (const auto& [key, bits] : places_) {
        const auto& [file, line, column] = key;
        json.array([&] {
          for (const std::uint64_t number :
               {std::uint64_t{files.at(file)}, std::uint64_t{line}, std::uint64_t{column}, std::uint64_t{bits}})
            json.value(number);
        });
      }
    });
  });
  return text + "\n";
}

}  // namespace heddle::slice
