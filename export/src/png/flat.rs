//! A page laid out flat: strokes, fills and pictures in pixels, each with its box.

use std::collections::HashMap;
use std::sync::Arc;

use tiny_skia::{FillRule, LineCap, LineJoin, Pixmap, StrokeDash};

use super::outline::Outline;
use crate::drawing::{
    self, Cap, Drawing, Group, Join, Page, Path, Picture, Rect, Segment, Shape, Stroke, Text, Transform, Use,
    View,
};
use crate::palette::Rgb;
use crate::walk::{Canvas, raster_in_view, walk};

/// A step of painting, in pixels.
pub(super) enum Step {
    Fill {
        path: Arc<tiny_skia::Path>,
        place: tiny_skia::Transform,
        paint: Colour,
        rule: FillRule,
    },
    Stroke {
        path: Arc<tiny_skia::Path>,
        place: tiny_skia::Transform,
        paint: Colour,
        stroke: Arc<tiny_skia::Stroke>,
    },
    /// A large outline, of which each tile takes what it needs.
    Outline {
        outline: Outline,
        paint: Colour,
        rule: FillRule,
    },
    Picture {
        picture: Arc<Pixmap>,
        place: tiny_skia::Transform,
        smooth: bool,
    },
    /// Begins what is clipped or faded as one; it ends before the step numbered `end`.
    Begin {
        clip: Option<(Arc<tiny_skia::Path>, tiny_skia::Transform)>,
        opacity: f32,
        end: usize,
    },
    End,
}

#[derive(Clone, Copy)]
pub(super) struct Colour(pub Rgb, pub u8);

/// What is painted, with the box of each step in pixels: left, top, right, bottom.
pub(super) struct List {
    pub steps: Vec<(Step, [f32; 4])>,
}

impl List {
    /// The numbers of the steps that leave something between two rows, in order.
    pub fn within_rows(&self, top: u32, bottom: u32) -> Vec<u32> {
        let (top, bottom) = (top as f32, bottom as f32);
        let mut out = Vec::new();
        let mut index = 0;
        while let Some((step, bounds)) = self.steps.get(index) {
            let meets = bounds[1] <= bottom && bounds[3] >= top;
            match step {
                // What is in a group goes with it: alone it would not be clipped.
                Step::Begin { end, .. } if !meets => {
                    index = *end;
                    continue;
                }
                Step::End => {}
                _ if meets => out.push(index as u32),
                _ => {}
            }
            index += 1;
        }
        out
    }
}

pub(super) fn lay_flat(drawing: &Drawing, page: &Page, view: View, scale: f64) -> List {
    let mut flat = Flat {
        drawing,
        view,
        places: vec![Transform::scale(scale, scale)],
        begun: Vec::new(),
        steps: Vec::new(),
        paths: HashMap::new(),
        strokes: HashMap::new(),
        stroked: HashMap::new(),
        rasters: HashMap::new(),
        depth: 0,
    };
    walk(&page.items, view, &mut flat);
    List { steps: flat.steps }
}

/// How deep symbols may use symbols: more than any drawing needs, less than a circle.
const DEEPEST: usize = 16;

struct Flat<'a> {
    drawing: &'a Drawing,
    view: View,
    places: Vec<Transform>,
    begun: Vec<usize>,
    steps: Vec<(Step, [f32; 4])>,
    /// Outlines that were converted, by where they are kept: symbols are shown many times.
    paths: HashMap<*const Path, Option<Arc<tiny_skia::Path>>>,
    strokes: HashMap<*const Stroke, Arc<tiny_skia::Stroke>>,
    /// The outlines of strokes in symbols, so that each is worked out once.
    stroked: HashMap<*const Stroke, Option<Arc<tiny_skia::Path>>>,
    rasters: HashMap<&'a str, Arc<Pixmap>>,
    depth: usize,
}

fn skia_path(path: &Path) -> Option<Arc<tiny_skia::Path>> {
    let mut builder = tiny_skia::PathBuilder::with_capacity(path.segments.len(), path.segments.len() * 2);
    for segment in &path.segments {
        match *segment {
            Segment::Move(p) => builder.move_to(p.x as f32, p.y as f32),
            Segment::Line(p) => builder.line_to(p.x as f32, p.y as f32),
            Segment::Curve(a, b, p) => {
                builder.cubic_to(a.x as f32, a.y as f32, b.x as f32, b.y as f32, p.x as f32, p.y as f32);
            }
            Segment::Close => builder.close(),
        }
    }
    builder.finish().map(Arc::new)
}

fn skia_transform(t: Transform) -> tiny_skia::Transform {
    tiny_skia::Transform::from_row(t.a as f32, t.b as f32, t.c as f32, t.d as f32, t.e as f32, t.f as f32)
}

fn skia_stroke(stroke: &Stroke) -> tiny_skia::Stroke {
    let dash = stroke.dash.as_ref().and_then(|dash| {
        let mut lengths: Vec<f32> = dash.lengths.iter().map(|&length| length as f32).collect();
        // An odd list is meant twice.
        if lengths.len() % 2 == 1 {
            lengths.extend_from_within(..);
        }
        StrokeDash::new(lengths, dash.phase as f32)
    });
    tiny_skia::Stroke {
        width: stroke.width as f32,
        miter_limit: 4.0,
        line_cap: [LineCap::Butt, LineCap::Round, LineCap::Square][stroke.cap as usize],
        line_join: [LineJoin::Miter, LineJoin::Round, LineJoin::Bevel][stroke.join as usize],
        dash,
    }
}

impl Flat<'_> {
    fn place(&self) -> Transform {
        *self.places.last().expect("there is always a place")
    }

    fn colour(&self, paint: drawing::Paint) -> Option<Colour> {
        let alpha = (paint.opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
        (alpha > 0).then(|| Colour(self.drawing.roles.colour(paint.ink, self.view.table), alpha))
    }

    fn path(&mut self, path: &Path) -> Option<Arc<tiny_skia::Path>> {
        self.paths.entry(path).or_insert_with(|| skia_path(path)).clone()
    }

    fn fill(&mut self, path: Arc<tiny_skia::Path>, place: Transform, paint: Colour, rule: FillRule) {
        let bounds = pixel_bounds(&path, place, 0.0);
        if Outline::is_worth(&path, bounds) {
            let outline = Outline::of(&path, place);
            self.steps.push((Step::Outline { outline, paint, rule }, bounds));
            return;
        }
        self.steps.push((Step::Fill { path, place: skia_transform(place), paint, rule }, bounds));
    }

    fn stroke(
        &mut self,
        path: Arc<tiny_skia::Path>,
        place: Transform,
        paint: Colour,
        stroke: Arc<tiny_skia::Stroke>,
    ) {
        // A mitre reaches out four half widths at most.
        let reach = if stroke.line_join == LineJoin::Miter { 2.0 } else { 0.75 } * f64::from(stroke.width);
        let bounds = pixel_bounds(&path, place, reach);
        if Outline::is_worth(&path, bounds)
            && let Some(outline) = Outline::of_stroke(&path, &stroke, place)
        {
            self.steps.push((Step::Outline { outline, paint, rule: FillRule::Winding }, bounds));
            return;
        }
        self.steps.push((Step::Stroke { path, place: skia_transform(place), paint, stroke }, bounds));
    }
}

fn pixel_bounds(path: &tiny_skia::Path, place: Transform, reach: f64) -> [f32; 4] {
    let bounds = path.bounds();
    let (x, y) = (f64::from(bounds.x()), f64::from(bounds.y()));
    let rect = Rect::new(x, y, f64::from(bounds.width()), f64::from(bounds.height())).grown(reach);
    let rect = place.apply_rect(rect).grown(1.0);
    [rect.x as f32, rect.y as f32, rect.right() as f32, rect.bottom() as f32]
}

impl Canvas for Flat<'_> {
    fn enter(&mut self, group: &Group) -> bool {
        if group.layer.as_ref().is_some_and(|layer| !self.drawing.is_layer_on(layer)) {
            return false;
        }
        let place = self.place().of(group.transform);
        self.places.push(place);
        if group.clip.is_some() || group.opacity < 1.0 {
            let clip = group.clip.as_ref().map(|clip| self.path(clip));
            if clip.as_ref().is_some_and(Option::is_none) {
                // Nothing can be seen through an empty clip.
                self.places.pop();
                return false;
            }
            let clip = clip.flatten().map(|clip| (clip, skia_transform(place)));
            self.begun.push(self.steps.len());
            self.steps.push((Step::Begin { clip, opacity: group.opacity, end: 0 }, [0.0; 4]));
        }
        true
    }

    fn leave(&mut self, group: &Group) {
        let place = self.places.pop().expect("groups are entered and left in pairs");
        if group.clip.is_none() && group.opacity >= 1.0 {
            return;
        }
        let begin = self.begun.pop().expect("groups are begun and ended in pairs");
        let mut bounds = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
        for (_, step) in &self.steps[begin + 1..] {
            bounds = [
                bounds[0].min(step[0]),
                bounds[1].min(step[1]),
                bounds[2].max(step[2]),
                bounds[3].max(step[3]),
            ];
        }
        if let Some(clip) = group.clip.as_ref().and_then(|clip| self.path(clip)) {
            let clip = pixel_bounds(&clip, place, 0.0);
            bounds = [
                bounds[0].max(clip[0]),
                bounds[1].max(clip[1]),
                bounds[2].min(clip[2]),
                bounds[3].min(clip[3]),
            ];
        }
        self.steps.push((Step::End, bounds));
        let after = self.steps.len();
        let (step, step_bounds) = &mut self.steps[begin];
        *step_bounds = bounds;
        if let Step::Begin { end, .. } = step {
            *end = after;
        }
    }

    fn shape(&mut self, shape: &Shape) {
        let Some(path) = self.path(&shape.path) else { return };
        let place = self.place();
        if let Some(fill) = shape.fill
            && let Some(paint) = self.colour(fill.paint)
        {
            let rule = match fill.rule {
                drawing::FillRule::NonZero => FillRule::Winding,
                drawing::FillRule::EvenOdd => FillRule::EvenOdd,
            };
            self.fill(path.clone(), place, paint, rule);
        }
        if let Some(stroke) = shape.stroke.as_ref().filter(|stroke| stroke.width > 0.0)
            && let Some(paint) = self.colour(stroke.paint)
        {
            // What is thinner than a pixel is better left to the painter.
            let scale = place.stretch();
            if self.depth > 0 && stroke.width * scale > 1.0 {
                let outline = self.stroked.entry(stroke).or_insert_with(|| {
                    let skia = skia_stroke(stroke);
                    let dashed = match &skia.dash {
                        Some(dash) => Some(path.dash(dash, scale as f32)?),
                        None => None,
                    };
                    dashed.as_ref().unwrap_or(&path).stroke(&skia, scale as f32).map(Arc::new)
                });
                if let Some(outline) = outline.clone() {
                    self.fill(outline, place, paint, FillRule::Winding);
                }
                return;
            }
            let skia = self.strokes.entry(stroke).or_insert_with(|| Arc::new(skia_stroke(stroke))).clone();
            self.stroke(path, place, paint, skia);
        }
    }

    fn text(&mut self, text: &Text) {
        let Some(path) = skia_path(&text.outline()) else { return };
        let place = self.place();
        if let Some(halo) = text.halo
            && let Some(paint) = self.colour(halo.paint)
        {
            let stroke = Stroke { cap: Cap::Round, join: Join::Round, ..Stroke::new(halo.paint, halo.width) };
            self.stroke(path.clone(), place, paint, Arc::new(skia_stroke(&stroke)));
        }
        if let Some(paint) = self.colour(text.paint) {
            self.fill(path, place, paint, FillRule::Winding);
        }
    }

    fn used(&mut self, used: &Use) {
        let Some(symbol) = self.drawing.symbols.get(&used.symbol) else { return };
        if self.depth == DEEPEST {
            return;
        }
        self.places.push(self.place().of(used.transform));
        self.depth += 1;
        walk(&symbol.items, self.view, self);
        self.depth -= 1;
        self.places.pop();
    }

    fn picture(&mut self, picture: &Picture) {
        let Some((name, raster)) = self.drawing.rasters.get_key_value(&picture.raster) else { return };
        let view = self.view;
        let pixmap = self.rasters.entry(name).or_insert_with(|| {
            let raster = raster_in_view(raster, view);
            let mut pixmap =
                Pixmap::new(raster.width.max(1), raster.height.max(1)).expect("a picture has a size");
            for (to, from) in pixmap.pixels_mut().iter_mut().zip(raster.rgba.chunks_exact(4)) {
                *to = tiny_skia::ColorU8::from_rgba(from[0], from[1], from[2], from[3]).premultiply();
            }
            Arc::new(pixmap)
        });
        let picture_pixels = pixmap.clone();
        let Rect { x, y, w, h } = picture.rect;
        let (across, down) = (f64::from(raster.width), f64::from(raster.height));
        if across == 0.0 || down == 0.0 {
            return;
        }
        let place = self.place().of(Transform::at(x, y)).of(Transform::scale(w / across, h / down));
        let rect = place.apply_rect(Rect::new(0.0, 0.0, across, down)).grown(1.0);
        let bounds = [rect.x as f32, rect.y as f32, rect.right() as f32, rect.bottom() as f32];
        // Enlarged pixels stay square, as in the PDF; what is made smaller is smoothed.
        let smooth = place.stretch() < 1.0;
        let step = Step::Picture { picture: picture_pixels, place: skia_transform(place), smooth };
        self.steps.push((step, bounds));
    }
}
