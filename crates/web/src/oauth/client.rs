//! Authenticates the client: ID and secret, in the form or by HTTP Basic, but not both.

use app::AuthenticatedClient;
use axum::http::{HeaderMap, header};
use data_encoding::BASE64;

use super::token_error::TokenError;
use crate::page::FormFields;
use crate::state::Web;

/// The client of a request, which has proved who it is.
pub async fn client(
    web: &Web,
    headers: &HeaderMap,
    form: &FormFields,
) -> Result<AuthenticatedClient, TokenError> {
    let mut sent = headers.get_all(header::AUTHORIZATION).iter();
    let (id, secret) = match sent.next() {
        None => (form.get("client_id").to_owned(), form.get("client_secret").to_owned()),
        Some(_) if sent.next().is_some() => {
            return Err(TokenError::request("more than one Authorization header was sent"));
        }
        // What is empty was not sent (RFC 6749, 3.2).
        Some(_) if !form.get("client_secret").is_empty() => {
            return Err(TokenError::request(
                "the client secret was sent in the form and by HTTP Basic; send it \
                                            once",
            ));
        }
        Some(value) => {
            let (id, secret) = value.to_str().ok().and_then(basic).ok_or(TokenError::client())?;
            if !["", &id].contains(&form.get("client_id")) {
                return Err(TokenError::request(
                    "client_id differs from the one in the Authorization header",
                ));
            }
            (id, secret)
        }
    };
    if id.is_empty() || secret.is_empty() {
        return Err(TokenError::client());
    }
    match web.app.connect.client(&id, &secret).await {
        Ok(Some(client)) => Ok(client),
        Ok(None) => Err(TokenError::client()),
        Err(failure) => Err(TokenError::failed(&failure)),
    }
}

/// Both parts are encoded as in a form, before they are joined (RFC 6749, 2.3.1).
fn basic(header: &str) -> Option<(String, String)> {
    let (scheme, encoded) = header.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let decoded = String::from_utf8(BASE64.decode(encoded.as_bytes()).ok()?).ok()?;
    let (id, secret) = decoded.split_once(':')?;
    // One name of a form, and not several of which the rest would be ignored.
    let plain = |text: &str| {
        let parsed = form_urlencoded::parse(text.as_bytes()).next();
        parsed.filter(|_| !text.contains(['&', '='])).map(|(name, _)| name.into_owned())
    };
    Some((plain(id)?, plain(secret)?))
}

#[cfg(test)]
mod tests {
    use data_encoding::BASE64;

    use super::basic;

    #[test]
    fn id_and_secret_are_read_as_they_were_encoded() {
        let check = |text: &str| basic(&format!("Basic {}", BASE64.encode(text.as_bytes())));
        assert_eq!(check("app_1:secret"), Some(("app_1".to_owned(), "secret".to_owned())));
        assert_eq!(check("app%5F1:s%3Aecret+x"), Some(("app_1".to_owned(), "s:ecret x".to_owned())));
        for sloppy in
            ["no colon", "app_1:secret&more", "app_1:&secret", "app_1:secret=", "app_1=:secret", "&app_1:x"]
        {
            assert_eq!(check(sloppy), None, "{sloppy}");
        }
        assert_eq!(check(":"), None);
        assert_eq!(basic("Bearer x"), None);
        assert_eq!(basic("Basic ???"), None);
    }
}
