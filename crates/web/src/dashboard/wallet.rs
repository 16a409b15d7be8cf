//! The wallet of a personal account: its home, sending to one person, and receiving. Business accounts have the same
//! pages, besides payouts to many.

mod home;
mod receive;
mod send;
mod send_form;
mod send_review;
mod sent;

pub use home::home;

use crate::page::{Access, Page};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/receive", Access::SignedIn, |request| Box::pin(receive::show(request))),
    Page::get("/dashboard/{mode}/send", Access::SignedIn, |request| Box::pin(send_form::show(request))),
    Page::post("/dashboard/{mode}/send", Access::SignedIn, |request| Box::pin(send_review::review(request))),
    Page::post("/dashboard/{mode}/send/confirm", Access::SignedIn, |request| Box::pin(send::send(request))),
    Page::get("/dashboard/{mode}/send/{id}", Access::SignedIn, |request| Box::pin(sent::show(request))),
    Page::post("/dashboard/{mode}/send/{id}/cancel", Access::SignedIn, |request| {
        Box::pin(sent::cancel(request))
    }),
    Page::post("/dashboard/{mode}/send/{id}/remind", Access::SignedIn, |request| {
        Box::pin(sent::remind(request))
    }),
];
