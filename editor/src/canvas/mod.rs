//! The board on the screen: pan, zoom, pick, paint.

pub mod board;
pub mod far;
pub mod marks;
pub mod mesh;
pub mod pieces;
pub mod view;
pub mod widget;
