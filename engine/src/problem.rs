//! What is wrong with a file, and on which line.
//!
//! Problems are collected and never stop at the first: [`Checked`] is a value if one could be made, and all
//! problems found on the way. The model stays free of positions; `scenario::locate` finds line and column
//! for a problem that names only the path of its datum.

use std::fmt;

/// How bad a [`Problem`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The file cannot be used as it stands.
    Error,
    /// It can be used, but probably not as meant.
    Warning,
    /// Worth knowing.
    Remark,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Remark => "remark",
        })
    }
}

/// One thing that is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub severity: Severity,
    /// The file as the scenario names it (`map.ron`), empty where there is only one.
    pub file: String,
    /// Line from 1; 0 where it is not known.
    pub line: u32,
    /// Column from 1, in characters; 0 where it is not known.
    pub column: u32,
    /// The path inside the data, such as `pieces[3].at`; may be empty.
    pub path: String,
    /// What was found and what was expected, without a full stop.
    pub message: String,
    /// What may help: the nearest known name, the form expected.
    pub hint: Option<String>,
}

impl Problem {
    /// An error without a position.
    pub fn error(message: impl Into<String>) -> Self {
        Self::new(Severity::Error, message)
    }

    /// A warning without a position.
    pub fn warning(message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, message)
    }

    fn new(severity: Severity, message: impl Into<String>) -> Self {
        Self {
            severity,
            file: String::new(),
            line: 0,
            column: 0,
            path: String::new(),
            message: message.into(),
            hint: None,
        }
    }

    /// The same problem in this file.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.file = file.into();
        self
    }

    /// The same problem at this line and column, both from 1.
    #[must_use]
    pub fn at(mut self, line: u32, column: u32) -> Self {
        (self.line, self.column) = (line, column);
        self
    }

    /// The same problem about the datum with this path.
    #[must_use]
    pub fn about(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// The same problem with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// `path:line:column: severity: message`, as every command prints it; the hint follows in brackets.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(f, "{}:", self.file)?;
        }
        if self.line > 0 {
            write!(f, "{}:{}:", self.line, self.column)?;
        }
        if !self.file.is_empty() || self.line > 0 {
            f.write_str(" ")?;
        }
        write!(f, "{}: {}", self.severity, self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, " ({hint})")?;
        }
        Ok(())
    }
}

/// A value if one could be made, and all problems found on the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked<T> {
    pub value: Option<T>,
    pub problems: Vec<Problem>,
}

impl<T> Checked<T> {
    /// A value without problems.
    pub fn clean(value: T) -> Self {
        Self { value: Some(value), problems: Vec::new() }
    }

    /// No value, for this reason.
    pub fn failed(problem: Problem) -> Self {
        Self { value: None, problems: vec![problem] }
    }

    /// Is there an error among the problems?
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity == Severity::Error)
    }

    /// The value if nothing was worse than a warning, else the problems.
    pub fn into_result(self) -> Result<T, Vec<Problem>> {
        let errors = self.has_errors();
        match self.value {
            Some(value) if !errors => Ok(value),
            _ => Err(self.problems),
        }
    }
}

/// The known name that was probably meant: within a third of its letters, transposed ones counting once.
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let lower = word.to_lowercase();
    known
        .into_iter()
        .map(|name| (strsim::osa_distance(&lower, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= (name.chars().count().max(word.chars().count()) / 3).max(1))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// The hint for an unknown name: the nearest known one, or all if they are few.
pub fn name_hint<'k>(word: &str, known: impl IntoIterator<Item = &'k str> + Clone) -> String {
    if let Some(name) = nearest(word, known.clone()) {
        return format!("did you mean \"{name}\"?");
    }
    let names: Vec<String> = known.into_iter().map(|name| format!("\"{name}\"")).collect();
    match names.len() {
        0 => "none is known here".to_owned(),
        1..=16 => format!("known are {}", names.join(", ")),
        more => format!("known are {} and {} more", names[..10].join(", "), more - 10),
    }
}
