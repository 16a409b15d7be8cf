//! The modules of a crate import each other in one direction, like the crates themselves. Only the files and folders
//! directly below `src` count: what is inside a folder belongs together.

use std::collections::{BTreeMap, BTreeSet};

use crate::layers::LAYERS;
use crate::sources::{Source, assert_none, rust_files};

/// Crates with import cycles, and how many of their modules are in one. Numbers may only
/// become smaller.
const MODULES_IN_CYCLES: [(&str, usize); 2] = [("florin", 4), ("rules", 38)];

/// For each module the modules that it uses, and the first file that does.
type Imports = BTreeMap<String, BTreeMap<String, String>>;

/// The module below `src` that a file belongs to; none for the root of the crate and for tests.
fn module_of(file: &Source, krate: &str) -> Option<String> {
    let path = file.path.strip_prefix(&format!("crates/{krate}/src/"))?.strip_suffix(".rs")?;
    let is_test = path.split('/').any(|part| part == "tests");
    let module = path.split('/').next()?;
    (!is_test && !["lib", "main"].contains(&module)).then(|| module.to_owned())
}

/// The names that follow `crate::`, or the first of each path in braces behind it.
fn names_from_the_root(file: &Source) -> Vec<String> {
    let code: Vec<&str> = file.shipped_lines().map(|(_, line)| line.trim()).collect();
    let code = code.into_iter().filter(|line| !line.starts_with("//")).collect::<Vec<_>>().join(" ");
    let mut names = Vec::new();
    for (start, _) in code.match_indices("crate::") {
        let rest = &code[start + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(group) => names.extend(heads(group)),
            None => names.push(identifier(rest)),
        }
    }
    names
}

/// The first name of each path of a group, up to its closing brace.
fn heads(group: &str) -> Vec<String> {
    let (mut depth, mut heads, mut is_head) = (1, Vec::new(), true);
    for (at, sign) in group.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => is_head = true,
            _ if is_head && !sign.is_whitespace() => {
                heads.push(identifier(&group[at..]));
                is_head = false;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    heads
}

fn identifier(text: &str) -> String {
    text.chars().take_while(|sign| sign.is_alphanumeric() || *sign == '_').collect()
}

fn imports(files: &[Source], krate: &str) -> Imports {
    let mut imports = Imports::new();
    for file in files {
        let Some(module) = module_of(file, krate) else { continue };
        let used = imports.entry(module.clone()).or_default();
        for name in names_from_the_root(file).into_iter().filter(|name| *name != module) {
            used.entry(name).or_insert_with(|| file.path.clone());
        }
    }
    imports
}

/// All modules that a module uses, directly or through others.
fn reached<'a>(imports: &'a Imports, module: &'a str) -> BTreeSet<&'a str> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![module]);
    while let Some(next) = open.pop() {
        let used = imports.get(next).into_iter().flat_map(BTreeMap::keys);
        open.extend(used.map(String::as_str).filter(|name| reached.insert(*name)));
    }
    reached
}

/// Every import that is part of a cycle, in words, and how many modules have one.
fn cycles(imports: &Imports) -> (Vec<String>, usize) {
    let (mut found, mut modules) = (Vec::new(), BTreeSet::new());
    for (module, used) in imports {
        let back = |name: &&String| reached(imports, name).contains(module.as_str());
        for name in used.keys().filter(back) {
            found.push(format!("{} uses {name}, which uses {module}, perhaps through others", used[name]));
            modules.insert(module);
        }
    }
    (found, modules.len())
}

#[test]
fn the_modules_of_a_crate_have_no_import_cycles() {
    let files = rust_files();
    let mut all = Vec::new();
    for (krate, _) in LAYERS {
        let known = MODULES_IN_CYCLES.iter().find(|(name, _)| *name == krate).map_or(0, |(_, count)| *count);
        let (found, modules) = cycles(&imports(&files, krate));
        if modules > known {
            all.push(format!("{krate}: {modules} modules in import cycles; {known} are allowed"));
            all.extend(found);
        }
        assert!(
            modules >= known,
            "{krate} has only {modules} modules in import cycles: lower the number in MODULES_IN_CYCLES"
        );
    }
    assert_none("Move what both modules need below them, or pass it in", all);
}

#[test]
fn modules_import_from_modules_and_not_from_the_root_of_their_crate() {
    let files = rust_files();
    let mut found = Vec::new();
    for (krate, _) in LAYERS {
        let imports = imports(&files, krate);
        for (name, path) in imports.values().flatten().filter(|(name, _)| !imports.contains_key(*name)) {
            found.push(format!("{path} uses crate::{name}"));
        }
    }
    assert_none("Name the module, so that cycles show", found);
}
