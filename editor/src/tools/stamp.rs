//! The stamp: sets down what was copied, turned and flipped.

/// What the tool remembers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StampState {}
