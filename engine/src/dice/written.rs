//! Dice whose faces somebody wrote down: in a worked example, or at the table.

use super::{Dice, RollKey, Source};

/// The faces of a worked example, used up in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scripted {
    faces: Vec<u32>,
    used: usize,
}

/// Why a script does not fit what was rolled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoFace {
    #[error("no die is left for {rule}: {given} given, one more is rolled", rule = .key.rule)]
    TooFew { key: RollKey, given: usize },
    #[error("found a {face}, expected a face of a die from 1 to {faces} for {rule}", faces = .key.die.0, rule = .key.rule)]
    NotOnDie { key: RollKey, face: u32 },
    #[error("{given} dice given, only {used} rolled")]
    TooMany { given: usize, used: usize },
}

impl Scripted {
    pub fn new(faces: impl Into<Vec<u32>>) -> Self {
        Self { faces: faces.into(), used: 0 }
    }

    /// Why this die, at which an action paused, got no face.
    pub fn missing(&self, key: &RollKey) -> NoFace {
        match self.faces.get(self.used) {
            Some(&face) => NoFace::NotOnDie { key: key.clone(), face },
            None => NoFace::TooFew { key: key.clone(), given: self.faces.len() },
        }
    }

    /// Have all faces been used?
    ///
    /// # Errors
    /// [`NoFace::TooMany`] if some are left.
    pub fn finish(&self) -> Result<(), NoFace> {
        if self.used == self.faces.len() {
            return Ok(());
        }
        Err(NoFace::TooMany { given: self.faces.len(), used: self.used })
    }
}

impl Dice for Scripted {
    fn face(&mut self, key: &RollKey) -> Option<(u8, Source)> {
        let face = u8::try_from(*self.faces.get(self.used)?).ok()?;
        if !(1..=key.die.0).contains(&face) {
            return None;
        }
        self.used += 1;
        Some((face, Source::Scripted))
    }
}

/// Faces that were typed in, each for its roll; what is not among them has to be asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Typed {
    /// In the order in which they were typed; a procedure has few.
    pub faces: Vec<(RollKey, u8)>,
}

impl Dice for Typed {
    fn face(&mut self, key: &RollKey) -> Option<(u8, Source)> {
        let (_, face) = self.faces.iter().find(|(known, _)| known == key)?;
        Some((*face, Source::Typed))
    }
}

#[cfg(test)]
mod tests {
    use super::super::D6;
    use super::*;

    fn key(nth: u32) -> RollKey {
        RollKey { moment: 1, rule: "melee.roll".into(), whom: 4, nth, die: D6 }
    }

    #[test]
    fn a_script_is_used_up_in_order() {
        let mut dice = Scripted::new([4, 1]);
        assert!(dice.finish().is_err());
        assert_eq!(dice.face(&key(0)), Some((4, Source::Scripted)));
        assert_eq!(dice.finish(), Err(NoFace::TooMany { given: 2, used: 1 }));
        assert_eq!(dice.face(&key(1)), Some((1, Source::Scripted)));
        assert_eq!(dice.finish(), Ok(()));
        assert_eq!(dice.face(&key(2)), None);
        assert_eq!(
            dice.missing(&key(2)).to_string(),
            "no die is left for melee.roll: 2 given, one more is rolled"
        );
    }

    #[test]
    fn a_face_that_the_die_does_not_have_is_refused() {
        for face in [0, 7, 300] {
            let mut dice = Scripted::new([face]);
            assert_eq!(dice.face(&key(0)), None);
            assert_eq!(dice.missing(&key(0)), NoFace::NotOnDie { key: key(0), face });
        }
    }

    #[test]
    fn a_typed_face_is_found_by_what_it_is_for() {
        let mut dice = Typed { faces: vec![(key(1), 6)] };
        assert_eq!(dice.face(&key(0)), None);
        assert_eq!(dice.face(&key(1)), Some((6, Source::Typed)));
    }
}
