//! The program: window, command line and disk.
//!
//! The command line stands in `cli`; everything else here is the window.

pub mod app;
pub mod canvas;
pub mod cli;
pub mod clock;
pub mod command;
pub mod crash;
pub mod disk;
pub mod document;
pub mod fonts;
pub mod icons;
pub mod keys;
pub mod layers;
pub mod panels;
pub mod picture;
pub mod play;
pub mod printing;
pub mod samples;
pub mod selection;
pub mod theme;
pub mod tools;
pub mod widgets;
