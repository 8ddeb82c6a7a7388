//! The real window under Xvfb, driven with xdotool.

use libtest_mimic::Arguments;

fn main() {
    libtest_mimic::run(&Arguments::from_args(), Vec::new()).exit();
}
