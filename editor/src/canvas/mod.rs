//! The board on the screen: pan, zoom, pick, paint.

mod atlas;
pub mod board;
mod changes;
pub mod composer;
pub mod far;
pub mod marks;
pub mod mesh;
mod names;
pub mod pieces;
pub mod step;
pub mod view;
pub mod widget;
