#pragma once
// Colours on a terminal, and only there: NO_COLOR and --color are honoured.
//
//     Paint paint{host, color};
//     host.out << paint(Style::strong, "12") << "\n";

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/arguments.hpp"
#include "cli/host.hpp"

namespace clew::cli {

enum class ColorMode : std::uint8_t { automatic, always, never };

/// Adds --color auto|always|never.
void declare_color(Arguments& arguments, ColorMode& mode);

enum class Style : std::uint8_t { plain, strong, faint, good, bad, notice };

class Paint {
  public:
    Paint(const Host& host, ColorMode mode)
        : on_(mode == ColorMode::always ||
              (mode == ColorMode::automatic && host.out_is_terminal && !host.no_color)) {}

    bool on() const { return on_; }
    /// `text` in the escape codes of `style`, or as it is when colours are off.
    std::string operator()(Style style, std::string_view text) const;

  private:
    bool on_;
};

}  // namespace clew::cli
