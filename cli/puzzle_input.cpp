#include "cli/puzzle_input.hpp"

#include <cerrno>
#include <condition_variable>
#include <deque>
#include <exception>
#include <filesystem>
#include <mutex>
#include <ostream>
#include <thread>
#include <utility>
#include <variant>

#include "cli/foreign_formats.hpp"

namespace clew::cli {

void PuzzleInput::Options::declare(Arguments& arguments) {
    arguments.positionals("FILE", files, "puzzle files of any format; - is standard input");
    arguments.value("--input-format", format, "NAME",
                    "read as this format instead of recognising it; see: clew help formats");
    arguments.flag("--keep-going", keep_going,
                   "report a puzzle that cannot be read and go on with the next one");
}

PuzzleInput::PuzzleInput(Host& host, const Options& options) : host_(host), options_(options) {
    if (options_.files.empty()) {
        if (host.in_is_terminal)
            throw InputError({"-"}, "no puzzle: name a file, or - to type one",
                             "a puzzle file such as examples/p92.sdk");
        options_.files.push_back("-");
    }
    if (!options_.format.empty() && options_.format != "auto") {
        bool known = find_format(options_.format) != nullptr;
        for (const ForeignFormat& foreign : foreign_formats())
            known |= foreign.info.name == options_.format;
        if (!known)
            throw InputError({"--input-format"}, "'" + options_.format + "' is no format",
                             "a name from: clew help formats");
    }
}

bool PuzzleInput::open_next() {
    if (next_file_ == options_.files.size()) return false;
    const std::string& name = options_.files[next_file_++];
    const ReaderOptions reading{
        .format = options_.format, .geometry = {}, .foreign = foreign_formats()};
    if (name == "-") {
        reader_.emplace(host_.in, "<stdin>", reading);
        return true;
    }
    file_.close();
    file_.clear();
    errno = 0;
    std::error_code error;
    if (!std::filesystem::is_directory(name, error)) {
        buffer_.resize(std::size_t{1} << 16);
        file_.rdbuf()->pubsetbuf(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
        file_.open(name, std::ios::binary);
    }
    if (!file_.is_open())
        throw std::ios_base::failure(
            name + " cannot be opened",
            std::error_code(errno != 0 ? errno : EISDIR, std::generic_category()));
    reader_.emplace(file_, name, reading);
    return true;
}

bool PuzzleInput::ready() const {
    // Files never keep one waiting; standard input may be a pipe whose writer waits for answers.
    if (!reader_ || file_.is_open()) return true;
    return host_.in.rdbuf()->in_avail() > 0;
}

std::optional<Record> PuzzleInput::next() {
    for (;;) {
        if (!reader_ && !open_next()) return std::nullopt;
        if (auto record = reader_->next()) return record;
        reader_.reset();
    }
}

Record PuzzleInput::only() {
    auto record = next();
    if (!record)
        throw InputError({options_.files.front() == "-" ? "<stdin>" : options_.files.front()},
                         "there is no puzzle", "one puzzle");
    if (const auto second = next())
        throw InputError(second->place, "this command takes one puzzle, here is a second",
                         "one puzzle");
    return std::move(*record);
}

namespace {

// One reader hands numbered puzzles to the workers under a lock; answers wait in a window until
// those before them are printed. The window bounds both the memory and how far a fast thread runs
// ahead.
class Batch {
  public:
    Batch(Host& host, const PuzzleInput::Options& input, const BatchOptions& options,
          const Question& question)
        : host_(host),
          keep_going_(input.keep_going),
          options_(options),
          question_(question),
          input_(host, input) {}

    ExitCode run() {
        std::vector<std::thread> helpers;
        for (unsigned i = 1; i < options_.threads; ++i) helpers.emplace_back([this] { work(); });
        work();
        for (std::thread& helper : helpers) helper.join();
        if (failure_) std::rethrow_exception(failure_);
        return worst_;
    }

  private:
    /// Chunks keep the lock rare for puzzles that take a microsecond. They are small at first, so
    /// that the first answers come at once, and grow to what engines like to take together.
    static constexpr std::size_t first_chunk = 16, last_chunk = 4096;
    static constexpr std::size_t window = 8;  // chunks

    using Item = std::variant<Record, InputError>;
    struct Chunk {
        std::size_t number = 0;
        std::vector<Item> items;
    };
    enum class Whole : std::uint8_t { no, yes };
    struct Done {
        std::vector<Answer> answers;
        Whole whole = Whole::yes;
        bool ready = false;
    };

    void work() {
        try {
            while (auto chunk = take()) {
                std::vector<Answer> answers = ask(*chunk);
                const Whole whole = answers.size() == chunk->items.size() ? Whole::yes : Whole::no;
                put(chunk->number, std::move(answers), whole);
            }
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            over_ = true;
            moved_.notify_all();
        }
    }

    std::optional<Chunk> take() {
        std::unique_lock lock(mutex_);
        moved_.wait(lock,
                    [this] { return over_ || (!reading_ && next_number_ < first_ + window); });
        if (over_ || (options_.stop != nullptr && options_.stop->raised())) return std::nullopt;
        // Reading is done by one thread at a time, outside of the lock that answers need.
        reading_ = true;
        Chunk chunk;
        chunk.number = next_number_++;
        done_.emplace_back();
        lock.unlock();
        read(chunk);
        lock.lock();
        reading_ = false;
        if (over_ && chunk.number == 0 && chunk.items.size() == 1) alone_ = true;
        moved_.notify_all();
        return chunk;
    }

    /// The answers to a chunk's puzzles, or to the first of them if a stop came in between.
    std::vector<Answer> ask(const Chunk& chunk) const {
        std::vector<std::optional<Answer>> known(chunk.items.size());
        if (options_.at_once && chunk.items.size() >= first_chunk) {
            std::vector<const Record*> records;
            std::vector<std::size_t> places;
            for (std::size_t i = 0; i < chunk.items.size(); ++i)
                if (const auto* record = std::get_if<Record>(&chunk.items[i])) {
                    records.push_back(record);
                    places.push_back(i);
                }
            auto answers = options_.at_once(records);
            for (std::size_t k = 0; k < places.size(); ++k)
                known[places[k]] = std::move(answers[k]);
        }
        std::vector<Answer> answers;
        answers.reserve(chunk.items.size());
        for (std::size_t i = 0; i < chunk.items.size(); ++i) {
            if (options_.stop != nullptr && options_.stop->raised()) break;
            answers.push_back(known[i] ? std::move(*known[i]) : answer(chunk.items[i]));
            if (answers.back().unfinished && options_.unfinished == Unfinished::drop) {
                answers.pop_back();
                break;
            }
        }
        return answers;
    }

    void read(Chunk& chunk) {
        const std::size_t size =
            std::min(last_chunk, first_chunk << std::min<std::size_t>(chunk.number, 8));
        chunk.items.reserve(size);
        try {
            while (chunk.items.size() < size && (chunk.items.empty() || input_.ready())) {
                try {
                    auto record = input_.next();
                    if (record && skipped_ < options_.skip) {
                        ++skipped_;
                        continue;
                    }
                    if (!record) {
                        finish();
                        return;
                    }
                    chunk.items.emplace_back(std::move(*record));
                } catch (const InputError& error) {
                    if (skipped_ < options_.skip) {
                        ++skipped_;
                        continue;
                    }
                    chunk.items.emplace_back(error);
                    if (!keep_going_) {
                        finish();
                        return;
                    }
                }
            }
        } catch (...) {  // a file that cannot be opened: after the answers of those before it
            const std::lock_guard lock(mutex_);
            failure_ = std::current_exception();
            over_ = true;
        }
    }

    void finish() {
        const std::lock_guard lock(mutex_);
        over_ = true;
    }

    Answer answer(const Item& item) const {
        if (const auto* record = std::get_if<Record>(&item))
            return question_(*record, alone_ ? options_.threads : 1);
        const auto& error = std::get<InputError>(item);
        Answer answer;
        answer.err = "clew: " + error.message() + "\n";
        answer.code = ExitCode::bad_input;
        if (keep_going_ && options_.unreadable) answer.out = options_.unreadable(error);
        return answer;
    }

    void put(std::size_t number, std::vector<Answer> answers, Whole whole) {
        const std::lock_guard lock(mutex_);
        done_[number - first_] = {std::move(answers), whole, true};
        // Behind a chunk that a stop cut short nothing is printed: the output is without gaps.
        while (!cut_ && !done_.empty() && done_.front().ready) {
            for (const Answer& answer : done_.front().answers) {
                if (!answer.out.empty() && std::exchange(printed_, true))
                    host_.out << options_.between;
                host_.out << answer.out;
                if (!answer.err.empty()) {
                    host_.out.flush();
                    host_.err << answer.err;
                }
                worst_ = worse(worst_, answer.code);
                if (options_.on_done) options_.on_done();
            }
            cut_ = done_.front().whole == Whole::no;
            done_.pop_front();
            ++first_;
        }
        // A reader that waits for the answer before it asks again is not kept waiting.
        if (host_.out_is_terminal || done_.empty()) host_.out.flush();
        if (!host_.out) over_ = true;
        moved_.notify_all();
    }

    Host& host_;
    const bool keep_going_;
    const BatchOptions& options_;
    const Question& question_;
    PuzzleInput input_;

    std::mutex mutex_;
    std::condition_variable moved_;
    std::deque<Done> done_;  // answers not yet printed; front is chunk number first_
    std::size_t first_ = 0;
    std::size_t next_number_ = 0;
    std::uint64_t skipped_ = 0;  // only by the thread that reads
    bool reading_ = false;
    bool over_ = false;
    bool cut_ = false;
    bool printed_ = false;  // some answer
    bool alone_ = false;    // the first puzzle is the last; set before any other thread asks
    ExitCode worst_ = ExitCode::ok;
    std::exception_ptr failure_;
};

}  // namespace

ExitCode run_batch(Host& host, const PuzzleInput::Options& input, const BatchOptions& options,
                   const Question& question) {
    return Batch(host, input, options, question).run();
}

std::string name_of(const Record& record) {
    return to_string(Place{record.place.source, record.place.line, 0});
}

}  // namespace clew::cli
