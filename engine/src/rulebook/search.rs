//! Finding a rule by a few words, even if they are misspelt.

use std::ops::Range;

use super::{Block, Rulebook, Section};

/// A section that a search has found.
#[derive(Debug, Clone, PartialEq)]
pub struct Found<'b> {
    pub section: &'b Section,
    /// Higher is better; only its order means something.
    pub score: u32,
    /// The sentence that fits best, or the first one.
    pub excerpt: String,
}

/// How well a word of the text fits a word that was typed, in hundredths.
fn fit(typed: &str, word: &str) -> u32 {
    if word == typed {
        return 100;
    }
    let length = typed.chars().count();
    let other = word.chars().count();
    if length >= 2 && word.starts_with(typed) {
        return 70;
    }
    // Another ending of the same word: stacking, stacked; leaders, leader.
    let common = typed.chars().zip(word.chars()).take_while(|(a, b)| a == b).count();
    if common >= 4 && common * 5 >= length.max(other) * 3 {
        return 55;
    }
    // A letter too many in a long word is a slip; a shorter word than a short one is another word: ford, for.
    if other < length && length < 6 {
        return 0;
    }
    let allowed = match length {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    };
    if length.abs_diff(other) <= allowed && strsim::osa_distance(typed, word) <= allowed {
        return 40;
    }
    0
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// The words of a search.
#[derive(Debug, Clone, Default)]
pub struct Sought(Vec<Typed>);

/// A word that was typed, and how well a word of the book must fit it.
#[derive(Debug, Clone)]
struct Typed {
    word: String,
    least: u32,
}

impl Typed {
    fn fits(&self, word: &str) -> u32 {
        let fit = fit(&self.word, word);
        if fit < self.least { 0 } else { fit }
    }

    fn best(&self, words: &[String]) -> u32 {
        words.iter().map(|word| self.fits(word)).max().unwrap_or(0)
    }
}

/// Words that say nothing about what is looked for.
const SMALL: [&str; 24] = [
    "a", "an", "and", "are", "at", "can", "do", "does", "how", "i", "in", "is", "it", "may", "my", "of",
    "on", "or", "the", "to", "what", "when", "where", "who",
];

/// From here on a word is the one that was typed, and not one like it.
const SURE: u32 = 55;

/// How much a hit counts in the title, in the slug, and in the text.
const TITLE: u32 = 10;
const SLUG: u32 = 6;
const BODY: u32 = 3;

impl Rulebook {
    /// Sections that fit these words, best first; title beats text, and equals stand in order of the book.
    ///
    /// A section has to fit every word; if none does, those that fit some of them are given. The id of a
    /// statement (`LBH-10.2`) and a slug find their sections.
    pub fn search(&self, text: &str) -> Vec<Found<'_>> {
        let asked = text.trim().to_lowercase();
        let typed = self.typed(&asked);
        if typed.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<(usize, Found<'_>)> = Vec::new();
        for section in &self.sections {
            let title = words(&section.title);
            let slug = words(&section.slug);
            let sentences = section.sentences();
            let mut score = 0;
            let mut fitting = 0;
            if section.slug == asked || section.statements.iter().any(|id| id.to_lowercase() == asked) {
                score += 100 * TITLE * 2;
                fitting = typed.len();
            }
            let body: Vec<String> = sentences.iter().flat_map(|sentence| words(sentence)).collect();
            for word in &typed {
                // A word in several places counts for its best one, with a little for the others.
                let places = [word.best(&title) * TITLE, word.best(&slug) * SLUG, word.best(&body) * BODY];
                let top = places.into_iter().max().unwrap_or(0);
                score += top + (places.into_iter().sum::<u32>() - top) / 10;
                fitting += usize::from(top > 0);
            }
            if fitting > 0 {
                let fitness = |sentence: &&String| -> u32 {
                    let inside = words(sentence);
                    typed.iter().map(|word| word.best(&inside)).sum()
                };
                // The first of the best ones.
                let excerpt = sentences.iter().rev().max_by_key(fitness).cloned().unwrap_or_default();
                found.push((fitting.min(typed.len()), Found { section, score, excerpt }));
            }
        }
        if found.iter().any(|(fitting, _)| *fitting == typed.len()) {
            found.retain(|(fitting, _)| *fitting == typed.len());
        }
        // Stable, so that equals keep the order of the book.
        found.sort_by_key(|(fitting, found)| std::cmp::Reverse((*fitting, found.score)));
        found.into_iter().map(|(_, found)| found).collect()
    }

    /// The words that count. One that the book has as it was typed was not misspelt.
    fn typed(&self, asked: &str) -> Vec<Typed> {
        let mut typed = words(asked);
        let small = |word: &String| SMALL.contains(&word.as_str());
        if !typed.iter().all(small) {
            typed.retain(|word| !small(word));
        }
        let sure = |word: &str| {
            self.sections.iter().any(|section| {
                let texts = [section.title.clone(), section.slug.clone()];
                texts
                    .into_iter()
                    .chain(section.sentences())
                    .any(|text| words(&text).iter().any(|known| fit(word, known) >= SURE))
            })
        };
        typed.into_iter().map(|word| Typed { least: if sure(&word) { SURE } else { 1 }, word }).collect()
    }

    /// What is looked for by these words, to be found again in texts of the book.
    pub fn sought(&self, asked: &str) -> Sought {
        Sought(self.typed(&asked.trim().to_lowercase()))
    }
}

impl Sought {
    /// Where the words stand in a text, in bytes.
    pub fn places(&self, text: &str) -> Vec<Range<usize>> {
        let mut out = Vec::new();
        let mut start = None;
        for (at, letter) in text.char_indices().chain(std::iter::once((text.len(), ' '))) {
            match (letter.is_alphanumeric(), start) {
                (true, None) => start = Some(at),
                (false, Some(begun)) => {
                    let word = text[begun..at].to_lowercase();
                    if self.0.iter().any(|typed| typed.fits(&word) > 0) {
                        out.push(begun..at);
                    }
                    start = None;
                }
                _ => {}
            }
        }
        out
    }
}

impl Section {
    /// The sentences of its text, items of lists and rows of tables among them; titles of examples last.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        let run = |spans: &[super::Span]| spans.iter().map(super::Span::text).collect::<String>();
        for block in &self.blocks {
            match block {
                Block::Paragraph(spans) | Block::Note(spans) => sentences.extend(split(&run(spans))),
                Block::List { items, .. } => sentences.extend(items.iter().map(|item| run(item))),
                Block::Table { head, rows } => {
                    for row in std::iter::once(head).chain(rows) {
                        sentences.push(row.iter().map(|cell| run(cell)).collect::<Vec<_>>().join(", "));
                    }
                }
                Block::Chart(_) | Block::Example(_) => {}
            }
        }
        sentences.extend(self.examples().map(|example| example.title.clone()));
        sentences
    }
}

/// Cuts a paragraph after each full stop, question mark or exclamation mark that a space follows.
fn split(text: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, pair) in text.as_bytes().windows(2).enumerate() {
        if matches!(pair, b". " | b"? " | b"! ") {
            sentences.push(text[start..=at].trim().to_owned());
            start = at + 1;
        }
    }
    let rest = text[start..].trim();
    if !rest.is_empty() {
        sentences.push(rest.to_owned());
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Rulebook {
        let text = "# Movement {#move X-10}\n\nCounters move. Units stack at the end.\n\n\
            ## Stacking {#stack.limit X-10.2}\n\nOne unit a hex. Leaders do not count.\n\n\
            ## Leaders {#move.leaders X-10.7}\n\nThey ride.\n";
        Rulebook::parse(&[("a.md", text)], &|_| None, &|_| false).value.unwrap()
    }

    #[track_caller]
    fn check(text: &str, slugs: &[&str]) {
        let book = book();
        let found: Vec<&str> = book.search(text).iter().map(|found| found.section.slug.as_str()).collect();
        assert_eq!(found, slugs, "{text}");
    }

    #[test]
    fn titles_beat_text_and_misspelt_words_are_found() {
        check("stacking", &["stack.limit", "move"]);
        check("stakcing", &["stack.limit"]);
        check("leader", &["move.leaders", "stack.limit"]);
        check("lead", &["move.leaders", "stack.limit"]);
        check("LBH-10.2 x", &[]);
        check("X-10.7", &["move.leaders"]);
        check("stack.limit", &["stack.limit"]);
        check("leaders count", &["stack.limit"]);
        check("who are the leaders", &["move.leaders", "stack.limit"]);
        check("", &[]);
        check("gatling", &[]);
    }

    #[test]
    fn a_word_of_the_book_finds_no_other_word() {
        let text = "# River {#river}\n\nA ford is a crossing. Fords are shallow.\n\n\
            ## Waiting {#wait}\n\nWait for the word of the lord.\n\n## Forts {#fort}\n\nA fort stands.\n";
        let book = Rulebook::parse(&[("a.md", text)], &|_| None, &|_| false).value.unwrap();
        let slugs =
            |text: &str| book.search(text).iter().map(|found| found.section.slug.clone()).collect::<Vec<_>>();
        assert_eq!(slugs("ford"), ["river"]);
        assert_eq!(slugs("fords"), ["river"]);
        // Not in the book, and longer than what is like it.
        assert!(slugs("forx").iter().all(|slug| slug != "wait"), "{:?}", slugs("forx"));
        let text = "At the Ford, for a ford.";
        let marked: Vec<&str> =
            book.sought("ford").places(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(marked, ["Ford", "ford"]);
    }

    #[test]
    fn the_excerpt_is_the_sentence_that_fits() {
        let book = book();
        assert_eq!(book.search("leaders count")[0].excerpt, "Leaders do not count.");
    }
}
