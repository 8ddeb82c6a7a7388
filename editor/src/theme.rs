//! The look of the window: colours by role, sizes, and how egui is told about them.
//!
//! Generated tokens stand first; `style` is the only place that fills an `egui::Style`.
//! A panel takes colours from `Tokens::of(ui)` and never writes one down.

use egui::{
    Color32, CornerRadius, FontFamily, FontId, Margin, Stroke, Style, TextStyle, Theme, Visuals,
    style::{ScrollStyle, WidgetVisuals},
    vec2,
};

const fn hex(rgb: u32) -> Color32 {
    Color32::from_rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
}

/// One theme's colours, by role.
#[derive(Debug, Clone, PartialEq)]
pub struct Tokens {
    pub bg_canvas: Color32,
    pub bg_app: Color32,
    pub bg_raised: Color32,
    pub bg_input: Color32,
    pub bg_hover: Color32,
    pub bg_active: Color32,
    pub line_soft: Color32,
    pub line_strong: Color32,
    pub text: Color32,
    pub text_2: Color32,
    pub text_3: Color32,
    pub accent: Color32,
    pub accent_fill: Color32,
    pub accent_fill_hover: Color32,
    pub accent_soft: Color32,
    pub on_accent: Color32,
    pub focus: Color32,
    pub error: Color32,
    pub error_soft: Color32,
    pub warning: Color32,
    pub warning_soft: Color32,
    pub info: Color32,
    pub info_soft: Color32,
    pub ok: Color32,
    pub ok_soft: Color32,
    pub tweak: Color32,
    pub tweak_soft: Color32,
    pub side_a: Color32,
    pub side_a_soft: Color32,
    pub side_b: Color32,
    pub side_b_soft: Color32,
    pub book_page: Color32,
    pub book_ink: Color32,
    pub book_ink_2: Color32,
    pub book_rule: Color32,
}

/// The colours of the dark theme.
pub const DARK: Tokens = Tokens {
    bg_canvas: hex(0x16181A),
    bg_app: hex(0x222528),
    bg_raised: hex(0x2B2F33),
    bg_input: hex(0x181A1C),
    bg_hover: hex(0x373C41),
    bg_active: hex(0x434950),
    line_soft: hex(0x363B40),
    line_strong: hex(0x7B838B),
    text: hex(0xECEAE4),
    text_2: hex(0xBDBCB5),
    text_3: hex(0xA3A39C),
    accent: hex(0x5CC8B6),
    accent_fill: hex(0x17776B),
    accent_fill_hover: hex(0x198074),
    accent_soft: hex(0x1F3F3C),
    on_accent: hex(0xFFFFFF),
    focus: hex(0xA8F0E2),
    error: hex(0xFF9B91),
    error_soft: hex(0x4A2422),
    warning: hex(0xF2BC5B),
    warning_soft: hex(0x453517),
    info: hex(0x9CC3EE),
    info_soft: hex(0x22384F),
    ok: hex(0x97D08F),
    ok_soft: hex(0x213D22),
    tweak: hex(0xCDB2FA),
    tweak_soft: hex(0x3A2F52),
    side_a: hex(0x8AB8F7),
    side_a_soft: hex(0x20344F),
    side_b: hex(0xF79C80),
    side_b_soft: hex(0x4B2A20),
    book_page: hex(0x2A2723),
    book_ink: hex(0xEDE7DA),
    book_ink_2: hex(0xC2BAA9),
    book_rule: hex(0x4B463E),
};

/// The colours of the light theme.
pub const LIGHT: Tokens = Tokens {
    bg_canvas: hex(0xD5D2C9),
    bg_app: hex(0xF4F2ED),
    bg_raised: hex(0xE9E6DE),
    bg_input: hex(0xFFFFFF),
    bg_hover: hex(0xE0DCD2),
    bg_active: hex(0xD9D5CA),
    line_soft: hex(0xD3CFC4),
    line_strong: hex(0x817D73),
    text: hex(0x1E2022),
    text_2: hex(0x454643),
    text_3: hex(0x5E5E59),
    accent: hex(0x0A675C),
    accent_fill: hex(0x0A6C61),
    accent_fill_hover: hex(0x085A51),
    accent_soft: hex(0xCDE6E0),
    on_accent: hex(0xFFFFFF),
    focus: hex(0x0A675C),
    error: hex(0xA31515),
    error_soft: hex(0xF8DCD8),
    warning: hex(0x7A4A00),
    warning_soft: hex(0xFAE7C3),
    info: hex(0x174E97),
    info_soft: hex(0xD9E6F6),
    ok: hex(0x27672B),
    ok_soft: hex(0xDCEEDA),
    tweak: hex(0x62379E),
    tweak_soft: hex(0xE7DDF6),
    side_a: hex(0x1D4F9C),
    side_a_soft: hex(0xDAE6F7),
    side_b: hex(0x9A3318),
    side_b_soft: hex(0xF8DFD6),
    book_page: hex(0xFCFAF4),
    book_ink: hex(0x211E1A),
    book_ink_2: hex(0x57524A),
    book_rule: hex(0xD8D0C0),
};

impl Tokens {
    /// The tokens of the theme that `ui` is painted in.
    pub fn of(ui: &egui::Ui) -> &'static Self {
        if ui.visuals().dark_mode { &DARK } else { &LIGHT }
    }
}

/// Spacing: multiples of four, with two for hairs. In points.
pub mod space {
    pub const XXS: f32 = 2.0;
    pub const XS: f32 = 4.0;
    pub const S: f32 = 8.0;
    pub const M: f32 = 12.0;
    pub const L: f32 = 16.0;
    pub const XL: f32 = 24.0;
    pub const XXL: f32 = 32.0;
}

/// Heights and widths that recur. In points.
pub mod size {
    pub const ROW: f32 = 24.0;
    pub const ROW_TALL: f32 = 32.0;
    pub const ROW_TWO_LINES: f32 = 36.0;
    pub const CONTROL: f32 = 28.0;
    pub const FIELD: f32 = 26.0;
    pub const TOOL: f32 = 36.0;
    pub const ICON: f32 = 20.0;
    pub const MENU: f32 = 30.0;
    pub const WORKSPACES: f32 = 38.0;
    pub const CONTEXT: f32 = 38.0;
    pub const STATUS: f32 = 24.0;
    pub const STRIP: f32 = 48.0;
    pub const HEAD: f32 = 28.0;
    /// Below this width of the window panels become drawers and workspace names become icons.
    pub const COMPACT: f32 = 900.0;
    /// From this width on the scenario stands as a tree at the left.
    pub const WIDE: f32 = 1600.0;
    /// The bar of icons that the right side becomes in a compact window.
    pub const BAR: f32 = 34.0;
}

/// Families that `fonts` installs besides the two of egui; a bold text is a family, since egui has no weights.
pub fn bold() -> FontFamily {
    FontFamily::Name("bold".into())
}
/// The face of the rulebook, Libertinus Serif.
pub fn book() -> FontFamily {
    FontFamily::Name("book".into())
}
/// A text style of ours by its name.
pub fn named(name: &'static str) -> TextStyle {
    TextStyle::Name(name.into())
}

/// The whole style of a theme.
pub fn style(theme: Theme) -> Style {
    let t = if theme == Theme::Dark { &DARK } else { &LIGHT };
    let mut style = Style {
        visuals: if theme == Theme::Dark { Visuals::dark() } else { Visuals::light() },
        ..Style::default()
    };

    style.text_styles = [
        (TextStyle::Small, FontId::new(12.0, FontFamily::Proportional)),
        (TextStyle::Body, FontId::new(13.0, FontFamily::Proportional)),
        (TextStyle::Button, FontId::new(13.0, FontFamily::Proportional)),
        (TextStyle::Monospace, FontId::new(13.0, FontFamily::Monospace)),
        (TextStyle::Heading, FontId::new(15.0, bold())),
        (named("strong"), FontId::new(13.0, bold())),
        (named("title"), FontId::new(20.0, bold())),
        (named("display"), FontId::new(34.0, bold())),
        (named("book"), FontId::new(16.0, book())),
    ]
    .into();
    // Noto Sans is taller than egui's own face: without this, rows of 24 points clip descenders.
    style.spacing.extra_text_line_spacing = 2.0;
    style.spacing.item_spacing = vec2(space::S, space::XS);
    style.spacing.button_padding = vec2(10.0, space::XS);
    style.spacing.interact_size = vec2(40.0, size::FIELD);
    style.spacing.indent = 18.0;
    style.spacing.icon_width = 16.0;
    style.spacing.icon_width_inner = 10.0;
    style.spacing.icon_spacing = space::S;
    style.spacing.window_margin = Margin::same(12);
    style.spacing.menu_margin = Margin::symmetric(4, 6);
    style.spacing.menu_width = 260.0;
    style.spacing.tooltip_width = 320.0;
    style.spacing.combo_height = 320.0;
    // Bars stand beside what they move, quiet until the pointer comes near.
    style.spacing.scroll = ScrollStyle {
        bar_width: 8.0,
        floating_width: 8.0,
        floating_allocated_width: 10.0,
        foreground_color: true,
        dormant_background_opacity: 0.0,
        active_background_opacity: 0.0,
        interact_background_opacity: 0.0,
        dormant_handle_opacity: 0.25,
        active_handle_opacity: 0.35,
        interact_handle_opacity: 0.6,
        ..ScrollStyle::floating()
    };

    style.interaction.tooltip_delay = 0.4;
    style.interaction.tooltip_grace_time = 0.25;
    style.interaction.resize_grab_radius_side = 5.0;
    style.interaction.selectable_labels = false; // only log, rulebook and problems turn it on again
    style.animation_time = MOTION;
    style.explanation_tooltips = false;

    let v = &mut style.visuals;
    v.panel_fill = t.bg_app;
    v.window_fill = t.bg_app;
    v.window_stroke = Stroke::new(1.0, t.line_strong);
    v.window_corner_radius = CornerRadius::same(6);
    v.menu_corner_radius = CornerRadius::same(6);
    v.extreme_bg_color = t.bg_input;
    v.text_edit_bg_color = Some(t.bg_input);
    v.faint_bg_color = t.bg_raised;
    v.code_bg_color = t.bg_raised;
    v.hyperlink_color = t.accent;
    v.warn_fg_color = t.warning;
    v.error_fg_color = t.error;
    v.weak_text_color = Some(t.text_2);
    v.disabled_alpha = 0.5;
    v.selection.bg_fill = t.accent_soft;
    v.selection.stroke = Stroke::new(1.5, t.accent);
    v.text_cursor.stroke = Stroke::new(1.6, t.text);
    v.indent_has_left_vline = false;
    v.striped = false;
    v.slider_trailing_fill = true;
    v.popup_shadow = egui::Shadow {
        offset: [0, 4],
        blur: 12,
        spread: 0,
        color: Color32::from_black_alpha(if theme == Theme::Dark { 110 } else { 45 }),
    };
    v.window_shadow = v.popup_shadow;

    let state = |bg, weak, edge: Stroke, fg| WidgetVisuals {
        bg_fill: bg,
        weak_bg_fill: weak,
        bg_stroke: edge,
        fg_stroke: Stroke::new(1.5, fg),
        corner_radius: CornerRadius::same(4),
        expansion: 0.0,
    };
    v.widgets.noninteractive = state(t.bg_app, t.bg_app, Stroke::new(1.0, t.line_soft), t.text);
    v.widgets.inactive = state(t.bg_input, t.bg_raised, Stroke::new(1.0, t.line_strong), t.text);
    v.widgets.hovered = state(t.bg_hover, t.bg_hover, Stroke::new(1.0, t.line_strong), t.text);
    // egui gives a widget that is pressed and one that has the focus the same visuals: so this is also the ring.
    v.widgets.active = state(t.bg_active, t.bg_active, Stroke::new(2.0, t.focus), t.text);
    v.widgets.open = state(t.bg_active, t.bg_active, Stroke::new(1.0, t.line_strong), t.text);
    style
}

/// How long hover, press and the opening of a group take, in seconds.
const MOTION: f32 = 0.10;

/// Sets both themes once; `scale` is 0.8 to 2.0.
pub fn install(ctx: &egui::Context, scale: f32) {
    ctx.set_style_of(Theme::Dark, style(Theme::Dark));
    ctx.set_style_of(Theme::Light, style(Theme::Light));
    ctx.set_zoom_factor(scale);
}

/// Lets things move, or lets them be where they go at once.
pub fn set_motion(ctx: &egui::Context, moves: bool) {
    ctx.all_styles_mut(|style| style.animation_time = if moves { MOTION } else { 0.0 });
}

/// The one filled button of a view.
pub fn primary(ui: &mut egui::Ui, text: &str) -> egui::Response {
    let t = Tokens::of(ui);
    ui.scope(|ui| {
        let w = &mut ui.visuals_mut().widgets;
        for (s, fill) in [
            (&mut w.inactive, t.accent_fill),
            (&mut w.hovered, t.accent_fill_hover),
            (&mut w.active, t.accent_fill_hover),
        ] {
            s.weak_bg_fill = fill;
            s.fg_stroke.color = t.on_accent;
        }
        w.inactive.bg_stroke = Stroke::NONE;
        w.hovered.bg_stroke = Stroke::NONE;
        ui.button(text)
    })
    .inner
}

/// A citation: accent, dotted underline, opens the book at the rule.
pub fn rule_link(ui: &mut egui::Ui, number: &str) -> egui::Response {
    let t = Tokens::of(ui);
    let response =
        ui.add(egui::Label::new(egui::RichText::new(number).color(t.accent)).sense(egui::Sense::click()));
    let y = response.rect.bottom() - 1.0;
    ui.painter().add(egui::Shape::dotted_line(
        &[egui::pos2(response.rect.left(), y), egui::pos2(response.rect.right(), y)],
        t.accent,
        3.0,
        0.7,
    ));
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

/// A line on the map that reads on any ground: dark casing, light core.
pub fn cased(painter: &egui::Painter, points: &[egui::Pos2], width: f32, core: Color32) {
    painter.add(egui::Shape::line(
        points.to_vec(),
        Stroke::new(width + 2.5, Color32::from_rgba_unmultiplied(0x14, 0x17, 0x1a, 200)),
    ));
    painter.add(egui::Shape::line(points.to_vec(), Stroke::new(width, core)));
}
