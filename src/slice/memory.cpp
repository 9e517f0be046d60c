#include "slice/memory.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "slice/functions.h"

namespace heddle::slice {

namespace {

Area area(const llvm::Value& address, llvm::Type* type, const llvm::DataLayout& layout) {
  const llvm::TypeSize size = layout.getTypeStoreSize(type);
  return {&address, size.isScalable() ? std::nullopt : std::optional<std::uint64_t>(size.getFixedValue())};
}

Area area(const llvm::Value& address, const llvm::Value& size) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&size);
  return {&address, number == nullptr ? std::nullopt : std::optional<std::uint64_t>(number->getZExtValue())};
}

void add_arguments(const llvm::CallBase& call, std::vector<Area>& areas) {
  for (const llvm::Use& argument : call.args()) areas.push_back({argument.get(), std::nullopt});
}

Access access_of_transfer(const llvm::MemIntrinsic& call) {
  Access access;
  access.writes.push_back(area(*call.getRawDest(), *call.getLength()));
  if (const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&call))
    access.reads.push_back(area(*transfer->getRawSource(), *call.getLength()));
  return access;
}

Access access_of_call(const llvm::CallBase& call, const PointsTo& points_to) {
  Access access;
  if (const auto* transfer = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) return access_of_transfer(*transfer);
  // It is unknown which memory: everything outside, which now includes what the arguments point to.
  if (points_to.may_call_unknown(call)) return {{Area{}}, {Area{}}};
  const llvm::Function* callee = callee_of(call);
  if (callee == nullptr || !callee->isDeclaration()) return access;
  switch (effect_of(call)) {
    case Effect::kReads:
    case Effect::kAsserts:
    case Effect::kFails: add_arguments(call, access.reads); break;
    case Effect::kWrites:
    case Effect::kFrees:
    case Effect::kSynchronises:
    case Effect::kBlocks:
      add_arguments(call, access.reads);
      add_arguments(call, access.writes);
      break;
    case Effect::kCreates: access.writes.push_back({call.getArgOperand(0), std::nullopt}); break;
    case Effect::kJoins: add_arguments(call, access.writes); break;
    case Effect::kNothing:
    case Effect::kAllocates:
    case Effect::kInput:
    case Effect::kAssumes:
    case Effect::kExits:
    case Effect::kEndsThread:
    case Effect::kUnknown: break;
  }
  return access;
}

}  // namespace

std::optional<KnownPlace> known_place(const llvm::Value& address, const llvm::DataLayout& layout) {
  if (!address.getType()->isPointerTy()) return {};
  llvm::APInt offset(layout.getIndexTypeSizeInBits(address.getType()), 0);
  const llvm::Value* base = address.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(base);
      call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address)
    base = call->getArgOperand(0);
  if (!llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(base)) return {};
  return KnownPlace{base, offset.getSExtValue()};
}

Access access_of(const llvm::Instruction& instruction, const PointsTo& points_to) {
  const llvm::DataLayout& layout = instruction.getDataLayout();
  Access access;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    access.reads.push_back(area(*load->getPointerOperand(), load->getType(), layout));
  } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    access.writes.push_back(area(*store->getPointerOperand(), store->getValueOperand()->getType(), layout));
  } else if (const auto* change = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    access.reads.push_back(area(*change->getPointerOperand(), change->getType(), layout));
    access.writes = access.reads;
  } else if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    access.reads.push_back(area(*exchange->getPointerOperand(), exchange->getNewValOperand()->getType(), layout));
    access.writes = access.reads;
  } else if (llvm::isa<llvm::VAArgInst>(instruction)) {
    access.reads.push_back({instruction.getOperand(0), std::nullopt});
    access.reads.emplace_back();
    access.writes = access.reads;
  } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    return access_of_call(*call, points_to);
  }
  return access;
}

Memory::Memory(const llvm::Module& module, const PointsTo& points_to)
    : points_to_(points_to), layout_(module.getDataLayout()) {
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      for (const Area& area : access_of(instruction, points_to).writes) {
        for (const Part& part : parts_of(area)) writes_[part.object].push_back({&instruction, part.range});
      }
      // The list of variable arguments is filled where it is started.
      const auto* begin = llvm::dyn_cast<llvm::VAStartInst>(&instruction);
      if (begin != nullptr) writes_[points_to.rest_of(function)].push_back({&instruction, std::nullopt});
    }
  }
}

std::vector<Memory::Part> Memory::parts_of(const Area& area) const {
  std::vector<Part> parts;
  if (area.address == nullptr) {
    for (const Object object : points_to_.escaped()) parts.push_back({object, std::nullopt});
    return parts;
  }
  if (const auto place = known_place(*area.address, layout_)) {
    const Object object = points_to_.object_of(*place->variable);
    if (!area.size) return {{object, std::nullopt}};
    return {{object, Range{place->offset, place->offset + static_cast<std::int64_t>(*area.size)}}};
  }
  for (const Object object : points_to_.objects(*area.address)) parts.push_back({object, std::nullopt});
  return parts;
}

std::vector<const llvm::Instruction*> Memory::writers_for(const llvm::Instruction& reader) const {
  std::vector<const llvm::Instruction*> writers;
  for (const Area& area : access_of(reader, points_to_).reads) {
    for (const Part& part : parts_of(area)) {
      const auto known = writes_.find(part.object);
      if (known == writes_.end()) continue;
      for (const Write& write : known->second) {
        const bool apart = write.range && part.range && !write.range->overlaps(*part.range);
        if (!apart) writers.push_back(write.instruction);
      }
    }
  }
  return writers;
}

std::vector<Memory::Object> Memory::read_by(const llvm::Instruction& reader) const {
  std::vector<Object> objects;
  for (const Area& area : access_of(reader, points_to_).reads) {
    for (const Part& part : parts_of(area)) objects.push_back(part.object);
  }
  return objects;
}

}  // namespace heddle::slice
