//! `options`: settings of the session, in the form in which libpq takes them.

/// `-c name=value` or `--name=value`, any number of times; a backslash keeps the character after it.
pub fn read(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut settings = Vec::new();
    let mut words = split(text).into_iter();
    while let Some(word) = words.next() {
        let setting = match (word.strip_prefix("--"), word.strip_prefix("-c")) {
            (Some(setting), _) => Some(setting.to_owned()),
            (None, Some("")) => words.next(),
            (None, Some(setting)) => Some(setting.to_owned()),
            (None, None) => None,
        };
        let setting = setting.as_deref().and_then(|setting| setting.split_once('='));
        let (name, value) = setting.ok_or("options: use -c name=value")?;
        settings.push((name.replace('-', "_"), value.to_owned()));
    }
    Ok(settings)
}

fn split(text: &str) -> Vec<String> {
    let (mut words, mut word, mut is_kept) = (Vec::new(), String::new(), false);
    for character in text.chars() {
        match character {
            '\\' if !is_kept => is_kept = true,
            character if character.is_ascii_whitespace() && !is_kept => words.push(std::mem::take(&mut word)),
            character => {
                word.push(character);
                is_kept = false;
            }
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}
