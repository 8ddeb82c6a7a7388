//! `sandtable help`: a command's own help, and the pages on JSON and worked examples.

use clap::{Args, CommandFactory};

use super::{Cli, Done, Exit, Failure, Io};

#[derive(Debug, Args)]
pub(super) struct Help {
    /// A command, or `json`, or `example`
    topic: Vec<String>,
}

impl Help {
    pub(super) fn run(self, io: &mut Io<'_>) -> Done {
        let mut command = Cli::command();
        command.build();
        let mut command = &mut command;
        match self.topic.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            ["json"] => io.out.write_all(include_bytes!("help/json.txt"))?,
            ["example"] => io.out.write_all(include_bytes!("help/example.txt"))?,
            topics => {
                for topic in topics {
                    command = command.find_subcommand_mut(topic).ok_or_else(|| {
                        Failure::Call(format!("no command is called {topic:?}; `sandtable help` lists them"))
                    })?;
                }
                write!(io.out, "{}", command.render_long_help())?;
            }
        }
        Ok(Exit::Clean)
    }
}
