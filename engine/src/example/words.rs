//! Steps of examples as a reader of the book sees them: no quotes, no brackets of the file format.

use super::{ExampleStep, Raw, Tried};
use crate::scenario::ron::{self, Kind, Node};

impl Raw {
    /// The text in words: `Move("K", ["(1,0)", "(2,0)"])` is *Move K (1,0), (2,0)*, and `Refused("zoc.stop")`
    /// is *refused, §7.8* if that is what `cite` makes of the slug. What cannot be read stands as it is.
    pub fn in_words(&self, cite: &dyn Fn(&str) -> String) -> String {
        let Some(tree) = ron::parse(&self.text, "").value else { return self.text.clone() };
        let root = tree.root();
        if root.name() == Some("Refused") {
            return match root.items().next().and_then(Node::as_text) {
                Some(slug) if slug != "*" => format!("refused, {}", cite(&slug)),
                _ => "refused".to_owned(),
            };
        }
        let words = words(root);
        if words.is_empty() { "nothing".to_owned() } else { words }
    }
}

impl ExampleStep {
    /// What is tried or asked, with what is rolled and answered: *us: Fire A B; rolled 4*.
    pub fn in_words(&self, cite: &dyn Fn(&str) -> String) -> String {
        let mut line = match &self.what {
            Tried::Try(raw) => format!("{}: {}", self.by, raw.in_words(cite)),
            Tried::Ask(raw) => format!("{}?", raw.in_words(cite)),
        };
        if !self.roll.is_empty() {
            let faces: Vec<String> = self.roll.iter().map(ToString::to_string).collect();
            line.push_str(&format!("; rolled {}", faces.join(", ")));
        }
        if !self.answers.is_empty() {
            let answers: Vec<String> = self.answers.iter().map(|raw| raw.in_words(cite)).collect();
            line.push_str(&format!("; answered by {}", answers.join(", ")));
        }
        line
    }
}

/// `EndPhase` is *End phase*, `indian_fire` is *indian fire*.
fn spaced(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c == '_' {
            out.push(' ');
        } else if c.is_uppercase() && !out.is_empty() {
            out.push(' ');
            out.extend(c.to_lowercase());
        } else {
            out.push(c);
        }
    }
    out
}

fn words(node: Node<'_>) -> String {
    let join = |parts: Vec<String>, between: &str| {
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(between)
    };
    match node.kind() {
        Kind::Text => node.as_text().map(|text| text.replace('_', " ")).unwrap_or_default(),
        Kind::Name => match node.text() {
            "true" => "yes".to_owned(),
            "false" => "no".to_owned(),
            name => spaced(name),
        },
        Kind::List => join(node.items().map(words).collect(), ", "),
        Kind::Map => join(
            node.entries().map(|(key, value)| format!("{} {}", words(key), words(value))).collect(),
            ", ",
        ),
        Kind::Tuple => {
            let name = node.name().map(spaced).unwrap_or_default();
            let between = if node.items().any(|item| item.kind() == Kind::Map) { "; " } else { " " };
            let values = join(node.items().map(words).collect(), between);
            // A tuple without a name is a pair of a larger thing, such as attackers and defenders.
            if name.is_empty() { format!("({values})") } else { join(vec![name, values], " ") }
        }
        Kind::Struct => {
            let fields = node.fields().map(|(key, value)| match value.text() {
                "true" => spaced(key),
                _ => format!("{} {}", spaced(key), words(value)),
            });
            join(node.name().map(spaced).into_iter().chain(fields).collect(), ", ")
        }
        Kind::Number | Kind::Char | Kind::Bytes | Kind::Broken => node.text().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, words: &str) {
        let raw = Raw { text: text.to_owned(), line: 1, column: 1 };
        assert_eq!(raw.in_words(&|slug| format!("§{slug}")), words);
    }

    #[test]
    fn steps_read_without_the_brackets_of_the_file() {
        check("Move(\"K\", [\"(1,0)\", \"(2,0)\"])", "Move K (1,0), (2,0)");
        check("Legal(cost: 2, stops: true)", "Legal, cost 2, stops");
        check("Legal(cost: 2, stops: false)", "Legal, cost 2, stops no");
        check("Refused(\"zoc.stop\")", "refused, §zoc.stop");
        check("Refused(\"*\")", "refused");
        check("[Moves(\"K\", \"(1,0)\"), Phase(\"us_melee\")]", "Moves K (1,0), Phase us melee");
        check("EndPhase", "End phase");
        check("[]", "nothing");
        check("Allot([])", "Allot");
        check("Enter(\"oglala\", {\"W\": \"0104\"})", "Enter oglala; W 0104");
        check("(offmap: {\"oglala\": 4}, barred: [\"brule\"])", "offmap oglala 4, barred brule");
        check("Is(false)", "Is no");
    }
}
