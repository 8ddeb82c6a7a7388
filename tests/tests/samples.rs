//! Every sample loads, checks without problems, plays to an end under the random player, and prints.

use editor::printing::{self, Job};
use editor::{disk, samples};
use engine::rules::{Rules as _, Seat, Side};
use engine::scenario::MapBox;
use engine::session;
use export::drawing::Subject;
use export::sheets::{self, Settings, Sheet};

#[test]
fn every_sample_loads_checks_plays_and_prints() {
    for name in samples::names() {
        let loaded = disk::load(name).expect("it is built in");
        assert_eq!(loaded.checked.problems, [], "{name}");
        let scenario = loaded.checked.value.expect("nothing is wrong with it");
        let game = printing::game_of(&scenario).expect("its game is in the registry");

        for seed in 0..5 {
            let mut playing = game.play(&scenario, seed).into_result().expect("it can begin");
            let sides = u8::try_from(game.sides().len()).expect("a game has few sides");
            playing.seat_names((0..sides).map(|side| (Seat::of(Side(side)), "random".to_owned())).collect());
            session::run(playing.as_mut(), &|_| "random".to_owned(), &mut |_| false).expect("it plays");
            let end = playing.scene(None).ended.expect("a game ends");
            assert!(!end.text.is_empty() && game.rulebook().section(&end.rule).is_some(), "{name}: {end:?}");
            game.verify(&playing.replay()).unwrap_or_else(|found| panic!("{name}, seed {seed}: {found:?}"));
        }

        let (mut files, mut warnings) = (0, Vec::new());
        let mut keep = |_| {
            files += 1;
            true
        };
        printing::print(game.as_ref(), &scenario, &Job::default(), &mut keep, &mut |_, text| {
            warnings.push(text)
        })
        .expect("it prints");
        assert!(files >= 3, "{name}: {files} files");
        assert_eq!(warnings, Vec::<String>::new(), "{name}");
    }
}

/// The laws of every game, on whole random games of its samples: legality, secrets, replay, an end.
#[test]
fn every_game_keeps_the_laws() {
    use rulesets::little_big_horn::{INDIAN, LittleBigHorn, US};

    let scenario = tests::source("little_big_horn").expect("the sample is there");
    let rules = LittleBigHorn::open(&scenario).into_result().expect("it is sound");
    let rules = std::sync::Arc::new(rules);
    for seed in 0..3 {
        let kept =
            engine::laws::check(&rules, &[US, INDIAN], seed).unwrap_or_else(|broken| panic!("{broken}"));
        assert!(kept.actions > 50 && kept.offers > kept.actions, "seed {seed}: {kept:?}");
    }
}

#[test]
fn tracks_and_many_turns_have_as_many_pages_as_they_need() {
    let game = rulesets::game("little_big_horn").expect("the game ships");
    let mut scenario = tests::source("little_big_horn").expect("the sample is there");
    scenario.turns = 60;
    let losses = MapBox { id: "losses".into(), name: "Losses".into(), spaces: 30, ..MapBox::default() };
    scenario.map.boxes.push(losses);
    let made = sheets::sheet(Sheet::Track, game, &scenario, &Settings::default()).expect("it has turns");
    let pages = &made.drawing.pages;
    assert!(pages.len() > 1);
    let (mut turns, mut tracks) = (Vec::new(), 0);
    for page in pages {
        let bounds = made.drawing.bounds_of(&page.items).expect("no page is empty");
        assert!(bounds.y >= 9.9 && bounds.bottom() <= page.height - 9.9, "{bounds:?}");
        made.drawing.subjects(page, |subject, _| match subject {
            Subject::Turn(turn) => turns.push(*turn),
            Subject::Box(id) if id == "losses" => tracks += 1,
            _ => {}
        });
    }
    assert_eq!(turns, (1..=60).collect::<Vec<u16>>());
    assert_eq!(tracks, 1);
}
