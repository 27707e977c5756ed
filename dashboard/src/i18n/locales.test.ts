import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describeCatalogues, keysOf } from '@app/texts/test/describe-catalogues.ts';
import { describe, expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');
const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  .map((name) => readFileSync(join(src, name), 'utf8'))
  .join('\n');

/** Keys whose last part is a value of the contract: `t(`people.methods.${method}`)`, which the compiler checks. */
const families = [...code.matchAll(/`([a-z][\w-]*(?:\.\w+)*\.)\$\{/g)].map(([, family = '']) => family);
const isUsed = (key: string): boolean =>
  code.includes(`'${key}'`) || families.some((family) => key.startsWith(family));

/** Words that are the same in English and in the language itself, by area. */
const sameAsEnglish: Readonly<Record<string, readonly string[]>> = {
  'audit-log': [
    'de names.name',
    'de system',
    'de values.google',
    'de names.entityId',
    'de names.status',
    'it names.entityId',
    'no names.status',
    'es no',
    'es values.google',
    'fr values.google',
    'it no',
    'it values.password',
    'it values.google',
    'it values.saml',
    'no values.google',
  ],
  overview: [
    'de plot.google',
    'es plot.google',
    'fr plot.google',
    'it plot.password',
    'it plot.google',
    'it plot.saml',
    'no plot.google',
  ],
  'sign-in-log': [
    'de columns.person',
    'de methods.google',
    'de platforms.aircall-workspace',
    'de platforms.dashboard',
    'es methods.google',
    'es platforms.aircall-workspace',
    'fr filters.type',
    'fr methods.google',
    'fr platforms.aircall-workspace',
    'it methods.password',
    'it methods.google',
    'it methods.saml',
    'it platforms.aircall-workspace',
    'it platforms.dashboard',
    'no filters.type',
    'no columns.person',
    'no methods.google',
    'no platforms.aircall-workspace',
  ],
  frame: [
    'de title',
    'it title',
    'de account.system',
    'no account.system',
    'fr areas.invitations',
    'fr navigation.label',
    'fr notices.region',
    'fr pages.label',
    'fr table.page',
    'it confirmSignIn.password',
  ],
  invitations: [
    'de state.label',
    'de inviting.rows.check',
    'no inviting.rows.check',
    'de columns.person',
    'de columns.name',
    'de columns.state',
    'de inviting.name',
    'fr title',
    'fr columns.actions',
    'no state.label',
    'no columns.person',
    'no columns.state',
  ],
  people: [
    'de columns.name',
    'de columns.status',
    'de methods.google',
    'de code',
    'de person.title',
    'es methods.google',
    'fr methods.google',
    'it methods.password',
    'it methods.google',
    'it methods.saml',
    'no columns.status',
    'no methods.google',
    'no person.title',
  ],
  me: [
    // Names of products.
    ...['de', 'es', 'fr', 'it', 'no'].flatMap((language) => [
      `${language} profile.methods.google`,
      `${language} platforms.aircall-workspace`,
    ]),
    'de profile.name',
    'de platforms.dashboard',
    'it platforms.dashboard',
    'it profile.methods.saml',
    'it password.title',
    'fr sessions.title',
  ],
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
