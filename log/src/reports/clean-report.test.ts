import { expect, test } from 'vitest';

import { sensitive } from '#secret-names.ts';

import { cleanEnvelope, cleanReport, cleanReportText } from './clean-report.ts';

const secret = 'Kestrel-Harbour-27!';
const token = 'q5Wm2x_K9dVfR-3tYzLhB8nCjPsE0aGuTiMoXyQ7wZk';

test.each([
  ['an address of a mail', 'ada@northline.test was refused', '<email> was refused'],
  ['a query', 'GET https://a.test/reset?token=abc', 'GET https://a.test/reset'],
  ['a query alone', '?token=abc', sensitive],
  ['a fragment alone', '#id_token=abc', sensitive],
  ['a name in a selector', 'button[aria-label="Remove Ada"] > svg', 'button[aria-label] > svg'],
])('cuts %s', (_, text, clean) => {
  expect(cleanReportText(text)).toBe(clean);
});

test.each(['#f2ebe2', 'at t (https://a.test/assets/main-Des-ldmJ.js:1:34)', '/dashboard/people', '1.9.0'])(
  'keeps %s',
  (text) => {
    expect(cleanReportText(text)).toBe(text);
  },
);

test('an event loses its secrets and its headers, and keeps what the intake needs', () => {
  const event = {
    event_id: '0f'.repeat(16),
    release: '1.9.0',
    request: { url: `https://a.test/reset?token=${token}`, headers: { Referer: 'https://a.test/?code=1' } },
    exception: {
      values: [
        {
          type: 'Error',
          value: `password=${secret} for ada@northline.test`,
          stacktrace: { frames: [{ filename: 'https://a.test/assets/main-a.js', lineno: 1, colno: 77 }] },
          mechanism: { type: 'onerror', handled: false },
        },
      ],
    },
    breadcrumbs: [{ category: 'navigation', data: { from: '/login?error=unknown', to: `/reset#${token}` } }],
    contexts: { react: { componentStack: 'at Screen (main-a.js:1:2)' }, state: { newPassword: secret } },
    debug_meta: {
      images: [{ type: 'sourcemap', code_file: 'https://a.test/assets/main-a.js', debug_id: '1' }],
    },
    spans: [{ data: { 'http.query': `?a=${secret}`, 'http.response.status_code': 200 } }],
  };
  expect(cleanReport(event)).toEqual({
    ...event,
    request: { url: 'https://a.test/reset' },
    exception: { values: [{ ...event.exception.values[0], value: `password=${sensitive} for <email>` }] },
    breadcrumbs: [{ category: 'navigation', data: { from: '/login', to: '/reset' } }],
    contexts: { ...event.contexts, state: { newPassword: sensitive } },
    spans: [{ data: { 'http.query': sensitive, 'http.response.status_code': 200 } }],
  });
});

test('finds secrets at any depth, and keeps the shape of a recorded page', () => {
  let node: unknown = { type: 3, textContent: `Bearer ${token}`, id: 1 };
  for (let depth = 0; depth < 200; depth += 1) node = { type: 2, tagName: 'div', childNodes: [node], id: 2 };
  const clean = JSON.stringify(cleanReport(node));
  expect(clean).not.toContain(token);
  expect(clean.split('"tagName":"div"')).toHaveLength(201);
  const style = { tagName: 'link', attributes: { _cssText: `a{color:red}${'b'.repeat(9000)}` } };
  expect(cleanReport(style)).toEqual(style);
});

test('a recording is cleaned and its length is right; what cannot be read is left out', () => {
  const events = [{ type: 4, data: { href: `https://a.test/reset?token=${token}` }, timestamp: 1 }];
  const recording = `{"segment_id":0}\n${JSON.stringify(events)}`;
  const [headers, items] = cleanEnvelope([
    { event_id: '1', sent_at: '2026-11-22T00:00:00.000Z' },
    [
      [{ type: 'replay_event' }, { urls: ['https://a.test/login?email=ada'] }],
      [{ type: 'replay_recording', length: recording.length }, recording],
      [{ type: 'replay_recording', length: 3 }, 'no recording'],
      [{ type: 'attachment', length: 2 }, new Uint8Array(2)],
    ],
  ]);
  expect(headers).toEqual({ event_id: '1', sent_at: '2026-11-22T00:00:00.000Z' });
  const clean = '{"segment_id":0}\n[{"type":4,"data":{"href":"https://a.test/reset"},"timestamp":1}]';
  expect(items).toEqual([
    [{ type: 'replay_event' }, { urls: ['https://a.test/login'] }],
    [{ type: 'replay_recording', length: clean.length }, clean],
  ]);
});
