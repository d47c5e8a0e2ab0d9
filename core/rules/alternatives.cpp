// Alternatives as one automaton. It reads every cell once, list after list. A state is what is
// known of each list that is neither kept nor broken yet: the digits that relations leave to the
// cells to come, what its sums have added up, where its automata stand. States that say the same
// are one, and so are, from the end, those that lead on alike.
//
//     numbers     least, lists; a list: rules; a rule: kind, cells, their places, numbers, these
//                 1      2              1              th    3      0 1 2         0

#include "core/rules/alternatives.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/rules/expand.hpp"
#include "core/rules/title.hpp"

namespace clew::rules {
namespace {

constexpr std::size_t most_found = 200'000;  // states, before those that lead on alike are one
constexpr std::size_t most_states = 20'000;

std::size_t place_in(const std::vector<Cell>& cells, Cell cell) {
    return static_cast<std::size_t>(std::ranges::find(cells, cell) - cells.begin());
}

/// One list, by the places of its cells.
struct Branch {
    struct Pair {  // a digit at one place leaves these to a later one
        std::size_t later;
        std::vector<DigitSet> left;
    };
    struct Sum {
        Comparison comparison;
        std::int64_t target;
        std::vector<std::int64_t> weights;  // by place
    };
    struct Line {
        std::vector<int> numbers;  // as of an automaton
        std::vector<std::size_t> places;
    };
    std::vector<DigitSet> allowed;         // at the start, by place
    std::vector<std::vector<Pair>> pairs;  // by the earlier place
    std::vector<Sum> sums;
    std::vector<Line> lines;
    std::size_t end = 0;  // behind the last of its places
};

/// What is known of a list when some places have been read.
struct Known {
    enum class Is : char { open = 'o', kept = 'k', broken = 'b' } is = Is::open;
    std::vector<DigitSet> allowed{};
    std::vector<std::int64_t> added{};
    std::vector<int> states{};
    std::vector<std::string> waiting{};  // digits of a line that were read before their turn

    void close(Is how) { *this = {.is = how}; }
};

/// No sum: the comparison holds whatever comes.
constexpr std::int64_t settled = std::numeric_limits<std::int64_t>::min();

class Choice {
  public:
    Choice(const Rule& rule, const Geometry& geometry) : rule_(rule), size_(geometry.size()) {
        const Alternatives alternatives = unpack(rule);
        least_ = alternatives.least;
        for (const std::vector<Rule>& list : alternatives.lists) {
            Branch& branch = branches_.emplace_back();
            branch.allowed.assign(rule.cells.size(), DigitSet::all(size_));
            branch.pairs.resize(rule.cells.size());
            for (const Rule& one : list) {
                if (is_whole_board(one.kind))
                    refuse_rule(rule, title_of(one) + " among them", "rules put on cells");
                for (const Rule& part : expanded(one, geometry)) add(branch, part);
            }
        }
    }

    Rule automaton();

  private:
    using State = std::vector<Known>;

    void add(Branch& branch, const Rule& part);
    void add_pair(Branch& branch, std::size_t a, std::size_t b,
                  const std::function<bool(std::size_t, std::size_t)>& allowed) const;
    bool step(const Branch& branch, Known& known, std::size_t at, Digit digit) const;
    bool add_up(const Branch& branch, Known& known, std::size_t at, Digit digit) const;
    bool follow(const Branch::Line& line, int& state, std::string& waiting, std::size_t at,
                Digit digit) const;
    bool is_kept(const Branch& branch, const Known& known) const;
    /// 'k' for states from which everything is accepted, 'b' where nothing is.
    std::string key(const State& state, std::size_t at) const;

    const Rule& rule_;
    std::size_t size_;
    int least_ = 1;
    std::vector<Branch> branches_;
};

void Choice::add_pair(Branch& branch, std::size_t a, std::size_t b,
                      const std::function<bool(std::size_t, std::size_t)>& allowed) const {
    std::vector<DigitSet> left(size_);
    for (std::size_t d = 0; d < size_; ++d)
        for (std::size_t e = 0; e < size_; ++e)
            if (a <= b ? allowed(d, e) : allowed(e, d)) left[d].insert(Digit{e});
    if (a != b) {
        branch.pairs[std::min(a, b)].push_back({std::max(a, b), std::move(left)});
        return;
    }
    for (std::size_t d = 0; d < size_; ++d)
        if (!left[d].contains(Digit{d})) branch.allowed[a].erase(Digit{d});
}

void Choice::add(Branch& branch, const Rule& part) {
    make_primitive(part, size_);  // refuses what does not fit
    if (part.kind == RuleKind::rank || part.kind == RuleKind::connected)
        refuse_rule(rule_, std::string("a ") + to_string(part.kind) + " among them",
                    "rules of their own cells");
    std::vector<std::size_t> places;
    for (const Cell cell : part.cells) {
        places.push_back(place_in(rule_.cells, cell));
        // An indexer, say, speaks of more cells than those that it is put on.
        if (places.back() == rule_.cells.size())
            refuse_rule(rule_, "a rule among them that speaks of other cells than its own",
                        "rules of their own cells");
        branch.end = std::max(branch.end, places.back() + 1);
    }
    if (part.kind == RuleKind::sum) {
        Branch::Sum sum{static_cast<Comparison>(part.numbers[0]), part.numbers[1],
                        std::vector<std::int64_t>(rule_.cells.size())};
        for (std::size_t i = 0; i < places.size(); ++i)
            sum.weights[places[i]] += part.numbers[2 + i];
        branch.sums.push_back(std::move(sum));
    } else if (part.kind == RuleKind::automaton) {
        branch.lines.push_back({part.numbers, std::move(places)});
    } else {
        const bool different = part.kind == RuleKind::different;
        const bool every_two = different || part.numbers[0] == 1;
        for (std::size_t i = 0; i < places.size(); ++i)
            for (std::size_t k = i + 1; k < (every_two ? places.size() : i + 2); ++k)
                if (k < places.size())
                    add_pair(branch, places[i], places[k], [&](std::size_t d, std::size_t e) {
                        return different
                                   ? d != e
                                   : (static_cast<unsigned>(part.numbers[1 + d]) >> e & 1U) != 0;
                    });
    }
}

/// False if a sum cannot come to what it must.
bool Choice::add_up(const Branch& branch, Known& known, std::size_t at, Digit digit) const {
    for (std::size_t s = 0; s < branch.sums.size(); ++s) {
        const auto& [comparison, target, weights] = branch.sums[s];
        std::int64_t& added = known.added[s];
        if (added == settled) continue;
        added += weights[at] * static_cast<std::int64_t>(digit.index() + 1);
        std::int64_t lowest = added, highest = added;
        for (std::size_t i = at + 1; i < branch.end; ++i) {
            if (weights[i] == 0) continue;
            const DigitSet digits = known.allowed[i];
            const auto low = static_cast<std::int64_t>(digits.first().index() + 1);
            const auto high = static_cast<std::int64_t>(std::bit_width(digits.bits()));
            lowest += weights[i] * (weights[i] > 0 ? low : high);
            highest += weights[i] * (weights[i] > 0 ? high : low);
        }
        if (comparison != Comparison::at_least && lowest > target) return false;
        if (comparison != Comparison::at_most && highest < target) return false;
        if ((comparison == Comparison::at_most && highest <= target) ||
            (comparison == Comparison::at_least && lowest >= target) ||
            (lowest == highest && lowest == target))
            added = settled;
    }
    return true;
}

/// False if the automaton has no way on.
bool Choice::follow(const Branch::Line& line, int& state, std::string& waiting, std::size_t at,
                    Digit digit) const {
    const std::size_t states = static_cast<std::size_t>(line.numbers[0]);
    std::size_t done = 0;  // read in its turn before this place
    while (done < line.places.size() && line.places[done] < at) ++done;
    // What waits stands behind a gap; each place has a character, a blank one if it is not read.
    waiting.resize(line.places.size() - done, '\0');
    for (std::size_t i = done; i < line.places.size(); ++i)
        if (line.places[i] == at) waiting[i - done] = static_cast<char>(digit.index() + 1);
    std::size_t taken = 0;
    for (; taken < waiting.size() && waiting[taken] != '\0'; ++taken) {
        state = line.numbers[1 + states + static_cast<std::size_t>(state) * size_ +
                             static_cast<std::size_t>(waiting[taken] - 1)];
        if (state < 0) return false;
    }
    waiting.erase(0, taken);
    return true;
}

bool Choice::is_kept(const Branch& branch, const Known& known) const {
    for (std::size_t s = 0; s < branch.sums.size(); ++s)
        if (known.added[s] != settled) return false;
    for (std::size_t l = 0; l < branch.lines.size(); ++l)
        if (branch.lines[l].numbers[1 + static_cast<std::size_t>(known.states[l])] != 1)
            return false;
    return true;
}

/// False if the list is broken.
bool Choice::step(const Branch& branch, Known& known, std::size_t at, Digit digit) const {
    if (!known.allowed[at].contains(digit)) return false;
    for (const auto& [later, left] : branch.pairs[at]) {
        known.allowed[later] &= left[digit.index()];
        if (known.allowed[later].empty()) return false;
    }
    if (!add_up(branch, known, at, digit)) return false;
    for (std::size_t l = 0; l < branch.lines.size(); ++l)
        if (!follow(branch.lines[l], known.states[l], known.waiting[l], at, digit)) return false;
    return true;
}

std::string Choice::key(const State& state, std::size_t at) const {
    std::string key;
    int kept = 0, open = 0;
    for (const Known& known : state) {
        kept += known.is == Known::Is::kept ? 1 : 0;
        open += known.is == Known::Is::open ? 1 : 0;
    }
    if (kept >= least_) return "k";
    if (kept + open < least_) return "b";
    for (std::size_t b = 0; b < state.size(); ++b) {
        const Known& known = state[b];
        key += static_cast<char>(known.is);
        if (known.is != Known::Is::open) continue;
        const auto append = [&](std::int64_t value) { key += std::to_string(value) + ' '; };
        for (std::size_t i = at; i < branches_[b].end; ++i) append(known.allowed[i].bits());
        for (const std::int64_t added : known.added) append(added);
        for (const int s : known.states) append(s);
        for (const std::string& waiting : known.waiting) key += waiting + '/';
    }
    return key;
}

Rule Choice::automaton() {
    constexpr int broken = -1, kept = 0;
    const std::size_t cells = rule_.cells.size();
    State start;
    for (const Branch& branch : branches_) {
        Known& known = start.emplace_back();
        known.allowed = branch.allowed;
        known.added.assign(branch.sums.size(), 0);
        known.states.assign(branch.lines.size(), 0);
        known.waiting.resize(branch.lines.size());
        if (std::ranges::any_of(known.allowed, [](DigitSet d) { return d.empty(); }))
            known.close(Known::Is::broken);
        else if (branch.end == 0)
            known.close(Known::Is::kept);
    }
    // By layers: where each state leads, -1 or 0 for broken and kept, else 1 + its place in the
    // next.
    std::vector<std::vector<std::vector<int>>> next(cells);
    std::vector<State> layer{start};
    std::size_t found = 1;
    for (std::size_t at = 0; at < cells; ++at) {
        std::unordered_map<std::string, int> number{{"b", broken}, {"k", kept}};
        std::vector<State> behind;
        for (const State& state : layer) {
            std::vector<int>& leads = next[at].emplace_back();
            for (std::size_t d = 0; d < size_; ++d) {
                State to = state;
                for (std::size_t b = 0; b < to.size(); ++b) {
                    if (to[b].is != Known::Is::open) continue;
                    if (!step(branches_[b], to[b], at, Digit{d}))
                        to[b].close(Known::Is::broken);
                    else if (at + 1 == branches_[b].end)
                        to[b].close(is_kept(branches_[b], to[b]) ? Known::Is::kept
                                                                 : Known::Is::broken);
                }
                const auto [entry, is_new] =
                    number.try_emplace(key(to, at + 1), static_cast<int>(behind.size()) + 1);
                leads.push_back(entry->second);
                if (!is_new) continue;
                behind.push_back(std::move(to));
                if (++found > most_found)
                    refuse_rule(rule_, "they are too many or too large together",
                                "fewer or shorter rules");
            }
        }
        layer = std::move(behind);
    }
    // From the end: states that lead on alike are one. State 0 of these accepts whatever comes.
    std::map<std::vector<int>, int> number{{std::vector<int>(size_, broken), broken},
                                           {std::vector<int>(size_, kept), kept}};
    std::vector<std::vector<int>> states{std::vector<int>(size_, kept)};
    std::vector<int> behind;
    for (std::size_t at = cells; at-- > 0;) {
        std::vector<int> here;
        for (std::vector<int>& leads : next[at]) {
            for (int& to : leads)
                if (to > 0) to = behind[static_cast<std::size_t>(to) - 1];
            const auto [entry, is_new] = number.try_emplace(leads, static_cast<int>(states.size()));
            if (is_new) states.push_back(leads);
            here.push_back(entry->second);
        }
        behind = std::move(here);
    }
    if (states.size() > most_states)
        refuse_rule(rule_, "they need more than " + std::to_string(most_states) + " states",
                    "fewer or shorter rules");
    // The start comes first: state s of those found is s + 1, and the start again is 0.
    const int first = cells == 0 ? key(start, 0) == "k" ? kept : broken : behind.front();
    return automaton_of(
        rule_, rule_.cells, size_, as_int(states.size()) + 1,
        [&](int s, int digit) {
            const int from = s == 0 ? first : s - 1;
            if (from < 0) return -1;
            const int to =
                states[static_cast<std::size_t>(from)][static_cast<std::size_t>(digit - 1)];
            return to < 0 ? -1 : to + 1;
        },
        [&](int s) { return s == 1; });
}

std::vector<Rule> expand_alternatives(const Rule& rule, const Geometry& geometry) {
    return {Choice{rule, geometry}.automaton()};
}

std::string alternatives_words(const Rule& rule, const Geometry& geometry, Language language) {
    const auto [least, lists] = unpack(rule);
    std::string text;
    for (const std::vector<Rule>& list : lists) {
        if (!text.empty()) text += least > 1 ? "; " : say(language, ", or ");
        for (const Rule& one : list)
            text += (&one == &list.front() ? "" : " " + say(language, "and") + " ") +
                    sentence_of(one, geometry, language);
    }
    return least > 1          ? say(language, "at least {} of these hold: {}", least, text)
           : lists.size() > 1 ? say(language, "either {}", text)
                              : text;
}

constexpr std::array<SetterRow, 1> choice_table{
    {{RuleKind::alternatives, "alternatives",
      "at least one of the lists of rules holds, or so many as \"least\" says. A list holds if all "
      "its rules do; it can have no whole-board rule",
      expand_alternatives, alternatives_words}}};

}  // namespace

Rule pack(const Alternatives& alternatives) {
    Rule packed{.kind = RuleKind::alternatives};
    packed.numbers = {alternatives.least, as_int(alternatives.lists.size())};
    for (const std::vector<Rule>& list : alternatives.lists) {
        packed.numbers.push_back(as_int(list.size()));
        for (const Rule& rule : list) {
            packed.numbers.push_back(static_cast<int>(rule.kind));
            packed.numbers.push_back(as_int(rule.cells.size()));
            for (const Cell cell : rule.cells) {
                const std::size_t place = place_in(packed.cells, cell);
                if (place == packed.cells.size()) packed.cells.push_back(cell);
                packed.numbers.push_back(as_int(place));
            }
            packed.numbers.push_back(as_int(rule.numbers.size()));
            packed.numbers.insert(packed.numbers.end(), rule.numbers.begin(), rule.numbers.end());
        }
    }
    return packed;
}

Alternatives unpack(const Rule& rule) {
    std::size_t at = 0;
    const auto refuse = [&] {
        refuse_rule(rule, "numbers that are no lists of rules", "lists of rules");
    };
    const auto take = [&](int most) {
        if (at == rule.numbers.size() || rule.numbers[at] < 0 || rule.numbers[at] > most) refuse();
        return rule.numbers[at++];
    };
    constexpr int most = 1'000'000;
    Alternatives found{.least = take(most)};
    const int lists = take(most);
    for (int l = 0; l < lists; ++l) {
        std::vector<Rule>& list = found.lists.emplace_back();
        for (int rules = take(most); rules > 0; --rules) {
            Rule& one = list.emplace_back();
            one.kind = static_cast<RuleKind>(take(std::numeric_limits<std::uint8_t>::max()));
            for (int cells = take(most); cells > 0; --cells)
                one.cells.push_back(
                    rule.cells[static_cast<std::size_t>(take(as_int(rule.cells.size()) - 1))]);
            const auto numbers = static_cast<std::size_t>(take(most));
            if (numbers > rule.numbers.size() - at) refuse();
            const auto from = rule.numbers.begin() + static_cast<std::ptrdiff_t>(at);
            one.numbers.assign(from, from + static_cast<std::ptrdiff_t>(numbers));
            at += numbers;
        }
    }
    if (at != rule.numbers.size()) refuse();
    if (found.least < 1 || found.least > lists)
        refuse_rule(rule, std::to_string(found.least) + " of " + std::to_string(lists),
                    "one of them at least, and not more than there are");
    for (const Cell cell : rule.cells)
        if (std::ranges::count(rule.cells, cell) > 1) refuse();
    return found;
}

std::span<const SetterRow> choice_rows() { return choice_table; }

}  // namespace clew::rules
