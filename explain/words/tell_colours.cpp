// Colours: two sets of candidates of which one holds as a whole. Either what goes clashes with one
// of both, or one of the two clashes with itself; with four colours, with what the other two leave.

#include <algorithm>
#include <map>
#include <optional>

#include "explain/words/tell.hpp"

namespace clew::explain::inline words {
namespace {

using logic::Group;
using logic::Role;
using logic::State;

using Candidates = std::vector<Candidate>;

bool clash(const State& state, Candidate a, Candidate b) {
    return a.cell == b.cell ? a.digit != b.digit
                            : a.digit == b.digit && state.geometry().sees(a.cell, b.cell);
}

const Candidate* clashing(const State& state, Candidate c, const Candidates& colour) {
    const auto found =
        std::ranges::find_if(colour, [&](Candidate other) { return clash(state, c, other); });
    return found == colour.end() ? nullptr : &*found;
}

class Teller {
  public:
    explicit Teller(const Tale& tale) : tale_(tale) {
        for (Role role : {Role::colour_1, Role::colour_2, Role::colour_3, Role::colour_4})
            for (const Group* group : groups_of(tale.step, role))
                colours_.push_back(group->candidates);
        // Of a colour that fails a tidied step tells only what later steps need.
        const auto fails = std::ranges::find_if(colours_, [&](const Candidates& colour) {
            return std::ranges::includes(colour, tale.step.eliminations);
        });
        if (fails != colours_.end()) failing_ = static_cast<std::size_t>(fails - colours_.begin());
    }

    Listed run() const {
        Listed told;
        for (std::size_t at = 0; at < colours_.size(); at += 2) {
            const std::string one = holds(colours_[at]), other = holds(colours_[at + 1]);
            const std::string both =
                words_.say(at == 0 ? "Either {}, or {}." : "Likewise either {}, or {}.", one,
                           other) +
                " ";
            Line why = linked(colours_[at], colours_[at + 1]);
            if (told.lines.empty() && is_sentence(both) && why.inner.empty()) {
                told.opening += both + Words::sentence(why.text) + ". ";
                continue;
            }
            told.lines.push_back({words_.say("either {}", one)});
            told.lines.push_back({words_.say("or {}", other)});
            told.lines.push_back(std::move(why));
        }
        const Candidates& gone = tale_.step.eliminations;
        const bool wrap = failing_.has_value();
        std::string rest = colours_.size() == 4 ? (wrap ? against_both() : between_two())
                                                : (wrap ? against_itself() : against_either());
        if (colours_.size() == 2 && !wrap && gone.size() > 1) {
            std::vector<Inferred> lines;
            for (Line& line : told.lines) lines.push_back({line, line.text});
            for (const Candidate c : gone)
                lines.push_back(
                    {{clashes(c, colours_[0], colours_[1])}, words_.say("{} clashes", named(c))});
            told.lines = folded(std::move(lines), words_.language());
            rest = words_.say("So these fail either way.");
        }
        if (told.lines.empty()) {
            told.opening += rest;
            return told;
        }
        told.opening +=
            words_.say(told.opening.empty() ? "Of two sets one holds as a whole:" : "Then:");
        told.upshot = std::move(rest);
        return told;
    }

  private:
    std::string holds(const Candidates& colour) const {
        return words_.say_of(colour.size(), "{} holds", "all of {} hold",
                             words_.candidates(colour));
    }
    std::string named(Candidate c) const { return words_.candidate(c); }

    /// The house that has two places for both, if they are these.
    std::optional<House> shared(Candidate a, Candidate b) const {
        const State& state = tale_.state;
        if (a.digit != b.digit) return std::nullopt;
        for (const House house : state.layout().full_houses()) {
            const auto places = state.layout().cells(house) & state.cells(a.digit);
            if (places.size() == 2 && places.test(a.cell) && places.test(b.cell)) return house;
        }
        return std::nullopt;
    }
    /// Why one of the two colours holds as a whole: "4 has just two places in row 1 and box 5".
    Line linked(const Candidates& a, const Candidates& b) const {
        Candidates reached{a.front()}, open{a.begin() + 1, a.end()};
        open.insert(open.end(), b.begin(), b.end());
        std::map<Digit, std::vector<House>> houses;
        std::vector<Cell> cells;
        for (std::size_t at = 0; at < reached.size(); ++at) {
            const Candidate from = reached[at];
            std::erase_if(open, [&](Candidate c) {
                const bool pair = c.cell == from.cell && tale_.state.candidates(c.cell).size() == 2;
                const auto house = shared(from, c);
                if (!pair && !house) return false;
                if (pair)
                    cells.push_back(c.cell);
                else
                    houses[c.digit].push_back(*house);
                reached.push_back(c);
                return true;
            });
        }
        std::vector<std::string> items;
        std::vector<Inferred> lines;
        for (auto& [digit, where] : houses) {
            std::ranges::sort(where);
            const std::string in = words_.houses(where), it = symbol(digit),
                              whole = words_.say("{} has just two places in {}", it, in),
                              brief = words_.say("{} in {}", it, in);
            lines.push_back({{whole}, brief});
            items.push_back(items.empty() ? whole : brief);
        }
        if (!cells.empty()) {
            std::ranges::sort(cells);
            items.push_back(words_.say_of(cells.size(), "{} has just two digits",
                                          "{} have just two digits", words_.cells(cells)));
            lines.push_back({{items.back()}, items.back()});
        }
        std::string all;
        for (std::size_t i = 0; i < items.size(); ++i)
            all = i == 0                  ? items[i]
                  : i + 1 == items.size() ? words_.say("{}, and {}", all, items[i])
                                          : all + ", " + items[i];
        if (is_sentence(all)) return {all};
        return {words_.say("each is one of just two places or digits"),
                folded(std::move(lines), words_.language())};
    }
    std::string clashes(Candidate c, const Candidates& a, const Candidates& b) const {
        return words_.say("{} clashes with {} and with {}", named(c),
                          named(*clashing(tale_.state, c, a)), named(*clashing(tale_.state, c, b)));
    }

    // Trap.
    std::string against_either() const {
        return words_.say("{}, so it fails either way.",
                          clashes(tale_.step.eliminations.front(), colours_[0], colours_[1]));
    }

    // Wrap.
    std::string against_itself() const {
        const Candidates& colour = colours_[*failing_];
        const bool first = *failing_ == 0;
        const bool one = colours_[first ? 1 : 0].size() == 1;
        const auto cannot = [&](const std::string& why) {
            return words_.say(first ? one ? "The first cannot, for {}: so the second holds."
                                          : "The first cannot, for {}: so the second hold."
                              : one ? "The second cannot, for {}: so the first holds."
                                    : "The second cannot, for {}: so the first hold.",
                              why);
        };
        for (std::size_t i = 0; i < colour.size(); ++i)
            for (std::size_t j = i + 1; j < colour.size(); ++j)
                if (clash(tale_.state, colour[i], colour[j]))
                    return cannot(
                        words_.say("{} and {} clash", named(colour[i]), named(colour[j])));
        return cannot(words_.say_of(colour.size(), "it would leave {}", "they would leave {}",
                                    emptied(colour)));
    }

    std::string emptied(const Candidates& colour) const {
        const State& state = tale_.state;
        for (Cell c : state.open())
            if (std::ranges::all_of(state.candidates(c), [&](Digit d) {
                    return clashing(state, {c, d}, colour) != nullptr;
                }))
                return words_.say("no digit for {}", words_.cell(c));
        for (std::size_t h = 0; h < state.layout().house_count(); ++h) {
            if (!state.layout().is_full(House{h})) continue;
            for (std::size_t i = 0; i < state.size(); ++i) {
                const auto places = state.layout().cells(House{h}) & state.cells(Digit{i});
                bool all = !places.empty();
                for (Cell c : places)
                    all = all && clashing(state, {c, Digit{i}}, colour) != nullptr;
                if (all)
                    return words_.say("no place for {} in {}", symbol(Digit{i}),
                                      words_.house(House{h}));
            }
        }
        return words_.say("something without a place");
    }

    // A colour of one pair against both of the other.
    std::string against_both() const {
        const bool low = *failing_ < 2;
        const Candidates& a = low ? colours_[2] : colours_[0];
        const Candidates& b = low ? colours_[3] : colours_[1];
        for (Candidate c : colours_[*failing_])
            if (clashing(tale_.state, c, a) && clashing(tale_.state, c, b))
                return words_.say_of(tale_.step.eliminations.size(), "{}: so it fails either way.",
                                     "{}: so these fail either way.", clashes(c, a, b));
        const auto one = [&](const Candidates& other) {
            for (Candidate c : colours_[*failing_])
                if (const Candidate* found = clashing(tale_.state, c, other))
                    return words_.say("{} clashes with {}", named(c), named(*found));
            return std::string{};
        };
        return words_.say("{}, and {}: so these fail either way.", one(a), one(b));
    }

    // One of either pair clash, so one of the other two holds.
    std::string between_two() const {
        for (std::size_t a : {0U, 1U})
            for (std::size_t c : {2U, 3U}) {
                const Candidates& b = colours_[1 - a];
                const Candidates& d = colours_[5 - c];
                const Candidate gone = tale_.step.eliminations.front();
                if (!clashing(tale_.state, gone, b) || !clashing(tale_.state, gone, d)) continue;
                for (Candidate one : colours_[a])
                    if (const Candidate* other = clashing(tale_.state, one, colours_[c]))
                        return words_.say_of(
                            tale_.step.eliminations.size(), "{} and {} clash, so {} or {}. {}.",
                            "{} and {} clash, so {} or {}. {}, and the others removed do likewise.",
                            named(one), named(*other), holds(b), holds(d), clashes(gone, b, d));
            }
        return words_.say(
            "One of the first clashes with one of the second, so their opposites cannot both "
            "fail: what clashes with either of those goes.");
    }

    const Tale& tale_;
    const Words& words_ = tale_.words;
    std::vector<Candidates> colours_;
    std::optional<std::size_t> failing_;  // of the colours
};

}  // namespace

Listed tell_colouring(const Tale& tale) { return Teller{tale}.run(); }

}  // namespace clew::explain::inline words
