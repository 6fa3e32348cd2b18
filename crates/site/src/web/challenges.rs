//! Views of challenges for the viewer of a request.

use std::slice::from_ref;

use super::viewer::Viewer;
use crate::error::SiteError;
use crate::site::Site;
use crate::views::challenge::ChallengeView;
use store::StoredChallenge;

/// Returns the views of several challenges.
pub(crate) async fn views(
    site: &Site,
    challenges: Vec<StoredChallenge>,
    viewer: &Viewer,
) -> Result<Vec<ChallengeView>, SiteError> {
    let names = site.challenges.names(&challenges).await?;
    let view = |challenge| ChallengeView::of(challenge, &names, viewer.id());
    Ok(challenges.into_iter().map(view).collect())
}

/// Returns the view of a challenge.
pub(crate) async fn view(
    site: &Site,
    challenge: StoredChallenge,
    viewer: &Viewer,
) -> Result<ChallengeView, SiteError> {
    let names = site.challenges.names(from_ref(&challenge)).await?;
    Ok(ChallengeView::of(challenge, &names, viewer.id()))
}
