#pragma once
// Nested: what dynamic chains may use besides links: patterns, and at higher levels whole chains.
//
//     Nested nested{2, &stop};
//     MultipleRules rules{.propagation = {.dynamic = true, .advanced = &nested}};
//
// Level 1 knows locked candidates, hidden and naked pairs and X-wings; 2 forcing chains besides; 3
// multiple chains besides; 4 dynamic chains instead of the chains of 2 and 3.

#include "logic/rating/forcing_chains.hpp"
#include "logic/rating/multiple_chains.hpp"

namespace clew::rating {

class Nested final : public Advanced {
  public:
    Nested(int level, const StopFlag* stop) : level_(level), stop_(stop) {}

    int kinds() const override;
    void find(int kind, const Board9& now, const Board9& base,
              std::vector<NestedHint>& found) override;

  private:
    int level_;
    const StopFlag* stop_;
    ForcingChains forcing_;
    MultipleChains multiple_;
};

}  // namespace clew::rating
