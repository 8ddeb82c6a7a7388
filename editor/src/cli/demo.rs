//! The demonstration: what `sandtable` shows where no window can be opened.

use std::path::PathBuf;

use super::{Done, Exit, Io, run};

const SAMPLE: &str = "@little_big_horn";

/// Checks the built-in sample, plays a game, prints the board, and says which command does each alone.
pub(super) fn run_all(io: &mut Io<'_>) -> Done {
    let folder = folder();
    let out = folder.display().to_string();
    let replay = folder.join("game.ron").display().to_string();
    let steps: [(&str, Vec<&str>, Show); 3] = [
        ("The built-in sample is checked:", vec!["check", SAMPLE], Show::All),
        (
            "One game between two computer players:",
            vec![
                "play",
                SAMPLE,
                "--seed",
                "7",
                "--side",
                "us=random",
                "--side",
                "indian=random",
                "--save",
                &replay,
            ],
            Show::End,
        ),
        ("Board, counters and aids are printed:", vec!["export", SAMPLE, "--out", &out], Show::All),
    ];
    let mut exit = Exit::Clean;
    for (sentence, args, show) in steps {
        writeln!(io.out, "\n{sentence}")?;
        let mut said = Vec::new();
        let call = std::iter::once("sandtable").chain(args.iter().copied()).map(Into::into);
        let status = run(call, &mut said, io.err);
        if status != 0 {
            exit = Exit::Problems;
        }
        let said = String::from_utf8_lossy(&said);
        let lines: Vec<_> = match show {
            Show::All => said.lines().collect(),
            // The log has been read by nobody; its end, after the last empty line, tells how the game ended.
            Show::End => said.trim_end().rsplit("\n\n").next().unwrap_or("").lines().collect(),
        };
        for line in lines {
            writeln!(io.out, "  {line}")?;
        }
        writeln!(io.out, "  This alone: sandtable {}", args.join(" "))?;
    }
    writeln!(io.out, "\nsandtable help lists every command; with a display, sandtable opens the window.")?;
    Ok(exit)
}

/// How much of a command's output is shown.
enum Show {
    All,
    End,
}

/// A folder that is not there yet.
fn folder() -> PathBuf {
    let name = |n: u32| {
        PathBuf::from(if n == 1 { "sandtable-demo".to_owned() } else { format!("sandtable-demo-{n}") })
    };
    (1..).map(name).find(|path| !path.exists()).expect("some number is free")
}
