//! The demonstration: what `sandtable` shows where no window can be opened.

use std::path::PathBuf;

use super::{Done, Exit, Failure, Io, run};

const SAMPLE: &str = "@little_big_horn";

/// Checks the built-in sample, plays a game, prints the board, and says which command does each alone.
pub(super) fn run_all(io: &mut Io<'_>) -> Done {
    let folder = folder();
    let out = folder.display().to_string();
    let replay = folder.join("game.ron").display().to_string();
    let game =
        ["play", SAMPLE, "--seed", "7", "--side", "us=random", "--side", "indian=random", "--save", &replay];
    let steps = [
        ("The built-in sample is checked:", vec!["check", SAMPLE], Show::All),
        ("One game between two computer players:", game.to_vec(), Show::End),
        (
            "The game that was kept is played again and compared:",
            vec!["replay", "verify", &replay],
            Show::All,
        ),
        ("Board, counters and aids are printed:", vec!["export", SAMPLE, "--out", &out], Show::All),
    ];
    let mut problems = false;
    for (sentence, args, show) in steps {
        writeln!(io.out, "\n{sentence}")?;
        let mut said = Vec::new();
        let call = std::iter::once("sandtable").chain(args.iter().copied()).map(Into::into);
        match run(call, &mut said, io.err) {
            0 => {}
            1 => problems = true,
            _ => return Err(Failure::World("the demonstration ends here".to_owned())),
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
        let args: Vec<_> = args.into_iter().map(word).collect();
        writeln!(io.out, "  This alone: sandtable {}", args.join(" "))?;
    }
    writeln!(io.out, "\nsandtable help lists every command; with a display, sandtable opens the window.")?;
    Ok(if problems { Exit::Problems } else { Exit::Clean })
}

/// A word of a command as it must be typed.
pub(super) fn word(text: &str) -> String {
    let plain = |sign: char| sign.is_alphanumeric() || "@/._-=".contains(sign);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
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
