//! What was just done, said by the page that follows. Its address names the text, so no other text can be shown.

use i18n::Locale;

use super::shell::Notice;

/// The text with this name, if there is one.
pub fn said(locale: Locale, name: &str) -> Option<Notice> {
    let text = match name {
        "announced" => locale.text("said-deposit-created"),
        "archived" => locale.text("said-archived"),
        "automatic_off" => locale.text("automatic-said-off"),
        "automatic_on" => locale.text("automatic-said-on"),
        "cancelled" => locale.text("said-cancelled"),
        "changed" => locale.text("said-changed"),
        "claimed" => locale.text("said-claimed"),
        "confirmed" => locale.text("said-confirmed"),
        "created" => locale.text("said-created"),
        "deposit_cancelled" => locale.text("said-deposit-cancelled"),
        "disconnected" => locale.text("said-disconnected"),
        "emails" => locale.text("said-emails-saved"),
        "endpoint_added" => locale.text("said-endpoint-added"),
        "endpoint_off" => locale.text("said-endpoint-off"),
        "endpoint_on" => locale.text("said-endpoint-on"),
        "endpoint_removed" => locale.text("said-endpoint-removed"),
        "funded" => locale.text("said-funded"),
        "language" => locale.text("said-language-saved"),
        "password" => locale.text("said-password-changed"),
        "reminded" => locale.text("said-reminded"),
        "renamed" => locale.text("said-renamed"),
        "replayed" => locale.text("said-replayed"),
        "replaying" => locale.text("said-replaying"),
        "revoked" => locale.text("said-key-revoked"),
        "second_factor_off" => locale.text("said-second-factor-off"),
        "sent" => locale.text("said-payout-sent"),
        "signed_out_everywhere" => locale.text("said-signed-out"),
        "simulated" => locale.text("said-simulated"),
        "skipping" => locale.text("said-skipping"),
        "tested" => locale.text("said-tested"),
        "payment_cancelled" => locale.text("said-cancelled"),
        "payment_sent" => locale.text("wallet-said-sent"),
        "upgraded" => locale.text("wallet-said-upgraded"),
        "withdrawn" => locale.text("said-withdrawal-created"),
        _ => return None,
    };
    Some(Notice::success(text))
}
