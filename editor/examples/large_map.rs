//! Writes a scenario on a map of 1000 × 1000 hexes into a folder, to try the window with:
//! `cargo run --release -p editor --example large_map -- FOLDER [COLUMNS ROWS]`.

#[path = "../benches/large/mod.rs"]
mod large;

fn main() -> std::io::Result<()> {
    let mut words = std::env::args().skip(1);
    let folder = std::path::PathBuf::from(words.next().expect("a folder is named"));
    let mut side = || words.next().and_then(|word| word.parse().ok()).unwrap_or(1000);
    let scenario = large::scenario(side(), side());
    std::fs::create_dir_all(&folder)?;
    for (name, text) in engine::scenario::save(&scenario) {
        std::fs::write(folder.join(name), text)?;
    }
    Ok(())
}
