// A clang-tidy plugin that makes it visit only our own code. It reports nothing about system headers anyway, but it
// looks at every declaration in them, again for every source, and that takes most of its time.

#include <clang-tidy/ClangTidyCheck.h>
#include <clang-tidy/ClangTidyModule.h>
#include <clang-tidy/ClangTidyModuleRegistry.h>
#include <clang/AST/ASTContext.h>
#include <clang/ASTMatchers/ASTMatchFinder.h>

#include <vector>

namespace {

using clang::Decl;

// The whole is matched before its parts, so that the parts can still be chosen at that point.
class OnlyOurs : public clang::tidy::ClangTidyCheck {
 public:
  using ClangTidyCheck::ClangTidyCheck;

  void registerMatchers(clang::ast_matchers::MatchFinder* finder) override {
    finder->addMatcher(clang::ast_matchers::translationUnitDecl().bind("unit"), this);
  }

  void check(const clang::ast_matchers::MatchFinder::MatchResult& result) override {
    const clang::SourceManager& sources = *result.SourceManager;
    std::vector<Decl*> ours;  // what is in precompiled headers and was not needed is not even loaded
    for (Decl* declaration : result.Context->getTranslationUnitDecl()->noload_decls()) {
      if (!sources.isInSystemHeader(sources.getExpansionLoc(declaration->getLocation()))) ours.push_back(declaration);
    }
    result.Context->setTraversalScope(ours);
  }
};

class Module : public clang::tidy::ClangTidyModule {
 public:
  void addCheckFactories(clang::tidy::ClangTidyCheckFactories& factories) override {
    factories.registerCheck<OnlyOurs>("heddle-only-ours");
  }
};

const clang::tidy::ClangTidyModuleRegistry::Add<Module> kModule("heddle", "");

}  // namespace
