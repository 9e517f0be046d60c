#include "instrument/types.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>

#include <string_view>
#include <utility>
#include <vector>

namespace heddle::instrument {

namespace {

constexpr std::uint64_t kBitsOfByte = 8;

std::uint64_t bytes(std::uint64_t bits) { return (bits + kBitsOfByte - 1) / kBitsOfByte; }

std::string scalar(std::uint64_t size) { return "i" + std::to_string(size); }

// Larger enumerations are shown as numbers.
constexpr std::size_t kMaxEnumerators = 64;

// Mutexes and the like: their internals are the library's business.
bool is_opaque(std::string_view name) {
  return name.starts_with("pthread_") || name == "sem_t" || name == "mtx_t" || name == "cnd_t";
}

// Typedefs, const, volatile and _Atomic are not part of a layout.
const llvm::DIType* without_qualifiers(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case llvm::dwarf::DW_TAG_typedef:
        if (is_opaque(derived->getName())) return type;
        break;
      case llvm::dwarf::DW_TAG_const_type:
      case llvm::dwarf::DW_TAG_volatile_type:
      case llvm::dwarf::DW_TAG_restrict_type:
      case llvm::dwarf::DW_TAG_atomic_type:
      case llvm::dwarf::DW_TAG_template_alias: break;
      default: return type;
    }
    type = derived->getBaseType();
  }
  return type;
}

std::uint64_t size_of(const llvm::DIType* type) {
  for (; type != nullptr; type = llvm::cast<llvm::DIDerivedType>(type)->getBaseType()) {
    if (type->getSizeInBits() != 0 || !llvm::isa<llvm::DIDerivedType>(type)) return bytes(type->getSizeInBits());
  }
  return 0;
}

bool is_character(const llvm::DIType* type) {
  const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(without_qualifiers(type));
  return basic != nullptr && basic->getSizeInBits() == kBitsOfByte && basic->getName().ends_with("char");
}

std::string basic(const llvm::DIBasicType& type, std::uint64_t size) {
  const std::string suffix = std::to_string(size);
  if (is_character(&type)) return "c" + suffix;
  switch (type.getEncoding()) {
    case llvm::dwarf::DW_ATE_boolean: return "b" + suffix;
    case llvm::dwarf::DW_ATE_float: return "f" + suffix;
    case llvm::dwarf::DW_ATE_unsigned:
    case llvm::dwarf::DW_ATE_unsigned_char: return "u" + suffix;
    default: return scalar(size);
  }
}

bool is_pointer(const llvm::DIType* type) {
  const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
  if (derived == nullptr) return false;
  const auto tag = derived->getTag();
  return tag == llvm::dwarf::DW_TAG_pointer_type || tag == llvm::dwarf::DW_TAG_reference_type ||
         tag == llvm::dwarf::DW_TAG_rvalue_reference_type;
}

std::string enumeration(const llvm::DICompositeType& type, std::uint64_t size) {
  if (type.getElements().empty() || type.getElements().size() > kMaxEnumerators) return scalar(size);
  std::string text = "e" + std::to_string(size) + "(";
  for (const llvm::DINode* node : type.getElements()) {
    const auto* one = llvm::dyn_cast<llvm::DIEnumerator>(node);
    if (one == nullptr) continue;
    text += (text.back() == '(' ? "" : ",") + one->getName().str() + "=";
    text += llvm::toString(one->getValue(), 10, !one->isUnsigned());
  }
  return text + ")";
}

// What a duration counts: "ms" for std::chrono::duration<long, std::ratio<1, 1000>>; empty for any other class.
std::string unit_of(const llvm::DICompositeType& type) {
  struct Unit {
    std::uint64_t numerator, denominator;
    const char* name;
  };
  constexpr Unit kUnits[] = {{1, 1'000'000'000, "ns"}, {1, 1'000'000, "us"}, {1, 1'000, "ms"},   {1, 1, "s"},
                             {60, 1, "min"},           {3'600, 1, "h"},      {86'400, 1, "days"}};
  llvm::StringRef name = type.getName();
  if (!name.consume_front("duration<")) return {};
  name = name.split("ratio<").second;
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 0;
  if (name.consumeInteger(10, numerator)) return {};
  name = name.drop_until(llvm::isDigit);
  if (name.consumeInteger(10, denominator)) return {};
  for (const Unit& unit : kUnits)
    if (unit.numerator == numerator && unit.denominator == denominator) return unit.name;
  return {};
}

struct Member {
  std::string name;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  const llvm::DIType* type = nullptr;
  std::string bits;  // of a bit-field: what precedes its type
};

bool is_class(const llvm::DICompositeType& type) {
  return type.getTag() == llvm::dwarf::DW_TAG_structure_type || type.getTag() == llvm::dwarf::DW_TAG_class_type ||
         type.getTag() == llvm::dwarf::DW_TAG_union_type;
}

const llvm::DICompositeType* as_class(const llvm::DIType* type) {
  const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(without_qualifiers(type));
  return composite != nullptr && is_class(*composite) ? composite : nullptr;
}

// "get<2>" for the member of std::tuple's third base class; empty for any other class.
std::string name_in_tuple(const llvm::DICompositeType& type) {
  llvm::StringRef name = type.getName();
  if (!name.consume_front("_Head_base<") || !name.contains(',')) return {};
  std::string index = name.take_while(llvm::isDigit).str();
  return index.empty() ? index : "get<" + index + ">";
}

// `is_users`: does the user know that this is a tuple, or is it one within a class of the library?
void collect_members(const llvm::DICompositeType& type, std::uint64_t base, bool is_users,
                     std::vector<Member>& members) {
  for (const llvm::DINode* node : type.getElements()) {
    const auto* part = llvm::dyn_cast<llvm::DIDerivedType>(node);
    if (part == nullptr || part->isStaticMember() || part->isVirtual()) continue;
    const bool is_base = part->getTag() == llvm::dwarf::DW_TAG_inheritance;
    if (!is_base && part->getTag() != llvm::dwarf::DW_TAG_member) continue;
    const std::uint64_t bit = part->getOffsetInBits();
    const std::uint64_t offset = base + bit / kBitsOfByte;
    const llvm::DICompositeType* inner = as_class(part->getBaseType());
    if (inner != nullptr && (is_base || part->getName().empty())) {
      collect_members(*inner, offset, is_users, members);
    } else if (part->isBitField()) {
      const std::uint64_t shift = bit % kBitsOfByte;
      const std::uint64_t width = part->getSizeInBits();
      if (part->getName().empty()) continue;
      members.push_back({part->getName().str(), offset, bytes(shift + width), part->getBaseType(),
                         "B" + std::to_string(shift) + "," + std::to_string(width)});
    } else if (!part->getName().empty()) {
      const std::string in_tuple = is_users ? name_in_tuple(type) : std::string();
      members.push_back({in_tuple.empty() ? part->getName().str() : in_tuple, offset, bytes(part->getSizeInBits()),
                         part->getBaseType()});
    }
  }
}

// For the bytes in which a node of libstdc++ holds its value.
const llvm::DIType* content_of_buffer(const llvm::DICompositeType& type) {
  const llvm::StringRef name = type.getName();
  const bool is_buffer = name.starts_with("__aligned_membuf<") || name.starts_with("__aligned_buffer<");
  return is_buffer ? template_argument(type) : nullptr;
}

// Of std::queue, std::stack and std::priority_queue: their only member that means something. Its name does not: `c`.
const llvm::DIType* adapted_container(const llvm::DICompositeType& type) {
  const auto* scope = llvm::dyn_cast_or_null<llvm::DINamespace>(type.getScope());
  const llvm::StringRef name = type.getName();
  const bool is_adaptor =
      name.starts_with("queue<") || name.starts_with("stack<") || name.starts_with("priority_queue<");
  if (!is_adaptor || scope == nullptr || scope->getName() != "std") return nullptr;
  for (const llvm::DINode* node : type.getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
    if (member != nullptr && member->getTag() == llvm::dwarf::DW_TAG_member && member->getName() == "c")
      return member->getBaseType();
  }
  return nullptr;
}

class Writer {
 public:
  void write(const llvm::DIType* type, std::uint64_t size, bool is_users = true) {
    type = without_qualifiers(type);
    const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
    if (type != nullptr && size_of(type) != 0) size = size_of(type);
    if (const auto* simple = llvm::dyn_cast_or_null<llvm::DIBasicType>(type)) {
      text_ += basic(*simple, size);
    } else if (is_pointer(type)) {
      const llvm::DIType* to = llvm::cast<llvm::DIDerivedType>(type)->getBaseType();
      text_ += (is_character(to) ? "s" : "p") + std::to_string(size);
    } else if (composite == nullptr || is_opaque(composite->getName()) || text_.size() > kMaxTypeText) {
      text_ += scalar(size);
    } else if (composite->getTag() == llvm::dwarf::DW_TAG_enumeration_type) {
      text_ += enumeration(*composite, size);
    } else if (const llvm::DIType* content = content_of_buffer(*composite)) {
      write(content, size, is_users);
    } else if (const llvm::DIType* container = adapted_container(*composite)) {
      write(container, size, is_users);
    } else if (composite->getTag() == llvm::dwarf::DW_TAG_array_type && !composite->isVector()) {
      write_array(*composite, size);
    } else if (is_class(*composite)) {
      write_class(*composite, size, is_users);
    } else {
      text_ += scalar(size);
    }
  }

  std::string take() { return std::move(text_); }

 private:
  void write_array(const llvm::DICompositeType& array, std::uint64_t size) {
    const std::uint64_t element = size_of(array.getBaseType());
    std::vector<std::uint64_t> counts;
    std::uint64_t elements = 1;
    for (const llvm::DINode* node : array.getElements()) {
      const auto* range = llvm::dyn_cast<llvm::DISubrange>(node);
      if (range == nullptr) continue;
      const auto* count = llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount());
      counts.push_back(count == nullptr || count->isNegative() ? 0 : count->getZExtValue());
      elements *= counts.back();
    }
    // A flexible array is as long as its variable.
    if (element == 0 || counts.empty() || (elements == 0 && counts.size() > 1)) {
      text_ += scalar(size);
      return;
    }
    if (elements == 0) counts[0] = elements = size / element;
    for (const std::uint64_t count : counts) {
      elements = count == 0 ? 0 : elements / count;
      text_ += "[" + std::to_string(count) + "," + std::to_string(elements * element) + "]";
    }
    write(array.getBaseType(), element);
  }

  void write_class(const llvm::DICompositeType& type, std::uint64_t size, bool is_users) {
    std::vector<Member> members;
    collect_members(type, 0, is_users, members);
    if (members.empty()) {  // empty, or only declared in this translation unit
      text_ += scalar(size);
      return;
    }
    // The library's name for a member means nothing to the user.
    const bool is_wrapper =
        members.size() == 1 && members[0].offset == 0 && members[0].size == size && members[0].bits.empty();
    const bool is_known = type.getName() == "_Fwd_list_impl";  // told apart by its member
    if (is_wrapper && members[0].name.starts_with("_") && !is_known) {
      write(members[0].type, size, false);
      if (const std::string unit = unit_of(type); !unit.empty() && llvm::isDigit(text_.back()))
        text_ += "(" + unit + ")";
      return;
    }
    text_ += "{";
    for (const Member& member : members) {
      if (text_.size() > kMaxTypeText) break;
      text_ += member.name + ":" + std::to_string(member.offset) + ":" + member.bits;
      write(member.type, member.size, !member.name.starts_with("_"));
      text_ += ";";
    }
    text_ += "}";
  }

  std::string text_;
};

struct NodeOfLibrary {
  llvm::StringRef type;
  const char* name;  // null: that of its first template argument
};
constexpr NodeOfLibrary kNodesOfLibrary[] = {{"_Rb_tree_node<std::pair<const ", "map node"},
                                             {"_Rb_tree_node<", "set node"},
                                             {"_List_node<", "list node"},
                                             {"_Fwd_list_node<", "list node"},
                                             {"_Hash_node<std::pair<const ", "map node"},
                                             {"_Hash_node<", "set node"},
                                             {"_Sp_counted_ptr_inplace<", nullptr}};

}  // namespace

const llvm::DIType* template_argument(const llvm::DICompositeType& type) {
  if (type.getTemplateParams().empty()) return nullptr;
  const auto* parameter = llvm::dyn_cast<llvm::DITemplateTypeParameter>(type.getTemplateParams()[0]);
  return parameter == nullptr ? nullptr : parameter->getType();
}

std::string type_name(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (is_pointer(type)) return type_name(derived->getBaseType()) + "*";
    const bool is_computed = derived->getName().contains('<');  // such as remove_extent_t<int[]>
    if (derived->getTag() == llvm::dwarf::DW_TAG_typedef && !derived->getName().empty() && !is_computed) break;
    type = derived->getBaseType();
  }
  if (type == nullptr) return "void";
  const llvm::StringRef name = type->getName();
  for (const NodeOfLibrary& node : kNodesOfLibrary) {
    const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
    if (!name.starts_with(node.type) || composite == nullptr) continue;
    if (node.name != nullptr) return node.name;
    const llvm::DIType* content = template_argument(*composite);
    return content == nullptr ? name.str() : type_name(content);
  }
  if (name == "basic_string<char, std::char_traits<char>, std::allocator<char> >") return "string";
  return name.empty() ? "object" : name.str();
}

std::string type_text(const llvm::DIType* type, std::uint64_t size) {
  Writer writer;
  writer.write(type, size);
  return writer.take();
}

}  // namespace heddle::instrument
