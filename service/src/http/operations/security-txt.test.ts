import { afterEach, expect, it } from 'vitest';
import { days } from '@app/contract/fields/durations.ts';

import { createTestApp, type TestApp } from '#test/setup/test-app.ts';
import type { Settings } from '#settings/config.ts';

import { securityTxtPath } from './security-txt.ts';

let service: TestApp | undefined;
afterEach(() => service?.close());

const withSettings = async (settings: Partial<Settings>) => {
  service = await createTestApp({ settings: { publicUrl: 'https://login.example.com', ...settings } });
  const { app, deps } = service;
  const read = () => app.inject({ url: securityTxtPath, headers: { host: 'login.example.com' } });
  return { read, deps };
};

it('names the contacts in their order, the policy and its own address', async () => {
  const { read, deps } = await withSettings({
    securityContacts: ['mailto:security@example.com', 'https://example.com/report'],
    securityPolicyUrl: 'https://example.com/security',
  });
  const answer = await read();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  const day = new Date(deps.clock() + days(90)).toISOString().slice(0, 10);
  expect(answer.body).toBe(
    [
      'Contact: mailto:security@example.com',
      'Contact: https://example.com/report',
      `Expires: ${day}T00:00:00Z`,
      'Preferred-Languages: en',
      'Canonical: https://login.example.com/.well-known/security.txt',
      'Policy: https://example.com/security',
      '',
    ].join('\n'),
  );
});

it('stays in the future and within a year, as long as the service runs', async () => {
  const { read, deps } = await withSettings({ securityContacts: ['mailto:security@example.com'] });
  for (let year = 0; year < 3; year += 1) {
    const [, expires = ''] = /^Expires: (\S+)$/m.exec((await read()).body) ?? [];
    expect(Date.parse(expires)).toBeGreaterThan(deps.clock());
    expect(Date.parse(expires)).toBeLessThan(deps.clock() + days(365));
    deps.advance(days(365));
  }
});

it('is not there without a contact', async () => {
  const { read } = await withSettings({});
  expect((await read()).statusCode).toBe(404);
});
