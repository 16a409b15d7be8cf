//! The doors: pages for people who are not signed in, or not yet far enough.

mod confirm;
mod join;
mod next;
mod reset;
mod sign_in;

pub use join::{DeadLinkPage, SentPage, check_newcomer};
pub use sign_in::came_in;

use crate::visit::{Access, Page};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard", Access::SignedIn, |visit| Box::pin(sign_in::home(visit))),
    Page::get("/dashboard/sign-in", Access::Anyone, |visit| Box::pin(sign_in::show(visit))),
    Page::post("/dashboard/sign-in", Access::Anyone, |visit| Box::pin(sign_in::sign_in(visit))),
    Page::get("/dashboard/sign-in/code", Access::Anyone, |visit| Box::pin(sign_in::show_code(visit))),
    Page::post("/dashboard/sign-in/code", Access::Anyone, |visit| Box::pin(sign_in::give_code(visit))),
    Page::post("/dashboard/sign-out", Access::Anyone, |visit| Box::pin(sign_in::sign_out(visit))),
    Page::get("/dashboard/join", Access::Anyone, |visit| Box::pin(join::show(visit))),
    Page::post("/dashboard/join", Access::Anyone, |visit| Box::pin(join::ask(visit))),
    Page::get("/dashboard/join/{token}", Access::Anyone, |visit| Box::pin(join::offer(visit))),
    Page::post("/dashboard/join/{token}", Access::Anyone, |visit| Box::pin(join::accept(visit))),
    Page::get("/dashboard/reset", Access::Anyone, |visit| Box::pin(reset::show(visit))),
    Page::post("/dashboard/reset", Access::Anyone, |visit| Box::pin(reset::ask(visit))),
    Page::get("/dashboard/reset/{token}", Access::Anyone, |visit| Box::pin(reset::offer(visit))),
    Page::post("/dashboard/reset/{token}", Access::Anyone, |visit| Box::pin(reset::accept(visit))),
    Page::get("/dashboard/confirm", Access::SignedIn, |visit| Box::pin(confirm::show(visit))),
    Page::post("/dashboard/confirm", Access::SignedIn, |visit| Box::pin(confirm::confirm(visit))),
];
