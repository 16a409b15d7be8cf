//! What is a heading, a paragraph, a table or one of its cells, and in which order to read them (ISO 32000-1, 14.7).

use pdf_writer::types::{StructRole, TableHeaderScope};
use pdf_writer::{Finish, Pdf, Ref};

use super::{Ids, index};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Document,
    Heading1,
    Heading2,
    Paragraph,
    Table,
    Row,
    ColumnHeader,
    RowHeader,
    Cell,
}

impl Role {
    const fn name(self) -> &'static [u8] {
        match self {
            Role::Document => b"Document",
            Role::Heading1 => b"H1",
            Role::Heading2 => b"H2",
            Role::Paragraph => b"P",
            Role::Table => b"Table",
            Role::Row => b"TR",
            Role::ColumnHeader | Role::RowHeader => b"TH",
            Role::Cell => b"TD",
        }
    }

    const fn kind(self) -> StructRole {
        match self {
            Role::Document => StructRole::Document,
            Role::Heading1 => StructRole::H1,
            Role::Heading2 => StructRole::H2,
            Role::Paragraph => StructRole::P,
            Role::Table => StructRole::Table,
            Role::Row => StructRole::TR,
            Role::ColumnHeader | Role::RowHeader => StructRole::TH,
            Role::Cell => StructRole::TD,
        }
    }
}

pub struct Structure {
    elements: Vec<Element>,
    /// Those that are open, the innermost last.
    open: Vec<usize>,
    /// For each page, the elements of its marks in their order.
    marks: Vec<Vec<usize>>,
}

struct Element {
    role: Role,
    parent: usize,
    children: Vec<Child>,
}

enum Child {
    Element(usize),
    /// A mark on a page.
    Mark(usize, i32),
}

impl Structure {
    pub fn new() -> Structure {
        let document = Element { role: Role::Document, parent: 0, children: Vec::new() };
        Structure { elements: vec![document], open: vec![0], marks: Vec::new() }
    }

    pub fn add_page(&mut self) {
        self.marks.push(Vec::new());
    }

    pub fn open(&mut self, role: Role) {
        let (parent, element) = (self.current(), self.elements.len());
        self.elements.push(Element { role, parent, children: Vec::new() });
        self.elements[parent].children.push(Child::Element(element));
        self.open.push(element);
    }

    pub fn close(&mut self) {
        self.open.pop();
    }

    /// A new mark of the element that is open: its name, and its number on the page.
    pub fn mark(&mut self, page: usize) -> (&'static [u8], i32) {
        let element = self.current();
        let number = index(self.marks[page].len());
        self.marks[page].push(element);
        self.elements[element].children.push(Child::Mark(page, number));
        (self.elements[element].role.name(), number)
    }

    fn current(&self) -> usize {
        *self.open.last().expect("the document is always open")
    }

    pub fn write(self, pdf: &mut Pdf, pages: &[Ref], ids: &mut Ids) -> Ref {
        let root = ids.next();
        let refs: Vec<Ref> = self.elements.iter().map(|_| ids.next()).collect();
        for (number, element) in self.elements.iter().enumerate() {
            let mut written = pdf.struct_element(refs[number]);
            written.kind(element.role.kind());
            written.parent(if number == 0 { root } else { refs[element.parent] });
            match element.role {
                Role::ColumnHeader => {
                    written.attributes().push().table().scope(TableHeaderScope::Column);
                }
                Role::RowHeader => {
                    written.attributes().push().table().scope(TableHeaderScope::Row);
                }
                _ => {}
            }
            let mut children = written.children();
            for child in &element.children {
                match child {
                    Child::Element(element) => children.struct_element(refs[*element]),
                    Child::Mark(page, number) => {
                        children.marked_content_ref().page(pages[*page]).marked_content_id(*number);
                        &mut children
                    }
                };
            }
            children.finish();
        }
        let parents: Vec<Ref> = self.marks.iter().map(|_| ids.next()).collect();
        for (id, marks) in parents.iter().zip(&self.marks) {
            pdf.indirect(*id).array().items(marks.iter().map(|element| refs[*element]));
        }
        let mut top = pdf.indirect(root).start::<pdf_writer::writers::StructTreeRoot<'_>>();
        top.child(refs[0]);
        let mut tree = top.parent_tree();
        let mut entries = tree.nums();
        for (page, id) in parents.iter().enumerate() {
            entries.insert(index(page), *id);
        }
        entries.finish();
        tree.finish();
        top.parent_tree_next_key(index(parents.len()));
        root
    }
}
