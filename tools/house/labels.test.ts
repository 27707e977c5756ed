/** The texts of all apps, emails and pages side by side: labels with the same words. */
import { languages, type Language } from '@app/contract/fields/vocabulary.ts';
import { textsOf } from '@app/testing/product/texts.ts';
import { expect, test } from 'vitest';

/** Keys of one thing: its name in the navigation, on its page, in a list, a dialog, a toast and a log. */
const oneThing: readonly (readonly string[])[] = [
  ['dashboard.frame.areas.singleSignOn', 'dashboard.frame.values.saml'],
  [
    'dashboard.frame.areas.secondStep',
    'dashboard.frame.fields.secondStep',
    'dashboard.people.bulk.secondStep.action',
  ],
  ['dashboard.frame.fields.method', 'dashboard.people.bulk.method.action'],
  ['dashboard.frame.values.unconfirmed', 'dashboard.invitations.state.waiting'],
  ['dashboard.frame.invite', 'dashboard.overview.firstSteps.invite'],
  ['dashboard.me.password.forgot', 'login.forgot'],
  ['dashboard.frame.account.help', 'frame.helpCentre'],
  ['dashboard.frame.notices.dismiss', 'notices.dismiss'],
  ['dashboard.frame.failures.supportCode', 'supportCode.label'],
];

test.each(languages)('%s has one name for one thing', (language) => {
  const texts = new Map(textsOf(language));
  for (const [first = '', ...others] of oneThing) {
    const name = texts.get(first);
    expect(name, first).toBeDefined();
    for (const other of others) expect(texts.get(other), `${first} and ${other}`).toBe(name);
  }
});

/** A label in the quotation marks of any of the languages. */
const quoted = /["„«]\u00a0?([^"“»]+?)\u00a0?["“»]/g;
const quotedIn = (language: Language): [key: string, label: string][] =>
  textsOf(language).flatMap(([key, text]) =>
    [...text.matchAll(quoted)].flatMap(([, label = '']) =>
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
