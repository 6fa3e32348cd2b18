//! Browser sessions: opened at login, ended at logout. A cookie holds the secret.

use super::cookies::{self, SetCookie};
use super::error::ApiError;
use super::viewer::Viewer;
use crate::error::SiteError;
use crate::site::Site;
use store::Account;

/// Opens a session and returns its cookie.
pub(crate) async fn open(site: &Site, viewer: &Viewer, account: &Account) -> Result<SetCookie, ApiError> {
    let secret = site.accounts.open_session(account.id, &viewer.browser).await?;
    Ok(cookies::session(&secret, viewer.secure))
}

/// Opens a session unless the request already has one of this account.
pub(crate) async fn open_unless(
    site: &Site,
    viewer: &Viewer,
    account: &Account,
) -> Result<Option<SetCookie>, ApiError> {
    if viewer.id() == Some(account.id) {
        return Ok(None);
    }
    open(site, viewer, account).await.map(Some)
}

/// Returns the account of the viewer if it passes `check`, or a new guest; with the cookie of the session, if a new one
/// was opened.
pub(crate) async fn account_or_guest(
    site: &Site,
    viewer: &Viewer,
    check: impl FnOnce(&Viewer) -> Result<&Account, SiteError>,
) -> Result<(Account, Option<SetCookie>), ApiError> {
    let account = match viewer.account() {
        Some(_) => check(viewer)?.clone(),
        None => site.accounts.create_guest(viewer.address).await?,
    };
    let cookie = open_unless(site, viewer, &account).await?;
    Ok((account, cookie))
}

/// Ends the session of the request and returns the cookie that removes it.
pub(crate) async fn end(site: &Site, viewer: &Viewer) -> Result<SetCookie, ApiError> {
    let account = viewer.require_session()?.id;
    if let Some(session) = viewer.credential() {
        site.accounts.end_session(account, session).await?;
    }
    Ok(cookies::session("", viewer.secure))
}
