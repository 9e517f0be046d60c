#include "native/thread_names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <sstream>

#include "base/file.h"
#include "tests/support/temporary_folder.h"

namespace heddle::native {
namespace {

// Prints the addresses of its functions, minus its load address, and for each kind of std::thread the words of its
// state that a ThreadRecord holds.
constexpr const char* kProgram = R"(
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <link.h>
#include <thread>
#include <tuple>

namespace {
std::uintptr_t base() {
  std::uintptr_t result = 0;
  dl_iterate_phdr([](dl_phdr_info* m, std::size_t, void* r) { *(std::uintptr_t*)r = m->dlpi_addr; return 1; }, &result);
  return result;
}
void* hidden(void*) { return nullptr; }
void counts(int, char) {}
struct Worker {
  void operator()() const {}
  void work(int) { std::puts(""); }
};
// As std::thread does.
template <class F, class... A>
void show(const char* name, F f, A... a) {
  using Invoker = std::thread::_Invoker<std::tuple<F, A...>>;
  auto* state = new std::thread::_State_impl<Invoker>(f, a...);
  std::uintptr_t words[3];
  std::memcpy(words, (void*)state, 8);
  std::memcpy(words + 1, (char*)(state + 1) - 16, 16);
  std::printf("%s %lu %lu %lu\n", name, words[0] - base(), words[1] - base(), words[2] - base());
}
}  // namespace
namespace outer { template <class T> __attribute__((noinline)) void* generic(T*) { return nullptr; } }
extern "C" void* c_function(void*) { return nullptr; }

int main() {
  std::printf("hidden %lu 0 0\n", (std::uintptr_t)&hidden - base());
  std::printf("generic %lu 0 0\n", (std::uintptr_t)&outer::generic<int> - base());
  std::printf("c_function %lu 0 0\n", (std::uintptr_t)&c_function - base());
  show("counts", counts, 1, 'a');
  Worker worker;
  show("work", &Worker::work, &worker, 1);
  show("Worker", worker);
  show("lambda", [n = 1L] { std::printf("%ld", n); });
}
)";

class names_of_threads : public testing::Test {
 protected:
  struct Words {
    std::uint64_t first = 0;
    std::uint64_t last[2] = {0, 0};
  };

  void SetUp() override {
    const std::string source = folder_.path("program.cpp");
    const std::string program = folder_.path("program");
    ASSERT_FALSE(base::write_file(source, kProgram).has_value());
    // NOLINTBEGIN(cert-env33-c): a compiler is a program.
    ASSERT_EQ(
        std::system(
            (HEDDLE_COMPILER " -std=c++20 -O1 -fno-access-control -pthread -o " + program + " " + source).c_str()),
        0);
    ASSERT_EQ(std::system((program + " > " + folder_.path("out")).c_str()), 0);
    // NOLINTEND(cert-env33-c)
    std::istringstream lines(base::read_file(folder_.path("out"), 1 << 16).value());
    std::string name;
    for (Words w; lines >> name >> w.first >> w.last[0] >> w.last[1];) words_[name] = w;
    symbols_ = Symbols(program);
  }

  std::string of_function(const std::string& name) {
    return thread_function({.function = words_.at(name).first + kLoaded}, "", symbols_, kLoaded);
  }
  std::string of_callable(const std::string& name) {
    const Words& w = words_.at(name);
    return thread_function(
        {.function = 1, .vtable = w.first + kLoaded, .last = {w.last[0] + kLoaded, w.last[1] + kLoaded}}, "", symbols_,
        kLoaded);
  }

  static constexpr std::uint64_t kLoaded = 0x555555554000;
  tests::TemporaryFolder folder_;
  std::map<std::string, Words> words_;
  Symbols symbols_{""};
};

TEST_F(names_of_threads, are_those_of_functions_that_are_static_or_templates_or_plain_c) {
  for (const char* name : {"hidden", "generic", "c_function"}) EXPECT_EQ(of_function(name), name);
}

TEST_F(names_of_threads, of_the_library_are_those_of_the_function_method_class_or_lambda_that_they_call) {
  for (const char* name : {"counts", "work", "Worker", "lambda"}) EXPECT_EQ(of_callable(name), name);
}

TEST_F(names_of_threads, are_what_the_dynamic_linker_says_or_just_thread_outside_of_the_executable) {
  EXPECT_EQ(thread_function({.function = 8}, "_ZN3lib4pollEi", symbols_, kLoaded), "poll");
  EXPECT_EQ(thread_function({.function = 8}, "", symbols_, kLoaded), "thread");
  EXPECT_EQ(thread_function({.function = 8, .vtable = 16, .last = {1, 2}}, "", symbols_, kLoaded), "thread");
}

TEST(symbols, of_what_is_no_executable_are_none) {
  const tests::TemporaryFolder folder;
  for (const char* content : {"", "text", "\177ELF"}) {
    ASSERT_FALSE(base::write_file(folder.path("file"), content).has_value());
    EXPECT_EQ(Symbols(folder.path("file")).at(0x1000), "");
  }
  EXPECT_EQ(Symbols(folder.path("missing")).at(0x1000), "");
}

TEST(short_names, are_the_last_component_without_parameters_and_template_arguments) {
  EXPECT_EQ(short_name("worker"), "worker");
  EXPECT_EQ(short_name("a::b<c::d>::worker(e::f, int)"), "worker");
  EXPECT_EQ(short_name("(anonymous namespace)::worker(void*)"), "worker");
  EXPECT_EQ(short_name("void* outer::generic<int>(int*)"), "generic");
  EXPECT_EQ(short_name("main::{lambda(int)#1}"), "lambda");
  EXPECT_EQ(short_name("main::{lambda(int)#1}::operator()(int) const"), "lambda");
}

}  // namespace
}  // namespace heddle::native
