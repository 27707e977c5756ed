/** The rule of redirects: what it lets through leads to an origin of the list, as a browser reads it (threat D1). */
import { hostileRedirects } from '@app/contract/test/hostile-redirects.ts';
import { allowedRedirect, originsOf, platformOfRedirect } from '@app/contract/pages/redirects.ts';

import { hold, type Target } from '#test/fuzz/readers/target.ts';

const targets = {
  publicUrl: 'https://login.northline.test:8443',
  allowedOrigins: ['https://partner.example'],
  dashboardUrl: 'https://app.northline.test/dashboard',
  workspaceUrl: 'https://work.northline.test/',
  desktopUrl: 'northline://',
  authUrl: 'https://login.northline.test:8443',
  identityUrl: 'https://id.northline.test',
};
const allowed = [
  '/dashboard/people?a=1#b',
  'https://app.northline.test/dashboard/x',
  'https://partner.example',
  'northline://open/call?number=1',
];

export const target: Target = {
  files: ['/pages/redirects.ts'],
  seeds: [...allowed, ...hostileRedirects({ origin: 'https://app.northline.test', desktop: 'northline' })],
  dictionary: [
    'https://',
    '//',
    '/\\',
    '\\',
    '@',
    '@evil.test',
    '.evil.test',
    ':443',
    '%2f',
    '%5c',
    '%00',
    '\t',
    '\n',
    '\r',
    'javascript:',
    'data:',
    'northline:',
    'northline://',
    '..',
    '/.',
    '#',
    '?',
    '。',
    '／',
    '℀',
    '\u202e',
    'xn--',
    '[::1]',
    '0x7f.1',
    ...allowed,
  ],
  check(input) {
    const text = new TextDecoder().decode(input);
    const href = allowedRedirect(text, targets);
    if (href === undefined) return;
    // The text itself and what the rule made of it, as a page of ours would follow them.
    for (const address of [text, href]) {
      const url = new URL(address, `${targets.publicUrl}/login`);
      const good = url.protocol === 'northline:' || originsOf(targets).includes(url.origin);
      hold(good, `${address} leads to ${url.origin}`);
      hold(url.username === '' && url.password === '', `${address} names a user`);
    }
    hold(allowedRedirect(href, targets) === href, `${href} is refused the second time`);
    platformOfRedirect(href, targets);
  },
};
