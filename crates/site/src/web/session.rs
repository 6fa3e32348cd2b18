//! Browser sessions: opened at login, ended at logout. A cookie holds the secret.

use super::cookies::{self, SetCookie};
use super::error::ApiError;
use super::viewer::Viewer;
use crate::error::SiteError;
use crate::site::Site;
use store::Account;

/// Opens a session after a login, and returns its cookie. The session of the request ends: somebody else may have chosen
/// it.
pub(crate) async fn renew(site: &Site, viewer: &Viewer, account: &Account) -> Result<SetCookie, ApiError> {
    let cookie = open(site, viewer, account).await?;
    if let Ok(before) = viewer.require_session()
        && let Some(session) = viewer.credential()
    {
        site.accounts.end_session(before.id, session).await?;
    }
    Ok(cookie)
}

/// Opens a session and returns its cookie.
pub(crate) async fn open(site: &Site, viewer: &Viewer, account: &Account) -> Result<SetCookie, ApiError> {
    let secret = site.accounts.open_session(account.id, &viewer.browser).await?;
    Ok(cookies::session(&secret, viewer.secure))
}

/// Returns the account of the viewer if it passes `check`, or a new guest; with the cookie of the session, if a new one
/// was opened.
pub(crate) async fn account_or_guest(
    site: &Site,
    viewer: &Viewer,
    check: impl FnOnce(&Viewer) -> Result<&Account, SiteError>,
) -> Result<(Account, Option<SetCookie>), ApiError> {
    if viewer.account().is_some() {
        return Ok((check(viewer)?.clone(), None));
    }
    let account = site.accounts.create_guest(viewer.address).await?;
    let cookie = open(site, viewer, &account).await?;
    Ok((account, Some(cookie)))
}

/// Ends the session of the request and returns the cookie that removes it.
pub(crate) async fn end(site: &Site, viewer: &Viewer) -> Result<SetCookie, ApiError> {
    let account = viewer.require_session()?.id;
    if let Some(session) = viewer.credential() {
        site.accounts.end_session(account, session).await?;
    }
    Ok(cookies::session("", viewer.secure))
}
