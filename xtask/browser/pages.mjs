// The pages of the site, for tests and screenshots of all of them.

/** Pages that everybody sees. */
export const PUBLIC_PAGES = [
  "/", "/login", "/rules", "/rules/turkish", "/rules/dame-8x8", "/rules/turkish?with=frisian", "/which",
  "/house", "/analysis", "/api", "/offline", "/no-such-page",
];

/** Pages of the account of an administrator. */
export const accountPages = (name) => ["/", "/settings", "/settings/keys", `/players/${name}`, "/admin"];

/** A narrow phone in German, whose words are the longest. */
export const GERMAN_PHONE = { viewport: { width: 360, height: 740 }, locale: "de-DE" };
