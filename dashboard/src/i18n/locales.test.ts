import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describeCatalogues, keysOf } from '@app/texts/test/describe-catalogues.ts';
import { describe, expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');
const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  .map((name) => readFileSync(join(src, name), 'utf8'))
  .join('\n');

/** Keys whose last part is a value of the contract: `t(`frame.values.${method}`)`, which the compiler checks. */
const families = [...code.matchAll(/`([a-z][\w-]*(?:\.\w+)*\.)\$\{/g)].map(([, family = '']) => family);
const isUsed = (key: string): boolean =>
  code.includes(`'${key}'`) || families.some((family) => key.startsWith(family));

/** Words that are the same in English and in the language itself, by area. */
const sameAsEnglish: Readonly<Record<string, readonly string[]>> = {
  'audit-log': [
    'de names.name',
    'de system',
    'de names.entityId',
    'de names.status',
    'it names.entityId',
    'no names.status',
    'es no',
    'it no',
  ],
  'sign-in-log': ['fr filters.type', 'no filters.type'],
  frame: [
    // Names of products.
    ...['de', 'es', 'fr', 'it', 'no'].flatMap((language) => [
      `${language} values.google`,
      `${language} platforms.aircall-workspace`,
    ]),
    'de title',
    'de account.system',
    'de fields.name',
    'de fields.person',
    'de fields.status',
    'de platforms.dashboard',
    'fr areas.invitations',
    'fr notices.region',
    'fr pages.label',
    'fr table.page',
    'it title',
    'it confirmSignIn.password',
    'it platforms.dashboard',
    'it values.password',
    'no account.system',
    'no fields.person',
    'no fields.status',
  ],
  invitations: ['de inviting.name', 'fr columns.actions'],
  people: ['de code'],
  me: ['fr sessions.title', 'it password.title'],
  'single-sign-on': [
    'de domains.title',
    'de domains.label',
    'de domains.recordName',
    'fr domains.recordType',
    'no domains.recordType',
    'no metadata.title',
  ],
};

const areas = readdirSync(join(src, 'i18n/locales'));

describe.each(areas)('%s', (area) => {
  const folder = join(src, 'i18n/locales', area);
  describeCatalogues(folder, new Set(sameAsEnglish[area]));

  test('every text is used', () => {
    const keys = keysOf(folder).map((key) => `${area}.${key}`);
    expect(keys.filter((key) => !isUsed(key))).toEqual([]);
  });
});
