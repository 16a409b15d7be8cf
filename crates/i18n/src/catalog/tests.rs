//! What a catalog may say, and what is refused.

use rules::language::Language;

use super::{AREAS, Catalog, CatalogName};

fn read(source: &'static str) -> Result<Catalog, String> {
    Catalog::read([("area", source)].into_iter())
}

#[test]
fn every_catalog_can_be_read() {
    for language in Language::ALL {
        let sources = AREAS.iter().map(|area| (area.name, area.source(language)));
        assert_eq!(Catalog::read(sources).err(), None, "{}", language.name());
        assert!(!Catalog::get(CatalogName::Of(language)).messages.is_empty());
    }
}

#[test]
fn every_file_is_an_area_and_every_area_has_its_files() {
    for language in Language::ALL {
        let folder = format!("{}/catalogs/{}", env!("CARGO_MANIFEST_DIR"), language.name());
        let files = std::fs::read_dir(folder).expect("the folder of the language");
        let mut found: Vec<String> =
            files.map(|file| file.expect("a file").file_name().into_string().expect("UTF-8")).collect();
        found.sort();
        let mut listed: Vec<String> = AREAS.iter().map(|area| format!("{}.ftl", area.name)).collect();
        listed.sort();
        assert_eq!(found, listed, "{}", language.name());
    }
    let folders =
        std::fs::read_dir(format!("{}/catalogs", env!("CARGO_MANIFEST_DIR"))).expect("the catalogs");
    assert_eq!(folders.count(), Language::ALL.len());
}

#[test]
fn text_variables_choices_and_listed_tags_are_read() {
    for source in [
        "a = Text",
        "a = { $b }",
        "a = { \"{\" } and { \"\\u00A0\" }",
        "a = One\n    and two lines",
        "a = { $b ->\n    [0] none\n    [one] one\n   *[other] many\n }",
        "a = <b>{ $b }</b><br><em>x</em> <strong>y</strong> <code>z</code>",
        "a = <a href=\"{ $b }\">x</a>",
        "a = <a href=\"{ $b }\">{ $c }</a> and <a href=\"{ $d }\"><b>y</b></a>",
        "# Comment\n\n## Group\n\n### File\n\na = b",
    ] {
        assert_eq!(read(source).err(), None, "{source}");
    }
}

#[test]
fn all_else_is_refused() {
    for (source, reason) in [
        ("a = b\na = c", "twice"),
        ("a = {", "area.ftl"),
        ("a", "area.ftl"),
        ("-a = b", "no terms"),
        ("a =\n    .b = c", "attributes"),
        ("a = b\n    .c = d", "attributes"),
        ("a = { b }", "only text"),
        ("a = { -b }", "only text"),
        ("a = { 5 }", "only text"),
        ("a = { NUMBER($b) }", "only text"),
        ("a = { NUMBER($b) ->\n   *[other] x\n }", "only text"),
        ("a = { { $b } }", "only text"),
        ("a = { $b ->\n    [1.5] x\n   *[other] y\n }", "not a whole number"),
        ("a = <script>x</script>", "not allowed: <script>"),
        ("a = <b onclick=\"x\">y</b>", "not allowed: <b onclick"),
        ("a = <B>x</B>", "not allowed: <B>"),
        ("a = <img src=x>", "not allowed: <img"),
        ("a = <!-- x -->", "not allowed: <!--"),
        ("a = <a href=\"https://evil.example\">x</a>", "not allowed: <a href"),
        ("a = <a href=\"/{ $b }\">x</a>", "not allowed: <a href"),
        ("a = <a href=\"{ $b }\" target=\"_blank\">x</a>", "a link is written"),
        ("a = <a href=\"{ $b }{ $c }\">x</a>", "a link is written"),
        ("a = <a href=\"{ $b }", "a link is written"),
        ("a = <a href=\"{ $b ->\n   *[other] x\n }\">x</a>", "a link is written"),
        ("a = <{ $b }>", "not allowed: <"),
        ("a = <b>x", "<b> is not closed"),
        ("a = x</b>", "</b> closes nothing"),
        ("a = <b><em>x</b></em>", "</b> closes nothing"),
        ("a = <a href=\"{ $b }\">x", "<a> is not closed"),
        ("a = { $b ->\n   *[other] <b>x\n }</b>", "<b> is not closed"),
        ("a = 1 > 0", "without a tag"),
        ("a = 0 < 1", "not allowed: < 1"),
    ] {
        let problem = read(source).expect_err(source);
        assert!(problem.contains(reason), "{source:?}: {problem}");
    }
}

#[test]
fn the_pseudo_locale_changes_words_and_neither_variables_nor_tags() {
    let catalog =
        read("a = Hi <b>{ $b }</b>, { $c ->\n    [one] one\n   *[other] many\n }").expect("a catalog");
    let expected =
        read("a = Ĥîî <b>{ $b }</b>, { $c ->\n    [one] ööñé\n   *[other] ɱåååñýý\n }").expect("a catalog");
    let shape = |catalog: &Catalog| format!("{:?}", catalog.reworded(|_| "-".to_owned()));
    let pseudo = catalog.reworded(crate::pseudo::pseudo);
    assert_eq!(shape(&pseudo), shape(&expected));
    assert_ne!(pseudo, catalog);
    assert_eq!(
        Catalog::get(CatalogName::Pseudo).message("action-save").and_then(|m| m.plain.as_deref()),
        Some("ŠŠåṽṽé")
    );
}
