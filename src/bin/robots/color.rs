//! Whether output has colors.

use clap::{Args, ColorChoice};

/// When to color.
#[derive(Args)]
pub(crate) struct Color {
    /// When to use colors; by default, on a terminal unless NO_COLOR is set
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true
    )]
    color: ColorChoice,
}

impl Color {
    /// Sets the choice for all streams.
    pub(crate) fn apply(&self) {
        match self.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}
