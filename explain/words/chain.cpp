// A chain is told as it is followed: were the first node false, then the next would hold, for this
// reason, so the one after it would not, and so on. Only what holds is said where what fails goes
// without saying (a strong link's other side in the same cell or house is named by its reason).

#include "explain/words/chain.hpp"

#include <algorithm>
#include <vector>

#include "core/board/notation.hpp"
#include "explain/words/tell.hpp"

namespace clew::explain::inline words {

namespace {

using logic::Constraint;
using logic::Group;
using logic::Link;
using logic::LinkKind;
using logic::Role;
using logic::State;
using logic::Step;

std::vector<const Group*> nodes_of(const Step& step) { return groups_of(step, Role::chain); }

std::vector<Cell> cells_of(const Group& group) { return explain::cells_of(group.candidates); }

/// An almost fish on the chain, from its groups.
struct Fish {
    std::vector<House> bases, covers;
};

/// Whether the node is the body of an almost fish: it is bound by a base, as no other node is by a
/// house.
bool is_body(const Group& node) { return node.in && node.in->kind == Constraint::Kind::house; }

/// The almost fish in the order in which the chain passes over them.
std::vector<Fish> fish_of(const Step& step) {
    std::vector<Fish> all;
    Role before = Role::chain;
    for (const Group& group : step.groups) {
        if (group.role == Role::base && group.in) {
            if (before != Role::base) all.emplace_back();
            all.back().bases.push_back(group.in->house);
        } else if (group.role == Role::cover && group.in && !all.empty()) {
            all.back().covers.push_back(group.in->house);
        }
        before = group.role;
    }
    return all;
}

/// Whether the two nodes are the guardians of the step's deadly pattern.
bool guards(const Step& step, const Group& off, const Group& on) {
    const auto guardians = groups_of(step, Role::guardian);
    std::vector<Candidate> both = off.candidates;
    both.insert(both.end(), on.candidates.begin(), on.candidates.end());
    std::ranges::sort(both);
    return !guardians.empty() && both == guardians.front()->candidates;
}

const char* fish_name(std::size_t size) { return size == 2 ? "an X-wing" : "a swordfish"; }

/// Whether the chain is a loop.
bool closes(const Step& step) {
    return std::ranges::any_of(
        step.links, [&](const Link& link) { return link.kind == LinkKind::weak && link.to == 0; });
}

const Link& strong_into(const Step& step, std::size_t node) {
    return *std::ranges::find_if(step.links, [&](const Link& link) {
        return link.kind == LinkKind::strong && link.to == node;
    });
}

/// Whether both are in one cell, which has no third digit.
bool in_one_of_two(const State& state, const Link& strong, const Group& off, const Group& on) {
    return off.candidates.size() == 1 && on.candidates.size() == 1 &&
           off.candidates.front().cell == on.candidates.front().cell &&
           state.candidates(strong.by.cell).size() == 2;
}

class Teller {
  public:
    Teller(const State& state, const Step& step, const Words& words)
        : state_(state), step_(step), words_(words), nodes_(nodes_of(step)), fish_(fish_of(step)) {
        for (const Group& group : step.groups)
            if (group.role == Role::locked) {
                sets_.push_back(&group);
                const auto same = std::ranges::find_if(
                    named_, [&](const Group* other) { return *other == group; });
                names_.push_back(static_cast<std::size_t>(same - named_.begin()));
                if (same == named_.end()) named_.push_back(&group);
            }
    }

    ToldChain run() const {
        if (step_.technique == logic::Technique::remote_pair) return {remote_pair(), {}, {}};
        ToldChain told;
        for (std::size_t i = 0; i < named_.size(); ++i) told.start += set(i) + " ";
        if (!named_.empty() && all_plain())
            told.start +=
                words_.say_of(named_.size(),
                              "It has a digit more than cells, so it leaves out just one.",
                              "Each has a digit more than cells, so it leaves out just one.") +
                " ";
        told.start += deadly() + words_.say("Suppose {}.", is_not(*nodes_.front()));
        std::size_t set = 0;
        std::size_t fish = 0;
        for (std::size_t i = 1; i < nodes_.size(); i += 2) {
            before_ = at_;
            if (is_body(*nodes_[i - 1]) || is_body(*nodes_[i])) at_ = &fish_[fish++];
            std::string link = is(*nodes_[i]);
            told.links.push_back({{link + because(strong_into(step_, i), i, set)}, link});
        }
        const Group& first = *nodes_.front();
        const Group& last = *nodes_.back();
        if (first.candidates == last.candidates) {
            told.upshot = words_.say("So it holds either way.");
        } else if (closes(step_)) {
            told.upshot =
                words_.say(sets_.empty()
                               ? "That rules {} in {} out in turn: the chain closes. Of the two "
                                 "ends of every link just one holds."
                               : "That rules {} in {} out in turn: the chain closes. Of the two "
                                 "ends of every link just one holds, and the other digits of the "
                                 "sets stay in them.",
                           digits(first, "and"), place(first, "and")) +
                ruled_out_by_links();
        } else {
            // The ends may be the bodies of two fish.
            if (is_body(last)) at_ = &fish_.back();
            const std::string end = is(last);
            if (is_body(first)) at_ = &fish_.front();
            const auto within = [](const Group& few, const Group& many) {
                return !is_body(few) && !is_body(many) &&
                       std::ranges::all_of(few.candidates, [&](Candidate c) {
                           return std::ranges::find(many.candidates, c) != many.candidates.end();
                       });
            };
            const bool sure = within(first, last) || within(last, first);
            told.upshot =
                sure ? words_.say("So {} in any case, and {}.",
                                  within(first, last) ? end : is(first), losers())
                     : words_.say("So {}, or else {}. Either way {}.", is(first), end, losers());
        }
        return told;
    }

  private:
    std::string remote_pair() const {
        std::vector<Cell> cells;
        for (const Group* node : nodes_)
            if (cells.empty() || cells.back() != node->candidates.front().cell)
                cells.push_back(node->candidates.front().cell);
        return words_.say(
            "{0} hold {1} in turn, each the other one than the cell before. So {2} and {3} hold "
            "one of {1} each; {4}.",
            words_.cells(cells), words_.digits(state_.candidates(cells.front())),
            words_.cell(cells.front()), words_.cell(cells.back()),
            losers_see({state_, step_, words_}, 2));
    }

    /// "r9c1 and r9c2 are not 7", "r3c3 is not 4 and r5c1 is not 6".
    bool clashes(Candidate c, const Group& node) const {
        return !is_body(node) && std::ranges::all_of(node.candidates, [&](Candidate other) {
            return c.cell == other.cell
                       ? c.digit != other.digit
                       : c.digit == other.digit && state_.geometry().sees(c.cell, other.cell);
        });
    }
    /// " r3c3 is 9, or else r9c3 is 9, so r1c3 is not 9.": for each link of a loop what sees both
    /// its ends.
    std::string ruled_out_by_links() const {
        std::vector<Candidate> open = step_.eliminations;
        std::string text;
        for (const Link& link : step_.links) {
            if (link.kind != LinkKind::weak) continue;
            const Group& from = step_.groups[link.from];
            const Group& to = step_.groups[link.to];
            std::vector<Candidate> gone;
            std::erase_if(open, [&](Candidate c) {
                const bool lost = clashes(c, from) && clashes(c, to);
                if (lost) gone.push_back(c);
                return lost;
            });
            if (!gone.empty())
                text += " " + words_.say("{}, or else {}, so {}.", Words::sentence(is(from)),
                                         is(to), losers(gone));
        }
        return open.empty()
                   ? text
                   : " " + words_.say(
                               "So whatever sees both ends of a link is ruled out either way.");
    }

    std::string losers() const { return losers(step_.eliminations); }
    std::string losers(std::span<const Candidate> lost) const {
        const DigitSet digits = digits_of(lost);
        const std::vector<Cell> all = explain::cells_of(lost);
        if (all.size() == 1)
            return words_.say("{} is not {}", words_.cell(all.front()),
                              words_.digits(digits, "or"));
        return words_.all_of(digits, [&](Digit d) {
            std::vector<Cell> cells;
            for (Candidate c : lost)
                if (c.digit == d) cells.push_back(c.cell);
            return words_.say_of(cells.size(), "{} is not {}", "{} are not {}", words_.cells(cells),
                                 symbol(d));
        });
    }

    Digit digit(const Group& node) const { return node.candidates.front().digit; }
    /// "5"; of a cell that holds one of several, "1 or 2".
    std::string digits(const Group& node, const char* last) const {
        return words_.digits(digits_of(node.candidates), last);
    }
    bool in_one_cell(const Group& node) const { return cells_of(node).size() == 1; }

    std::string place(const Group& node, const char* last) const {
        return words_.cells(cells_of(node), last);
    }

    // "rows 2 and 5", and the digit of which each has one in "columns 3 and 8".
    std::string bases() const { return words_.houses(at_->bases); }
    std::string covers() const { return words_.houses(at_->covers); }

    std::string is(const Group& node) const {
        if (is_body(node))
            return words_.say("{} have their {} in {}", bases(), plural(words_, digit(node)),
                              covers());
        if (!in_one_cell(node)) return is_in(words_, digit(node), cells_of(node));
        return words_.say("{} is {}", place(node, "or"), digits(node, "or"));
    }
    std::string is_not(const Group& node) const {
        if (is_body(node)) {
            at_ = &fish_.front();
            return words_.say("{} do not have all their {} in {}", bases(),
                              plural(words_, digit(node)), covers());
        }
        if (!in_one_cell(node))
            return cells_of(node).size() == 2
                       ? words_.say("{} is in neither {}", symbol(digit(node)), place(node, "nor"))
                       : words_.say("{} is in none of {}", symbol(digit(node)), place(node, "and"));
        const std::string cell = place(node, "or");
        return node.candidates.size() == 1 ? words_.say("{} is not {}", cell, digits(node, "or"))
               : node.candidates.size() == 2
                   ? words_.say("{} is neither {}", cell, digits(node, "nor"))
                   : words_.say("{} is none of {}", cell, digits(node, "and"));
    }

    /// "A", "B", ...: an almost locked set, by its place in named_.
    static std::string name(std::size_t set) {
        return std::string(1, static_cast<char>('A' + set % 26));
    }
    /// "A = r1c1 and r1c2 {1 2 3}."
    std::string set(std::size_t at) const {
        const Group& cells = *named_[at];
        const DigitSet digits = digits_of(cells.candidates);
        const std::string place = words_.cells(cells_of(cells));
        if (cells.in)
            return words_.say(
                "{} = {}, the only places of {} in {}. Just one of them holds another digit.",
                name(at), place, words_.digits(digits), words_.house(cells.in->house));
        const std::string text =
            name(at) + " = " + place + " {" + listed(digits, " ", symbol) + "}";
        return all_plain() ? text + "." : words_.say("{} leaves out just one of its digits.", text);
    }
    /// Whether all sets are cells with one digit more.
    bool all_plain() const {
        return std::ranges::none_of(named_, [](const Group* set) { return set->in.has_value(); });
    }

    /// Why node i - 1 fails: "row 4 has its 5 in r4c9", "r4c9 is 5", "r4c1 and r6c2 see the 5 in
    /// r5c3"; and whether it says where the digit is not.
    struct Why {
        std::string text;
        bool and_not = false;
    };
    Why why_not(std::size_t i) const {
        const Group& on = *nodes_[i - 2];
        const Group& off = *nodes_[i - 1];
        const Constraint& by =
            std::ranges::find_if(step_.links, [&](const Link& link) {
                return link.kind == LinkKind::weak && link.to + 1 == i && link.from + 2 == i;
            })->by;
        if (by.kind == Constraint::Kind::cell) return {is(on)};
        const std::string its = symbol(by.digit), house = words_.house(by.house);
        const logic::CellSet& cells = state_.layout().cells(by.house);
        const auto inside = [&](Cell c) { return cells.test(c); };
        const std::vector<Cell> all = cells_of(on), lose = cells_of(off);
        if (is_body(on)) {
            std::vector<House> there;
            for (const House h : before_->covers)
                if (std::ranges::any_of(lose,
                                        [&](Cell c) { return state_.layout().cells(h).test(c); }))
                    there.push_back(h);
            return {words_.say_of(there.size(), "{} has its {} in one of {}, not in {}",
                                  "{} have their {} in {}, not in {}", words_.houses(there),
                                  there.size() == 1 ? its : plural(words_, by.digit),
                                  words_.houses(before_->bases), words_.cells(lose, "or")),
                    true};
        }
        if (is_body(off) || (std::ranges::all_of(all, inside) && std::ranges::all_of(lose, inside)))
            return is_body(off) || cells_of(*nodes_[i]) == lose
                       ? Why{words_.say("{} has its {} in {}", house, its, words_.cells(all, "or"))}
                       : Why{words_.say("{} has its {} in {}, not {}", house, its,
                                        words_.cells(all, "or"), words_.cells(lose, "or")),
                             true};
        const std::string seen = words_.say(all.size() == 1   ? "the {1} in {0}"
                                            : all.size() == 2 ? "both {}"
                                                              : "all of {}",
                                            words_.cells(all), its);
        return {words_.say_of(lose.size(), "{} sees {}", "{} see {}", words_.cells(lose), seen)};
    }

    /// Why the strong link into node i holds, and before it the weak one: what follows its words.
    std::string because(const Link& strong, std::size_t i, std::size_t& set) const {
        const Group& off = *nodes_[i - 1];
        const Group& on = *nodes_[i];
        const Why why = i > 1 ? why_not(i) : Why{};
        const std::string taken = i > 1 ? words_.say(", as {}", why.text) : "";
        const auto and_as = [&](const std::string& more) {
            return i == 1        ? words_.say(", as {}", more)
                   : why.and_not ? words_.say(", as {}, and {}", why.text, more)
                                 : words_.say(", as {} and {}", why.text, more);
        };
        if (is_body(on)) return ", " + words_.say(fish_name(at_->bases.size())) + taken;
        if (is_body(off))
            return i == 1 ? words_.say(", their other places")
                          : taken + words_.say_of(at_->bases.size() - 1,
                                                  ", so {} cannot both have their {} in {}",
                                                  ", so {} cannot all have their {} in {}", bases(),
                                                  symbol(digit(off)), covers());
        if (strong.by.kind == Constraint::Kind::house)
            return words_.say_of(on.candidates.size(), ", the only other place in {}",
                                 ", the only other places in {}", words_.house(strong.by.house)) +
                   taken;
        if (in_one_of_two(state_, strong, off, on))
            return i > 1 ? taken : words_.say(", its other digit");
        if (guards(step_, off, on))
            return and_as(words_.say("the {} cells must hold something else",
                                     words_.count_word(explain::cells_of(step_.deadly).size())));
        const std::size_t at = set++;
        const std::string set_name = name(names_[at]);
        if (sets_[at]->in) return words_.say(", by {}", set_name) + taken;
        return and_as(words_.say("{} without {} must have its {} there", set_name,
                                 digits(off, "or"), digits(on, "and")));
    }

    /// Of a chain over a rectangle: that it must not be left with two digits.
    std::string deadly() const {
        if (step_.deadly.empty()) return {};
        return words_.say(state_.uniqueness() == logic::Uniqueness::proved
                              ? "If {} held nothing but {}, these could change places: two "
                                "solutions, where Clew has proved that there is one."
                              : "If {} held nothing but {}, these could change places: two "
                                "solutions, where there is to be one only.",
                          words_.cells(explain::cells_of(step_.deadly)),
                          words_.digits(digits_of(step_.deadly))) +
               " ";
    }

    const State& state_;
    const Step& step_;
    const Words& words_;
    std::vector<const Group*> nodes_;
    std::vector<const Group*> sets_;   // as the chain passes over them
    std::vector<const Group*> named_;  // each once
    std::vector<std::size_t> names_;   // of sets_: places in named_
    std::vector<Fish> fish_;
    // The fish that is spoken of, and the one before.
    mutable const Fish *at_ = nullptr, *before_ = nullptr;
};

// "r2c1", "r2c12", "r12c3", "r2c1|r3c4".
std::string short_cells(const Geometry& geometry, const std::vector<Cell>& cells) {
    const auto same = [&](auto line) {
        return std::ranges::all_of(cells, [&](Cell c) { return line(c) == line(cells.front()); });
    };
    const auto row = [&](Cell c) { return geometry.row_of(c); };
    const auto column = [&](Cell c) { return geometry.column_of(c); };
    if (cells.size() > 1 && geometry.size() <= 9 &&
        std::ranges::all_of(cells, [&](Cell cell) { return geometry.in_grid(cell); })) {
        std::string text;
        if (same(row)) {
            text = "r" + std::to_string(row(cells.front()) + 1) + "c";
            for (Cell c : cells) text += std::to_string(column(c) + 1);
            return text;
        }
        if (same(column)) {
            text = "r";
            for (Cell c : cells) text += std::to_string(row(c) + 1);
            return text + "c" + std::to_string(column(cells.front()) + 1);
        }
    }
    return listed(cells, "|", [&](Cell c) { return clew::to_string(c, geometry.size()); });
}

// "X-wing(r25\\c38)".
std::string short_fish(const Geometry& geometry, const Fish& fish) {
    std::string text = fish.bases.size() == 2 ? "X-wing(" : "swordfish(";
    for (const auto* houses : {&fish.bases, &fish.covers}) {
        const bool row = geometry.info(houses->front()).role == HouseRole::row;
        text += houses == &fish.covers ? "\\" : "";
        text += row ? "r" : "c";
        for (House h : *houses) {
            const Cell cell = geometry.cells_of(h).front();
            text += std::to_string((row ? geometry.row_of(cell) : geometry.column_of(cell)) + 1);
        }
    }
    return text + ")";
}

}  // namespace

bool is_chain(const Step& step) {
    const std::size_t nodes = nodes_of(step).size();
    if (nodes < 4 || nodes % 2 != 0) return false;
    for (std::size_t i = 1; i < nodes; i += 2)
        if (std::ranges::none_of(step.links, [&](const Link& link) {
                return link.kind == LinkKind::strong && link.from + 1 == i && link.to == i;
            }))
            return false;
    return true;
}

ToldChain tell_chain(const State& before, const Step& step, const Words& words) {
    return Teller{before, step, words}.run();
}

std::string eureka(const State& before, const Step& step) {
    const Geometry& geometry = before.geometry();
    const auto nodes = nodes_of(step);
    const std::vector<const Group*> sets = groups_of(step, Role::locked);
    const std::vector<Fish> fish = fish_of(step);
    std::size_t set = 0;
    std::size_t at_fish = 0;
    const auto with_digits = [&](const Group& node) {
        return "(" + to_string(digits_of(node.candidates)) + ")" +
               short_cells(geometry, cells_of(node));
    };
    std::string text;
    for (std::size_t i = 0; i + 1 < nodes.size(); i += 2) {
        const Group& off = *nodes[i];
        const Group& on = *nodes[i + 1];
        const std::string digit = symbol(off.candidates.front().digit);
        if (i > 0) text += "-";
        if (is_body(off) || is_body(on)) {
            const std::string body = short_fish(geometry, fish[at_fish++]);
            text += "(" + digit + ")" +
                    (is_body(off) ? body + "=" + short_cells(geometry, cells_of(on))
                                  : short_cells(geometry, cells_of(off)) + "=" + body);
            continue;
        }
        const Link& strong = strong_into(step, i + 1);
        if (strong.by.kind == Constraint::Kind::house) {
            text += "(" + digit + ")" + short_cells(geometry, cells_of(off)) + "=" +
                    short_cells(geometry, cells_of(on));
            continue;
        }
        if (in_one_of_two(before, strong, off, on)) {
            text += "(" + digit + "=" + symbol(on.candidates.front().digit) + ")" +
                    short_cells(geometry, cells_of(off));
            continue;
        }
        const Group* carrier = guards(step, off, on) ? nullptr : sets[set++];
        if (carrier == nullptr || carrier->in) {
            text += with_digits(off) + "=" + with_digits(on);
            continue;
        }
        const DigitSet rest =
            digits_of(carrier->candidates) - DigitSet{off.candidates.front().digit};
        text +=
            "(" + digit + "=" + to_string(rest) + ")" + short_cells(geometry, cells_of(*carrier));
    }
    if (closes(step)) text += "-loop";
    text += " =>";
    for (std::size_t i = 0; i < step.placements.size(); ++i)
        text += (i == 0 ? " " : ", ") + clew::to_string(step.placements[i], geometry.size());
    for (std::size_t i = 0; i < step.eliminations.size(); ++i) {
        std::string gone = clew::to_string(step.eliminations[i], geometry.size());
        gone.replace(gone.find('='), 1, "<>");
        text += (i == 0 ? " " : ", ") + gone;
    }
    return text;
}

}  // namespace clew::explain::inline words
