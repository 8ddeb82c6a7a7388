//! `sandtable`: the window and the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    let (mut out, mut err) = (std::io::stdout(), std::io::stderr());
    ExitCode::from(editor::cli::run(std::env::args_os(), &mut out, &mut err))
}
