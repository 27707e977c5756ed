import { expect, test } from 'vitest';

import { clientType } from './client-type.ts';

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
test.each([
  [chrome, false, 'web'],
  [chrome, true, 'cti'],
  [`${chrome} NorthlineDesktop/2.4.1`, false, 'desktop'],
  [`${chrome} Vox-Desktop/2`, true, 'desktop'],
  [
    chrome.replace('Chrome/', 'Northline/2.4 Chrome/').replace('Safari/', 'Electron/39.1.0 Safari/'),
    false,
    'desktop',
  ],
  [`${chrome} Desktop`, false, 'web'],
  ['Mozilla/5.0 (Desktop; NotElectron/1)', false, 'web'],
  ['', false, 'web'],
])('the user agent %s, framed: %s, is %s', (userAgent, framed, expected) => {
  expect(clientType({ userAgent, framed })).toBe(expected);
});
