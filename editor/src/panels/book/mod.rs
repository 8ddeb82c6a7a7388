//! The rulebook: search, contents, and a page of at most 66 signs a line. As a workspace and as a drawer beside
//! any other.

use egui::{
    Align, CornerRadius, FontFamily, FontId, Layout, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    vec2,
};
use engine::chart::Chart;
use engine::example::{Board, Claim, Example};
use engine::game::Game;
use engine::rulebook::{Block, Rulebook, Section, Sought, Span};

pub mod aside;
pub mod figure;

use figure::Figures;

use crate::command::Command;
use crate::icons::icon;
use crate::theme::{Tokens, book, named, space};
use crate::widgets::{Button, Row, head, hint, link, text};

/// The width of a line of 66 signs in Libertinus Serif 16.
const LINE: f32 = 492.0;

/// What the book remembers between frames.
#[derive(Debug, Clone, Default)]
pub struct BookState {
    /// The section that is read, by its place in the book.
    pub section: usize,
    /// Scroll to it in this frame.
    pub go: bool,
    pub search: String,
    pub focus_search: bool,
    /// Sections read before, for going back.
    pub back: Vec<usize>,
    /// Sections that were gone back from.
    pub forth: Vec<usize>,
    /// The example to scroll to in this frame, by file and line.
    pub show_example: Option<(String, u32)>,
    /// Begin a note on the section that is read.
    pub write_note: bool,
    pub focus_note: bool,
    /// Everything that was found is listed, and not only the best.
    all_found: bool,
    /// The size of the text, in per cent; 0 counts as 100.
    pub text: u16,
}

/// The sizes of the text that can be chosen, in per cent.
pub const TEXT_SIZES: [u16; 6] = [80, 90, 100, 115, 130, 160];

/// The nearest size that can be chosen.
pub fn text_size(percent: u16) -> u16 {
    TEXT_SIZES.into_iter().min_by_key(|size| size.abs_diff(percent)).unwrap_or(100)
}

/// How many of what was found are listed at first.
const BEST: usize = 12;

impl BookState {
    /// Opens the book at a slug; stays where it is if the book does not have it.
    pub fn open_at(&mut self, book: &Rulebook, slug: &str) {
        if let Some(index) = book.sections.iter().position(|section| section.slug == slug) {
            self.open(index);
        }
    }

    /// How much larger the text is than usual.
    fn zoom(&self) -> f32 {
        if self.text == 0 { 1.0 } else { f32::from(self.text) / 100.0 }
    }

    fn open(&mut self, index: usize) {
        if index != self.section {
            self.back.push(self.section);
            self.forth.clear();
        }
        self.section = index;
        self.go = true;
    }

    /// Goes to the section that was read before.
    pub fn go_back(&mut self) {
        if let Some(index) = self.back.pop() {
            self.forth.push(std::mem::replace(&mut self.section, index));
            self.go = true;
        }
    }

    /// Goes to the section that was gone back from.
    pub fn go_forth(&mut self) {
        if let Some(index) = self.forth.pop() {
            self.back.push(std::mem::replace(&mut self.section, index));
            self.go = true;
        }
    }
}

/// The chapter that a section belongs to: from its heading of the first level to before the next one.
fn chapter(book: &Rulebook, section: usize) -> std::ops::Range<usize> {
    let sections = &book.sections;
    let start = (0..=section.min(sections.len().saturating_sub(1)))
        .rev()
        .find(|i| sections[*i].level <= 1)
        .unwrap_or(0);
    let end = (start + 1..sections.len()).find(|i| sections[*i].level <= 1).unwrap_or(sections.len());
    start..end
}

fn plain(spans: &[Span]) -> String {
    spans
        .iter()
        .map(|span| match span {
            Span::Text(text) | Span::Strong(text) | Span::Emphasis(text) => text.as_str(),
            Span::Link { text, .. } | Span::Value { text, .. } => text.as_str(),
        })
        .collect()
}

/// What was found, best first: the section's place in the book, and the sentence that fits best.
fn search(book: &Rulebook, words: &str) -> Vec<(usize, String)> {
    let place = |section: &Section| book.sections.iter().position(|other| std::ptr::eq(other, section));
    let found = book.search(words).into_iter();
    found.filter_map(|found| Some((place(found.section)?, found.excerpt))).collect()
}

/// The slugs of the sections in which the scenario changes a value.
fn changed(game: &dyn Game) -> Vec<String> {
    let Some(shipped) = game.shipped() else { return Vec::new() };
    let before: std::collections::BTreeMap<String, String> =
        shipped.values().into_iter().map(|value| (value.path, value.value)).collect();
    let now = game.values().into_iter();
    now.filter(|value| before.get(&value.path).is_some_and(|old| *old != value.value))
        .map(|value| value.rule)
        .collect()
}

/// The left column of the workspace: search and contents.
pub fn contents_ui(ui: &mut Ui, game: &dyn Game, state: &mut BookState) {
    let book = game.rulebook();
    ui.add_space(space::S);
    let enter = ui.horizontal(|ui| {
        ui.add_space(space::S);
        search_field(ui, state, ui.available_width() - space::S)
    });
    ui.add_space(space::XS);
    let found = search(book, &state.search);
    if let (true, Some((best, _))) = (enter.inner, found.first()) {
        state.open(*best);
    }
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        if !state.search.trim().is_empty() {
            let remark = format!("{} found", found.len());
            head(ui, "Found", &remark, |_| {});
            ui.add_space(space::XS);
            let shown = if state.all_found { found.len() } else { BEST };
            for (index, remark) in found.iter().take(shown) {
                if found_ui(ui, &book.sections[*index], remark, *index == state.section) {
                    state.open(*index);
                }
            }
            if found.len() > shown {
                ui.horizontal(|ui| {
                    ui.add_space(space::M);
                    state.all_found = link(ui, &format!("{} more…", found.len() - shown)).clicked();
                });
            }
            if found.is_empty() {
                ui.add_space(space::S);
                ui.horizontal(|ui| {
                    ui.add_space(space::M);
                    hint(ui, "Nothing in the book has all of these words.");
                });
            }
            ui.add_space(space::S);
        }
        head(ui, "Contents", "", |_| {});
        ui.add_space(space::XS);
        let open = chapter(book, state.section);
        let changed = changed(game);
        for (index, section) in book.sections.iter().enumerate() {
            if section.level > 1 && !open.contains(&index) {
                continue;
            }
            let indent = [0.0, 0.0, 28.0, 44.0][usize::from(section.level).min(3)];
            let t = Tokens::of(ui);
            let number =
                ui.painter().layout_no_wrap(section.number.clone(), crate::widgets::body(ui), t.text_3);
            let row = Row {
                text: &section.title,
                chosen: index == state.section,
                indent: indent + (number.size().x + space::S).max(32.0),
                ..Row::default()
            };
            let response = row.show(ui).on_hover_text(&section.title);
            let at = egui::pos2(
                response.rect.left() + space::M + indent,
                response.rect.center().y - number.size().y / 2.0,
            );
            ui.painter().galley(at, number, t.text_3);
            // A chapter that is closed answers for its sections.
            let inside = if section.level > 1 || open.contains(&index) {
                index..index + 1
            } else {
                chapter(book, index)
            };
            if book.sections[inside].iter().any(|section| changed.contains(&section.slug)) {
                let at = egui::pos2(response.rect.right() - 18.0, response.rect.center().y);
                icon(
                    ui.painter(),
                    "tweak",
                    egui::Rect::from_center_size(at, egui::Vec2::splat(16.0)),
                    t.tweak,
                );
            }
            if response.clicked() {
                state.open(index);
            }
        }
    });
}

/// The field; true if Enter asked for the best of what was found.
fn search_field(ui: &mut Ui, state: &mut BookState, width: f32) -> bool {
    let field = egui::TextEdit::singleline(&mut state.search)
        .hint_text("Search the rules")
        .desired_width(width)
        .margin(egui::Margin { left: 30, right: 8, top: 5, bottom: 5 })
        .id(egui::Id::unique("book search"));
    let response = ui.add(field).accessible_name("Search the rules");
    let at = egui::pos2(response.rect.left() + 16.0, response.rect.center().y);
    let glass = egui::Rect::from_center_size(at, egui::Vec2::splat(16.0));
    icon(ui.painter(), "search", glass, Tokens::of(ui).text_2);
    if response.changed() {
        state.all_found = false;
    }
    if std::mem::take(&mut state.focus_search) {
        response.request_focus();
    }
    response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter))
}

/// *Aa*: the size of the text.
fn text_ui(ui: &mut Ui, state: &BookState, commands: &mut Vec<Command>) {
    let button = Button::ghost("Aa").least(36.0, 28.0).show(ui).on_hover_text("Size of the text");
    egui::Popup::menu(&button).show(|ui| {
        let now = text_size(if state.text == 0 { 100 } else { state.text });
        for size in TEXT_SIZES {
            if ui.add(egui::Button::new(format!("{size} %")).selected(size == now)).clicked() {
                commands.push(Command::BookText(size));
                ui.close();
            }
        }
    });
}

/// The drawer beside another workspace: search, back, and the page.
pub fn drawer_ui(
    ui: &mut Ui,
    game: &dyn Game,
    state: &mut BookState,
    figures: &mut Figures,
    commands: &mut Vec<Command>,
) {
    let book = game.rulebook();
    head(ui, "Rulebook", &book.title, |ui| {
        if Button::icon_only("close", "Close the rulebook").show(ui).clicked() {
            commands.push(Command::Book(None));
        }
        text_ui(ui, state, commands);
        if !state.back.is_empty() && Button::icon_only("back", "Back").show(ui).clicked() {
            state.go_back();
        }
    });
    ui.add_space(space::S);
    let enter = ui.horizontal(|ui| {
        ui.add_space(space::S);
        search_field(ui, state, ui.available_width() - space::S)
    });
    ui.add_space(space::XS);
    let found = search(book, &state.search);
    if let (true, Some((best, _))) = (enter.inner, found.first()) {
        state.search.clear();
        state.open(*best);
        page_ui(ui, game, state, figures);
        return;
    }
    // The page keeps its room below, however much is found.
    ScrollArea::vertical().id_salt("found").max_height(ui.available_height() * 0.35).show(ui, |ui| {
        for (index, remark) in &found {
            if found_ui(ui, &book.sections[*index], remark, *index == state.section) {
                state.search.clear();
                state.open(*index);
            }
        }
    });
    page_ui(ui, game, state, figures);
}

/// The page of the workspace, with the choice of its size.
pub fn sheet_ui(
    ui: &mut Ui,
    game: &dyn Game,
    state: &mut BookState,
    figures: &mut Figures,
    commands: &mut Vec<Command>,
) {
    let corner = ui.max_rect();
    page_ui(ui, game, state, figures);
    let place = egui::Rect::from_min_size(
        egui::pos2(corner.right() - 56.0, corner.top() + space::S),
        vec2(40.0, 28.0),
    );
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(place));
    text_ui(&mut child, state, commands);
}

/// The page: the chapter of the section that is read.
fn page_ui(ui: &mut Ui, game: &dyn Game, state: &mut BookState, figures: &mut Figures) {
    let t = Tokens::of(ui);
    let book = game.rulebook();
    ui.painter().rect_filled(ui.available_rect_before_wrap(), CornerRadius::ZERO, t.book_page);
    let go = std::mem::take(&mut state.go);
    let sought = book.sought(&state.search);
    let mut page =
        Page { game, figures, example: state.show_example.take(), opened: None, zoom: state.zoom(), sought };
    let full = LINE * page.zoom;
    ScrollArea::vertical().auto_shrink([false, false]).id_salt("page").show(ui, |ui| {
        let width = ui.available_width();
        let narrow = width < full + 140.0;
        let gutter = if narrow { space::M } else { ((width - full) / 2.0 - 20.0).max(78.0) };
        let line = full.min(width - gutter - space::L);
        ui.add_space(space::L);
        for index in chapter(book, state.section) {
            let section = &book.sections[index];
            let top = ui.cursor().top();
            section_ui(ui, &mut page, section, gutter, line, narrow);
            if go && index == state.section {
                let rect = egui::Rect::from_min_size(egui::pos2(ui.min_rect().left(), top), vec2(10.0, 40.0));
                ui.scroll_to_rect(rect, Some(Align::TOP));
            }
        }
        if book.sections.is_empty() {
            ui.horizontal(|ui| {
                ui.add_space(gutter);
                text(ui, "This game has no rulebook yet.", named("book"), t.book_ink);
            });
        }
        ui.add_space(120.0);
    });
    if let Some(slug) = page.opened {
        state.open_at(book, &slug);
    }
}

/// What the parts of a page share.
struct Page<'a> {
    game: &'a dyn Game,
    figures: &'a mut Figures,
    /// The example to scroll to.
    example: Option<(String, u32)>,
    /// The slug of a link that was clicked.
    opened: Option<String>,
    /// How much larger the text is than usual.
    zoom: f32,
    /// What the search looks for, marked in the text.
    sought: Sought,
}

fn section_ui(ui: &mut Ui, page: &mut Page<'_>, section: &Section, gutter: f32, line: f32, narrow: bool) {
    let t = Tokens::of(ui);
    let size = page.zoom * if section.level <= 1 { 26.0 } else { 20.0 };
    ui.add_space(if section.level <= 1 { 8.0 } else { 14.0 });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let font = |size| FontId::new(size, FontFamily::Name("book-bold".into()));
        let number = RichText::new(&section.number).font(font(size * 0.8)).color(t.book_ink_2);
        if narrow {
            ui.add_space(gutter);
            ui.label(number);
            ui.add_space(space::S);
        } else {
            ui.allocate_ui_with_layout(
                vec2(gutter - 14.0, size),
                Layout::right_to_left(Align::Center),
                |ui| {
                    ui.label(number);
                },
            );
            ui.add_space(14.0);
        }
        let title = ui.label(RichText::new(&section.title).font(font(size)).color(t.book_ink));
        if !section.statements.is_empty() {
            title.on_hover_text(section.statements.join(", "));
        }
    });
    ui.add_space(6.0);
    for block in &section.blocks {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.add_space(gutter);
            ui.allocate_ui_with_layout(vec2(line, 10.0), Layout::top_down(Align::Min), |ui| {
                ui.set_width(line);
                block_ui(ui, page, block);
            });
        });
        ui.add_space(7.0);
    }
}

fn block_ui(ui: &mut Ui, page: &mut Page<'_>, block: &Block) {
    let t = Tokens::of(ui);
    let zoom = page.zoom;
    match block {
        Block::Paragraph(spans) => spans_ui(ui, spans, t.book_ink, 16.0 * zoom, page),
        Block::List { numbered, items } => {
            for (i, item) in items.iter().enumerate() {
                ui.horizontal_top(|ui| {
                    let mark = if *numbered { format!("{}.", i + 1) } else { "•".to_owned() };
                    ui.allocate_ui_with_layout(
                        vec2(22.0, 23.0) * zoom,
                        Layout::right_to_left(Align::Min),
                        |ui| {
                            ui.label(
                                RichText::new(mark)
                                    .font(FontId::new(16.0 * zoom, book()))
                                    .color(t.book_ink_2)
                                    .line_height(Some(23.0 * zoom)),
                            );
                        },
                    );
                    let width = ui.available_width();
                    ui.allocate_ui_with_layout(
                        vec2(width, 23.0 * zoom),
                        Layout::top_down(Align::Min),
                        |ui| {
                            spans_ui(ui, item, t.book_ink, 16.0 * zoom, page);
                        },
                    );
                });
            }
        }
        Block::Note(spans) => {
            egui::Frame::new()
                .stroke(Stroke::new(1.0, t.book_rule))
                .corner_radius(4)
                .inner_margin(egui::Margin::symmetric(12, 8))
                .show(ui, |ui| {
                    ui.label(
                        RichText::new("Designer’s note")
                            .font(FontId::new(13.0 * zoom, FontFamily::Name("book-semibold".into())))
                            .color(t.book_ink_2),
                    );
                    spans_ui(ui, spans, t.book_ink_2, 15.0 * zoom, page);
                });
        }
        Block::Table { head, rows } => {
            let head: Vec<String> = head.iter().map(|cell| plain(cell)).collect();
            let rows: Vec<Vec<String>> =
                rows.iter().map(|row| row.iter().map(|cell| plain(cell)).collect()).collect();
            grid_ui(ui, &head, &rows, false, zoom);
        }
        Block::Chart(id) => match page.game.charts().into_iter().find(|chart| chart.id == *id) {
            Some(chart) => chart_ui(ui, chart, zoom),
            None => {
                ui.label(
                    RichText::new(format!("(the chart {id} is not among the data)")).color(t.book_ink_2),
                );
            }
        },
        Block::Example(example) => example_ui(ui, page, example),
    }
}

/// A run of spans that flows over the width; links and values are widgets with names.
fn spans_ui(ui: &mut Ui, spans: &[Span], ink: egui::Color32, size: f32, page: &mut Page<'_>) {
    let t = Tokens::of(ui);
    ui.spacing_mut().interact_size.y = 0.0;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
        let style = |text: &str, family: &'static str| {
            RichText::new(text)
                .font(FontId::new(size, FontFamily::Name(family.into())))
                .line_height(Some(size * 1.44))
        };
        // In pieces, so that those that are looked for have a ground of their own.
        let words = |text: &str, family: &'static str| {
            let mut job = egui::text::LayoutJob::default();
            let mut format =
                egui::TextFormat::simple(FontId::new(size, FontFamily::Name(family.into())), ink);
            format.line_height = Some(size * 1.44);
            let marked = egui::TextFormat { background: t.accent_soft, ..format.clone() };
            let mut from = 0;
            for place in page.sought.places(text) {
                job.append(&text[from..place.start], 0.0, format.clone());
                job.append(&text[place.clone()], 0.0, marked.clone());
                from = place.end;
            }
            job.append(&text[from..], 0.0, format);
            egui::Label::new(job).selectable(true)
        };
        for span in spans {
            match span {
                Span::Text(text) => {
                    ui.add(words(text, "book"));
                }
                Span::Strong(text) => {
                    ui.add(words(text, "book-bold"));
                }
                Span::Emphasis(text) => {
                    ui.add(words(text, "book-italic"));
                }
                Span::Link { slug, text } => {
                    let response =
                        ui.add(egui::Label::new(style(text, "book").color(t.accent)).sense(Sense::click()));
                    crate::widgets::focus_ring(ui, &response);
                    if response.gained_focus() {
                        response.scroll_to_me(None);
                    }
                    let y = response.rect.bottom() - 2.5;
                    let ends = [egui::pos2(response.rect.left(), y), egui::pos2(response.rect.right(), y)];
                    ui.painter().extend(egui::Shape::dotted_line(&ends, t.accent, 3.0, 0.7));
                    if response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text(slug).clicked()
                    {
                        page.opened = Some(slug.clone());
                    }
                }
                Span::Value { path, text } => {
                    let galley = ui.painter().layout_no_wrap(text.clone(), FontId::new(size, book()), ink);
                    let (rect, response) =
                        ui.allocate_exact_size(vec2(galley.size().x + 9.0, size * 1.44), Sense::hover());
                    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text));
                    let frame = rect.shrink2(vec2(1.0, 1.5));
                    ui.painter().rect_stroke(
                        frame,
                        CornerRadius::same(3),
                        Stroke::new(1.0, t.book_rule),
                        StrokeKind::Inside,
                    );
                    let at = egui::pos2(
                        rect.center().x - galley.size().x / 2.0,
                        rect.center().y - galley.size().y / 2.0,
                    );
                    ui.painter().galley(at, galley, ink);
                    response.on_hover_text(path);
                }
            }
        }
    });
}

/// A section that was found, with what was found in it; true if it is to be opened.
fn found_ui(ui: &mut Ui, section: &Section, remark: &str, chosen: bool) -> bool {
    let row = Row { text: &section.title, detail: remark, right: &section.number, chosen, ..Row::default() };
    row.show(ui).clicked()
}

/// A chart of the data as a grid.
fn chart_ui(ui: &mut Ui, chart: &Chart, zoom: f32) {
    let t = Tokens::of(ui);
    ui.label(
        RichText::new(&chart.title)
            .font(FontId::new(15.0 * zoom, FontFamily::Name("book-bold".into())))
            .color(t.book_ink),
    );
    ui.add_space(4.0);
    let corner = match (chart.down.as_str(), chart.across.as_str()) {
        ("", across) => across.to_owned(),
        (down, "") => down.to_owned(),
        (down, across) => format!("{down} \\ {across}"),
    };
    let head: Vec<String> = std::iter::once(corner).chain(chart.columns.iter().cloned()).collect();
    let rows: Vec<Vec<String>> = chart
        .rows
        .iter()
        .map(|row| std::iter::once(row.head.clone()).chain(row.cells.iter().cloned()).collect())
        .collect();
    grid_ui(ui, &head, &rows, true, zoom);
    for remark in chart.remarks() {
        ui.add_space(4.0);
        ui.label(RichText::new(remark).font(FontId::new(14.0 * zoom, book())).color(t.book_ink_2));
    }
}

fn grid_ui(ui: &mut Ui, head: &[String], rows: &[Vec<String>], centred: bool, zoom: f32) {
    let t = Tokens::of(ui);
    let columns = head.len().max(rows.iter().map(Vec::len).max().unwrap_or(0)).max(1);
    let font = FontId::new(14.0 * zoom, book());
    let bold = FontId::new(13.0 * zoom, FontFamily::Name("book-bold".into()));
    let measure = |ui: &Ui, text: &str, font: &FontId| {
        ui.painter().layout_no_wrap(text.to_owned(), font.clone(), t.book_ink).size().x
    };
    let mut widths = vec![24.0_f32; columns];
    for (i, cell) in head.iter().enumerate() {
        widths[i] = widths[i].max(measure(ui, cell, &bold));
    }
    for row in rows {
        for (i, cell) in row.iter().enumerate() {
            widths[i] = widths[i].max(measure(ui, cell, &font));
        }
    }
    let room = ui.available_width() - 14.0 * columns as f32;
    let total: f32 = widths.iter().sum();
    if total > room {
        // The widest give way first, so that narrow columns of figures stay whole.
        let fair = room / columns as f32;
        let narrow: f32 = widths.iter().filter(|width| **width <= fair).sum();
        let wide: f32 = widths.iter().filter(|width| **width > fair).sum();
        let factor = ((room - narrow) / wide.max(1.0)).clamp(0.1, 1.0);
        widths.iter_mut().filter(|width| **width > fair).for_each(|width| *width *= factor);
    }
    let line = |ui: &mut Ui, cells: &[String], font: &FontId, ground: egui::Color32| {
        let galleys: Vec<_> = (0..columns)
            .map(|i| {
                ui.painter().layout(
                    cells.get(i).cloned().unwrap_or_default(),
                    font.clone(),
                    t.book_ink,
                    widths[i],
                )
            })
            .collect();
        let height = galleys.iter().map(|galley| galley.size().y).fold(18.0, f32::max) + 8.0;
        let width = widths.iter().sum::<f32>() + 14.0 * columns as f32;
        let (rect, response) =
            ui.allocate_exact_size(vec2(width.min(ui.available_width()), height), Sense::hover());
        let name = cells.join(", ");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &name));
        ui.painter().rect_filled(rect, CornerRadius::ZERO, ground);
        ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, t.book_rule));
        let mut x = rect.left();
        for (i, galley) in galleys.into_iter().enumerate() {
            let free = widths[i] + 14.0 - galley.size().x;
            let left = if centred && i > 0 { free / 2.0 } else { 7.0 };
            let at = egui::pos2(x + left, rect.center().y - galley.size().y / 2.0);
            ui.painter().galley(at, galley, t.book_ink);
            x += widths[i] + 14.0;
        }
    };
    let old = ui.spacing().item_spacing;
    ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
    line(ui, head, &bold, t.book_rule.gamma_multiply(0.5));
    for row in rows {
        line(ui, row, &font, egui::Color32::TRANSPARENT);
    }
    ui.spacing_mut().item_spacing = old;
}

/// A worked example as a figure in words: who stands where, what is tried, what comes of it.
fn example_ui(ui: &mut Ui, page: &mut Page<'_>, example: &Example) {
    let t = Tokens::of(ui);
    let (game, zoom) = (page.game, page.zoom);
    let top = ui.cursor().top();
    if page.example.as_ref().is_some_and(|(file, line)| *file == example.file && *line == example.line) {
        let rect = egui::Rect::from_min_size(egui::pos2(ui.min_rect().left(), top), vec2(10.0, 60.0));
        ui.scroll_to_rect(rect, Some(Align::TOP));
    }
    egui::Frame::new()
        .fill(t.book_rule.gamma_multiply(0.35))
        .stroke(Stroke::new(1.0, t.book_rule))
        .corner_radius(6)
        .inner_margin(egui::Margin::symmetric(14, 10))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            let style = |text: String, family: &'static str, size: f32| {
                RichText::new(text).font(FontId::new(size * zoom, FontFamily::Name(family.into())))
            };
            let title = if example.title.is_empty() {
                "Example".to_owned()
            } else {
                format!("Example. {}", example.title)
            };
            ui.label(style(title, "book-bold", 15.0).color(t.book_ink));
            page.figures.show(ui, game, example);
            let ground = ground_words(&example.board, game);
            if !ground.is_empty() {
                ui.label(style(ground, "book-italic", 14.0).color(t.book_ink_2));
            }
            for placed in &example.place {
                let name = game.pieces().iter().find(|kind| kind.id == placed.piece);
                let name = name.map_or_else(|| spaced(&placed.piece), |kind| kind.name.clone());
                let at = placed.at.text.trim_matches('"');
                let place = if at.is_empty() { String::new() } else { format!(" at {at}") };
                ui.label(style(format!("{}: {name}{place}", placed.id), "book", 14.0).color(t.book_ink_2));
            }
            ui.add_space(2.0);
            let cite = |slug: &str| game.rulebook().cite(slug);
            ui.spacing_mut().interact_size.y = 0.0;
            for step in &example.steps {
                let side = game.sides().iter().find(|side| side.id == step.by);
                let words = step.in_words(&cite);
                let words = match side.and_then(|side| Some((side, words.strip_prefix(&step.by)?))) {
                    Some((side, rest)) => format!("{}{rest}", side.short),
                    None => words,
                };
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing.x = 6.0;
                    ui.label(style(words, "book", 14.0).color(t.book_ink));
                    if !step.then.is_empty() {
                        let (ink, mark) = match step.claim() {
                            Claim::Refused => (t.error, "\u{2192}"),
                            Claim::Allowed => (t.ok, "\u{2192}"),
                            Claim::Computed | Claim::Nothing => (t.book_ink, "="),
                        };
                        let outcome = outcome_words(&step.then.in_words(&cite));
                        ui.label(style(format!("{mark} {outcome}"), "book-semibold", 14.0).color(ink));
                    }
                });
            }
        });
}

/// The ground of an example in words: *On plain; (1,0) forest; (0,0)|(1,0) river*. Empty where it does not matter.
fn ground_words(board: &Board, game: &dyn Game) -> String {
    match board {
        Board::Sample(sample) => format!("On the board of {}.", capitals(sample)),
        Board::Hexes { hexes, sides, .. } if hexes.is_empty() && sides.is_empty() => String::new(),
        Board::Hexes { hexes, sides, .. } => {
            let terrain = |id: &String| {
                let known = game.terrains().iter().find(|known| known.id == *id);
                known.map_or_else(|| spaced(id), |known| known.name.to_lowercase())
            };
            let parts: Vec<String> = hexes
                .iter()
                .map(|(hex, id)| format!("{hex} {}", terrain(id)))
                .chain(sides.iter().map(|(side, id)| format!("{side} {}", spaced(id))))
                .collect();
            format!("The ground: {}.", parts.join("; "))
        }
        Board::Table(_) => String::new(),
    }
}

/// What comes of a step, as a reader says it: *allowed, cost 6*, *yes*.
fn outcome_words(words: &str) -> String {
    if let Some(rest) = words.strip_prefix("Legal") {
        return format!("allowed{}", rest.replace("stops no", "goes on"));
    }
    words.strip_prefix("Is ").unwrap_or(words).to_owned()
}

fn spaced(id: &str) -> String {
    id.replace(['-', '_'], " ")
}

/// `little_big_horn` is *Little Big Horn*.
fn capitals(id: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    spaced(id).split(' ').map(word).collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(number: &str, level: u8, title: &str, words: &str) -> Section {
        Section {
            slug: title.to_lowercase().replace(' ', "."),
            number: number.into(),
            level,
            title: title.into(),
            statements: Vec::new(),
            blocks: vec![Block::Paragraph(vec![Span::Text(words.into())])],
            file: String::new(),
            line: 0,
        }
    }

    fn book() -> Rulebook {
        Rulebook {
            title: "Test".into(),
            sections: vec![
                section("1", 1, "Fire", "Who fires."),
                section("1.1", 2, "Line of fire", "The line runs from edge to edge."),
                section("2", 1, "Movement", "A unit moves along a line."),
            ],
        }
    }

    #[test]
    fn what_comes_of_a_step_is_said_as_a_reader_says_it() {
        assert_eq!(outcome_words("Legal, cost 6"), "allowed, cost 6");
        assert_eq!(outcome_words("Legal, cost 2, stops no"), "allowed, cost 2, goes on");
        assert_eq!(outcome_words("Is no"), "no");
        assert_eq!(outcome_words("refused, §8.7"), "refused, §8.7");
    }

    #[test]
    fn what_is_found_is_named_by_its_place_in_the_book() {
        let found: Vec<usize> = search(&book(), "line").into_iter().map(|(index, _)| index).collect();
        assert_eq!(found, [1, 2]);
        assert!(search(&book(), "artillery").is_empty());
    }

    #[test]
    fn one_can_go_back_and_forth() {
        let mut state = BookState::default();
        state.open(2);
        state.open(1);
        state.go_back();
        assert_eq!(state.section, 2);
        state.go_back();
        assert_eq!((state.section, state.forth.len()), (0, 2));
        state.go_forth();
        state.go_forth();
        assert_eq!((state.section, state.back.len()), (1, 2));
        state.go_back();
        state.open(0);
        assert!(state.forth.is_empty());
    }

    #[test]
    fn the_size_of_the_text_is_one_of_some_and_the_lines_grow_along() {
        assert_eq!([0, 97, 120, 65_000].map(text_size), [80, 100, 115, 160]);
        let game = rulesets::game("little_big_horn").expect("it is shipped");
        let top_of_second = |percent: u16| {
            let state = BookState { text: percent, ..BookState::default() };
            let mut harness = crate::widgets::harness(
                move |ui, (state, figures): &mut (BookState, Figures)| page_ui(ui, game, state, figures),
                (state, Figures::default()),
            );
            harness.run_steps(3);
            use egui_kittest::kittest::Queryable as _;
            let title = &game.rulebook().sections[1].title;
            harness.get_by_label(title).rect().top()
        };
        assert!(top_of_second(130) > top_of_second(100) + 40.0);
    }

    #[test]
    fn a_link_is_reached_by_tab_and_followed_by_enter() {
        let game = rulesets::game("little_big_horn").expect("it is shipped");
        let book = game.rulebook();
        let section =
            book.sections.iter().position(|section| section.cited().next().is_some()).expect("one cites");
        let state = BookState { section, ..BookState::default() };
        let mut harness = crate::widgets::harness(
            move |ui, (state, figures): &mut (BookState, Figures)| page_ui(ui, game, state, figures),
            (state, Figures::default()),
        );
        harness.run_steps(3);
        harness.key_press(egui::Key::Tab);
        harness.run_steps(2);
        harness.key_press(egui::Key::Enter);
        harness.run_steps(2);
        assert!(!harness.state().0.back.is_empty(), "it went on from §{}", book.sections[section].number);
    }

    #[test]
    fn a_section_with_a_changed_value_is_marked() {
        let game = rulesets::game("little_big_horn").expect("it is shipped");
        assert!(changed(game).is_empty());
        let tweaked = game.tweaked(&[("mount_cost".to_owned(), "5".to_owned())]).unwrap();
        let slugs = changed(&*tweaked);
        assert!(
            !slugs.is_empty() && slugs.iter().all(|slug| game.rulebook().section(slug).is_some()),
            "{slugs:?}"
        );
    }

    #[test]
    fn a_slug_opens_its_section_and_an_unknown_one_changes_nothing() {
        let mut state = BookState::default();
        state.open_at(&book(), "line.of.fire");
        assert_eq!((state.section, state.go), (1, true));
        state.open_at(&book(), "no.such");
        assert_eq!(state.section, 1);
        assert_eq!(chapter(&book(), 1), 0..2);
    }
}
