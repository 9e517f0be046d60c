#include "native/symbols.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "base/mapped_file.h"

namespace heddle::native {

namespace {

bool names_memory(const Elf64_Sym& symbol) {
  const unsigned char type = ELF64_ST_TYPE(symbol.st_info);
  return (type == STT_FUNC || type == STT_OBJECT) && symbol.st_shndx != SHN_UNDEF;
}

// None if it is no executable.
std::span<const Elf64_Shdr> sections_of(const base::MappedFile& file) {
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
std::span<const char> section_named(const base::MappedFile& file, std::string_view name) {
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
  const base::MappedFile file(path);
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

std::string_view Symbols::at(std::uint64_t address) {
  const auto [known, is_new] = known_.try_emplace(address);
  if (is_new) known->second = look_up(address);
  return known->second;
}

// A program has thousands of symbols, of which hardly any is asked for: they are neither copied nor sorted.
std::string Symbols::look_up(std::uint64_t address) const {
  const base::MappedFile file(path_);
  const auto sections = sections_of(file);
  std::uint64_t nearest = 0;
  std::string_view name;
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
    const Elf64_Shdr& strings = sections[section.sh_link];
    const auto names = file.objects<char>(strings.sh_offset, strings.sh_size);
    for (const Elf64_Sym& symbol : file.objects<Elf64_Sym>(section.sh_offset, section.sh_size / sizeof(Elf64_Sym))) {
      if (symbol.st_value > address || symbol.st_value < nearest) continue;
      if (!names_memory(symbol) || symbol.st_name >= names.size()) continue;
      nearest = symbol.st_value;
      const bool contains = address - nearest < std::max<std::uint64_t>(symbol.st_size, 1);
      name = contains ? text_at(names, symbol.st_name) : std::string_view();
    }
  }
  return std::string(name);
}

}  // namespace heddle::native
