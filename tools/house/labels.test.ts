/** The texts of all apps, emails and pages side by side: labels with the same words. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const dashboard = 'dashboard/src/i18n/locales';
const folders: Readonly<Record<string, string>> = {
  'sign-in': 'sign-in/src/i18n/locales',
  later: 'sign-in/src/i18n/locales/later',
  ...Object.fromEntries(readdirSync(join(root, dashboard)).map((area) => [area, `${dashboard}/${area}`])),
};
const languages = ['en', 'de', 'es', 'fr', 'it', 'no'] as const;
type Language = (typeof languages)[number];
type Tree = string | { readonly [key: string]: Tree };

const readIn = (folder: string, language: Language) =>
  JSON.parse(readFileSync(join(root, folder, `${language}.json`), 'utf8')) as Record<string, Tree>;
const read = (language: Language): { readonly [key: string]: Tree } => ({
  // Emails, help and logout.
  ...readIn('service/src/texts', language),
  ...Object.fromEntries(Object.entries(folders).map(([name, folder]) => [name, readIn(folder, language)])),
});
const catalogues = new Map(languages.map((language) => [language, read(language)]));

const at = (tree: Tree | undefined, path: string): Tree | undefined =>
  path
    .split('.')
    .reduce<Tree | undefined>((node, key) => (typeof node === 'object' ? node[key] : undefined), tree);
const flat = (node: Tree, path = ''): [key: string, text: string][] =>
  typeof node === 'string'
    ? [[path, node]]
    : Object.entries(node).flatMap(([key, inner]) => flat(inner, path ? `${path}.${key}` : key));
const textsOf = (language: Language): [key: string, text: string][] => flat(catalogues.get(language) as Tree);

/** Keys of one thing: its name in the navigation, on its page, in a list, a dialog, a toast and a log. */
const oneThing: readonly (readonly string[])[] = [
  ['frame.areas.singleSignOn', 'frame.values.saml'],
  ['frame.areas.secondStep', 'frame.fields.secondStep', 'people.bulk.secondStep.action'],
  ['frame.fields.method', 'people.bulk.method.action'],
  ['frame.values.unconfirmed', 'invitations.state.waiting'],
  ['frame.invite', 'overview.firstSteps.invite'],
  ['me.password.forgot', 'sign-in.login.forgot'],
  ['frame.account.help', 'sign-in.frame.helpCentre'],
  ['frame.notices.dismiss', 'later.notices.dismiss'],
  ['frame.failures.supportCode', 'sign-in.supportCode.label'],
];

test.each(languages)('%s has one name for one thing', (language) => {
  const tree = catalogues.get(language);
  for (const [first = '', ...others] of oneThing) {
    const name = at(tree, first);
    expect(name, first).toBeDefined();
    for (const other of others) expect(at(tree, other), `${first} and ${other}`).toEqual(name);
  }
});

const quotes: Record<Language, RegExp> = {
  en: /"([^"]+)"/g,
  de: /„([^“]+)“/g,
  es: /«([^»]+)»/g,
  fr: /«\u00a0([^»]+)\u00a0»/g,
  it: /«([^»]+)»/g,
  no: /«([^»]+)»/g,
};
const quotedIn = (language: Language): [key: string, label: string][] =>
  textsOf(language).flatMap(([key, text]) =>
    [...text.matchAll(quotes[language])].flatMap(([, label = '']) =>
      label.includes('{{') ? [] : [[key, label] as [string, string]],
    ),
  );

test('a label that a text quotes is on a page in the same words', () => {
  const english = new Map(textsOf('en'));
  const german = new Map(textsOf('de'));
  // What English and German say alike is a name in the console of a provider.
  const isForeign = ([key, label]: [string, string]): boolean =>
    [english, german].every((texts) => texts.get(key)?.includes(label));
  for (const language of languages) {
    const labels = new Set(textsOf(language).map(([, text]) => text));
    const unknown = quotedIn(language).filter((each) => !isForeign(each) && !labels.has(each[1]));
    expect(unknown, language).toEqual([]);
  }
});

test('no text has the name of a reseller, which is a setting', () => {
  for (const language of languages)
    expect(textsOf(language).filter(([, text]) => /(?<!_)northline/i.test(text))).toEqual([]);
});

test.each(languages)('a thousand is written in %s as Intl writes it', (language) => {
  const numbers = textsOf(language).flatMap(([key, text]) =>
    [...text.matchAll(/\d{1,3}(?:[.,\u00a0\u202f ]\d{3})+(?!\d)|\d{5,}/g)].map(([written]) => ({
      key,
      written,
    })),
  );
  for (const { key, written } of numbers)
    expect(written, key).toBe(Number(written.replaceAll(/\D/g, '')).toLocaleString(language));
});

test.each(languages)('%s has every plural form that a count can ask for', (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const keys = new Set(textsOf(language).map(([key]) => key));
  const plural = /_(zero|one|two|few|many|other)$/;
  for (const key of [...keys].filter((each) => plural.test(each))) {
    expect(pluralCategories, key).toContain(plural.exec(key)?.[1]);
    // `_many` is for whole millions, and falls back to `_other` (texts/src/translate.ts).
    expect(keys, key).toContain(key.replace(plural, '_other'));
  }
});
