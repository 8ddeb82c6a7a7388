//! The sheets with their ticks and pages; the pages of the chosen one as small pictures.

use egui::{
    Align2, Color32, CornerRadius, EventFilter, Key, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    Vec2, WidgetInfo, pos2, vec2,
};
use export::sheets::Sheet;

use super::choices::Choices;
use super::controls::tick_box;
use super::proof::{Proofs, Use};
use super::{PrintState, sheet_title};
use crate::icons::icon;
use crate::theme::{Tokens, size, space};
use crate::widgets::{body, focus_ring, head, line, sentence, small, strong};

/// In the order of the list: what one needs at home first.
pub const ORDER: [Sheet; 5] = [Sheet::MapTiled, Sheet::Map, Sheet::Counters, Sheet::Aids, Sheet::Track];

/// Is this the key of a tile, such as *B3*? Its column and row, counted from 0.
pub fn tile_of(name: &str) -> Option<(usize, usize)> {
    let letters = name.bytes().take_while(u8::is_ascii_uppercase).count();
    let (column, row) = name.split_at(letters);
    if !(1..=2).contains(&letters) || row.is_empty() || row.len() > 3 {
        return None;
    }
    let column = column.bytes().fold(0, |all, letter| all * 26 + usize::from(letter - b'A') + 1) - 1;
    let row: usize = row.parse().ok()?;
    Some((column, row.checked_sub(1)?))
}

/// *6 + 1*: tiles and what comes with them; elsewhere the number of pages.
pub fn count_words(names: &[&str]) -> String {
    let tiles = names.iter().filter(|name| tile_of(name).is_some()).count();
    match (tiles, names.len() - tiles) {
        (0, pages) => pages.to_string(),
        (tiles, 0) => tiles.to_string(),
        (tiles, others) => format!("{tiles} + {others}"),
    }
}

/// Shows the list over the whole height.
pub fn list_ui(ui: &mut Ui, state: &mut PrintState, choices: &mut Choices) {
    let pages: usize =
        choices.sheets.iter().filter_map(|sheet| state.proofs.made(*sheet)).map(pages_of).sum();
    let remark = match pages {
        0 => String::new(),
        1 => "1 page".to_owned(),
        pages => format!("{pages} pages"),
    };
    head(ui, "Sheets", &remark, |_| {});
    ScrollArea::vertical().id_salt("sheets").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        ui.add_space(space::XS);
        for sheet in ORDER {
            sheet_ui(ui, state, choices, sheet);
            if state.sheet == sheet {
                pictures_ui(ui, state, sheet);
            }
        }
        ui.add_space(space::M);
    });
}

fn pages_of(made: &export::sheets::Made) -> usize {
    made.summary.pages.len()
}

fn sheet_ui(ui: &mut Ui, state: &mut PrintState, choices: &mut Choices, sheet: Sheet) {
    let t = Tokens::of(ui);
    let chosen = state.sheet == sheet;
    let title = sheet_title(sheet);
    let proof = state.proofs.proof(sheet);
    let (count, reason, remarks) = match proof.map(|proof| &proof.made) {
        Some(Ok(made)) => {
            let names: Vec<&str> = made.summary.pages.iter().map(|page| page.name.as_str()).collect();
            (count_words(&names), None, made.warnings.len())
        }
        Some(Err(reason)) => (String::new(), Some(reason.clone()), 0),
        None => (String::new(), None, 0),
    };
    let (rect, row) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW + 1.0), Sense::click());
    let mut name = title.to_owned();
    match count.as_str() {
        "" => {}
        "1" => name.push_str(", 1 page"),
        count => name.push_str(&format!(", {count} pages")),
    }
    if remarks > 0 {
        name.push_str(if remarks == 1 { ", 1 remark" } else { ", with remarks" });
    }
    row.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &name));
    let box_rect = Rect::from_center_size(pos2(rect.left() + 18.0, rect.center().y), Vec2::splat(16.0));
    // The tick can be hit over the whole height and to the left edge.
    let hit = Rect::from_min_max(rect.min, pos2(rect.left() + 31.0, rect.bottom()));
    let id = egui::Id::unique(("tick", sheet.name()));
    let mut on = choices.is_ticked(sheet);
    let tick = ui.interact(hit, id, Sense::click());
    tick.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, format!("Print {title}")));
    let by_keys = ui.input(|input| input.key_pressed(Key::Enter) || input.key_pressed(Key::Space));
    for response in [&row, &tick] {
        if response.has_focus() {
            state.has_keys = true;
            let filter =
                EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        }
    }
    // Enter ticks by the keys of the whole workspace; here it must not tick once more.
    if tick.clicked() && !by_keys {
        on = !on;
        choices.tick(sheet, on);
    }
    if row.clicked() && !by_keys {
        state.choose(sheet, 0);
    }
    if row.gained_focus() && !ui.input(|input| input.pointer.any_down()) {
        state.choose(sheet, if chosen { state.page } else { 0 });
    }
    if !ui.is_rect_visible(rect) {
        return;
    }
    let painter = ui.painter_at(rect.expand(2.0));
    if chosen {
        painter.rect_filled(rect, CornerRadius::ZERO, t.accent_soft);
        painter.rect_filled(
            Rect::from_min_size(rect.min, vec2(3.0, rect.height())),
            CornerRadius::ZERO,
            t.accent,
        );
    } else if row.hovered() || tick.hovered() {
        painter.rect_filled(rect, CornerRadius::ZERO, t.bg_hover);
    }
    tick_box(&painter, box_rect, on, tick.hovered(), t);
    let mut right = rect.right() - space::M;
    let shown = painter.text(pos2(right, rect.center().y), Align2::RIGHT_CENTER, &count, small(ui), t.text_3);
    right = (shown.left() - space::S).min(right - 20.0);
    if remarks > 0 || reason.is_some() {
        let place = Rect::from_center_size(pos2(right - 8.0, rect.center().y), Vec2::splat(16.0));
        let (name, ink) = if reason.is_some() { ("info", t.info) } else { ("warning", t.warning) };
        icon(&painter, name, place, ink);
        right -= 22.0;
    }
    let x = rect.left() + 34.0;
    let ink = if reason.is_some() { t.text_3 } else { t.text };
    let font = if chosen { strong(ui) } else { body(ui) };
    line(&painter, pos2(x, rect.center().y), right - x, title, font, ink);
    for response in [&row, &tick] {
        if response.has_focus() {
            let ring = response.rect.shrink(1.0);
            painter.rect_stroke(ring, CornerRadius::same(3), Stroke::new(2.0, t.focus), StrokeKind::Inside);
        }
    }
    match reason {
        Some(reason) => {
            row.on_hover_text(sentence(&reason));
        }
        None if remarks > 0 => {
            if let Some(made) = state.proofs.made(sheet) {
                row.on_hover_text(made.warnings.join("\n"));
            }
        }
        None => {}
    }
}

/// The pages of a sheet as small pictures: tiles as they lie, others in rows.
fn pictures_ui(ui: &mut Ui, state: &mut PrintState, sheet: Sheet) {
    let Some(made) = state.proofs.made(sheet) else { return };
    let pages: Vec<(String, (f64, f64))> =
        made.summary.pages.iter().map(|page| (page.name.clone(), page.size)).collect();
    // A very long document is turned with keys; its pictures would only be noise.
    if pages.len() < 2 || pages.len() > 120 {
        return;
    }
    ui.add_space(space::XS);
    let tiles: Vec<Option<(usize, usize)>> = pages.iter().map(|(name, _)| tile_of(name)).collect();
    let others: Vec<usize> = (0..pages.len()).filter(|page| tiles[*page].is_none()).collect();
    let room = ui.available_width() - 2.0 * space::L;
    if others.len() == pages.len() {
        let across = ((room / 56.0).floor() as usize).clamp(1, 6);
        for row in others.chunks(across) {
            row_ui(ui, state, sheet, row.iter().map(|page| Some(*page)).collect(), room, across, &pages);
        }
        return;
    }
    for row in others.chunks(3) {
        row_ui(ui, state, sheet, row.iter().map(|page| Some(*page)).collect(), room, 3, &pages);
    }
    let columns = tiles.iter().flatten().map(|(column, _)| column + 1).max().unwrap_or(1);
    let rows = tiles.iter().flatten().map(|(_, row)| row + 1).max().unwrap_or(0);
    for row in 0..rows {
        let cells: Vec<Option<usize>> =
            (0..columns).map(|column| tiles.iter().position(|tile| *tile == Some((column, row)))).collect();
        // As they lie while there is room for it.
        let across = ((room / 26.0).floor() as usize).max(1).min(columns.max(3));
        for part in cells.chunks(across) {
            row_ui(ui, state, sheet, part.to_vec(), room, across, &pages);
        }
    }
}

fn row_ui(
    ui: &mut Ui,
    state: &mut PrintState,
    sheet: Sheet,
    cells: Vec<Option<usize>>,
    room: f32,
    across: usize,
    pages: &[(String, (f64, f64))],
) {
    let t = Tokens::of(ui);
    let cell = (room / across as f32).min(72.0);
    let width = (cell - 10.0).min(48.0);
    let tallest = cells
        .iter()
        .flatten()
        .map(|page| width * (pages[*page].1.1 / pages[*page].1.0).clamp(0.3, 2.0) as f32)
        .fold(20.0, f32::max);
    let high = tallest + 19.0;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::hover());
    let left = rect.left() + space::L + (room - cell * across as f32) / 2.0;
    for (place, page) in cells.into_iter().enumerate() {
        let Some(page) = page else { continue };
        let (name, size) = &pages[page];
        let x = left + cell * place as f32;
        let hit = Rect::from_min_size(pos2(x, rect.top()), vec2(cell, high));
        let id = egui::Id::unique(("small page", sheet.name(), page));
        let response = ui.interact(hit, id, Sense::click());
        let chosen = state.page == page;
        let label = format!("Page {name}").replace("Page Page", "Page");
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, &label));
        if response.clicked() {
            state.choose(sheet, page);
        }
        if std::mem::take(&mut state.reveal) && chosen {
            response.scroll_to_me(None);
        }
        if !ui.is_rect_visible(hit) {
            continue;
        }
        let ratio = (size.1 / size.0).clamp(0.3, 2.0) as f32;
        let paper = Rect::from_min_size(
            pos2(hit.center().x - width / 2.0, rect.top() + 2.0 + (tallest - width * ratio) / 2.0),
            vec2(width, width * ratio),
        );
        picture_ui(ui, &mut state.proofs, sheet, page, *size, paper);
        if chosen {
            ui.painter().rect_stroke(
                paper.expand(2.0),
                CornerRadius::same(2),
                Stroke::new(2.0, t.accent),
                StrokeKind::Inside,
            );
        } else if response.hovered() {
            ui.painter().rect_stroke(
                paper.expand(1.0),
                CornerRadius::same(1),
                Stroke::new(1.0, t.text_2),
                StrokeKind::Outside,
            );
        }
        let (font, ink) = if chosen { (strong(ui), t.accent) } else { (small(ui), t.text_2) };
        let font = egui::FontId::new(11.0, font.family);
        let galley = {
            let mut job = egui::text::LayoutJob::simple_singleline(name.clone(), font, ink);
            job.wrap = egui::text::TextWrapping::truncate_at_width(cell - 2.0);
            ui.painter().layout_job(job)
        };
        let at = pos2(hit.center().x - galley.size().x / 2.0, rect.bottom() - 1.0 - galley.size().y);
        ui.painter().galley(at, galley, ink);
        focus_ring(ui, &response);
    }
}

/// A page in the size of a stamp.
fn picture_ui(ui: &Ui, proofs: &mut Proofs, sheet: Sheet, page: usize, size: (f64, f64), paper: Rect) {
    let pixels = f64::from(paper.width() * ui.ctx().pixels_per_point());
    let scale = (pixels / size.0 * 1000.0).round().max(1.0);
    let part = [0, 0, pixel_count(size.0, scale), pixel_count(size.1, scale)];
    proofs.want(sheet, page, scale as u32, part, Use::Small);
    ui.painter().rect_filled(paper, CornerRadius::ZERO, super::PAPER);
    let Some(shown) = proofs.shown(sheet, page) else { return };
    let Some(picture) = &shown.small else { return };
    let (texture, id) = (picture.texture.id(), picture.id);
    let tint =
        if proofs.is_current(&id) { Color32::WHITE } else { Color32::WHITE.gamma_multiply(super::STALE) };
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter().image(texture, paper, whole, tint);
}

/// Pixels of a length in millimetres, at so many pixels in a metre.
pub fn pixel_count(length: f64, scale: f64) -> u32 {
    (length * scale / 1000.0).round().max(1.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_tiles_are_told_from_other_pages() {
        assert_eq!(tile_of("B3"), Some((1, 2)));
        assert_eq!(tile_of("AA12"), Some((26, 11)));
        for name in ["Assembly", "Page 1", "B0", "b3", "", "B"] {
            assert_eq!(tile_of(name), None, "{name}");
        }
        assert_eq!(count_words(&["Assembly", "A1", "B1"]), "2 + 1");
        assert_eq!(count_words(&["Page 1", "Page 2"]), "2");
    }
}
