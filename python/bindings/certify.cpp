// Certificates: written for a puzzle, a tree or a walk, and checked.

#include <pybind11/stl.h>

#include "clew/certify.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/call.hpp"
#include "python/bindings/tree.hpp"
#include "python/bindings/walk.hpp"

namespace clew::python {
namespace {

using namespace pybind11::literals;
using explain::CertificateFormat;
using explain::Certified;
using explain::CertifyOutcome;

explain::CertifyOptions options_for(Call& call) {
    explain::CertifyOptions options;
    options.stop = call.budget().stop;
    options.on_progress = [&call](explain::CertifyUnit unit, std::uint64_t done) {
        Progress reached;
        (unit == explain::CertifyUnit::solutions ? reached.solutions : reached.nodes) = done;
        call.tell(reached, Engine::automatic);
    };
    return options;
}

py::dict answer(const Certified& made, const std::string& folder) {
    if (made.outcome == CertifyOutcome::disagree)
        throw std::runtime_error(made.why + "; please report this puzzle");
    return py::dict("written"_a = made.outcome == CertifyOutcome::written, "why"_a = made.why,
                    "folder"_a = folder, "count"_a = made.claim.count, "about"_a = made.claim.about,
                    "proof"_a = made.claim.proof, "listed"_a = made.claim.listed,
                    "proof_bytes"_a = made.proof_bytes, "formula_bytes"_a = made.formula_bytes);
}

CertificateFormat parse_format(const std::string& format) {
    return one_of<CertificateFormat>("format", format, {"auto", "veripb", "cpog", "drat", "lrat"});
}

/// Of proofs that go along a tree or a walk.
explain::CertifyOptions options_along(Call& call, const std::string& format) {
    explain::CertifyOptions options = options_for(call);
    static constexpr std::pair<const char*, CertificateFormat> along[] = {
        {"drat", CertificateFormat::drat},
        {"lrat", CertificateFormat::lrat},
        {"veripb", CertificateFormat::veripb}};
    options.format = one_of<CertificateFormat>("format", format, along);
    return options;
}

py::dict certify_of(const Record& record, Call& call, const std::string& folder,
                    const std::string& format, bool listed) {
    explain::CertifyOptions options = options_for(call);
    options.format = parse_format(format);
    options.listed = listed;
    return answer(call.run([&] { return explain::certify(record.puzzle, folder, options); }),
                  folder);
}

py::dict certify_tree_of(const Tree& tree, Call& call, const std::string& folder,
                         const std::string& format) {
    const explain::CertifyOptions options = options_along(call, format);
    return answer(call.run([&] { return explain::certify_tree(tree.tree, folder, options); }),
                  folder);
}

py::dict certify_walk_of(const Walk& walk, Call& call, const std::string& folder,
                         const std::string& format) {
    if (walk.record.progress)
        throw py::value_error("what a player entered is no clue: nothing is certified");
    const explain::CertifyOptions options = options_along(call, format);
    return answer(call.run([&] {
        return explain::certify_steps(walk.record.puzzle, walk.walked.path.entries, folder,
                                      options);
    }),
                  folder);
}

py::dict check_of(const std::string& folder, Call& call) {
    const proof::CheckedFolder found =
        call.run([&] { return proof::check_folder(folder, call.budget().stop); });
    const proof::CheckResult& verdict = found.verdict;
    return py::dict("accepted"_a = verdict.accepted, "stopped"_a = verdict.stopped,
                    "why"_a = verdict.why.empty() ? "" : proof::reason_of(verdict),
                    "but_for"_a = verdict.but_for, "count"_a = found.claim.count,
                    "about"_a = found.claim.about, "proof"_a = found.claim.proof,
                    "checked"_a = verdict.checked, "trusted"_a = verdict.trusted);
}

}  // namespace

void bind_certify(py::module_& module) {
    module.def("certify", &certify_of, "See clew.certify.");
    module.def("certify_tree", &certify_tree_of, "See clew.DecisionTree.certify.");
    module.def("certify_walk", &certify_walk_of, "See clew.Walk.certify.");
    module.def("check", &check_of, "See clew.check.");
}

}  // namespace clew::python
