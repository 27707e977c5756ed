/**
 * The words of everything that people read: the app, the emails, the help page, in six languages. `glossary.json` has
 * one word for one thing in each language, and the words that are never used for it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { expect, test } from 'vitest';

import glossary from './glossary.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
const dashboard = 'dashboard/src/i18n/locales';
const catalogues = [
  'sign-in/src/i18n/locales',
  'sign-in/src/i18n/locales/later',
  'service/src/texts',
  ...readdirSync(join(root, dashboard)).map((area) => `${dashboard}/${area}`),
];

type Language = keyof typeof glossary;
interface Entry {
  readonly say: string;
  /** A `*` at the end is for any ending. */
  readonly never: readonly string[];
  /** Keys whose words the specification gives, or where the word means another thing. */
  readonly except?: readonly string[];
}
const languages = Object.keys(glossary) as Language[];

function flat(node: unknown, path = ''): [key: string, text: string][] {
  if (typeof node === 'string') return [[path, node]];
  return Object.entries(node as object).flatMap(([key, inner]) =>
    flat(inner, path === '' ? key : `${path}.${key}`),
  );
}
const textsOf = (language: Language): [key: string, text: string][] =>
  catalogues.flatMap((folder) =>
    flat(
      JSON.parse(readFileSync(join(root, folder, `${language}.json`), 'utf8')),
      folder.startsWith(dashboard) ? `dashboard.${basename(folder)}` : '',
    ),
  );

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
  const entries: readonly Entry[] = glossary[language];
  const found = entries.flatMap(({ say, never, except = [] }) =>
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
  expect(entries.filter(({ say }) => !all.toLowerCase().includes(say.toLowerCase()))).toEqual([]);
  const keys = new Set(texts.map(([key]) => key));
  expect(entries.flatMap(({ except = [] }) => except).filter((key) => !keys.has(key))).toEqual([]);
});

/** A number whose unit may come on the next line: the space between them breaks. English has the specification's texts. */
const looseNumber = /(?<!\p{L}[\d.-]*)(?:\d|\{\{(?:count|seconds|n|number)\}\}) \p{L}/u;

/** What no text of a language has: typewriter quotes, other spaces, another register. */
const faults: Record<Language, readonly RegExp[]> = {
  // The specification's own texts have straight quotes.
  en: [/[’“”„«»]/],
  // A compound with a name of two words is wrong: “Vox & Söhne-Konto”.
  de: [looseNumber, /['"’”]/, /\{\{reseller\}\}-/],
  es: [looseNumber, /['"’]/, /^[^¿]*\?/, /^[^¡]*!/],
  fr: [
    looseNumber,
    /['"]/,
    /(?<!\u202f)[?!;]/,
    /(?<!\u00a0)[:»]/,
    /«(?!\u00a0)/,
    /[\u00a0\u202f](?![?!;:»\p{L}\p{N}]|\{\{\w+\}\})/u,
  ],
  // The capital of courtesy in the middle of a sentence, and at the end of a verb.
  it: [looseNumber, /['"]/, /[\p{Ll},] (?:La|Le|Lei|Suo|Sua)(?!\p{L})/u, /\p{Ll}L[ae](?!\p{L})/u],
  no: [looseNumber, /['"’]/, /[\p{Ll},] (?:De|Dem|Deres)(?!\p{L})/u],
};

test.each(languages)('%s is set as that language is', (language) => {
  const texts = textsOf(language);
  const found = faults[language].flatMap((fault) =>
    texts.filter(([, text]) => fault.test(text)).map((each) => `${String(fault)} ${each.join(': ')}`),
  );
  expect(found).toEqual([]);
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
