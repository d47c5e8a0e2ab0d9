#include "proof/ledger/ledger.hpp"

#include <algorithm>
#include <bit>
#include <charconv>

#include "core/base/contract.hpp"
#include "core/base/text.hpp"

namespace clew::ledger {

namespace {

constexpr std::string_view title = "clew ledger 1 ";
constexpr std::uint64_t most_arrangements = 94'080;  // of a stack without clues
constexpr std::size_t most_parts = 1'000'000'000;
constexpr std::size_t longest_line = 4096;

/// The next word, up to a blank, which is passed over. Canonical texts alone are read: a second
/// blank makes an empty word.
std::string_view take_word(std::string_view& text) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

std::optional<std::uint64_t> parse_u64(std::string_view text) {
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [at, fault] = std::from_chars(text.data(), end, value);
    if (fault != std::errc{} || at != end) return std::nullopt;
    return value;
}

std::optional<Head> parse_head(std::string_view text) {
    if (!text.starts_with(title)) return std::nullopt;
    const std::string_view whole = text;
    text.remove_prefix(title.size());
    if (take_word(text) != "puzzle") return std::nullopt;
    Head head;
    const auto options = parse_options(take_word(text));
    if (!options || take_word(text) != "outer") return std::nullopt;
    head.options = *options;
    head.lines = take_word(text) == "rows" ? Lines::rows : Lines::columns;
    const std::string_view which = take_word(text);
    head.stack = which == "1-3" ? 0 : which == "4-6" ? 1 : 2;
    if (take_word(text) != "arrangements") return std::nullopt;
    const auto number = parse_u64(text);
    if (!number || *number > most_arrangements) return std::nullopt;
    head.arrangements = *number;
    if (to_string(head) != whole) return std::nullopt;
    return head;
}

std::optional<SumTerm> parse_entry(std::string_view text) {
    const std::string_view whole = text;
    SumTerm entry;
    for (auto& box : entry.digits) {
        const std::string_view word = take_word(text);
        if (word.size() != 9) return std::nullopt;
        for (std::size_t i = 0; i < 9; ++i) {
            if (word[i] < '1' || word[i] > '9') return std::nullopt;
            box[i / 3] = static_cast<std::uint16_t>(box[i / 3] | 1U << (word[i] - '1'));
        }
    }
    const auto weight = parse_u64(take_word(text));
    const auto solutions = Count::parse(text);
    if (!weight || !solutions) return std::nullopt;
    entry.weight = *weight;
    entry.solutions = *solutions;
    if (to_string(entry) != whole) return std::nullopt;
    return entry;
}

/// The first leaf of the whole is in its first part.
MerkleRange first_range(const Head& head) {
    if (head.shard.index > 0) return MerkleRange{head.begin() + 1};
    MerkleRange range;
    range.add(to_string(head));
    return range;
}

}  // namespace

std::size_t cell_of(const Head& head, std::size_t box, std::size_t line, std::size_t k) {
    const std::size_t across = 3 * head.stack + line, along = 3 * box + k;
    return head.lines == Lines::columns ? along * 9 + across : across * 9 + along;
}

std::string to_string(const Head& head) {
    std::string text{title};
    text += "puzzle " + to_short(head.options);
    text += head.lines == Lines::columns ? " outer columns " : " outer rows ";
    text += std::to_string(3 * head.stack + 1) + "-" + std::to_string(3 * head.stack + 3);
    return text + " arrangements " + std::to_string(head.arrangements);
}

std::string to_string(const SumTerm& entry) {
    std::string text;
    for (const auto& box : entry.digits) {
        for (std::uint32_t digits : box)
            for (; digits != 0; digits &= digits - 1)
                text += static_cast<char>('1' + std::countr_zero(digits));
        text += ' ';
    }
    return text + std::to_string(entry.weight) + " " + entry.solutions.to_string();
}

CandidateMasks narrowed(const Head& head, const SumTerm& entry) {
    CandidateMasks options = head.options;
    for (std::size_t box = 0; box < 3; ++box)
        for (std::size_t line = 0; line < 3; ++line)
            for (std::size_t k = 0; k < 3; ++k) {
                std::uint16_t& cell = options[cell_of(head, box, line, k)];
                cell = static_cast<std::uint16_t>(cell & entry.digits[box][line]);
            }
    return options;
}

Writer::Writer(std::ostream& out, const Head& head)
    : out_(out), head_(head), range_(first_range(head)) {
    CLEW_REQUIRE(head.arrangements <= most_arrangements, "ledger::Writer: so many arrangements");
    CLEW_REQUIRE(head.shard.index < head.shard.of && head.shard.of <= most_parts,
                 "ledger::Writer: no such part");
    out_ << to_string(head_) << "\npart " << clew::to_string(head_.shard) << '\n';
}

void Writer::add(const SumTerm& entry) {
    const std::string text = to_string(entry);
    range_.add(text);
    out_ << text << '\n';
    total_ += Count{entry.weight} * entry.solutions;
}

Count Writer::finish() {
    CLEW_REQUIRE(range_.end() == head_.end() + 1,
                 "ledger::Writer: another number of entries than the part has");
    out_ << "count " << total_.to_string() << '\n';
    if (head_.is_whole())
        out_ << "root " << hex(range_.root()) << '\n';
    else
        for (const MerkleRange::Node& node : range_.nodes())
            out_ << "node " << to_string(node) << '\n';
    return total_;
}

Reader::Reader(std::istream& in, std::string source) : in_(&in), source_(std::move(source)) {
    read_line();
    const auto head = parse_head(text_);
    if (!head) refuse("not a ledger's first line", "a ledger as Clew writes it");
    head_ = *head;
    read_line();
    const auto shard =
        text_.starts_with("part ") ? parse_shard(std::string_view(text_).substr(5)) : std::nullopt;
    if (!shard || shard->of > most_parts || text_.substr(5) != clew::to_string(*shard))
        refuse("not a part", "a line such as 'part 1/1'");
    head_.shard = *shard;
    range_ = first_range(head_);
}

bool Reader::next(SumTerm& entry) {
    if (read_ == head_.end() - head_.begin()) {
        read_end();
        return false;
    }
    read_line();
    const auto found = parse_entry(text_);
    if (!found)
        refuse("not an arrangement, of which there are to be " +
                   std::to_string(head_.end() - head_.begin()),
               "three times nine digits, a weight and a count");
    range_.add(text_);
    total_ += Count{found->weight} * found->solutions;
    entry = *found;
    ++read_;
    return true;
}

void Reader::read_end() {
    read_line();
    const std::string_view text = text_;
    const auto count = text.starts_with("count ") ? Count::parse(text.substr(6)) : std::nullopt;
    if (!count || count->to_string() != text.substr(6))
        refuse("not the count behind the last arrangement", "a line such as 'count 12'");
    if (*count != total_)
        doubt_ =
            "the count is " + count->to_string() + ", the lines add up to " + total_.to_string();
    if (head_.is_whole()) {
        read_line();
        const auto root = text_.starts_with("root ") ? parse_hash(std::string_view(text_).substr(5))
                                                     : std::nullopt;
        if (!root) refuse("not a root", "the word root and 64 hexadecimal digits");
        if (*root != range_.root() && doubt_.empty())
            doubt_ = "the root is not that of the lines, " + hex(range_.root());
    } else {
        for (const MerkleRange::Node& node : range_.nodes()) {
            read_line();
            const auto other = text_.starts_with("node ")
                                   ? parse_node(std::string_view(text_).substr(5))
                                   : std::nullopt;
            if (!other) refuse("not a node", "the word node, a level, an index and a hash");
            if (*other != node && doubt_.empty()) doubt_ = "a node is not that of the lines";
        }
    }
    if (clew::read_line(*in_, text_, longest_line)) {
        ++line_;
        refuse("more behind the end", "nothing");
    }
}

void Reader::read_line() {
    ++line_;
    if (!clew::read_line(*in_, text_, longest_line)) refuse("the ledger ends early", "its end");
    if (text_.size() == longest_line) refuse("too long a line", "a line of a ledger");
}

void Reader::refuse(const std::string& what, const std::string& hint) const {
    throw InputError({source_, line_, 0}, what, hint);
}

JoinedLedger merge(const std::vector<std::pair<std::string, std::istream*>>& parts,
                   std::ostream& out) {
    if (parts.empty()) throw InputError({"merge"}, "no parts of a ledger");
    std::vector<std::pair<std::string, Reader>> readers;
    for (const auto& [name, in] : parts) readers.emplace_back(name, Reader{*in, name});
    std::ranges::stable_sort(readers, {},
                             [](const auto& r) { return r.second.head().shard.index; });
    Head head = readers.front().second.head();
    std::size_t wanted = 0;
    for (const auto& [name, reader] : readers) {
        Head other = reader.head();
        if (other.shard.of != head.shard.of)
            throw InputError({name}, "part " + clew::to_string(other.shard) + " of another cut",
                             "one of " + std::to_string(head.shard.of) + " parts");
        other.shard = head.shard;
        if (other != head)
            throw InputError({name}, "a part of another ledger", "the first line of the others");
        const Shard& shard = reader.head().shard;
        if (shard.index < wanted)
            throw InputError({name}, "part " + clew::to_string(shard) + " is here twice",
                             "each part once");
        if (shard.index > wanted) break;
        ++wanted;
    }
    if (wanted < head.shard.of)
        throw InputError({"merge"},
                         "part " + clew::to_string(Shard{wanted, head.shard.of}) + " is missing",
                         "the ledgers of all parts");
    head.shard = {};
    Writer writer{out, head};
    for (auto& [name, reader] : readers) {
        SumTerm entry;
        while (reader.next(entry)) writer.add(entry);
        if (!reader.doubt().empty())
            throw InputError({name, reader.line(), 0}, reader.doubt(),
                             "the part as it was counted");
    }
    JoinedLedger merged;
    merged.head = head;
    merged.total = writer.finish();
    merged.root = writer.range().root();
    return merged;
}

}  // namespace clew::ledger
