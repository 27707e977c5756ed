/**
 * Whether the page was opened to sign in again, although somebody is signed in: by the dashboard, for a change that asks
 * for a recent sign-in (requirements §5). The parameter is that of OpenID Connect Core §3.1.2.1. It ends no session: a
 * link from elsewhere shows the login form, and nothing more (docs/decisions/recent-sign-in.md).
 */
export const asksAgain = (search: string): boolean => new URLSearchParams(search).get('prompt') === 'login';
