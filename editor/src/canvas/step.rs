//! How finely the board is drawn, by the pixels across a hex: steps that share one set of meshes.

use export::compose::map::Detail;

use super::composer::Key;
use super::far::FAR;

/// From so many pixels across a hex on a step serves. The levels of detail begin at 14, 26, 44 and 72; the others
/// keep curves smooth without too many corners.
const FROM: [f32; 12] = [FAR, 8.4, 14.0, 26.0, 44.0, 72.0, 115.0, 184.0, 295.0, 472.0, 755.0, 1208.0];

/// Over so much of its pixels a level of detail fades in.
const FADE: f32 = 0.1;

/// A set of meshes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(u8);

impl Step {
    /// The step for so many pixels across a hex.
    pub fn of_pixels(px: f32) -> Self {
        let above = FROM.iter().skip(1).take_while(|from| px >= **from).count();
        Self(above as u8)
    }

    /// The fewest pixels across a hex.
    pub fn least(self) -> f32 {
        FROM[usize::from(self.0)]
    }

    /// The most pixels across a hex.
    pub fn most(self) -> f32 {
        FROM.get(usize::from(self.0) + 1).copied().unwrap_or(self.least() * 1.6)
    }

    /// Into so many parts each way a block is cut: near by only a few of its hexes are seen, and each is much.
    pub fn parts(self) -> u16 {
        match self.0 {
            0..=4 => 1,
            5 => 2,
            6 => 4,
            _ => 8,
        }
    }

    /// The block that a part of a block lies in.
    pub fn block(self, part: Key) -> Key {
        (part.0 / self.parts(), part.1 / self.parts())
    }

    /// Does this part, at this step, show some of what a part of another step shows?
    pub fn meets(self, part: Key, other: (Self, Key)) -> bool {
        let both = self.parts().min(other.0.parts());
        let of = |step: Self, part: Key| {
            let by = step.parts() / both;
            (part.0 / by, part.1 / by)
        };
        of(self, part) == of(other.0, other.1)
    }

    /// What the composer is asked for.
    pub fn detail(self) -> Detail {
        Detail::of_pixels(f64::from(self.least()))
    }
}

/// What is drawn at so many pixels across a hex: a step, and over it the next finer one with a part of its strength
/// while that fades in. `None` is the small pictures of the board from afar.
pub fn blend(px: f32) -> (Option<Step>, Option<(Step, f32)>) {
    if px < FAR {
        return (None, None);
    }
    let step = Step::of_pixels(px);
    let part = (px / step.least() - 1.0) / FADE;
    let below = step.0.checked_sub(1).map(Step);
    if part >= 1.0 || below.is_some_and(|below| below.detail() == step.detail()) {
        return (Some(step), None);
    }
    (below, Some((step, part.max(0.0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_of_detail_change_where_they_should() {
        for (px, detail) in [
            (5.0, Detail::Blocks),
            (13.9, Detail::Blocks),
            (14.0, Detail::Coarse),
            (26.0, Detail::Middle),
            (43.9, Detail::Middle),
            (44.0, Detail::Fine),
            (72.0, Detail::Full),
            (900.0, Detail::Full),
        ] {
            assert_eq!(Step::of_pixels(px).detail(), detail, "{px}");
        }
    }

    #[test]
    fn a_part_lies_in_its_block_and_meets_the_parts_of_other_steps_there() {
        let (far, near, nearer) = (Step::of_pixels(50.0), Step::of_pixels(80.0), Step::of_pixels(130.0));
        assert_eq!([far, near, nearer].map(Step::parts), [1, 2, 4]);
        assert_eq!(nearer.block((9, 4)), (2, 1));
        assert!(nearer.meets((9, 4), (far, (2, 1))) && far.meets((2, 1), (nearer, (9, 4))));
        assert!(nearer.meets((9, 4), (near, (4, 2))) && !nearer.meets((9, 4), (near, (5, 2))));
    }

    #[test]
    fn a_level_fades_in_over_a_tenth_of_its_pixels() {
        assert_eq!(blend(3.0), (None, None));
        assert_eq!(blend(60.0), (Some(Step::of_pixels(60.0)), None));
        // Finer curves of the same level need no fading.
        assert_eq!(blend(116.0), (Some(Step::of_pixels(116.0)), None));
        let (below, above) = blend(72.0 * 1.05);
        assert_eq!(below.map(Step::detail), Some(Detail::Fine));
        assert!(above.is_some_and(|(step, part)| step.detail() == Detail::Full && (part - 0.5).abs() < 0.01));
        // From the small pictures to the first meshes too.
        assert!(matches!(blend(5.2), (None, Some((_, part))) if part > 0.3 && part < 0.5));
    }
}
