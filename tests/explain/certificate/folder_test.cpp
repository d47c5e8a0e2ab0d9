// Folders that are right in all but one respect. Every kind of certificate is written for random
// small puzzles; then one thing is changed, the manifest made anew for the changed files, and the
// folder must be rejected for that reason. Which reasons were met, and how often, is counted.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/digest.hpp"
#include "core/base/file_error.hpp"
#include "core/base/input_error.hpp"
#include "core/base/outcome.hpp"
#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "core/formats/formats.hpp"
#include "core/rules/registry.hpp"
#include "explain/certificate/certify.hpp"
#include "logic/candidates.hpp"
#include "logic/path/path.hpp"
#include "logic/tree/decision_tree.hpp"
#include "proof/certify/conclusions.hpp"
#include "proof/certify/write_veripb.hpp"
#include "proof/folder/check.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/random_puzzle.hpp"
#include "tests/support/long_tests.hpp"
#include "tests/support/texts.hpp"

namespace clew::explain {
namespace {

using Json = nlohmann::ordered_json;
using Lines = std::vector<std::string>;
constexpr std::uint64_t seed = 20261126;

Puzzle parse_record(const std::string& text) {
    std::istringstream in{text};
    PuzzleReader reader{in, "puzzle.json", {.format = "json"}};
    return reader.next().value().puzzle;
}

/// A formula's text as what it says.
struct Formula {
    Lines comments;
    std::size_t variables = 0;
    std::vector<std::vector<long>> clauses;

    explicit Formula(const std::string& text) {
        for (const std::string& line : lines_of(text)) {
            std::istringstream in{line};
            std::string word;
            if (line.starts_with('c')) {
                comments.push_back(line);
            } else if (line.starts_with('p')) {
                in >> word >> word >> variables;
            } else {
                clauses.emplace_back();
                for (long l = 0; in >> l && l != 0;) clauses.back().push_back(l);
            }
        }
    }
    std::string text() const {
        std::string all = text_of(comments) + "p cnf " + std::to_string(variables) + " " +
                          std::to_string(clauses.size()) + "\n";
        for (const auto& clause : clauses) {
            for (const long l : clause) all += std::to_string(l) + " ";
            all += "0\n";
        }
        return all;
    }
    /// The comments that name candidates.
    std::vector<std::size_t> names() const {
        std::vector<std::size_t> at;
        for (std::size_t i = 0; i < comments.size(); ++i)
            if (comments[i].starts_with("c variable ")) at.push_back(i);
        return at;
    }
};

struct Folder {  // NOLINT(bugprone-exception-escape): of JSON that is moved
    std::map<std::string, std::string> files;  // without the manifest
    Json manifest;
    std::string raw_manifest;  // in place of it, unless empty

    std::string& operator[](const char* name) { return files[name]; }
    std::string proof_name() const { return proof::proof_file(manifest.at("proof")); }
    std::string& proof() { return files[proof_name()]; }
    bool is(const char* kind) const { return manifest.at("proof") == kind; }
    bool refutes() const { return is("drat") || is("lrat"); }
    bool steps() const { return manifest.at("about") == "steps"; }
    bool tree() const { return manifest.at("tree") == true; }
    bool listed() const { return manifest.at("listed") == true; }
    std::size_t count() const { return std::stoul(manifest.at("solutions").get<std::string>()); }
    /// Sizes and digests of the files that there are.
    void seal() {
        manifest["files"] = Json::array();
        for (const auto& [name, text] : files) {
            WideDigest digest;
            digest.add(text);
            manifest["files"].push_back(
                {{"name", name}, {"bytes", text.size()}, {"digest", hex(digest.value())}});
        }
    }
    template <class Edit>
    void edit_formula(const Edit& edit) {
        Formula formula{files["formula.cnf"]};
        edit(formula);
        files["formula.cnf"] = formula.text();
    }
    template <class Edit>
    void edit_lines(const std::string& name, const Edit& edit) {
        Lines lines = lines_of(files[name]);
        edit(lines);
        files[name] = text_of(lines);
    }
};

class FolderTest : public testing::Test {
  protected:
    FolderTest() {
        std::string pattern = (std::filesystem::temp_directory_path() / "clew.XXXXXX").string();
        root_ = mkdtemp(pattern.data());
    }
    ~FolderTest() override { std::filesystem::remove_all(root_); }

    /// What a writer wrote.
    Folder read(const std::string& name) const {
        Folder folder;
        for (const auto& entry : std::filesystem::directory_iterator(root_ / name)) {
            std::ifstream in(entry.path(), std::ios::binary);
            std::string text{std::istreambuf_iterator<char>(in), {}};
            if (entry.path().filename() == proof::manifest_file)
                folder.manifest = Json::parse(text);
            else
                folder.files[entry.path().filename()] = text;
        }
        std::filesystem::remove_all(root_ / name);
        return folder;
    }
    std::filesystem::path write(const Folder& folder) const {
        std::filesystem::path at = root_ / "folder";
        std::filesystem::remove_all(at);
        std::filesystem::create_directory(at);
        for (const auto& [name, text] : folder.files)
            std::ofstream(at / name, std::ios::binary) << text;
        std::ofstream(at / proof::manifest_file)
            << (folder.raw_manifest.empty() ? folder.manifest.dump() : folder.raw_manifest);
        return at;
    }
    /// Why it is not accepted; empty if it is.
    static std::string reason(const std::filesystem::path& at) {
        try {
            const proof::CheckedFolder found = proof::check_folder(at);
            if (found.verdict.accepted) return {};
            return found.verdict.why.empty() ? "but for" : proof::reason_of(found.verdict);
        } catch (const InputError& error) {
            return error.message();
        } catch (const FileError& error) {
            return error.what();
        }
    }
    std::string reason(const Folder& folder) const { return reason(write(folder)); }

    /// Of each kind one, of a random puzzle; `expected` solutions, by the slow reference.
    std::vector<Folder> all_of(Random& random, bool ruled) {
        Puzzle puzzle{Geometry::standard(4)};
        do
            puzzle = ruled ? reference::random_ruled(random, Geometry::standard(4),
                                                     2 + random.below(3), 1)
                           : reference::random_ruled(random, Geometry::standard(4),
                                                     3 + random.below(3), 0);
        while (reference::count_solutions(puzzle, 20) < 2U ||
               reference::count_solutions(puzzle, 20) > 12U);
        const std::string expected = std::to_string(*reference::count_solutions(puzzle));
        std::vector<Folder> folders;
        const auto take = [&](const Certified& made) {
            EXPECT_EQ(made.outcome, CertifyOutcome::written) << made.why;
            folders.push_back(read("made"));
            if (!folders.back().steps()) {
                EXPECT_EQ(folders.back().manifest.at("solutions"), expected);
            }
        };
        const std::string made = (root_ / "made").string();
        for (const auto format : {CertificateFormat::veripb, CertificateFormat::cpog,
                                  CertificateFormat::drat, CertificateFormat::lrat})
            take(certify(puzzle, made, {.format = format}));
        const logic::DecisionTree tree = logic::DecisionTree::grow(puzzle, {});
        const logic::Path path = logic::walk(logic::State{puzzle}, {});
        for (const auto format :
             {CertificateFormat::drat, CertificateFormat::lrat, CertificateFormat::veripb}) {
            take(certify_tree(tree, made, {.format = format}));
            const Certified walked = certify_steps(puzzle, path.entries, made, {.format = format});
            if (walked.outcome != CertifyOutcome::nothing) take(walked);
        }
        return folders;
    }

    std::filesystem::path root_;
};

struct Defect {
    const char* reason;                       ///< part of what must be said
    std::function<bool(const Folder&)> fits;  ///< which folders can have it
    std::function<void(Folder&, Random&)> make;
    enum class Sealed : std::uint8_t { yes, no } sealed = Sealed::yes;
};

bool any(const Folder&) { return true; }
bool no_steps(const Folder& f) { return !f.steps(); }
bool with_list(const Folder& f) { return f.listed(); }
bool veripb_list(const Folder& f) { return f.listed() && f.is("veripb"); }
bool refuted_list(const Folder& f) { return f.listed() && f.refutes(); }
bool with_steps(const Folder& f) { return f.steps(); }
bool with_tree(const Folder& f) { return f.tree(); }
bool graph(const Folder& f) { return f.is("cpog"); }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}
/// Field `k` of a line that tabs part.
std::string with_field(const std::string& line, std::size_t k, const std::string& value) {
    std::istringstream in{line};
    std::string all, field;
    for (std::size_t i = 0; std::getline(in, field, '\t'); ++i)
        all += (i == 0 ? "" : "\t") + (i == k ? value : field);
    return all;
}
std::string field_of(const std::string& line, std::size_t k) {
    std::istringstream in{line};
    std::string field;
    for (std::size_t i = 0; i <= k; ++i) std::getline(in, field, '\t');
    return field;
}

std::vector<Defect> defects() {
    const auto formula = [](auto edit) {
        return [edit](Folder& f, Random&) { f.edit_formula(edit); };
    };
    const auto lines = [](const char* name, auto edit) {
        return [name, edit](Folder& f, Random&) { f.edit_lines(name, edit); };
    };
    const auto claim = [](const char* key, const Json& value) {
        return [key, value](Folder& f, Random&) { f.manifest[key] = value; };
    };
    const auto entry = [](auto edit) {
        return [edit](Folder& f, Random& r) {
            edit(f.manifest["files"][r.below(f.manifest["files"].size())]);
        };
    };
    constexpr auto unsealed = Defect::Sealed::no;
    std::vector<Defect> all{
        // --- the manifest ---
        {"not a certificate's manifest", any, claim("schema", "clew/certificate/2")},
        {"the key 'more' is unknown", any, claim("more", 1)},
        {"a claim of an unknown kind", any, claim("about", "colours")},
        {"not a manifest", any, [](Folder& f, Random&) { f.manifest.erase("listed"); }},
        {"not a manifest", any, claim("solutions", 12)},
        {"is twice in one JSON object", any,
         [](Folder& f, Random&) {
             f.raw_manifest = "{\"solutions\": \"99\", " + f.manifest.dump().substr(1);
         },
         unsealed},
        {"is larger than any manifest", any,
         [](Folder& f, Random&) {
             f.raw_manifest = f.manifest.dump() + std::string(std::size_t{1} << 20, ' ');
         },
         unsealed},
        {"the key 'size' is unknown", any, entry([](Json& e) { e["size"] = e["bytes"]; }),
         unsealed},
        {"is not the file that the manifest tells of", any,
         entry([](Json& e) { e["bytes"] = e["bytes"].get<int>() + 1; }), unsealed},
        {"is not the file that the manifest tells of", any,
         entry([](Json& e) { e["digest"] = "0123456789abcdef"; }), unsealed},
        {"is not the file that the manifest tells of", any, entry([](Json& e) {
             e.erase("digest");
             e["fnv1a64"] = "0123456789abcdef";
         }),
         unsealed},
        {"or is named twice", any,
         [](Folder& f, Random&) { f.manifest["files"].push_back(f.manifest["files"].back()); },
         unsealed},
        {"or is named twice", any,  // README.md, which a claim may leave out
         [](Folder& f, Random&) { f.manifest["files"].push_back(f.manifest["files"].front()); },
         unsealed},
        {"or is named twice", any, [](Folder& f, Random&) { f["notes.txt"] = "mine"; }},
        {"or is named twice", any,
         entry([](Json& e) { e["name"] = "../folder/" + e["name"].get<std::string>(); }), unsealed},
        {"does not name the file", any,
         [](Folder& f, Random&) {
             auto& files = f.manifest["files"];
             const auto at = std::ranges::find_if(
                 files, [](const Json& e) { return e["name"] != "README.md"; });
             files.erase(at);
         },
         unsealed},
        {"does not name the file", any, [](Folder& f, Random&) { f.files.erase(f.proof_name()); }},
        {"cannot be opened", any, [](Folder& f, Random&) { f.files.erase(f.proof_name()); },
         unsealed},
        {"solutions.txt is in the folder and not in the claim", with_list, claim("listed", false)},
        {"tree.txt is in the folder and not in the claim", with_tree, claim("tree", false)},
        {"steps.txt is in the folder and not in the claim", no_steps,
         [](Folder& f, Random&) { f["steps.txt"] = ""; }},
        {"that lists solutions or follows a tree", with_steps, claim("listed", true)},
        {"that lists solutions or follows a tree", with_steps, claim("tree", true)},
        {"a proof of an unknown kind", any,
         [](Folder& f, Random&) {
             f["proof.magic"] = f.proof();
             f.files.erase(f.proof_name());
             f.manifest["proof"] = "magic";
         }},
        {"a proof of steps by cpog", with_steps,
         [](Folder& f, Random&) {
             f["proof.cpog"] = f.proof();
             f.files.erase(f.proof_name());
             f.manifest["proof"] = "cpog";
         }},
        {"a graph lists no solutions and follows no tree", graph,
         [](Folder& f, Random&) {
             f["solutions.txt"] = "";
             f.manifest["listed"] = true;
         }},
        {"a graph lists no solutions and follows no tree", graph,
         [](Folder& f, Random&) {
             f["tree.txt"] = "";
             f.manifest["tree"] = true;
         }},
        {"solutions, ", no_steps,
         [](Folder& f, Random&) { f.manifest["solutions"] = std::to_string(f.count() + 1); }},
        {"solutions, ", no_steps,
         [](Folder& f, Random&) { f.manifest["solutions"] = std::to_string(f.count() - 1); }},
        {"conclusions, ", with_steps,
         [](Folder& f, Random&) { f.manifest["solutions"] = std::to_string(f.count() + 1); }},
        // --- the puzzle ---
        {"holds no puzzle", any, [](Folder& f, Random&) { f["puzzle.json"] = ""; }},
        {"holds more than one puzzle", any,
         [](Folder& f, Random&) { f["puzzle.json"] += f["puzzle.json"]; }},
        // --- the formula ---
        {"is missing", any, formula([](Formula& f) {
             const auto pair = *std::ranges::find_if(f.clauses, [](const auto& clause) {
                 return clause.size() > 1 &&
                        std::ranges::all_of(clause, [](long l) { return l < 0; });
             });
             std::erase(f.clauses, pair);
         })},
        {"clause 1 is none that the ", any,
         formula([](Formula& f) { f.clauses.insert(f.clauses.begin(), std::vector<long>{}); })},
        {"is there twice", any, formula([](Formula& f) {
             const auto names = f.names();
             std::string& name = f.comments[names[1]];
             name = name.substr(0, name.rfind(' ')) +
                    f.comments[names[0]].substr(f.comments[names[0]].rfind(' '));
         })},
        {"is no candidate of the board", any, formula([](Formula& f) {
             std::string& name = f.comments[f.names().front()];
             name = name.substr(0, name.rfind(' ')) + " r9c1=1";
         })},
        {"is no candidate of the board", any, formula([](Formula& f) {
             std::string& name = f.comments[f.names().front()];
             name = name.substr(0, name.rfind(' ')) + " r1c1=7";
         })},
        {"names in the order of variables", any, formula([](Formula& f) {
             f.comments.erase(f.comments.begin() + static_cast<std::ptrdiff_t>(f.names().front()));
         })},
        {"has no variable", [](const Folder& f) { return !f.steps() && !f.refutes(); },
         [](Folder& f, Random&) {
             const Puzzle puzzle = parse_record(f["puzzle.json"]);
             f.edit_formula([&](Formula& cnf) {
                 for (bool open = false; !open;) {
                     const auto at = static_cast<std::ptrdiff_t>(cnf.names().back());
                     const std::string& name = cnf.comments[static_cast<std::size_t>(at)];
                     const std::size_t cell = name.rfind(' ') + 1;
                     open = !puzzle.given(*parse_cell(name.substr(cell, 4), 4));
                     cnf.comments.erase(cnf.comments.begin() + at);
                 }
             });
         }},
        {"helper variables that a solution leaves free", graph,
         formula([](Formula& f) { ++f.variables; })},
        {"leaves variables open", [](const Folder& f) { return f.is("veripb") && !f.steps(); },
         formula([](Formula& f) { ++f.variables; })},
        // --- the list ---
        {"not 16 digits", with_list, lines("solutions.txt", [](Lines& l) { l[0].pop_back(); })},
        {"not 16 digits", with_list, lines("solutions.txt", [](Lines& l) { l[0][3] = '5'; })},
        {"not a solution", with_list,
         lines("solutions.txt", [](Lines& l) { std::ranges::replace(l[0], '1', '2'); })},
        {"a solution that is listed already", refuted_list,
         lines("solutions.txt", [](Lines& l) { l[1] = l[0]; })},
        {"does not forbid solution", refuted_list,
         lines("solutions.txt", [](Lines& l) { std::swap(l[0], l[1]); })},
        {"does not forbid solution", refuted_list,
         formula([](Formula& f) { f.clauses.back().pop_back(); })},
        {"fewer clauses than solutions", refuted_list,
         formula([](Formula& f) { f.clauses.clear(); })},
        {"not the solution on line", veripb_list,
         lines("solutions.txt", [](Lines& l) { std::swap(l[0], l[1]); })},
        {"not the solution on line", veripb_list,
         lines("solutions.txt", [](Lines& l) { l[1] = l[0]; })},
        {"a solution that is not on the list", veripb_list,
         lines("solutions.txt", [](Lines& l) { l.pop_back(); })},
        {"more solutions than the proof logs", veripb_list,
         lines("solutions.txt", [](Lines& l) { l.push_back(l[0]); })},
        {"not 16 digits", veripb_list, lines("solutions.txt", [](Lines& l) { l.push_back("1"); })},
        {"not a solution", veripb_list,
         lines("solutions.txt", [](Lines& l) { l.emplace_back(16, '1'); })},
        // --- the proof ---
        {"the proof names no root", graph, [](Folder& f, Random&) { f.proof() = ""; }},
        {"the proof ends before the empty clause", [](const Folder& f) { return f.is("lrat"); },
         [](Folder& f, Random&) { f.proof() = ""; }},
        {"the proof has no end", [](const Folder& f) { return f.is("veripb"); },
         [](Folder& f, Random&) { f.edit_lines(f.proof_name(), [](Lines& l) { l.pop_back(); }); }},
        // --- what is said of a tree ---
        {"tree.txt, line 1: not a line of the list", with_tree,
         [](Folder& f, Random&) { f["tree.txt"] = "\n"; }},
        {"not a line of the list", with_tree,
         lines("tree.txt",
               [](Lines& l) {
                   l.back() = with_field(l.back(), 0, std::to_string(std::stoi(l.back()) + 1));
               })},
        {"not a line of the list", with_tree, lines("tree.txt", [](Lines& l) { l.pop_back(); })},
        {"not a line of the list", with_tree,
         lines("tree.txt", [](Lines& l) { l[0] += "\tand more"; })},
        {"more lines than the proof has clauses", with_tree,
         lines("tree.txt",
               [](Lines& l) {
                   l.push_back(with_field(l.back(), 0, std::to_string(std::stoi(l.back()) + 1)));
               })},
        {"not a choice", with_tree,
         lines("tree.txt",
               [](Lines& l) {
                   const std::string choices = field_of(l[0], 2);
                   l[0] = with_field(l[0], 2,
                                     choices.empty() ? "r1c1<>1" : replaced(choices, "=", "<>"));
               })},
        {"not a choice", with_tree,
         lines("tree.txt", [](Lines& l) { l[0] = with_field(l[0], 2, "r1c1=11"); })},
        {"not a choice", with_tree,
         lines("tree.txt", [](Lines& l) { l[0] = with_field(l[0], 2, "r1c1=x"); })},
        {"not a choice", with_tree,
         lines("tree.txt", [](Lines& l) { l[0] = with_field(l[0], 2, "r1c9=1"); })},
        {"not what the proof's clause refutes", with_tree,
         lines("tree.txt",
               [](Lines& l) { l.back() = with_field(l.back(), 2, "r1c1=1 r4c4=1 r2c2=1"); })},
        {"not what the proof's clause refutes",
         [](const Folder& f) { return f.tree() && lines_of(f.files.at("tree.txt")).size() > 1; },
         lines("tree.txt", [](Lines& l) { l[0] = with_field(l[0], 2, ""); })},
        {"says nothing of a clause of the proof",
         [](const Folder& f) {
             return f.tree() &&
                    field_of(lines_of(f.files.at("tree.txt"))[0], 2).find(' ') != std::string::npos;
         },
         lines("tree.txt", [](Lines& l) { l.erase(l.begin()); })},
        // A clause that no checker reads, in the words of the list.
        {"not what the proof's clause refutes",
         [](const Folder& f) {
             return f.tree() && f.is("lrat") && lines_of(f.files.at("tree.txt")).size() > 1;
         },
         [](Folder& f, Random&) {
             const std::string name = lines_of(f["formula.cnf"])[1];
             f.edit_lines("proof.lrat", [&](Lines& l) { l.insert(l.begin(), "c -1 0"); });
             f.edit_lines("tree.txt", [&](Lines& l) {
                 l[0] = with_field(l[0], 2, field_of(l[0], 2) + " r4c4=4");
             });
         }},
        // --- steps ---
        {"not a step", with_steps,
         lines("steps.txt", [](Lines& l) { l[0] = with_field(l[0], 0, "2"); })},
        {"not a step", with_steps, lines("steps.txt", [](Lines& l) { l[0] += "\tmore"; })},
        {"not a step", with_steps,
         lines("steps.txt", [](Lines& l) { l[0] = l[0].substr(0, l[0].rfind('\t')); })},
        {"not a conclusion", with_steps,
         lines("steps.txt", [](Lines& l) { l[0] = with_field(l[0], 2, "r1c1~1"); })},
        {"not a conclusion", with_steps,
         lines("steps.txt", [](Lines& l) { l[0] = with_field(l[0], 2, "r1c1<2"); })},
        {"not a conclusion", with_steps,
         lines("steps.txt", [](Lines& l) { l[0] = with_field(l[0], 2, "r1c9=1"); })},
        {"nothing is concluded", with_steps, [](Folder& f, Random&) { f["steps.txt"] = ""; }},
        {"is no constraint of the board", with_steps,
         lines("steps.txt", [](Lines& l) { l[0] = with_field(l[0], 3, "1 in box 17"); })},
        {"too few variables for the steps", with_steps, formula([](Formula& f) {
             f.variables = f.names().size();
             f.clauses.clear();
         })},
        {"is missing", with_steps,
         lines("steps.txt",
               [](Lines& l) {
                   l[0] = with_field(l[0], 3, field_of(l[0], 3) + "; the whole puzzle");
               })},
        {"is none that the steps make", with_steps,
         formula([](Formula& f) { f.clauses.push_back({}); })},
        {"is none that the steps make", with_steps,
         formula([](Formula& f) { f.clauses.push_back({-static_cast<long>(f.variables)}); })},
        {"a conclusion that the clues forbid", with_steps,
         [](Folder& f, Random&) {
             const Puzzle puzzle = parse_record(f["puzzle.json"]);
             for (std::size_t i = 0; i < 16; ++i)
                 if (const auto digit = puzzle.given(Cell{i}))
                     f.edit_lines("steps.txt", [&](Lines& l) {
                         const Digit other{(digit->index() + 1) % 4};
                         l[0] = with_field(l[0], 2, to_string(Candidate{Cell{i}, other}, 4));
                     });
         }},
    };
    return all;
}

TEST_F(FolderTest, WhatIsWrongInOneRespectIsRejectedForIt) {
    std::map<std::string, std::size_t> met;
    std::size_t folders = 0;
    const std::vector<Defect> wrong = defects();
    const std::uint64_t rounds = long_tests() ? 1000 : 8;
    for (std::uint64_t round = 0; round < rounds; ++round) {
        Random random{seed + round};
        for (const Folder& good : all_of(random, round % 2 == 1)) {
            ++folders;
            const std::string where = "seed " + std::to_string(seed + round) + ", " +
                                      good.manifest.at("proof").get<std::string>() +
                                      (good.tree()    ? " of a tree"
                                       : good.steps() ? " of steps"
                                                      : "");
            Folder sealed = good;
            sealed.seal();
            ASSERT_EQ(reason(sealed), "") << where;
            for (const Defect& defect : wrong) {
                if (!defect.fits(good)) continue;
                Folder bad = sealed;
                defect.make(bad, random);
                if (defect.sealed == Defect::Sealed::yes) bad.seal();
                // By another name of a formula's fault in the certificate of steps.
                EXPECT_THAT(reason(bad), testing::HasSubstr(defect.reason)) << where;
                ++met[defect.reason];
            }
        }
    }
    std::printf("%zu folders, from seed %llu on; rejected so often for each reason:\n", folders,
                static_cast<unsigned long long>(seed));
    for (const auto& [reason, times] : met) {
        std::printf("%6zu  %s\n", times, reason.c_str());
        EXPECT_GT(times, 3U) << reason;
    }
}

// Here propagation finds the contradiction two clauses before the proof ends: the list speaks of
// all.
TEST_F(FolderTest, AListMaySayMoreThanAContradictionNeeds) {
    Puzzle puzzle{Geometry::standard(4)};
    puzzle.set_given(Cell{4}, Digit{1});
    puzzle.set_given(Cell{13}, Digit{1});
    puzzle.add_rule({.kind = RuleKind::thermometer, .cells = {Cell{11}, Cell{2}}});
    const logic::DecisionTree tree = logic::DecisionTree::grow(puzzle, {});
    for (const auto format :
         {CertificateFormat::drat, CertificateFormat::lrat, CertificateFormat::veripb}) {
        const Certified made = certify_tree(tree, (root_ / "made").string(), {.format = format});
        ASSERT_EQ(made.outcome, CertifyOutcome::written) << made.why;
        Folder folder = read("made");
        EXPECT_EQ(reason(folder), "");
        folder.edit_lines("tree.txt", [&](Lines& l) { l.erase(l.end() - 2); });
        folder.seal();
        EXPECT_NE(reason(folder), "");
    }
}

// What waits for ever, or never ends, is not opened.
// A stop at the first poll, at the second, ...: the check ends, and finds nothing wrong.
TEST_F(FolderTest, AStopAtAnyMomentEndsTheCheckWithoutAVerdict) {
    static std::size_t polls, last;
    Random random{seed};
    for (const Folder& folder : all_of(random, true)) {
        const std::filesystem::path at = write(folder);
        const auto checked = [&](std::size_t stop_at) {
            polls = 0;
            last = stop_at;
            const StopFlag stop{[] { return ++polls == last ? 1 : 0; }};
            return proof::check_folder(at, &stop).verdict;
        };
        EXPECT_TRUE(checked(0).accepted);
        const std::size_t all = polls;
        EXPECT_GT(all, 5U);
        for (std::size_t k = 1; k <= all; ++k) {
            const proof::CheckResult verdict = checked(k);
            EXPECT_TRUE(verdict.stopped) << k << " of " << all << ", " << folder.proof_name();
            EXPECT_FALSE(verdict.accepted);
            EXPECT_EQ(verdict.why, "");
            if (testing::Test::HasFailure()) return;
        }
    }
}

TEST_F(FolderTest, OnlyRegularFilesAreRead) {
    Random random{seed};
    const Folder good = all_of(random, false).front();
    for (const char* name :
         {"puzzle.json", "formula.cnf", "proof.pbp", "solutions.txt", "README.md", "manifest.json"})
        for (const bool pipe : {true, false}) {
            const std::filesystem::path at = write(good);
            std::filesystem::remove(at / name);
            if (pipe)
                ASSERT_EQ(mkfifo((at / name).c_str(), 0600), 0);
            else
                std::filesystem::create_symlink("/dev/zero", at / name);
            EXPECT_THAT(reason(at), testing::HasSubstr("is no regular file")) << name;
        }
}

TEST_F(FolderTest, WalksWithEveryRuleAreCertified) {
    std::size_t written = 0;
    for (const rules::SetterRow& row : rules::setter_table())
        for (std::uint64_t round = 0; round < 3; ++round) {
            Random random = Random{seed}.split(round);
            const Puzzle puzzle =
                reference::random_ruled(random, Geometry::standard(4), 4, 1, row.kind);
            SCOPED_TRACE(reference::describe(puzzle));
            const logic::Path path = logic::walk(logic::State{puzzle}, {});
            const Certified made = certify_steps(puzzle, path.entries, (root_ / "made").string(),
                                                 {.format = CertificateFormat::lrat});
            if (made.outcome == CertifyOutcome::nothing) continue;
            ASSERT_EQ(made.outcome, CertifyOutcome::written) << made.why;
            // Of an area as large as the board the checker may not look at every filling: it says
            // so.
            const std::string verdict = reason(read("made"));
            if (row.kind != RuleKind::connected_digits || verdict != "but for") {
                EXPECT_EQ(verdict, "");
            }
            ++written;
        }
    EXPECT_GT(written, rules::setter_table().size());
}

// A rule of another number, a clue or a mark less: the formula is not the puzzle's.
TEST_F(FolderTest, AnotherPuzzleIsRejected) {
    std::size_t tried = 0;
    for (std::uint64_t round = 0; round < 6; ++round) {
        Random random{seed + 100 + round};
        for (const Folder& good : all_of(random, true)) {
            const Puzzle puzzle = parse_record(good.files.at("puzzle.json"));
            const auto with = [&](const Puzzle& other) {
                Folder bad = good;
                bad["puzzle.json"] = write_record({.puzzle = other}, "json");
                bad.seal();
                ++tried;
                EXPECT_NE(reason(bad), "");
            };
            for (std::size_t i = 0; i < 16; ++i) {
                Puzzle other = puzzle;
                if (!puzzle.given(Cell{i})) continue;
                other.clear_given(Cell{i});
                with(other);
            }
            Puzzle plain{puzzle.geometry_ptr()};
            for (std::size_t i = 0; i < 16; ++i)
                if (const auto digit = puzzle.given(Cell{i})) plain.set_given(Cell{i}, *digit);
            if (reference::all_solutions(plain) != reference::all_solutions(puzzle)) with(plain);
        }
    }
    EXPECT_GT(tried, 100U);
}

// The formula of a step that is wrong has models, and a log of them is no proof that it follows.
TEST_F(FolderTest, StepsOfWhichOneIsWrongAreRejected) {
    Random random{seed};
    Folder folder;
    for (Folder& made : all_of(random, false))
        if (made.steps() && made.is("veripb")) folder = std::move(made);
    const Puzzle puzzle = parse_record(folder.files.at("puzzle.json"));
    Candidate wrong{Cell{0}, Digit{0}};
    const Grid solution = reference::all_solutions(puzzle).front();
    for (std::size_t i = 0; i < 16; ++i)
        if (!puzzle.given(Cell{i})) wrong = {Cell{i}, solution[Cell{i}]};
    const std::vector<certify::CitedStep> steps{
        {.title = "a guess",
         .conclusions = {{wrong, false}},
         .cites = {{.kind = certify::Cited::Kind::puzzle}}}};
    const certify::StepFormula formula = certify::step_formula(puzzle, steps);
    std::ostringstream text, proof;
    certify::write_formula(text, puzzle, formula);
    certify::VeripbWriter writer{proof, formula.formula.size()};
    writer.finish(
        certify::walk(formula.formula, formula.variables, formula.candidates.size(), {}, writer));
    folder["formula.cnf"] = text.str();
    folder["proof.pbp"] = proof.str();
    folder["steps.txt"] = "1\ta guess\t" + to_string(wrong.cell, 4) + "<>" +
                          std::string(1, digit_symbol(wrong.digit)) + "\tthe whole puzzle\t1\n";
    folder.manifest["solutions"] = "1";
    folder.seal();
    EXPECT_THAT(reason(folder), testing::HasSubstr("it logs a model: a step is wrong"));
}

}  // namespace
}  // namespace clew::explain
