//! The one way through a drawing that all back ends share.

use crate::drawing::{Anchor, Group, Item, Link, Picture, Raster, Shape, Text, Use, View};
use crate::palette::{Rgb, Table};

/// What a back end does with each item. Groups come in pairs; what lies between them is inside.
pub trait Canvas {
    /// Begins a group: moves, clips, fades and names what follows. False leaves out all that is in it; the group
    /// is then not left either.
    fn enter(&mut self, group: &Group) -> bool;
    fn leave(&mut self, group: &Group);
    fn shape(&mut self, shape: &Shape);
    fn text(&mut self, text: &Text);
    fn used(&mut self, used: &Use);
    fn picture(&mut self, picture: &Picture);
    fn link(&mut self, _link: &Link) {}
    fn anchor(&mut self, _anchor: &Anchor) {}
}

/// Shows items to a canvas from back to front, without those that this view leaves out.
pub fn walk(items: &[Item], view: View, canvas: &mut impl Canvas) {
    for item in items {
        match item {
            Item::Group(group) => {
                if view.shows(group.tables) && canvas.enter(group) {
                    walk(&group.items, view, canvas);
                    canvas.leave(group);
                }
            }
            Item::Shape(shape) => canvas.shape(shape),
            Item::Text(text) => canvas.text(text),
            Item::Use(used) => canvas.used(used),
            Item::Picture(picture) => canvas.picture(picture),
            Item::Link(link) => canvas.link(link),
            Item::Anchor(anchor) => canvas.anchor(anchor),
        }
    }
}

/// The picture as a view shows it: in greys, or pale to save ink.
pub fn raster_in_view(raster: &Raster, view: View) -> Raster {
    let change = |Rgb(r, g, b): Rgb| match view.table {
        Table::Full | Table::Safe => Rgb(r, g, b),
        Table::Grey => {
            let luma = Rgb(r, g, b).luma().round() as u8;
            Rgb(luma, luma, luma)
        }
        Table::Saver => Rgb(r, g, b).mixed(Rgb(255, 255, 255), 166),
    };
    let rgba = raster.rgba.chunks_exact(4).flat_map(|pixel| {
        let Rgb(r, g, b) = change(Rgb(pixel[0], pixel[1], pixel[2]));
        [r, g, b, pixel[3]]
    });
    Raster { width: raster.width, height: raster.height, rgba: rgba.collect() }
}
