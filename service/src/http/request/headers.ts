/** The security headers of every answer (threats D3, D4), by the settings. */
import { originsOf } from '@app/contract/pages/redirects.ts';

import type { Settings } from '#settings/config.ts';

export type HeaderSet = Readonly<Record<string, string>>;

export interface Headers {
  /** For everything that is not a page: API answers, assets, errors. */
  readonly api: HeaderSet;
  /** For a page; `styleHashes` are the CSP hashes (`sha256-…`) of its inline styles. */
  page(styleHashes: readonly string[], options?: PageHeaderOptions): HeaderSet;
}

export interface PageHeaderOptions {
  /** What the page posts a form to: an origin, or `https:` for any. */
  readonly formTo?: string;
  /** False: no page may frame it, not even one of FRAME_ORIGINS. */
  readonly framed?: boolean;
}

const permissions = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
  'browsing-topics',
];

/**
 * For answers that are not pages. `base-uri` and `form-action` do not follow `default-src`; `sandbox` keeps a browser
 * that is led to such an answer, and shows it, from giving it the origin of the pages.
 */
const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

export function createHeaders(settings: Settings): Headers {
  const https = settings.publicUrl.startsWith('https:');
  const authOrigin = new URL(settings.authUrl).origin;

  const base: Record<string, string> = {
    'reporting-endpoints': `csp="${settings.authUrl}/csp-report"`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissions.map((name) => `${name}=()`).join(', '),
    'x-permitted-cross-domain-policies': 'none',
    'cache-control': 'no-store',
  };
  if (https) base['strict-transport-security'] = 'max-age=63072000; includeSubDomains; preload';

  const api = {
    ...base,
    'x-frame-options': 'DENY',
    'content-security-policy': apiPolicy,
  };

  function page(
    styleHashes: readonly string[],
    { formTo, framed = settings.frameOrigins.length > 0 }: PageHeaderOptions = {},
  ): HeaderSet {
    // X-Frame-Options cannot name an origin, so it goes where frames are allowed; frame-ancestors says the same and more.
    const frameAncestors = framed
      ? `frame-ancestors 'self' ${settings.frameOrigins.join(' ')}`
      : "frame-ancestors 'none'";
    const formOrigins = [...originsOf(settings), ...(formTo === undefined ? [] : [formTo])];
    const policy = [
      "default-src 'none'",
      "script-src 'self'",
      ["style-src 'self'", ...new Set(styleHashes.map((hash) => `'${hash}'`))].join(' '),
      "img-src 'self' data:",
      "font-src 'self'",
      [
        "connect-src 'self'",
        ...otherOrigins(settings, [
          authOrigin,
          new URL(settings.logIntakeUrl).origin,
          ...(settings.sentryDsn === undefined ? [] : [new URL(settings.sentryDsn).origin]),
        ]),
      ].join(' '),
      "manifest-src 'self'",
      // Chromium holds the redirects of a form's answer to this list too, so it names where a sign-in may lead.
      ["form-action 'self'", ...otherOrigins(settings, formOrigins)].join(' '),
      "base-uri 'none'",
      "object-src 'none'",
      "frame-src 'none'",
      "worker-src 'none'",
      frameAncestors,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      ...(https ? ['upgrade-insecure-requests'] : []),
      'report-to csp',
      'report-uri /csp-report',
    ].join('; ');
    const { ...headers } = base;
    if (!framed) headers['x-frame-options'] = 'DENY';
    headers['content-security-policy'] = policy;
    return headers;
  }

  return { api, page };
}

function otherOrigins(settings: Settings, origins: readonly string[]): string[] {
  return [...new Set(origins)].filter((origin) => origin !== new URL(settings.publicUrl).origin);
}

/** The id of a request: in its log line, in the error body, from which the support code is made, and in this header. */
export const requestIdHeader = 'x-request-id';
