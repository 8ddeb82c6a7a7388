//! A drawing that uses everything, for the tests of the back ends.

use export::drawing::{
    Anchor, Bookmark, Cap, Drawing, Duplex, Group, Item, Link, Page, Path, Picture, Raster, Rect, Shape,
    Stroke, Subject, Symbol, Target, Text, Transform, Use, pt,
};
use export::fonts::{Align, Face, Span, Style, paragraph, shape};
use export::palette::{Ink, Rgb, Table, Tables, role};

/// Two pages of A5, one of them with a bleed.
pub fn everything() -> Drawing {
    let mut drawing = Drawing::new("Everything – Überblick");
    drawing.author = "A. Designer".into();
    drawing.subject = "A test".into();
    drawing.keywords = vec!["map".into(), "counters".into()];
    drawing.duplex = Duplex::LongEdge;
    let crow = drawing
        .roles
        .set("crow", [Rgb::hex(0x6b3fa0), Rgb::hex(0xf0e8f8), Rgb::hex(0x666666), Rgb::hex(0x6b3fa0)]);
    drawing.add_layer("ground", true);
    drawing.add_layer("numbers", true);
    drawing.add_layer("Größe", false);

    drawing.symbol_with("hex", || {
        let corners = (0..6).map(|i| Transform::turn(60.0 * f64::from(i)).apply(pt(11.547, 0.0)));
        let path = Path::polygon(corners);
        vec![
            Shape::filled(path.clone(), role::VALLEY).into(),
            Shape::stroked(path, Stroke::new(role::GRID, 0.14).faded(0.42)).into(),
        ]
    });
    drawing.symbol_with("tree", || {
        let crown = Shape::filled(Path::circle((0.0, 0.0), 2.0), role::TREE)
            .and_stroked(Stroke::new(role::TREE_DARK, 0.16));
        let light = Shape::stroked(
            Path::arc((0.0, 0.0), 1.5, 180.0, 90.0),
            Stroke::new(role::TREE_LIGHT, 0.5).round(),
        );
        vec![crown.into(), light.into()]
    });
    // A symbol of a symbol, with text in it.
    let name = shape(Face::SerifBold, 6.2, "7/A", 0.0);
    drawing.symbols.insert(
        "counter".into(),
        Symbol {
            items: vec![
                Shape::filled(Path::rounded(Rect::new(0.0, 0.0, 14.29, 14.29), 1.0), role::US).into(),
                Shape::filled(Path::rect(Rect::new(0.0, 0.0, 14.29, 2.8)), role::F_7CAV).into(),
                Text::centred(
                    name,
                    (7.145, 2.1),
                    Ink::On { ground: role::F_7CAV, light: role::CREAM, dark: role::US_INK },
                )
                .into(),
                Use::new("tree", Transform::at(7.145, 7.0)).into(),
                Text::centred(shape(Face::SansBold, 12.4, "4-6", 0.0), (7.145, 13.3), role::CREAM).into(),
            ],
        },
    );
    drawing.rasters.insert("chequers".into(), chequers());

    let mut page = Page::new(148.0, 210.0);
    page.label = "A1".into();
    page.items.push(Shape::filled(Path::rect(page.rect()), role::PAPER).into());
    page.items.push(Anchor { name: "stack.limit".into(), at: pt(10.0, 100.0) }.into());
    let hexes = (0..12).map(|i| {
        let (column, row) = (i % 4, i / 4);
        let at = Transform::at(
            25.0 + 17.32 * f64::from(column),
            25.0 + 20.0 * f64::from(row) + if column % 2 == 1 { 10.0 } else { 0.0 },
        );
        Group::new(vec![Use::new("hex", at).into()]).about(Subject::Hex(column as i16, row as i16)).into()
    });
    page.items.push(Group::new(hexes.collect()).in_layer("ground").into());
    let numbers = (0..12).map(|i| {
        let (column, row) = (i % 4, i / 4);
        let run = shape(Face::Sans, 5.0, &format!("{:02}{:02}", column + 1, row + 1), 0.06);
        let at = (
            25.0 + 17.32 * f64::from(column),
            17.28 + 20.0 * f64::from(row) + if column % 2 == 1 { 10.0 } else { 0.0 },
        );
        Text::centred(run, at, role::NUMBER).into()
    });
    page.items.push(Group::new(numbers.collect()).in_layer("numbers").into());
    page.items.push(Use::new("tree", Transform::at(25.0, 25.0)).into());
    page.items.push(
        Use::new("tree", Transform::at(42.0, 35.0).of(Transform::mirror()).of(Transform::scale(2.0, 1.0)))
            .into(),
    );
    let turned = Transform::at(110.0, 30.0).of(Transform::turn(30.0));
    page.items.push(Group::new(vec![Use::new("counter", turned).into()]).about(Subject::Piece(0)).into());
    page.items.push(Use::new("counter", Transform::at(110.0, 60.0).of(Transform::scale(1.5, 1.5))).into());

    // Text on a curve with a halo; a line that reads upwards; wide spacing; accents, dashes, ligatures.
    let curve: Vec<_> =
        (0..=40).map(f64::from).map(|i| pt(15.0 + 2.5 * i, 88.0 + 5.0 * (i / 6.0).sin())).collect();
    let river = shape(Face::SerifSemiboldItalic, 15.0, "Little Big Horn", 0.36);
    page.items.push(Text::along(river, &curve, 2.0, role::WATER_LINE).with_halo(role::VALLEY, 1.1).into());
    let region = shape(Face::Serif, 17.0, "PLATEAU", 0.8);
    page.items.push(Text::left(region, (20.0, 106.0), role::CREST).with_halo(role::PAPER, 1.0).into());
    let zone = shape(Face::SerifSemibold, 10.5, "ZONE 3 · NORTH", 0.1);
    page.items.push(Text::centred(zone, (141.0, 60.0), role::ZONE_US).turned(-90.0, (141.0, 60.0)).into());
    let text = Style::new(Face::Serif, 10.0, role::INK);
    let italic = Style::new(Face::SerifItalic, 10.0, role::INK_SOFT);
    let number = Style::new(Face::Sans, 6.5, role::RULE_NUMBER);
    let spans = [
        Span::new(
            "Überfälle in the café: a unit’s “first fire” – naïve, but effective – costs 2 points. ",
            text,
        ),
        Span::new("The attacker retreats", italic),
        Span::new(" into an adjacent hex, see ", text),
        Span::new("§10.2", number).linked(Target::Rule("stack.limit".into())),
        Span::new(" and office affairs.", text),
    ];
    page.items.extend(Text::paragraph(&paragraph(&spans, 90.0, 13.0, Align::Left), (15.0, 112.0)));
    for (y, align) in [(132.0, Align::Centre), (142.0, Align::Right)] {
        let spans = [Span::new("Set in the middle or to the right,\nin two lines.", text)];
        page.items.extend(Text::paragraph(&paragraph(&spans, 90.0, 13.0, align), (15.0, y)));
    }

    // Dashes, caps, rules of filling, opacity, clips, groups that fade as one.
    let line = |y: f64| Path::line((15.0, y), (100.0, y));
    page.items.push(Shape::stroked(line(156.0), Stroke::new(role::CREST, 0.6).dashed(&[3.0, 1.4])).into());
    page.items.push(
        Shape::stroked(line(159.0), Stroke::new(role::ALERT, 1.0).capped(Cap::Round).dashed(&[0.0, 2.0]))
            .into(),
    );
    let mut star = Path::polygon(
        (0..5).map(|i| pt(120.0, 100.0) + Transform::turn(144.0 * f64::from(i)).apply(pt(0.0, -9.0))),
    );
    page.items.push(Shape::filled(star.clone(), crow).even_odd().into());
    star = star.transformed(Transform::at(0.0, 18.0));
    page.items.push(
        Shape::filled(star, Ink::mix(role::GOLD, role::INK, 0.25))
            .and_stroked(Stroke::new(role::INK, 0.3).faded(0.5))
            .into(),
    );
    let discs = |opacity: f64| -> Vec<Item> {
        let disc = |x| Shape::filled(Path::circle((x, 0.0), 6.0), Ink::from(role::US));
        let mut discs = vec![disc(0.0), disc(6.0)];
        for disc in &mut discs {
            disc.fill.as_mut().expect("it is filled").paint.opacity = opacity as f32;
        }
        discs.into_iter().map(Item::from).collect()
    };
    page.items.push(Group::new(discs(0.4)).placed(Transform::at(25.0, 172.0)).into());
    page.items.push(Group::new(discs(1.0)).placed(Transform::at(50.0, 172.0)).faded(0.4).into());
    let clipped = vec![
        Shape::filled(Path::rect(Rect::new(-10.0, -10.0, 20.0, 20.0)), role::FOREST).into(),
        Use::new("counter", Transform::at(-3.0, -3.0)).into(),
    ];
    page.items.push(
        Group::new(clipped).clipped(Path::circle((0.0, 0.0), 7.0)).placed(Transform::at(80.0, 172.0)).into(),
    );
    page.items.push(Picture { raster: "chequers".into(), rect: Rect::new(95.0, 165.0, 20.0, 15.0) }.into());
    let hatch = Shape::stroked(Path::line((120.0, 165.0), (130.0, 180.0)), Stroke::new(role::INK, 0.5));
    page.items.push(Group::new(vec![hatch.into()]).only_in(Tables::only(Table::Grey)).into());
    let hidden = Text::left(shape(Face::Sans, 9.0, "hidden layer", 0.0), (15.0, 195.0), role::INK);
    page.items.push(Group::new(vec![hidden.into()]).in_layer("Größe").into());
    page.items.push(Link { rect: Rect::new(15.0, 185.0, 30.0, 5.0), to: Target::Page(1) }.into());
    page.items.push(
        Link { rect: Rect::new(50.0, 185.0, 30.0, 5.0), to: Target::Url("https://example.org/".into()) }
            .into(),
    );
    page.items.push(ruler(pt(15.0, 203.0)));
    drawing.pages.push(page);

    let mut page = Page::new(154.0, 216.0);
    page.label = "iv".into();
    page.bleed = Some(Rect::new(1.0, 1.0, 152.0, 214.0));
    page.trim = Some(Rect::new(3.0, 3.0, 148.0, 210.0));
    page.items.push(
        Group::new(vec![Shape::filled(Path::rect(page.rect()), role::SAND).into()])
            .only_in(Tables::except(Table::Saver))
            .into(),
    );
    let section = Text::left(shape(Face::SerifSemibold, 16.0, "Stacking", 0.0), (20.0, 30.0), role::INK);
    page.items.push(Group::new(vec![section.into()]).about(Subject::Rule("stack.limits".into())).into());
    page.items
        .push(Text::left(shape(Face::SansItalic, 9.0, "Noto italic", 0.0), (20.0, 40.0), role::INK).into());
    page.items.push(
        Text::left(shape(Face::SerifBoldItalic, 9.0, "Libertinus bold italic", 0.0), (20.0, 46.0), role::INK)
            .into(),
    );
    drawing.pages.push(page);

    let leaf = |title: &str, to: Target| Bookmark { title: title.into(), to, children: Vec::new() };
    drawing.outline = vec![
        Bookmark {
            title: "Zeppelins first".into(),
            to: Target::Page(0),
            children: vec![
                leaf("Überblick", Target::Anchor("stack.limit".into())),
                leaf("A rule", Target::Rule("stack.limits".into())),
            ],
        },
        leaf("Again", Target::Page(1)),
    ];
    drawing
}

fn chequers() -> Raster {
    let pixel = |i: u32| match (i % 8 + i / 8) % 3 {
        0 => [200, 60, 40, 255],
        1 => [240, 220, 120, 128],
        _ => [30, 60, 120, 255],
    };
    Raster { width: 8, height: 6, rgba: (0..48).flat_map(pixel).collect() }
}

/// 100 mm with a tick at each end.
fn ruler(at: export::drawing::Point) -> Item {
    let mut path = Path::line(at, at + pt(100.0, 0.0));
    for x in [0.0, 100.0] {
        path.append(&Path::line(at + pt(x, -2.0), at + pt(x, 0.0)));
    }
    let shape = Shape::stroked(path, Stroke::new(role::INK, 0.15));
    Group::new(vec![shape.into()]).about(Subject::Part("ruler".into())).into()
}
