import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { keysOf } from '@app/texts/test/catalogue-keys.ts';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');
const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  .map((name) => readFileSync(join(src, name), 'utf8'))
  .join('\n');

/** Keys whose last part is a value of the contract: `t(`frame.values.${method}`)`, which the compiler checks. */
const families = [...code.matchAll(/`([a-z][\w-]*(?:\.\w+)*\.)\$\{/g)].map(([, family = '']) => family);
const isUsed = (key: string): boolean =>
  code.includes(`'${key}'`) || families.some((family) => key.startsWith(family));

const locales = join(src, 'i18n/locales');

test.each(readdirSync(locales))('every text of %s is used', (area) => {
  const keys = keysOf(join(locales, area)).map((key) => `${area}.${key}`);
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
});
