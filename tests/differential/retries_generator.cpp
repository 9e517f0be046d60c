#include "tests/differential/retries_generator.h"

#include <fmt/format.h>

#include <array>
#include <span>

#include "base/rng.h"

namespace heddle::differential {

namespace {

// A stack of nodes. What a thread reads in a turn that fails may be written, freed or pushed again by others.
constexpr std::string_view kFunctions = R"(
struct node { int v; int tries; struct node* next; };
static KIND _Atomic(struct node*) top;
static struct node pool[4][4], end;
#define CAS atomic_compare_exchange_weak_explicit
static void push(struct node* n) {
  struct node* o = top;
  do { n->next = o; } while (!atomic_compare_exchange_strong(&top, &o, n));
}
static void push_reload(struct node* n) {
  for (;;) {
    struct node* o = top;
    n->next = o;
    if (atomic_compare_exchange_weak(&top, &o, n)) break;
  }
}
static void push_release(struct node* n) {
  struct node* o = atomic_load_explicit(&top, memory_order_relaxed);
  do { n->next = o; } while (!CAS(&top, &o, n, memory_order_release, memory_order_relaxed));
}
static void push_kept(struct node* n) {
  n->next = top; while (!atomic_compare_exchange_weak(&top, &n->next, n)) {}
}
static void push_kept_relaxed(struct node* n) {
  n->next = atomic_load_explicit(&top, memory_order_relaxed); while (!CAS(&top, &n->next, n, memory_order_release, memory_order_relaxed)) {}
}
static void push_kept_elsewhere(struct node* n, struct node* m) {
  n->next = top; while (!atomic_compare_exchange_weak(&top, &n->next, m)) {}
}
static void push_kept_again(struct node* n) {
  n->next = top; while (!atomic_compare_exchange_weak(&top, &n->next, n)) { n->next = top; }
}
static void push_kept_other(struct node* n) {
  n->next = top;
  for (;;) {
    struct node* o = n->next;
    if (atomic_compare_exchange_strong(&top, &o, n)) return;
    n->next = &end;
  }
}
static void push_kept_wrong(struct node* n) {
  static struct node first;
  first.next = top; while (!atomic_compare_exchange_weak(&top, &n->next, n)) {}
}
static void push_count(struct node* n) {
  struct node* o = top;
  do { n->next = o; ++n->tries; } while (!atomic_compare_exchange_weak(&top, &o, n));
}
static int push_first(struct node* n) {
  struct node *f = top, *o = f;
  do { n->next = o; } while (!atomic_compare_exchange_weak(&top, &o, n));
  return f != o;
}
static int push_open(struct node* n) {
  struct node* o = top;
  do { if (o == &end) return 0; n->next = o; } while (!atomic_compare_exchange_weak(&top, &o, n));
  return 1;
}
static int replace_empty(struct node* n) {
  struct node* o = top;
  do { if (o) return 0; } while (!atomic_compare_exchange_weak(&top, &o, n));
  return 1;
}
static struct node* pop(void) {
  struct node* o = top;
  do { if (!o || o == &end) return 0; } while (!atomic_compare_exchange_strong(&top, &o, o->next));
  return o;
}
static struct node* pop_one(void) {
  struct node* o = top;
  while (o && !atomic_compare_exchange_weak(&top, &o, o->next)) {}
  return o;
}
static struct node* pop_break(void) {
  struct node *o, *r = 0;
  for (;;) {
    o = top;
    if (o == 0) break;
    struct node* next = o->next;
    if (atomic_compare_exchange_weak(&top, &o, next)) { r = o; break; }
  }
  return r;
}
static int pop_told(void) {
  int turns = 0;
  struct node* o = top;
  while (o && !atomic_compare_exchange_weak(&top, &o, o->next)) turns = 1;
  return turns + (o ? o->v : 0);
}
static struct node* pop_where(int v) {
  for (;;) {
    struct node* o = top;
    if (!o) return 0;
    if (o->v > v) continue;
    if (atomic_compare_exchange_weak(&top, &o, o->next)) return o;
  }
}
static struct node* pop_reload(void) {
  for (;;) {
    struct node* o = top;
    if (o == 0) return 0;
    struct node* next = o->next;
    if (atomic_compare_exchange_strong(&top, &o, next)) return o;
  }
}
static struct node* pop_acquire(void) {
  struct node* o = atomic_load_explicit(&top, memory_order_acquire);
  do { if (!o) return 0; } while (!CAS(&top, &o, o->next, memory_order_acq_rel, memory_order_acquire));
  return o;
}
static struct node* pop_relaxed(void) {
  struct node* o = atomic_load_explicit(&top, memory_order_acquire);
  do { if (!o) return 0; } while (!CAS(&top, &o, o->next, memory_order_acquire, memory_order_relaxed));
  return o;
}
static struct node* pop_learning(void) {
  struct node* o = atomic_load_explicit(&top, memory_order_relaxed);
  do { if (!o) return 0; } while (!CAS(&top, &o, o->next, memory_order_acquire, memory_order_acquire));
  return o;
}
static struct node* fresh(int t, int i, int v) {
  struct node* n = i & 2 ? malloc(sizeof *n) : &pool[t][i];
  n->v = v;
  n->tries = 0;
  return n;
}
static struct node* pop_simple(void) {
  struct node* o = top;
  do { if (!o) return 0; } while (!atomic_compare_exchange_weak(&top, &o, o->next));
  return o;
}
static struct node* pop_valued(int* a) {
  struct node *o, *next;
  do {
    o = top;
    if (!o) return 0;
    next = o->next;
    *a = o->v;
  } while (!atomic_compare_exchange_weak(&top, &o, next));
  return o;
}
static struct node* heap(int v) {
  struct node* n = malloc(sizeof *n);
  n->v = v;
  n->tries = 0;
  return n;
}
#define USE(n) a = a * 3 + (n)->v

static KIND _Atomic(struct node*) other, slot;
static struct node mine;
static int g;
static int look(void) { return top != 0; }
static void push_marked(struct node* n) {
  struct node* o = top;
  do { n->next = o; mine.tries = 1; } while (!atomic_compare_exchange_weak(&top, &o, n));
}
static void push_slot(void) {
  struct node* o = top;
  do { *(struct node**)&slot = o; } while (!atomic_compare_exchange_weak(&top, &o, &mine));
}
static void choose(void) {
  struct node* o = top;
  do {} while (!atomic_compare_exchange_weak(&top, &o, g ? &mine : &end));
}
static void choose_next(void) {
  struct node* o = top;
  do { if (!o) return; } while (!atomic_compare_exchange_weak(&top, &o, g ? &mine : &end));
}
static void choose_sometimes(void) {
  struct node *o = top, *n;
  do { n = &end; if (o != &end && g) n = &mine; } while (!atomic_compare_exchange_weak(&top, &o, n));
}
static void choose_tries(void) {
  struct node* o = top;
  do {} while (!atomic_compare_exchange_weak(&top, &o, mine.tries ? &mine : &end));
}
static void set(void) {
  struct node* o = top;
  do { g = 1; } while (!atomic_compare_exchange_weak(&top, &o, &end));
}
static void put(KIND _Atomic(struct node*)* to, struct node* n) {
  struct node* o = *to;
  do { n->next = o; } while (!atomic_compare_exchange_weak(to, &o, n));
}
static struct node* take(KIND _Atomic(struct node*)* from) {
  struct node* o = *from;
  do { if (!o) return 0; } while (!atomic_compare_exchange_weak(from, &o, o->next));
  return o;
}
static struct node* take_valued(KIND _Atomic(struct node*)* from) {
  struct node* o = *from;
  do { if (!o) return 0; } while (!atomic_compare_exchange_weak(from, &o, o->v > 20 ? 0 : o->next));
  return o;
}
)";

constexpr std::array<std::string_view, 27> kStackSteps = {
    "push(fresh({t}, {i}, {n}));",
    "push_reload(fresh({t}, {i}, {n}));",
    "push_release(fresh({t}, {i}, {n}));",
    "push_kept(fresh({t}, {i}, {n}));",
    "push_kept_relaxed(fresh({t}, {i}, {n}));",
    "push_kept_again(fresh({t}, {i}, {n}));",
    "push_count(fresh({t}, {i}, {n}));",
    "a += push_open(fresh({t}, {i}, {n}));",
    "a += push_first(fresh({t}, {i}, {n}));",
    "a += 5 * replace_empty(fresh({t}, {i}, {n}));",
    "{{ struct node* o = pop(); if (o) USE(o); }}",
    "{{ struct node* o = pop_one(); if (o) USE(o); }}",
    "{{ struct node* o = pop_reload(); if (o) USE(o); }}",
    "{{ struct node* o = pop_break(); if (o) USE(o); }}",
    "a += pop_told();",
    "{{ struct node* o = pop_acquire(); if (o) USE(o); }}",
    "{{ struct node* o = pop_relaxed(); if (o) USE(o); }}",
    "{{ struct node* o = pop_learning(); if (o) USE(o); }}",
    "{{ struct node* o = pop(); if (o) {{ USE(o); o->v = 1; }} }}",
    "{{ struct node* o = pop(); if (o) o->next = 0; }}",
    "{{ struct node* o = pop_reload(); if (o) push(o); }}",
    "{{ struct node* o = pop(); if (o && o->tries == 0 && (o < pool[0] || o > pool[3] + 3)) free(o); }}",
    "{{ struct node* o = atomic_exchange(&top, 0); while (o) {{ USE(o); o = o->next; }} }}",
    "{{ struct node* o = top; if (o) USE(o); }}",
    "{{ struct node* o = pop_where(6); if (o) USE(o); }}",
    "push_kept_other(fresh({t}, {i}, {n}));",
    "push_kept_wrong(&pool[{t}][{i}]);",
};

// Nodes that others may still look at in a turn that fails are freed, written and pushed again.
constexpr std::array<std::string_view, 9> kReusingSteps = {
    "{{ struct node* o = pop_simple(); if (o) free(o); }}",
    "{{ struct node* o = pop_acquire(); if (o) free(o); }}",
    "{{ struct node* o = pop_simple(); if (o) USE(o); }}",
    "{{ struct node* o = pop_acquire(); if (o) USE(o); }}",
    "{{ struct node* o = pop_simple(); if (o) push(o); }}",
    "{{ struct node* o = pop_acquire(); if (o) {{ o->v = {n}; push_reload(o); }} }}",
    "{{ struct node* o = pop(); if (o) o->next = 0; }}",
    "push(heap({n}));",
    "{{ struct node* o = atomic_exchange(&top, 0); if (o) {{ USE(o); o->next = 0; }} }}",
};

// Loops that access memory of their own, and what others do there.
struct Topic {
  std::array<std::string_view, 4> loops;
  std::array<std::string_view, 3> touches;
};
constexpr std::array<Topic, 4> kTopics = {{
    {{"push_kept(&mine);", "push_kept_elsewhere(&mine, &pool[{t}][{i}]);", "push_release(&mine);", "pop();"},
     {"mine.next = 0;", "a += mine.next != 0;", "*(struct node**)&top = 0;"}},
    {{"push_marked(&pool[{t}][{i}]);", "push_marked(&pool[{t}][{i}]);", "choose_tries();", "push_marked(&mine);"},
     {"mine.tries = 2;", "a += mine.tries;", "a += mine.next != 0;"}},
    {{"push_slot();", "push_slot();", "put(&slot, &pool[{t}][{i}]);", "push(&mine);"},
     {"slot = 0;", "a += slot != 0;", "*(struct node**)&slot = 0;"}},
    {{"choose();", "choose_next();", "choose_sometimes();", "set();"},
     {"g = 1;", "atomic_exchange(&top, 0); g = 1;", "a += g;"}},
}};
// What comes before such a use, and after it: many orders are only known by what a thread finds in the variable.
constexpr std::array<std::string_view, 6> kLooks = {
    "a += look();", "if (!look())", "if (top == &end)", "atomic_exchange(&top, 0);", "top = &end;", ""};
constexpr std::array<std::string_view, 4> kTells = {"", "push(&pool[{t}][{i}]);", "top = &end;",
                                                    "atomic_exchange(&top, 0);"};

constexpr std::array<std::string_view, 10> kMoves = {
    "{{ struct node* o = take(&top); if (o) put(&other, o); }}",
    "{{ struct node* o = take(&other); if (o) put(&top, o); }}",
    "{{ struct node* o = take(&other); if (o) free(o); }}",
    "{{ struct node* o = take(&other); if (o) USE(o); }}",
    "{{ struct node* o = take_valued(&other); if (o) o->v = {n}; }}",
    "{{ struct node* o = take_valued(&top); if (o) USE(o); }}",
    "{{ struct node* o = take(&top); if (o) other = o; }}",
    "{{ struct node* o = take(&other); if (o) atomic_store((_Atomic(struct node*)*)&o->next, 0); }}",
    "{{ struct node* o = take(&top); if (o) atomic_fetch_add((_Atomic(int)*)&o->v, 1); }}",
    "put(&other, heap({n}));",
};

template <class One, std::size_t kSize>
const One& one_of(base::Rng& rng, const std::array<One, kSize>& all) {
  return all[rng.below(kSize)];
}

// A program whose threads have these bodies.
class Threads {
 public:
  explicit Threads(std::string prefix) : prefix_(std::move(prefix)) {}

  // Fills in the thread, the number of the step and a value.
  void step(std::string_view text) {
    const std::size_t value = 1 + thread_ * 3 + step_;
    body_ += fmt::format(fmt::runtime(text), fmt::arg("t", thread_), fmt::arg("i", step_), fmt::arg("n", value)) + "\n";
    ++step_;
  }
  void end_thread() {
    result_.text +=
        fmt::format("static void* {}f{}(void* unused) {{\nint a = 0;\n{}results[{}] = a;\nreturn unused;\n}}\n",
                    prefix_, thread_, body_, thread_);
    result_.main += fmt::format("pthread_create(&threads[{0}], 0, {1}f{0}, 0);\n", thread_, prefix_);
    ++thread_;
    step_ = 0;
    body_.clear();
  }
  // `before` comes before the threads; each result has an assertion of its own.
  Case end(const std::string& before) {
    constexpr int kResults = 32;
    result_.main = before + result_.main;
    for (std::size_t t = 0; t < thread_; ++t) result_.main += fmt::format("pthread_join(threads[{}], 0);\n", t);
    result_.main += "int left = 0;\nstruct node* o;\n";
    for (const std::string_view name : {"top", "other"})
      result_.main += fmt::format("for (int i = 0; i < 6 && (o = take(&{})); ++i) left = left * 3 + o->v;\n", name);
    result_.main += "const unsigned r = (left + 7u * results[0] + 11u * results[1] + 13u * results[2]) % 32;\n";
    for (int i = 0; i < kResults; ++i) result_.main += fmt::format("assert(r != {});\n", i);
    return result_;
  }

 private:
  std::string prefix_;
  std::string body_;
  std::size_t thread_ = 0;
  std::size_t step_ = 0;
  Case result_;
};

Case generate_stack(base::Rng& rng, Threads threads) {
  // Most programs are free of races.
  const bool reuses = rng.one_in(3);
  const std::size_t kinds = rng.one_in(3) ? kStackSteps.size() : rng.one_in(3) ? 19 : 16;
  const std::size_t count = 2 + rng.below(2);
  for (std::size_t t = 0; t < count; ++t) {
    const std::size_t steps = 1 + rng.below(count == 2 ? 3 : 2);
    for (std::size_t i = 0; i < steps; ++i)
      threads.step(reuses ? one_of(rng, kReusingSteps) : kStackSteps[rng.below(kinds)]);
    threads.end_thread();
  }
  std::string before = rng.one_in(8) ? "top = &end;\n" : "";
  if (reuses) {
    before += "push(heap(10));\npush(heap(11));\n";
  } else if (rng.one_in(2)) {
    before += "push(fresh(3, 0, 10));\npush(fresh(3, 2, 11));\n";
  }
  return threads.end(before);
}

Case generate_own(base::Rng& rng, Threads threads) {
  const Topic& topic = rng.one_in(2) ? kTopics.back() : one_of(rng, kTopics);
  const std::size_t count = 2 + (rng.one_in(3) ? 1 : 0);
  for (std::size_t t = 0; t < count; ++t) {
    if (t == 0 || rng.one_in(2)) {
      threads.step(one_of(rng, topic.loops));
      if (rng.one_in(4)) threads.step(one_of(rng, topic.loops));
    } else {
      threads.step(one_of(rng, kLooks));
      threads.step(one_of(rng, topic.touches));
      threads.step(one_of(rng, kTells));
    }
    threads.end_thread();
  }
  return threads.end(rng.one_in(4) ? "" : rng.one_in(3) ? "push(heap(10));\n" : "top = &end;\n");
}

Case generate_moves(base::Rng& rng, Threads threads) {
  const std::size_t count = 2 + rng.below(2);
  for (std::size_t t = 0; t < count; ++t) {
    const std::size_t steps = 1 + rng.below(count == 2 ? 3 : 2);
    for (std::size_t i = 0; i < steps; ++i) threads.step(one_of(rng, kMoves));
    threads.end_thread();
  }
  std::string before = "put(&top, heap(10));\nput(&top, heap(11));\n";
  if (rng.one_in(2)) before += "put(&other, take(&top));\n";
  return threads.end(before);
}

}  // namespace

std::string_view retries_functions() { return kFunctions; }

Case generate_retries(std::uint64_t seed, const std::string& prefix) {
  base::Rng rng(seed);
  const Threads threads(prefix);
  constexpr std::uint64_t kKinds = 5;
  switch (seed % kKinds) {
    case 0:
    case 1: return generate_stack(rng, threads);
    case 2: return generate_moves(rng, threads);
    default: return generate_own(rng, threads);
  }
}

}  // namespace heddle::differential
