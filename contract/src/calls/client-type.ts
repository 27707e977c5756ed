/**
 * What the sign-in app runs in (spec §3; requirements §4 "Platform"): the desktop app, a frame of a telephony
 * integration, or a browser. The app says it by script; for a form without script the service says it by the request's
 * headers.
 */
import type { ClientType } from '#fields/vocabulary.ts';

/**
 * The mark of the desktop app in its user agent: a product token (RFC 9110 §10.1.5) that ends in `Desktop`, as in
 * `NorthlineDesktop/2.4`, or the `Electron/` that a desktop app built with it sends by default.
 */
const desktopMark = /(?:^|\s)(?:[\w.-]*Desktop|Electron)\/\d/;

/** The client type of a page. @param framed whether the page is inside a frame */
export function clientType({ userAgent, framed }: { userAgent: string; framed: boolean }): ClientType {
  if (desktopMark.test(userAgent)) return 'desktop';
  return framed ? 'cti' : 'web';
}
