#include "runtime/library/sorted.h"

// Effects of std::filesystem: of paths, and of functions that reach files through functions of the C library which are
// steps themselves. Those that need others (copying, permissions, directories that are walked) are not here.

namespace heddle::runtime {

namespace {

using C = LibraryCall;

// Texts as std::string begins with; what its text points to belongs to it alone, like the parts of a path.
struct String {
  const char* text;
  std::uint64_t length;
};
constexpr std::uint64_t kString = 32;

// A path is a string and a pointer to its parts.
constexpr std::uint64_t kPath = kString + sizeof(void*);

constexpr std::uint64_t kErrorCode = 16;

void string_read(C& c, unsigned n) {
  c.reads(n, sizeof(String));
  c.reads_at(c.pointer<String>(n)->text, c.pointer<String>(n)->length);
}

void path_read(C& c, unsigned n) {
  string_read(c, n);
  c.reads_at(c.text(n) + kString, sizeof(void*));
}

void path_changed(C& c, unsigned n) {
  path_read(c, n);
  c.writes_at(c.pointer<String>(n)->text, c.pointer<String>(n)->length);
  c.writes(n, kPath);
}

void path_made(C& c) { c.writes(0, kPath); }

// A std::string_view: length and text.
void view_read(C& c, unsigned n) { c.reads_at(c.text(n + 1), c.number(n)); }

// Members of paths. The result, if it is a path, comes before `this`.
void looks(C& c) { path_read(c, 0); }
void looks_at_two(C& c) {
  path_read(c, 0);
  path_read(c, 1);
}
void looks_at_view(C& c) {
  path_read(c, 0);
  view_read(c, 1);
}
void changes(C& c) { path_changed(c, 0); }
void changes_by_path(C& c) {
  path_read(c, 1);
  path_changed(c, 0);
}
void changes_by_view(C& c) {
  view_read(c, 1);
  path_changed(c, 0);
}
void makes(C& c) {
  path_read(c, 1);
  path_made(c);
}
void makes_of_two(C& c) {
  path_read(c, 2);
  makes(c);
}
void list_made(C& c) { c.writes(0, sizeof(void*)); }
void list_copied(C& c) {
  c.reads(1, sizeof(void*));
  list_made(c);
}
void list_read(C& c) { c.reads(0, sizeof(void*)); }

// Functions of the file system: the number of paths that they get, and whether they report errors in an object.
template <unsigned paths>
void asks(C& c) {
  for (unsigned n = 0; n < paths; ++n) path_read(c, n);
}
template <unsigned paths>
void asks_with_code(C& c) {
  asks<paths>(c);
  c.writes(paths, kErrorCode);
}
void resizes_with_code(C& c) {
  path_read(c, 0);
  c.writes(2, kErrorCode);
}
template <unsigned paths>
void returns_path(C& c) {
  for (unsigned n = 1; n <= paths; ++n) path_read(c, n);
  path_made(c);
}
template <unsigned paths>
void returns_path_with_code(C& c) {
  returns_path<paths>(c);
  c.writes(paths + 1, kErrorCode);
}

#define FS(name) "_ZNSt10filesystem" name
#define PATH "RKNS_7__cxx114pathE"
#define SECOND "S3_"
#define CODE "RSt10error_code"
#define MEMBER(name) "_ZNSt10filesystem7__cxx114path" name
#define CONST_MEMBER(name) "_ZNKSt10filesystem7__cxx114path" name
#define VIEW "ESt17basic_string_viewIcSt11char_traitsIcEE"

constexpr auto kTable = sorted(std::to_array<Effects>({
    {CONST_MEMBER("11parent_pathEv"), makes},
    {CONST_MEMBER("12has_filenameEv"), looks},
    {CONST_MEMBER("13has_root_nameEv"), looks},
    {CONST_MEMBER("13has_root_pathEv"), looks},
    {CONST_MEMBER("13relative_pathEv"), makes},
    {CONST_MEMBER("14root_directoryEv"), makes},
    {CONST_MEMBER("15has_parent_pathEv"), looks},
    {CONST_MEMBER("16lexically_normalEv"), makes},
    {CONST_MEMBER("17_M_find_extensionEv"), looks},
    {CONST_MEMBER("17has_relative_pathEv"), looks},
    {CONST_MEMBER("18has_root_directoryEv"), looks},
    {CONST_MEMBER("18lexically_relativeERKS1_"), makes_of_two},
    {CONST_MEMBER("19lexically_proximateERKS1_"), makes_of_two},
    {CONST_MEMBER("5_List13_Impl_deleterclEPNS2_5_ImplE"), nullptr},
    {CONST_MEMBER("5_List3endEv"), list_read},
    {CONST_MEMBER("5_List5beginEv"), list_read},
    {CONST_MEMBER("7compareERKS1_"), looks_at_two},
    {CONST_MEMBER("7compare" VIEW), looks_at_view},
    {CONST_MEMBER("9root_nameEv"), makes},
    {CONST_MEMBER("9root_pathEv"), makes},
    {MEMBER("14_M_split_cmptsEv"), changes},
    {MEMBER("15remove_filenameEv"), changes},
    {MEMBER("16replace_filenameERKS1_"), changes_by_path},
    {MEMBER("17replace_extensionERKS1_"), changes_by_path},
    {MEMBER("5_ListC1ERKS2_"), list_copied},
    {MEMBER("5_ListC1Ev"), list_made},
    {MEMBER("9_M_append" VIEW), changes_by_view},
    {MEMBER("9_M_concat" VIEW), changes_by_view},
    {MEMBER("aSERKS1_"), changes_by_path},
    {MEMBER("dVERKS1_"), changes_by_path},
    {MEMBER("pLERKS1_"), changes_by_path},
    {"_ZNSt10filesystem7__cxx1110hash_valueERKNS0_4pathE", looks},
    {FS("10equivalentE" PATH SECOND), asks<2>},
    {FS("10equivalentE" PATH SECOND CODE), asks_with_code<2>},
    {FS("11resize_fileE" PATH "m"), asks<1>},
    {FS("11resize_fileE" PATH "mRSt10error_code"), resizes_with_code},
    {FS("12current_pathB5cxx11ERSt10error_code"), returns_path_with_code<0>},
    {FS("12current_pathB5cxx11Ev"), returns_path<0>},
    {FS("12current_pathE" PATH), asks<1>},
    {FS("12current_pathE" PATH CODE), asks_with_code<1>},
    {FS("12read_symlinkE" PATH), returns_path<1>},
    {FS("12read_symlinkE" PATH CODE), returns_path_with_code<1>},
    {FS("14create_symlinkE" PATH SECOND), asks<2>},
    {FS("14create_symlinkE" PATH SECOND CODE), asks_with_code<2>},
    {FS("14symlink_statusE" PATH), asks<1>},
    {FS("14symlink_statusE" PATH CODE), asks_with_code<1>},
    {FS("15hard_link_countE" PATH), asks<1>},
    {FS("15hard_link_countE" PATH CODE), asks_with_code<1>},
    {FS("15last_write_timeE" PATH), asks<1>},
    {FS("15last_write_timeE" PATH CODE), asks_with_code<1>},
    {FS("16create_directoryE" PATH), asks<1>},
    {FS("16create_directoryE" PATH CODE), asks_with_code<1>},
    {FS("16weakly_canonicalE" PATH), returns_path<1>},
    {FS("16weakly_canonicalE" PATH CODE), returns_path_with_code<1>},
    {FS("18create_directoriesE" PATH), asks<1>},
    {FS("18create_directoriesE" PATH CODE), asks_with_code<1>},
    {FS("19temp_directory_pathB5cxx11ERSt10error_code"), returns_path_with_code<0>},
    {FS("19temp_directory_pathB5cxx11Ev"), returns_path<0>},
    {FS("24create_directory_symlinkE" PATH SECOND), asks<2>},
    {FS("24create_directory_symlinkE" PATH SECOND CODE), asks_with_code<2>},
    {FS("6removeE" PATH), asks<1>},
    {FS("6removeE" PATH CODE), asks_with_code<1>},
    {FS("6renameE" PATH SECOND), asks<2>},
    {FS("6renameE" PATH SECOND CODE), asks_with_code<2>},
    {FS("6statusE" PATH), asks<1>},
    {FS("6statusE" PATH CODE), asks_with_code<1>},
    {FS("8absoluteE" PATH), returns_path<1>},
    {FS("8absoluteE" PATH CODE), returns_path_with_code<1>},
    {FS("8relativeE" PATH SECOND CODE), returns_path_with_code<2>},
    {FS("9canonicalE" PATH), returns_path<1>},
    {FS("9canonicalE" PATH CODE), returns_path_with_code<1>},
    {FS("9file_sizeE" PATH), asks<1>},
    {FS("9file_sizeE" PATH CODE), asks_with_code<1>},
    {FS("9proximateE" PATH SECOND CODE), returns_path_with_code<2>},
}));

}  // namespace

std::span<const Effects> effects_of_filesystem() { return kTable; }

}  // namespace heddle::runtime
