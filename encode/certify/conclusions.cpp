#include "encode/certify/conclusions.hpp"

namespace clew::certify {
namespace {

class StepGuide final : public WalkGuide {
  public:
    StepGuide(std::span<const Conclusions> steps, Budget& budget)
        : steps_(steps), budget_(budget), lemmas_(steps.size(), 0) {}

    /// Supposes that the next conclusion fails; below that the walk goes where it likes.
    std::optional<Lit> choose(const Propagator& state) override {
        if (state.level() > 0) return std::nullopt;
        for (; at_ < steps_.size(); ++at_) {
            for (const Lit l : steps_[at_])
                if (state.value(l) == 0) return ~l;
            lemmas_[at_] = told_;
        }
        return std::nullopt;
    }
    void closed(const Propagator& /*state*/, std::span<const Lit> /*lemma*/) override { ++told_; }
    /// A model: some conclusion is false in it.
    void solved(const Propagator& state, std::span<const Lit> /*excluded*/) override {
        budget_.max_nodes = 0;
        for (std::size_t i = 0; i < steps_.size() && !fails_; ++i)
            for (const Lit l : steps_[i])
                if (state.value(l) < 0) fails_ = i;
    }

    std::vector<std::uint64_t> lemmas() const {
        std::vector<std::uint64_t> all = lemmas_;
        for (std::size_t i = at_; i < all.size(); ++i) all[i] = told_;
        return all;
    }
    std::optional<std::size_t> fails() const { return fails_; }

  private:
    std::span<const Conclusions> steps_;
    Budget& budget_;
    std::size_t at_ = 0;
    std::uint64_t told_ = 0;
    std::vector<std::uint64_t> lemmas_;
    std::optional<std::size_t> fails_;
};

}  // namespace

Clause not_all(std::span<const Conclusions> steps) {
    Clause clause;
    for (const Conclusions& step : steps)
        for (const Lit l : step) clause.push_back(~l);
    return clause;
}

Derivation derive(const Formula& formula, std::size_t variables, std::span<const Conclusions> steps,
                  const Budget& budget, ProofSink& sink) {
    Budget own = budget;  // spent at the first model
    StepGuide guide{steps, own};
    Derivation done;
    done.report = walk(formula, variables, variables, own, sink, &guide);
    done.lemmas = guide.lemmas();
    done.fails = guide.fails();
    return done;
}

}  // namespace clew::certify
