// What stands in for session.cpp in a build without CryptoMiniSat (CLEW_WITH_CRYPTOMINISAT=OFF): a
// session cannot be made, and whoever tries is told why.

#include "core/base/contract.hpp"
#include "core/base/input_error.hpp"
#include "encode/sat/session.hpp"

namespace clew::sat {

struct Session::Impl {};

namespace {
[[noreturn]] void never() {
    contract_violated("Session: there is none in a build without SAT", __FILE__, __LINE__);
}
}  // namespace

bool Session::available() { return false; }
std::string Session::library() { return "no SAT library"; }

Session::Session(const SessionOptions&) {
    throw InputError({}, "this build has no engine sat",
                     "another engine, or a build with CryptoMiniSat");
}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

SessionState Session::state() const { never(); }
std::size_t Session::var_count() const { never(); }
Var Session::add_var() { never(); }
void Session::add_vars(std::size_t) { never(); }
void Session::add(std::span<const Lit>) { never(); }
void Session::add(const cnf::Formula&) { never(); }
Answer Session::solve(std::span<const Lit>, const Budget&) { never(); }
bool Session::value(Lit) const { never(); }
std::span<const Lit> Session::core() const { never(); }
Ending Session::why_unknown() const { never(); }
void Session::clean() { never(); }
std::vector<Lit> Session::fixed() const { never(); }
std::uint64_t Session::calls() const { never(); }
std::uint64_t Session::conflicts() const { never(); }

}  // namespace clew::sat
