#include "native/symbols.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>

#include "native/shared_channel.h"

namespace heddle::native {

namespace {

// A file in memory. What is read from it is checked against its size: it may be anything.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status{};
    if (!file.valid() || ::fstat(file.number(), &status) != 0 || status.st_size <= 0) return;
    const auto size = static_cast<std::size_t>(status.st_size);
    void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
    if (memory != MAP_FAILED) bytes_ = {static_cast<const char*>(memory), size};
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() {
    if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
  }

  // `count` objects at an offset; none if they are not entirely within the file.
  template <class T>
  std::span<const T> objects(std::uint64_t offset, std::uint64_t count) const {
    const bool fits = offset <= bytes_.size() && count <= (bytes_.size() - offset) / sizeof(T);
    if (!fits || offset % alignof(T) != 0) return {};
    return {reinterpret_cast<const T*>(bytes_.data() + offset), count};
  }

 private:
  std::span<const char> bytes_;
};

bool names_memory(const Elf64_Sym& symbol) {
  const unsigned char type = ELF64_ST_TYPE(symbol.st_info);
  return (type == STT_FUNC || type == STT_OBJECT) && symbol.st_shndx != SHN_UNDEF;
}

// None if it is no executable.
std::span<const Elf64_Shdr> sections_of(const MappedFile& file) {
  const auto header = file.objects<Elf64_Ehdr>(0, 1);
  if (header.empty() || std::memcmp(header[0].e_ident, ELFMAG, SELFMAG) != 0) return {};
  if (header[0].e_ident[EI_CLASS] != ELFCLASS64) return {};
  return file.objects<Elf64_Shdr>(header[0].e_shoff, header[0].e_shnum);
}

std::string_view text_at(std::span<const char> texts, std::uint64_t offset) {
  if (offset >= texts.size()) return {};
  return {texts.data() + offset, ::strnlen(texts.data() + offset, texts.size() - offset)};
}

// The content of the section with this name; none if there is none.
std::span<const char> section_named(const MappedFile& file, std::string_view name) {
  const auto header = file.objects<Elf64_Ehdr>(0, 1);
  const auto sections = sections_of(file);
  if (sections.empty() || header[0].e_shstrndx >= sections.size()) return {};
  const Elf64_Shdr& strings = sections[header[0].e_shstrndx];
  const auto names = file.objects<char>(strings.sh_offset, strings.sh_size);
  for (const Elf64_Shdr& section : sections) {
    if (text_at(names, section.sh_name) == name) return file.objects<char>(section.sh_offset, section.sh_size);
  }
  return {};
}

}  // namespace

std::vector<std::string> read_words(const std::string& path) {
  const MappedFile file(path);
  std::vector<std::string> words;
  std::span<const char> left = section_named(file, "heddle_words");
  while (!left.empty()) {
    const auto size = static_cast<unsigned char>(left[0]);
    if (size >= left.size()) break;
    if (size != 0) words.emplace_back(left.data() + 1, size);
    left = left.subspan(1 + size);
  }
  std::ranges::sort(words);
  const auto same = std::ranges::unique(words);
  words.erase(same.begin(), same.end());
  return words;
}

Symbols Symbols::read(const std::string& path) {
  Symbols result;
  const MappedFile file(path);
  const auto sections = sections_of(file);
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
    const Elf64_Shdr& strings = sections[section.sh_link];
    const auto names = file.objects<char>(strings.sh_offset, strings.sh_size);
    for (const Elf64_Sym& symbol : file.objects<Elf64_Sym>(section.sh_offset, section.sh_size / sizeof(Elf64_Sym))) {
      if (!names_memory(symbol) || symbol.st_name >= names.size()) continue;
      result.symbols_.push_back({symbol.st_value, symbol.st_size, std::string(text_at(names, symbol.st_name))});
    }
  }
  std::sort(result.symbols_.begin(), result.symbols_.end(),
            [](const Symbol& a, const Symbol& b) { return a.begin < b.begin; });
  return result;
}

std::string_view Symbols::at(std::uint64_t address) const {
  auto after = std::upper_bound(symbols_.begin(), symbols_.end(), address,
                                [](std::uint64_t value, const Symbol& symbol) { return value < symbol.begin; });
  if (after == symbols_.begin()) return {};
  const Symbol& symbol = *std::prev(after);
  return address - symbol.begin < std::max<std::uint64_t>(symbol.size, 1) ? std::string_view(symbol.name)
                                                                          : std::string_view();
}

}  // namespace heddle::native
