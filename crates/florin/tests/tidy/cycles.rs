//! Modules import each other in one direction, like the crates themselves: the modules of a crate, and those of every
//! folder in it. A module and the modules below it belong together and may know each other.

use std::collections::{BTreeMap, BTreeSet};

use crate::layers::LAYERS;
use crate::sources::{Source, assert_none, rust_files};

/// A module by the names on the way to it, from the root of its crate.
type ModulePath = Vec<String>;

/// For each module the modules that it names.
type Imports = BTreeMap<ModulePath, BTreeSet<ModulePath>>;

/// The module that a file holds; none for the root of the crate and for tests.
fn module_of(file: &Source, krate: &str) -> Option<ModulePath> {
    let path = file.path.strip_prefix(&format!("crates/{krate}/src/"))?.strip_suffix(".rs")?;
    let names: ModulePath = path.split('/').map(str::to_owned).collect();
    let is_shipped = !names.iter().any(|name| name == "tests") && !["lib", "main"].contains(&path);
    is_shipped.then_some(names)
}

/// Every path that begins with `crate` or `super`, with groups in braces written out.
fn paths(file: &Source) -> Vec<Vec<String>> {
    let code: Vec<&str> = file.shipped_lines().map(|(_, line)| line.trim()).collect();
    let code = code.into_iter().filter(|line| !line.starts_with("//")).collect::<Vec<_>>().join(" ");
    let is_part_of_name = |sign: char| sign.is_alphanumeric() || "_:".contains(sign);
    ["crate::", "super::"]
        .iter()
        .flat_map(|start| code.match_indices(start))
        .filter(|(at, _)| !code[..*at].ends_with(is_part_of_name))
        .flat_map(|(at, _)| expanded(&code[at..]).0)
        .collect()
}

/// The paths of the tree that a text begins with, and what follows it.
fn expanded(text: &str) -> (Vec<Vec<String>>, &str) {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        let mut paths = Vec::new();
        while !rest.trim_start().starts_with('}') && !rest.is_empty() {
            let (more, behind) = expanded(rest);
            paths.extend(more);
            rest =
                behind.trim_start().trim_start_matches(|sign| !",}".contains(sign)).trim_start_matches(',');
        }
        return (paths, rest.trim_start().trim_start_matches('}'));
    }
    let end = text.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    match rest.strip_prefix("::") {
        Some(inner) => {
            let (inner, rest) = expanded(inner);
            let with_name = |path: Vec<String>| [vec![name.to_owned()], path].concat();
            (inner.into_iter().map(with_name).collect(), rest)
        }
        None => (vec![vec![name.to_owned()]], rest),
    }
}

/// A path from the root of the crate, for a module that names it.
fn from_the_root(module: &[String], path: &[String]) -> Vec<String> {
    let ups = path.iter().take_while(|name| *name == "super").count();
    match ups {
        0 => path[1..].to_vec(),
        _ => [&module[..module.len().saturating_sub(ups)], &path[ups..]].concat(),
    }
}

fn imports(files: &[Source], krate: &str) -> Imports {
    let modules: BTreeSet<ModulePath> = files.iter().filter_map(|file| module_of(file, krate)).collect();
    let mut imports = Imports::new();
    for file in files {
        let Some(module) = module_of(file, krate) else { continue };
        let used = imports.entry(module.clone()).or_default();
        for path in paths(file) {
            let path = from_the_root(&module, &path);
            let named = (1..=path.len()).rev().map(|length| &path[..length]);
            used.extend(named.map(<[String]>::to_vec).find(|known| modules.contains(known)));
        }
    }
    imports
}

/// What the modules of one folder, or of the root, use of each other.
fn siblings<'a>(imports: &'a Imports, folder: &[String]) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let below = |path: &'a [String]| path.strip_prefix(folder)?.first().map(String::as_str);
    let mut siblings: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (module, used) in imports {
        let Some(name) = below(module) else { continue };
        let others = used.iter().filter_map(|path| below(path)).filter(|other| *other != name);
        siblings.entry(name).or_default().extend(others);
    }
    siblings
}

/// All modules that a module uses, directly or through others.
fn reached<'a>(siblings: &BTreeMap<&'a str, BTreeSet<&'a str>>, module: &'a str) -> BTreeSet<&'a str> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![module]);
    while let Some(next) = open.pop() {
        open.extend(siblings.get(next).into_iter().flatten().filter(|name| reached.insert(**name)));
    }
    reached
}

/// Every import that is part of a cycle, in words.
fn cycles(imports: &Imports) -> Vec<String> {
    let folders: BTreeSet<&[String]> = imports.keys().map(|path| &path[..path.len() - 1]).collect();
    let mut found = Vec::new();
    for folder in folders {
        let siblings = siblings(imports, folder);
        for (module, used) in &siblings {
            let back = used.iter().filter(|name| reached(&siblings, name).contains(module));
            let within = folder.join("::");
            found.extend(back.map(|name| {
                format!("{within}: {module} uses {name}, which uses {module}, perhaps through others")
            }));
        }
    }
    found
}

#[test]
fn modules_have_no_import_cycles() {
    let files = rust_files();
    let found = LAYERS.iter().flat_map(|(krate, _)| {
        cycles(&imports(&files, krate)).into_iter().map(move |cycle| format!("{krate} {cycle}"))
    });
    assert_none("Move what both modules need below them, or pass it in", found.collect());
}

#[test]
fn modules_import_from_modules_and_not_from_the_root_of_their_crate() {
    let files = rust_files();
    let mut found = Vec::new();
    for (krate, _) in LAYERS {
        let modules: BTreeSet<String> =
            files.iter().filter_map(|file| module_of(file, krate)).map(|path| path[0].clone()).collect();
        for file in files.iter().filter(|file| module_of(file, krate).is_some()) {
            let roots = paths(file).into_iter().filter(|path| path[0] == "crate").map(|path| path[1].clone());
            let wrong = roots.filter(|name| !modules.contains(name));
            found.extend(wrong.map(|name| format!("{} uses crate::{name}", file.path)));
        }
    }
    assert_none("Name the module, so that cycles show", found);
}

#[test]
fn cycles_are_found_in_every_folder_and_through_groups() {
    let source =
        |path: &str, text: &str| Source { path: format!("crates/any/src/{path}"), text: text.to_owned() };
    let found = |files: &[Source]| cycles(&imports(files, "any"));
    let one_way = [
        source("lib.rs", "mod a; mod b;"),
        source("a.rs", "use crate::b::{self, c::{D, e}};\nfn f() { crate::b::g() }"),
        source("b.rs", "mod c;\n// use crate::a;"),
        source("b/c.rs", "use super::H;"),
    ];
    assert_eq!(found(&one_way), Vec::<String>::new());
    let at_the_root =
        [source("a.rs", "use crate::{x::Y, b::Z};"), source("b.rs", "fn f() { crate::a::g() }")];
    assert_eq!(found(&at_the_root).len(), 2);
    let in_a_folder = [
        source("a.rs", "mod b; mod c; mod d;"),
        source("a/b.rs", "use super::c::X;"),
        source("a/c.rs", "use crate::a::{d::Y, other};"),
        source("a/d.rs", "mod inner;"),
        source("a/d/inner.rs", "use super::super::b::Z;"),
    ];
    assert_eq!(found(&in_a_folder).len(), 3);
}
