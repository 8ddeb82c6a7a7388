//! The rule slugs that the code of Little Big Horn may cite. The rulebook holds a section for each.

use engine::rules::Cite;

macro_rules! cites {
    ($($(#[$doc:meta])* $name:ident = $slug:literal;)*) => {
        $($(#[$doc])* pub const $name: Cite = Cite($slug);)*
        /// Every slug of this file, in its order.
        pub const ALL: &[Cite] = &[$($name),*];
    };
}

cites! {
    // Turn and set-up.
    TURN_SEAT = "turn.seat";
    TURN_PHASE = "turn.phase";
    SETUP_CAMP = "setup.camp";
    SETUP_ZONES = "setup.zones";
    STATE_KIND = "state.kind";

    // Control.
    /// Which hexes a counter controls.
    ZOC_CONTROL = "zoc.control";
    /// Ground that is controlled only from within.
    ZOC_COVER = "zoc.cover";
    ZOC_STOP = "zoc.stop";
    ZOC_LEAVE = "zoc.leave";

    // Movement.
    MOVE_ONCE = "move.once";
    MOVE_LEAVE = "move.leave";
    MOVE_ADJACENT = "move.adjacent";
    /// The chart of movement costs.
    MOVE_COST = "move.cost";
    MOVE_POINTS = "move.points";
    ENEMY_HEX = "enemy.hex";
    CAMP_FIRST_TURN = "camp.first_turn";
    CLIFF_CLOSED = "cliff.closed";
    TERRAIN_CLOSED = "terrain.closed";
    RIVER_BANK = "river.bank";
    STACK_STUCK = "stack.stuck";
    STACK_PHASE_END = "stack.phase_end";
    /// Who goes back when nothing else can be done.
    STACK_BACK = "stack.back";
    /// What mounting and dismounting costs.
    MOUNT_COST = "mount.cost";
    MOUNT_KIND = "mount.kind";
    MOUNT_CONTROLLED = "mount.controlled";
    MOUNT_ORDER = "mount.order";

    // Off the map.
    ZONE_ONCE = "zone.once";
    ZONE_ADJACENT = "zone.adjacent";
    ZONE_CLOSED = "zone.closed";
    ZONE_ENTER = "zone.enter";

    // Mobilization.
    /// The roll and its table.
    BAR_ROLL = "bar.roll";
    BAR_NUMBER = "bar.number";
    BAR_TRIBE = "bar.tribe";

    // Fire, as far as the line of sight goes.
    FIRE_EDGE = "fire.edge";
    FIRE_LINE = "fire.line";

    // Melee.
    /// The duty to fight, which an empty allotment leaves out.
    MELEE_DUTY = "melee.duty";

    // Victory.
    VICTORY_COUNT = "victory.count";
    VICTORY_AUTOMATIC = "victory.automatic";
    VICTORY_STRATEGIC = "victory.strategic";
    VICTORY_TACTICAL = "victory.tactical";
}
