// Three steps, of which the stream in solve/batch.hpp runs the middle one on many threads:
// a chunk of puzzles is read, its puzzles are asked, its answers are printed.
//
// A file of plain lines, which is what files of millions are, is not read into records. A chunk of
// it is its text, already known to be lines of 81 symbols; the thread that has the chunk turns them
// into the search's own bits, asks of all together, and makes a record only of a puzzle that must
// be asked by itself. Reading costs 20 ns a puzzle that way, the only part that threads wait for.

#include "cli/batch.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <exception>
#include <mutex>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>
#include <variant>
#include <vector>

#include "cli/usage_error.hpp"
#include "cli/version.hpp"
#include "core/base/file_error.hpp"
#include "core/base/text.hpp"
#include "explain/report/question.hpp"
#include "solve/batch.hpp"

namespace clew::cli {
namespace {

constexpr std::size_t largest_chunk = 4096;
constexpr std::size_t worth_asking_together = 8;
constexpr double short_seconds = 0.004, long_seconds = 0.02;  // for a chunk

/// Puzzles that follow each other: records and what could not be read, and behind them plain lines.
struct Chunk {
    std::vector<std::variant<Record, InputError, FileError>> items{};
    PlainLines lines{};
    std::string lines_name{};  ///< of the plain lines, "FILE:"
    bool alone = false;        ///< the only puzzle there is
    bool named = false;        ///< answers say whose they are
    std::uint64_t number = 0;

    std::size_t size() const { return items.size() + lines.size(); }

    /// Appends "FILE:LINE" of the i-th puzzle. Millions of plain lines are named: no copies.
    void add_name(std::size_t i, std::string& out) const {
        if (i >= items.size()) {
            out += lines_name;
            return add_number(lines.first.line + i - items.size(), out);
        }
        const auto* record = std::get_if<Record>(&items[i]);
        const auto* fault = std::get_if<InputError>(&items[i]);
        if (record == nullptr && fault == nullptr) return;  // a file that was not opened
        const Place& place = record != nullptr ? record->place : fault->place();
        out += printable(place.source);
        if (place.line == 0) return;
        out += ':';
        add_number(place.line, out);
    }

  private:
    static void add_number(std::size_t number, std::string& out) {
        std::array<char, 24> digits;
        out.append(digits.data(),
                   std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
    }
};

/// Cuts the input into chunks.
class Chunks {
  public:
    Chunks(Host& host, const PuzzleInput::Options& input, const BatchOptions& options)
        : keep_going_(input.keep_going),
          several_files_(input.files.size() > 1),
          options_(options),
          input_(host, input) {}

    std::optional<Chunk> next() {
        if (failure_) std::rethrow_exception(failure_);
        Chunk chunk;
        const bool first = std::exchange(first_, false);
        try {
            skip();
            const std::size_t most = first ? 2 : size_.load(std::memory_order_relaxed);
            if (!over_ || !unopened_.empty()) read(chunk, most, first);
        } catch (...) {
            // A file that cannot be opened: after the answers to the puzzles before it.
            if (chunk.size() == 0) throw;
            failure_ = std::current_exception();
        }
        if (chunk.size() == 0 || stopped()) return std::nullopt;
        chunk.alone = first && over_ && chunk.size() == 1;
        if (first)
            named_ = may_be_named() && (options_.names == Names::always || several_files_ ||
                                        options_.skip > 0 || !chunk.alone);
        chunk.named = named_;
        chunk.number = number_++;
        return chunk;
    }

    /// Learns from the time that a chunk took.
    void took(std::size_t puzzles, double seconds) {
        if (seconds > long_seconds)
            size_.store(std::max<std::size_t>(puzzles / 2, 1), std::memory_order_relaxed);
        else if (seconds < short_seconds && puzzles >= size_.load(std::memory_order_relaxed))
            size_.store(std::min(2 * puzzles, largest_chunk), std::memory_order_relaxed);
    }

  private:
    bool stopped() const { return options_.stop != nullptr && options_.stop->raised(); }

    bool may_be_named() const {
        return options_.naming != Naming::none && options_.names != Names::never;
    }
    /// Whether it is to be known at the first puzzle if it is the only one. (One that was passed
    /// over was asked about, too.)
    bool depends_on_second() const {
        return may_be_named() && options_.names == Names::automatic && !several_files_ &&
               options_.skip == 0;
    }

    void skip() {
        if (options_.skip == 0 || std::exchange(skipped_, true)) return;
        PlainLines lines;
        Digest digest;
        std::uint64_t left = options_.skip;
        while (left > 0 && !over_) {
            if (!options_.passes)
                input_.next_lines(lines, std::min<std::uint64_t>(left, largest_chunk));
            left -= lines.size();
            for (std::size_t i = 0; i < lines.size(); ++i) digest.add(digest_of(lines[i]));
            if (lines.size() > 0) continue;
            try {
                const std::optional<Record> record = next_record();
                over_ = !record;
                if (!record) continue;
                digest.add(digest_of(*record));
            } catch (const InputError& error) {
                over_ = !keep_going_;
                if (over_) continue;
                digest.add(digest_of(error));
            } catch (const FileError& error) {
                if (!keep_going_) throw;
                unopened_.push_back(error);
                continue;
            }
            --left;
        }
        if (options_.on_skipped && !stopped()) options_.on_skipped(options_.skip - left, digest);
    }

    void read(Chunk& chunk, std::size_t most, bool first) {
        for (FileError& error : unopened_) chunk.items.emplace_back(std::move(error));
        unopened_.clear();
        if (chunk.items.empty() && take_lines(chunk, most)) return;
        while (!over_ && chunk.items.size() < most) {
            try {
                // Whoever writes two puzzles writes them at once, and whoever writes one ends.
                const bool look = first && depends_on_second();
                if (!chunk.items.empty()) {
                    if (!(look ? input_.ready_soon() : input_.ready())) return;
                    if (take_lines(chunk, most - chunk.items.size())) return;
                }
                if (auto record = next_record()) {
                    chunk.items.emplace_back(std::move(*record));
                    continue;
                }
                over_ = true;
            } catch (const InputError& error) {
                chunk.items.emplace_back(error);
                over_ = !keep_going_;
            } catch (const FileError& error) {
                if (!keep_going_) throw;
                chunk.items.emplace_back(error);
            }
        }
    }

    /// The next puzzle that is not passed over.
    std::optional<Record> next_record() {
        for (;;) {
            auto record = input_.next();
            if (!record || !options_.passes || options_.passes(*record)) return record;
        }
    }

    /// Takes the plain lines that come next, if any do.
    bool take_lines(Chunk& chunk, std::size_t most) {
        if (options_.passes) return false;
        input_.next_lines(chunk.lines, most);
        if (chunk.lines.size() == 0) return false;
        chunk.lines_name = printable(chunk.lines.first.source) + ":";
        return true;
    }

    const bool keep_going_;
    const bool several_files_;
    const BatchOptions& options_;
    PuzzleInput input_;
    std::atomic<std::size_t> size_{1};
    std::vector<FileError> unopened_;  // among what was skipped
    bool skipped_ = false;
    bool first_ = true;
    bool named_ = false;
    std::uint64_t number_ = 0;
    bool over_ = false;
    std::exception_ptr failure_;
};

/// What a chunk gave: its answers joined as far as nothing for standard error comes in between.
struct Answers {
    std::vector<BatchAnswer> parts;
    std::uint64_t puzzles = 0;
    ExitCode code = ExitCode::ok;        ///< of these puzzles
    std::vector<std::uint64_t> digests;  ///< of these puzzles
    bool cut_short = false;              ///< by a stop
    bool begun = false;                  ///< something of it is printed
    std::exception_ptr failure;
};

/// Prints answers, in turns: chunk after chunk. A chunk whose turn it is may print what it has
/// before it is through.
class Printer {
  public:
    Printer(Host& host, const BatchOptions& options)
        : host_(host), options_(options), printed_(options.follows) {}

    bool is_turn_of(const Chunk& chunk) const { return turn_ == chunk.number; }
    void end_turn() { ++turn_; }

    /// Prints the parts and leaves them empty.
    void print(Answers& answers) {
        const std::lock_guard lock(mutex_);
        if (options_.before_print) options_.before_print();
        for (BatchAnswer& answer : answers.parts) {
            if (!answer.out.empty()) {
                if (!std::exchange(answers.begun, true) && printed_) host_.out << options_.between;
                host_.out << answer.out;
                printed_ = true;
                answer.out.clear();
            }
            worst_ = worse(worst_, answer.code);
            if (answer.err.empty()) continue;
            host_.out.flush();
            host_.err << answer.err;
            answer.err.clear();
        }
    }
    void flush() {
        const std::lock_guard lock(mutex_);
        host_.out.flush();
    }
    ExitCode worst() const { return worst_; }

  private:
    Host& host_;
    const BatchOptions& options_;
    std::mutex mutex_;
    std::atomic<std::uint64_t> turn_{0};
    bool printed_;  // answers, at all
    ExitCode worst_ = ExitCode::ok;
};

class Asker {
  public:
    Asker(const PuzzleInput::Options& input, const BatchOptions& options,
          const PuzzleQuestion& question, Printer& printer)
        : keep_going_(input.keep_going),
          options_(options),
          question_(question),
          printer_(printer) {}

    Answers ask(const Chunk& chunk) const {
        Answers answers;
        try {
            ask(chunk, answers);
        } catch (...) {
            answers.failure = std::current_exception();
        }
        return answers;
    }

  private:
    /// An answer that was given since may lack what it takes for whole: a check, a verdict.
    bool stopped() const { return options_.stop != nullptr && options_.stop->raised(); }

    void ask(const Chunk& chunk, Answers& answers) const {
        answers.parts.emplace_back();
        if (chunk.named)
            answers.parts.back().out.reserve(chunk.lines.size() *
                                             (chunk.lines_name.size() + sizeof "1234567: 1\n"));
        AnswerTogether told;
        bool printed = false;
        if (options_.at_once && chunk.size() >= worth_asking_together)
            told = options_.at_once(batch_of(chunk));
        std::size_t k = 0;
        for (std::size_t i = 0; i < chunk.size(); ++i) {
            if (stopped()) {
                answers.cut_short = true;
                return;
            }
            if (!answers.parts.back().err.empty()) answers.parts.emplace_back();
            BatchAnswer& answer = answers.parts.back();
            const std::size_t before = answer.out.size();
            if (chunk.named) {
                chunk.add_name(i, answer.out);
                answer.out += options_.naming == Naming::above ? ":\n" : ": ";
            }
            const std::size_t named = answer.out.size();
            const ExitCode worst = std::exchange(answer.code, ExitCode::ok);
            bool counts = true;
            bool said = false;
            const auto say = [&](std::string_view text) {
                answer.out += text;
                // Half an answer must not stand where a run may be taken up.
                if (options_.unfinished == Unfinished::drop || !printer_.is_turn_of(chunk)) return;
                if (!std::exchange(said, true) && std::exchange(printed, true))
                    answer.out.insert(before, options_.between);
                printer_.print(answers);
                printer_.flush();
            };
            if (i >= chunk.items.size()) {
                Asked asked{chunk.lines, i - chunk.items.size()};
                if (!told || !told(k++, asked, answer))
                    add(by_itself(asked.record(), 1, say), answer);
            } else if (const auto* record = std::get_if<Record>(&chunk.items[i])) {
                Asked asked{*record};
                if (!told || !PuzzleBatch::gains(record->puzzle) || !told(k++, asked, answer))
                    add(by_itself(*record, chunk.alone ? options_.threads : 1, say), answer);
                if (options_.remarks) answer.err.insert(0, remark_line(*record, *options_.remarks));
            } else if (const auto* error = std::get_if<InputError>(&chunk.items[i])) {
                add(unreadable(*error), answer);
                counts = keep_going_;
            } else {
                BatchAnswer unopened;
                unopened.err =
                    std::string("clew: ") + std::get<FileError>(chunk.items[i]).what() + "\n";
                unopened.code = ExitCode::io;
                add(std::move(unopened), answer);
                counts = false;
            }
            const ExitCode code = std::exchange(answer.code, worse(worst, answer.code));
            if (options_.unfinished == Unfinished::drop && stopped()) {
                answer.out.resize(before);
                answers.cut_short = true;
                return;
            }
            if (!said) {
                if (answer.out.size() == named) answer.out.resize(before);  // a name of nothing
                if (answer.out.size() > before && std::exchange(printed, true) &&
                    !options_.between.empty())
                    answer.out.insert(before, options_.between);
            }
            if (!counts) continue;
            ++answers.puzzles;
            answers.code = worse(answers.code, code);
            if (options_.digests == Digests::kept) answers.digests.push_back(digest(chunk, i));
        }
    }

    static std::uint64_t digest(const Chunk& chunk, std::size_t i) {
        if (i >= chunk.items.size()) return digest_of(chunk.lines[i - chunk.items.size()]);
        if (const auto* record = std::get_if<Record>(&chunk.items[i])) return digest_of(*record);
        return digest_of(std::get<InputError>(chunk.items[i]));
    }

    BatchAnswer by_itself(const Record& record, unsigned threads, const Say& say) const {
        try {
            return question_(record, threads, say);
        } catch (const UsageError&) {
            throw;
        } catch (const InputError& error) {
            // A library that refuses a puzzle knows no place.
            const bool placed = !error.place().source.empty();
            const InputError told =
                placed ? error : InputError(record.place, error.what(), error.hint());
            if (!keep_going_ || told.place().source != record.place.source) throw InputError(told);
            return unreadable(told);
        }
    }

    /// Those of the chunk that gain from it.
    static PuzzleBatch batch_of(const Chunk& chunk) {
        PuzzleBatch batch;
        batch.reserve(chunk.size());
        for (const auto& item : chunk.items)
            if (const auto* record = std::get_if<Record>(&item);
                record != nullptr && PuzzleBatch::gains(record->puzzle))
                batch.add(record->puzzle);
        for (std::size_t i = 0; i < chunk.lines.size(); ++i) batch.add_line(chunk.lines[i]);
        return batch;
    }

    static void add(BatchAnswer&& one, BatchAnswer& answer) {
        answer.out += one.out;
        answer.err = std::move(one.err);
        answer.code = worse(answer.code, one.code);
    }

    BatchAnswer unreadable(const InputError& error) const {
        BatchAnswer answer;
        answer.err = told(error);
        answer.code = ExitCode::bad_input;
        if (keep_going_ && options_.unreadable) answer.out = options_.unreadable(error);
        return answer;
    }

    const bool keep_going_;
    const BatchOptions& options_;
    const PuzzleQuestion& question_;
    Printer& printer_;
};

}  // namespace

Argument& declare_names(Arguments& arguments, Names& names) {
    return arguments
        .choice("--names", names, {"auto", "always", "never"},
                "say which puzzle an answer is about, FILE:LINE: auto where more than one is asked "
                "about")
        .described_in("options");
}

std::string remark_line(const Record& record, report::About about) {
    const std::string remark = report::remark_on(record, about);
    return remark.empty() ? "" : "clew: " + report::name_of(record) + ": " + remark + "\n";
}

std::function<std::string(const InputError&)> unreadable(bool json, const char* schema,
                                                         const std::string& command) {
    if (!json) return [](const InputError&) { return "error\n"; };
    return [schema, command](const InputError& error) {
        return json_line(report::error_json(schema, error), command);
    };
}

ExitCode run_batch(Host& host, const PuzzleInput::Options& input, const BatchOptions& options,
                   const PuzzleQuestion& question) {
    Chunks chunks{host, input, options};
    Printer printer{host, options};
    const Asker asker{input, options, question, printer};

    const auto ask = [&](const Chunk& chunk) {
        const auto start = std::chrono::steady_clock::now();
        Answers answers = asker.ask(chunk);
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        chunks.took(chunk.size(), time.count());
        return answers;
    };
    const auto print = [&](Answers& answers) {
        printer.print(answers);
        if (options.on_done) options.on_done({answers.puzzles, answers.code, answers.digests});
        if (answers.failure) std::rethrow_exception(answers.failure);
        if (host.out_is_terminal) host.out.flush();
        // Behind a chunk that a stop cut short nothing is printed: the output is without gaps.
        if (answers.cut_short || !host.out) return Flow::stop;
        printer.end_turn();
        return Flow::go_on;
    };
    std::optional<Chunk> first = chunks.next();
    // One puzzle has all threads for itself, and needs none beside it.
    const unsigned threads = !first || first->alone ? 1 : options.threads;
    map_in_order<Chunk>(
        {.threads = threads, .largest_chunk = 1, .window = 4, .stop = options.stop},
        [&] { return first ? std::exchange(first, std::nullopt) : chunks.next(); }, ask, print,
        [&] { printer.flush(); });
    return printer.worst();
}

}  // namespace clew::cli
