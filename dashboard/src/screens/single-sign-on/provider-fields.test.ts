/** Each tab says the same as docs/integration.md, so that an admin is never told two things about a provider. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { providers } from './provider-fields.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/integration.md'), 'utf8');
const headings = {
  entra: 'Microsoft Entra ID',
  okta: 'Okta',
  google: 'Google Workspace',
  keycloak: 'Keycloak',
  adfs: 'ADFS',
} as const;

/** Without the marks of Markdown, line ends, capitals and what joins a name to its value. */
const plain = (text: string): string =>
  text
    .replaceAll(/[*_`:;,]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();
const sectionOf = (heading: string): string =>
  plain(guide.split(`### ${heading}\n`)[1]?.split('\n### ')[0] ?? '');

test.each(Object.entries(headings))('%s: every fixed value of the tab stands in the guide', (id, heading) => {
  const fixed = providers.find((provider) => provider.id === id)?.fixed ?? [];
  expect(fixed.length).toBeGreaterThan(0);
  const section = sectionOf(heading);
  for (const [field, value] of fixed) {
    const name = plain(field.replace(/ \(.*\)$/, '')).trim();
    const text = plain(value).trim();
    expect(section, field).toContain(text);
    // A command is shown without its shell's name.
    if (field !== 'PowerShell') expect(section, value).toContain(name);
  }
});

test.each(Object.entries(headings))('%s: the way through the console stands in the guide', (id, heading) => {
  const path = providers.find((provider) => provider.id === id)?.path ?? [];
  const section = sectionOf(heading);
  const steps = path.slice(1).filter((step) => !step.includes(':') && step !== 'Single sign-on');
  expect(steps.length).toBeGreaterThan(0);
  for (const step of steps)
    expect(section, step).toContain(plain(step.replace(/^Enterprise apps$/, 'Enterprise app')).trim());
});

test('the signed response of Google Workspace is off on both', () => {
  const google = providers.find(({ id }) => id === 'google');
  expect(google?.fixed).toContainEqual(['Signed response', 'off']);
  expect(sectionOf('Google Workspace')).toContain('leave signed response off');
});
