//! What tests and measurements ask the window about its board.

use super::App;
use crate::canvas::view::View;

impl App {
    /// Where the board of the Map workspace stands.
    pub fn view(&mut self) -> &mut View {
        &mut self.map.view
    }

    /// Is all that the last frame showed up to date, and is it known what is wrong with the scenario?
    pub fn is_settled(&self) -> bool {
        let known = self.document.as_ref().is_none_or(|document| !document.is_checking());
        known && self.map.board.is_whole()
    }

    /// How many triangles' corners of the board the last frame had.
    pub fn corners(&self) -> usize {
        self.map.board.vertices
    }
}
