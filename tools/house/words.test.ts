/**
 * The words of everything that people read: the apps, the emails, the help page, in each language. `glossary.json` has
 * one word for one thing in each language, the words that are never used for it, and what no text of the language has.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { languages, type Language } from '@app/contract/fields/vocabulary.ts';
import { expect, test } from 'vitest';

import { root } from '#tools/command/root.mjs';
import { textsOf } from '@app/testing/product/texts.ts';

import glossary from './glossary.json' with { type: 'json' };

interface Word {
  readonly say: string;
  /** A `*` at the end is for any ending. */
  readonly never: readonly string[];
  /** Keys whose words the specification gives, or where the word means another thing. */
  readonly except?: readonly string[];
}

interface Fault {
  readonly fault: string;
  /** A regular expression that no text matches. */
  readonly never: string;
  /** As for a word. */
  readonly except?: readonly string[];
}

interface Guide {
  readonly words: readonly Word[];
  /** What no text has: marks of another language, another register. */
  readonly faults: readonly Fault[];
  /** The keys of the texts that are the same words in English. */
  readonly sameAsEnglish: readonly string[];
}

/** A language without a guide does not compile. */
const guides: Readonly<Record<Language, Guide>> = glossary;

const withoutValues = (text: string): string => text.replaceAll(/\{\{\w+\}\}/g, '');

/** Finds a word or a phrase on its own, not within a longer word. One with a capital is found as it is written. */
function matcher(phrase: string): RegExp {
  const open = phrase.endsWith('*');
  const words = (open ? phrase.slice(0, -1) : phrase).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}-])${words}${open ? '' : String.raw`(?![\p{L}\p{N}])`}`,
    /\p{Lu}/u.test(words) ? 'u' : 'iu',
  );
}

test.each(languages)('%s has one word for one thing', (language) => {
  const texts = textsOf(language);
  const { words } = guides[language];
  const found = words.flatMap(({ say, never, except = [] }) =>
    never.flatMap((phrase) => {
      const other = matcher(phrase);
      return texts
        .filter(([key, text]) => !except.includes(key) && other.test(withoutValues(text)))
        .map(([key, text]) => `${key} says “${phrase}” for “${say}”: ${text}`);
    }),
  );
  expect(found).toEqual([]);
  // A word that no text says, or an exception without its text, would be left over from a text that has gone.
  const all = texts.map(([, text]) => text).join('\n');
  expect(words.filter(({ say }) => !all.toLowerCase().includes(say.toLowerCase()))).toEqual([]);
  const keys = new Set(texts.map(([key]) => key));
  expect(words.flatMap(({ except = [] }) => except).filter((key) => !keys.has(key))).toEqual([]);
});

/** Two spaces, a space at an end, a hyphen for a dash, three dots but in the specification's text. */
const inAll = [/ {2}|^\s|\s$/, / - /, /(?<!^Oh oh)\.{3}/];
/** Typewriter quotes, and a number whose unit may come on the next line. English has the specification's texts. */
const inTranslations = [/['"]/, /(?<!\p{L}[\d.-]*)(?:\d|\{\{(?:count|seconds|n|number)\}\}) \p{L}/u];

test.each(languages)('%s is set as that language is', (language) => {
  const patterns = language === 'en' ? inAll : [...inAll, ...inTranslations];
  const faults = [
    ...patterns.map((never) => ({ fault: String(never), never, except: [] })),
    ...guides[language].faults.map(({ never, ...each }) => ({ ...each, never: new RegExp(never, 'u') })),
  ];
  const found = textsOf(language).flatMap(([key, text]) =>
    faults
      .filter(({ never, except = [] }) => never.test(text) && !except.some((each) => matcher(each).test(key)))
      .map(({ fault }) => `${key} has ${fault}: ${text}`),
  );
  expect(found).toEqual([]);
});

/** The names of products. */
const sameInAll = ['dashboard.frame.values.google', 'dashboard.frame.platforms.aircall-workspace'];

test.each(languages.filter((language) => language !== 'en'))('%s leaves nothing in English', (language) => {
  const english = new Map(textsOf('en'));
  const same = textsOf(language)
    .filter(([key, text]) => english.get(key) === text && !sameInAll.includes(key))
    .map(([key]) => key);
  expect(same.toSorted()).toEqual(guides[language].sameAsEnglish.toSorted());
});

test('every title of a page ends in the name of the reseller', () => {
  const titles = languages.flatMap((language) =>
    textsOf(language).filter(([key]) => key === 'title' || key.startsWith('titles.')),
  );
  expect(titles.filter(([, text]) => !text.endsWith(' – {{reseller}}'))).toEqual([]);
});

test('the pages that the service and its development write themselves are in plain English', () => {
  const folders = ['service/dev', 'service/src/http'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.[jt]s$/.test(name))
      .map((name) => join(folder, name)),
  );
  const never = ['somebody*', 'anew', 'is none', 'stands', 'whole as'].map(matcher);
  const found = files.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '');
    return code
      .split('\n')
      .filter((line) => never.some((word) => word.test(line.replace(/ \/\/ .*$/, ''))))
      .map((line) => `${file}: ${line.trim()}`);
  });
  expect(found).toEqual([]);
});
