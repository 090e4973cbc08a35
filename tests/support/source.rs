//! Rust sources as tokens, without what only tests and readers see.
//!
//! Just enough of the language to follow paths: comments, strings and characters are gone, and so
//! is every item under `#[cfg(test)]`.

/// One token: a word, a number, `::`, or a single character of punctuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    /// Counted from 1.
    pub(crate) line: usize,
}

/// The tokens of `source`, tests and attributes taken out.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    without_tests(&split(source))
}

fn split(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let at = |index: usize| chars.get(index).copied().unwrap_or('\0');
    let is_word = |c: char| c == '_' || c.is_alphanumeric();
    let (mut tokens, mut line, mut i) = (Vec::new(), 1, 0);
    while i < chars.len() {
        let (start, start_line) = (i, line);
        let c = chars[i];
        if c == '/' && at(i + 1) == '/' {
            while i < chars.len() && chars[i] != '\n' {
                i += 1;
            }
        } else if c == '/' && at(i + 1) == '*' {
            let mut depth = 0;
            loop {
                match (at(i), at(i + 1)) {
                    ('/', '*') => (depth, i) = (depth + 1, i + 2),
                    ('*', '/') => (depth, i) = (depth - 1, i + 2),
                    _ => i += 1,
                }
                if depth == 0 || i >= chars.len() {
                    break;
                }
            }
        } else if let Some(end) = end_of_string(&chars, i) {
            i = end;
        } else if c == '\'' {
            // A character is closed by a quote, a lifetime is not.
            if at(i + 1) == '\\' {
                i += 3;
                while i < chars.len() && chars[i] != '\'' {
                    i += 1;
                }
                i += 1;
            } else if at(i + 2) == '\'' {
                i += 3;
            } else {
                i += 1;
                while is_word(at(i)) {
                    i += 1;
                }
            }
        } else if is_word(c) {
            while is_word(at(i)) {
                i += 1;
            }
            tokens.push(Token { text: chars[start..i].iter().collect(), line });
        } else if c == ':' && at(i + 1) == ':' {
            i += 2;
            tokens.push(Token { text: "::".into(), line });
        } else {
            i += 1;
            if !c.is_whitespace() {
                tokens.push(Token { text: c.into(), line });
            }
        }
        line = start_line + chars[start..i.min(chars.len())].iter().filter(|&&c| c == '\n').count();
    }
    tokens
}

/// Where the string literal that starts at `i` ends, if one does.
fn end_of_string(chars: &[char], start: usize) -> Option<usize> {
    let at = |index: usize| chars.get(index).copied().unwrap_or('\0');
    let mut i = start;
    // A prefix counts only at the start of a word; the caller never stops inside one.
    if matches!(at(i), 'b' | 'c') && matches!(at(i + 1), '"' | 'r' | '\'') {
        i += 1;
    }
    if at(i) == '\'' && i > start {
        i += if at(i + 1) == '\\' { 3 } else { 2 };
        while i < chars.len() && chars[i] != '\'' {
            i += 1;
        }
        return Some(i + 1);
    }
    let mut hashes = 0;
    let raw = at(i) == 'r' && matches!(at(i + 1), '"' | '#');
    if raw {
        i += 1;
        while at(i) == '#' {
            (hashes, i) = (hashes + 1, i + 1);
        }
    }
    if at(i) != '"' {
        return None; // also a raw identifier, `r#type`
    }
    i += 1;
    while i < chars.len() {
        if !raw && chars[i] == '\\' {
            i += 2;
        } else if chars[i] == '"' && (0..hashes).all(|n| at(i + 1 + n) == '#') {
            return Some(i + 1 + hashes);
        } else {
            i += 1;
        }
    }
    Some(i)
}

/// Drops attributes, and with a `cfg` that only tests meet, the item below it.
fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let text = |index: usize| tokens.get(index).map_or("", |token| token.text.as_str());
    let (mut kept, mut i) = (Vec::new(), 0);
    while i < tokens.len() {
        let inner = text(i) == "#" && text(i + 1) == "!" && text(i + 2) == "[";
        let outer = text(i) == "#" && text(i + 1) == "[";
        if !inner && !outer {
            kept.push(tokens[i].clone());
            i += 1;
            continue;
        }
        let open = i + if inner { 2 } else { 1 };
        let close = closing(tokens, open);
        let words: Vec<&str> = (open + 1..close).map(text).collect();
        i = close + 1;
        if words.first() == Some(&"cfg") && requires_test(&words[1..]) {
            if inner {
                return kept; // `#![cfg(test)]`: the rest of the file
            }
            i = end_of_item(tokens, i);
        }
    }
    kept
}

/// Whether a `cfg` predicate, `( .. )`, holds in tests only: it is `test`, or `all(..)` with it.
fn requires_test(predicate: &[&str]) -> bool {
    match predicate {
        ["(", "test", ")"] => true,
        ["(", "all", "(", terms @ .., ")", ")"] => {
            let mut depth = 0;
            terms.iter().any(|&term| {
                match term {
                    "(" => depth += 1,
                    ")" => depth -= 1,
                    _ => {}
                }
                depth == 0 && term == "test"
            })
        }
        _ => false,
    }
}

/// The index of the bracket that closes the one at `open`.
fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index;
        }
    }
    tokens.len()
}

/// The index after the item, statement, field or arm that starts at `start`.
fn end_of_item(tokens: &[Token], start: usize) -> usize {
    let text = |index: usize| tokens.get(index).map_or("", |token| token.text.as_str());
    let mut i = start;
    while text(i) == "#" && text(i + 1) == "[" {
        i = closing(tokens, i + 1) + 1;
    }
    // What a brace does not end: `use a::{b};`, `const X: T = T { .. };`, `let x = { .. };`
    let until_semicolon = (i..i + 4)
        .map(text)
        .take_while(|&word| word == "pub" || word == "(" || word == "crate" || word == ")")
        .count();
    let keyword = text(i + until_semicolon);
    let braces_end = !(matches!(keyword, "use" | "static" | "type" | "let")
        || keyword == "const" && text(i + until_semicolon + 1) != "fn");
    let is_item = matches!(
        keyword,
        "fn" | "mod" | "impl" | "struct" | "enum" | "trait" | "unsafe" | "const" | "macro_rules"
    );
    while i < tokens.len() {
        match text(i) {
            ";" => return i + 1,
            "," if !is_item && braces_end => return i + 1,
            "{" => {
                i = closing(tokens, i) + 1;
                if braces_end {
                    return i;
                }
            }
            "(" | "[" => i = closing(tokens, i) + 1,
            ")" | "]" | "}" => return i,
            _ => i += 1,
        }
    }
    i
}
