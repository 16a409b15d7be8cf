//! Sign-in, sign-up, password reset and turning off emails: pages for people who are not signed in, or not yet far
//! enough.

mod confirm;
mod email_link;
mod join;
mod next;
mod reset;
mod sign_in;
mod unsubscribe;

pub use email_link::EmailLink;
pub use join::check_newcomer;
pub use sign_in::came_in;

use crate::page::{Access, Page};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard", Access::SignedIn, |request| Box::pin(sign_in::home(request))),
    Page::get("/dashboard/sign-in", Access::Anyone, |request| Box::pin(sign_in::show(request))),
    Page::post("/dashboard/sign-in", Access::Anyone, |request| Box::pin(sign_in::sign_in(request))),
    Page::get("/dashboard/sign-in/code", Access::Anyone, |request| Box::pin(sign_in::show_code(request))),
    Page::post("/dashboard/sign-in/code", Access::Anyone, |request| Box::pin(sign_in::give_code(request))),
    Page::post("/dashboard/sign-out", Access::Anyone, |request| Box::pin(sign_in::sign_out(request))),
    Page::get("/dashboard/join", Access::Anyone, |request| Box::pin(join::show(request))),
    Page::post("/dashboard/join", Access::Anyone, |request| Box::pin(join::ask(request))),
    Page::get("/dashboard/join/{token}", Access::Anyone, |request| Box::pin(join::offer(request))),
    Page::post("/dashboard/join/{token}", Access::Anyone, |request| Box::pin(join::accept(request))),
    Page::get("/dashboard/reset", Access::Anyone, |request| Box::pin(reset::show(request))),
    Page::post("/dashboard/reset", Access::Anyone, |request| Box::pin(reset::ask(request))),
    Page::get("/dashboard/reset/{token}", Access::Anyone, |request| Box::pin(reset::offer(request))),
    Page::post("/dashboard/reset/{token}", Access::Anyone, |request| Box::pin(reset::accept(request))),
    Page::get("/unsubscribe/{token}", Access::Anyone, |request| Box::pin(unsubscribe::show(request))),
    Page::one_click("/unsubscribe/{token}", |request| Box::pin(unsubscribe::unsubscribe(request))),
    Page::get("/dashboard/confirm", Access::SignedIn, |request| Box::pin(confirm::show(request))),
    Page::post("/dashboard/confirm", Access::SignedIn, |request| Box::pin(confirm::confirm(request))),
];
