//! The OAuth server against the standards: everything that a server with the authorization code grant and confidential
//! clients MUST do, and the test here that would notice. What only a clock can show is in `rules/tests/all/grants`,
//! what is stored and logged in `secrets_at_rest`, every route against every scope in `access::tokens`.
//!
//! | RFC | the server MUST | test |
//! |---|---|---|
//! | 6749 2.3 | not take more than one way to authenticate in a request | `clients::an_app_says_who_it_is_…` |
//! | 6749 2.3.1 | support HTTP Basic, with both parts form-encoded | `clients::an_app_says_who_it_is_…` |
//! | 6749 2.3.1 | take no credentials from the URI | `clients::an_app_says_who_it_is_…` |
//! | 6749 2.3.1, 10.2, 10.10 | give guessers nothing to learn from | `clients::whatever_is_wrong_with_a_secret_…` |
//! | 6749 3.1 | verify who the user is first | `authorize::visitors_sign_in_…`, `consent::signing_in_…` |
//! | 6749 3.1 | support GET at the authorization endpoint | every test of `authorize` |
//! | 6749 3.1, 3.2 | ignore empty and unknown parameters | `authorize::what_is_unknown_…` |
//! | 6749 3.1, 3.2 | not take a parameter twice | `authorize::a_wish_…`, `endpoint::only_a_small_…` |
//! | 6749 3.1.1 | refuse a missing or unknown `response_type` | `authorize::a_wish_that_cannot_be_granted_…` |
//! | 6749 3.1.2 | keep the query of a redirect URI, and allow no fragment | `authorize::an_app_keeps_…`, `redirects` |
//! | 6749 3.1.2.3, 9700 2.1, 4.1.3 | compare redirect URIs letter by letter | `redirects::an_address_…` |
//! | 6749 3.1.2.4, 4.1.2.1 | tell the user, and redirect nowhere, if that fails | `redirects::an_address_…` |
//! | 6749 3.2 | take POST only at the token endpoint | `endpoint::only_a_small_form_is_read` |
//! | 6749 3.2.1, 4.1.3 | authenticate confidential clients | `clients::whatever_is_wrong_with_a_secret_…` |
//! | 6749 3.3 | fail without a scope, and say what was granted | `authorize::a_wish_…`, `consent::what_is_…` |
//! | 6749 4.1.2 | let a code expire, and not be used twice | `codes::a_code_is_good_…`, `codes::a_code_used_…` |
//! | 6749 4.1.2, 10.5 | end what a code gave that is used again | `codes::a_code_used_…`, `codes::two_hundred_…` |
//! | 6749 4.1.2, 4.1.2.1 | return the exact `state` | `authorize::the_state_comes_back_as_it_was_…` |
//! | 6749 4.1.2.1 | name errors with the letters of the standard | `authorize::a_wish_that_cannot_be_granted_…` |
//! | 6749 4.1.3 | bind a code to its client and redirect URI | `codes::a_code_is_burned_by_another_app_…` |
//! | 6749 5.1 | answer with JSON, `no-store` and `no-cache` | `endpoint::tokens_are_given_as_json_…` |
//! | 6749 5.2 | answer errors with 400, or 401 and a challenge, as JSON | `app::assert_refused`, in every test |
//! | 6749 6 | authenticate, and bind a refresh token to its client | `refreshing::another_app_…` |
//! | 6749 6 | not let the scope grow | `refreshing::scopes_shrink_and_never_grow` |
//! | 6749 10.3, 6750 5.3 | keep tokens secret, take them in the header | `acting::a_token_…`, `secrets_at_rest` |
//! | 6749 10.4, 9700 4.14.2 | detect replayed refresh tokens | `refreshing::an_old_refresh_token_…` |
//! | 6749 10.10, 10.5 | make tokens and codes that cannot be guessed | `endpoint::tokens_are_given_as_json_…` |
//! | 6749 10.12, 9700 4.7 | protect the consent form against forgery | `consent::an_answer_counts_only_…` |
//! | 6749 10.13, 9700 4.16 | not be framed | `consent::the_question_cannot_be_framed_or_kept` |
//! | 6749 10.14 | escape what it shows and sends | `consent::the_question_says_…`, `authorize::the_state_…` |
//! | 6749 10.15, 9700 4.11.2 | be no open redirector | `redirects`, `authorize::visitors_sign_in_…` |
//! | 6750 2, 3 | answer 401 with a challenge, 403 for a scope | `acting`, `access::tokens` |
//! | 7009 2 | authenticate the client, and leave alone what is another's | `revocation::revoking_is_always_fine_…` |
//! | 7009 2.1 | end a token at once; with a refresh token the grant | `revocation::an_access_token_ends_alone_…` |
//! | 7009 2.2 | answer 200 for what is unknown, and ignore wrong hints | `revocation` |
//! | 7636 4.2, 4.4.1 | refuse methods it does not support | `codes::only_s256_is_a_challenge` |
//! | 7636 4.6, 9700 2.1.1 | check the verifier, take none without a challenge | `codes::a_code_with_a_challenge_…` |
//! | 8414 2, 3 | describe itself at the address of its issuer | `metadata` |
//! | 9207 2 | add `iss` to every answer, also to errors | `authorize` |
//! | 9700 2.2.2, 4.14.2 | rotate refresh tokens or bind them to a sender | `refreshing` |
//! | 9700 4.12 | not redirect with 307 | `endpoint::no_redirect_repeats_the_form_…` |

mod acting;
pub mod app;
mod authorize;
mod clients;
mod codes;
mod consent;
mod endpoint;
mod metadata;
mod redirects;
mod refreshing;
mod revocation;
pub mod world;
