import * as limits from '@app/contract/fields/limits.ts';
import type { Language } from '@app/contract/fields/vocabulary.ts';
import { expect, test, vi } from 'vitest';

import { changeLanguage } from './language.ts';
import { catalogueLoader } from './load-catalogue.ts';
import { createTexts } from './texts.ts';

const en = { login: { submit: 'Login', lead: 'Log in to your {{reseller}} account.' } };
const de = { login: { submit: 'Anmelden', lead: 'Melden Sie sich bei {{reseller}} an.' } };
const laterEn = {
  code: { title: 'Enter security code' },
  wait: { minutes_one: 'Please wait {{count}} minute.', minutes_other: 'Please wait {{count}} minutes.' },
};
const laterDe = {
  code: { title: 'Sicherheitscode eingeben' },
  wait: { minutes_one: 'Warten Sie {{count}} Minute.', minutes_other: 'Warten Sie {{count}} Minuten.' },
};

const addressOf = (language: Language, name: string) => `/${name}/${language}.json`;

function open(read: typeof fetch) {
  return createTexts<string, 'first' | 'later'>({
    language: 'en',
    catalogues: { first: en },
    reseller: 'Vox & Söhne',
    load: catalogueLoader(addressOf, read),
  });
}
const german = () => Response.json(de);

test('the texts are available immediately, with the unescaped name of the reseller', () => {
  const texts = open(() => Promise.reject(new Error('nothing is read')));
  expect(texts.t('login.submit')).toBe('Login');
  expect(texts.t('login.lead')).toBe('Log in to your Vox & Söhne account.');
});

test('of two languages chosen in a row the last one is shown and stored, whichever loads first', async () => {
  const late = Promise.withResolvers<Response>();
  const texts = open(async (address) => (address === '/first/de.json' ? german() : late.promise));
  const first = changeLanguage(texts, 'fr');
  expect(await changeLanguage(texts, 'de')).toBe(true);
  late.resolve(Response.json(en));
  expect(await first).toBe(true);
  expect(texts.language).toBe('de');
  expect(document.cookie).toContain('lng=de');
});

test('another language is loaded once, shown and stored', async () => {
  const read = vi.fn(async () => german());
  const texts = open(read);
  expect(await changeLanguage(texts, 'de')).toBe(true);
  expect(texts.t('login.submit')).toBe('Anmelden');
  expect(document.cookie).toContain('lng=de');
  expect(await changeLanguage(texts, 'en')).toBe(true);
  expect(await changeLanguage(texts, 'de')).toBe(true);
  expect(read).toHaveBeenCalledTimes(1);
});

test('a failed load is retried five times, first after 350 ms, doubling each wait', async () => {
  vi.useFakeTimers();
  const at: number[] = [];
  const begun = Date.now();
  const texts = open(async () => {
    at.push(Date.now() - begun);
    return new Response('', { status: 503 });
  });
  const changed = changeLanguage(texts, 'de');
  await vi.runAllTimersAsync();
  expect(await changed).toBe(false);
  expect(at).toEqual([0, 350, 1050, 2450, 5250, 10850]);
  expect(at).toHaveLength(1 + limits.translationRetries);
  expect(texts.t('login.submit')).toBe('Login');
  expect(document.cookie).not.toContain('lng=');
});

test('a load that fails four times is retried and succeeds', async () => {
  vi.useFakeTimers();
  let reads = 0;
  const texts = open(async () => {
    reads += 1;
    return reads > 4 ? german() : new Response('', { status: 503 });
  });
  const changed = changeLanguage(texts, 'de');
  await vi.runAllTimersAsync();
  expect(await changed).toBe(true);
  expect([reads, texts.t('login.submit')]).toEqual([5, 'Anmelden']);
});

test('a load without a connection is retried and succeeds when the connection is back', async () => {
  vi.useFakeTimers();
  let reads = 0;
  const texts = open(async () => {
    reads += 1;
    if (reads < 4) throw new TypeError('Failed to fetch');
    return german();
  });
  const changed = changeLanguage(texts, 'de');
  await vi.runAllTimersAsync();
  expect(await changed).toBe(true);
  expect(reads).toBe(4);
});

test('a missing catalogue is not retried until the person chooses the language again', async () => {
  const answers = [new Response('', { status: 404 }), german()];
  const read = vi.fn(async () => answers.shift() ?? german());
  const texts = open(read);
  expect(await changeLanguage(texts, 'de')).toBe(false);
  expect(read).toHaveBeenCalledTimes(1);
  expect(await changeLanguage(texts, 'de')).toBe(true);
});

test('at most ten loads run at once', async () => {
  let running = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  const load = catalogueLoader(
    addressOf,
    () =>
      new Promise((resolve) => {
        running += 1;
        most = Math.max(most, running);
        waiting.push(() => {
          running -= 1;
          resolve(german());
        });
      }),
  );
  const all = Promise.all(Array.from({ length: 25 }, () => load('de', 'first')));
  while (waiting.length > 0) {
    waiting.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await all).toEqual(Array.from({ length: 25 }, () => de));
  expect(most).toBe(limits.translationParallelReads);
});

test('the later texts are loaded once, in addition to the first ones, and change with the language', async () => {
  const asked: string[] = [];
  const texts = open(async (input) => {
    const address = input instanceof Request ? input.url : input.toString();
    asked.push(address);
    const later = address.includes('/later/');
    return Response.json(address.endsWith('/de.json') ? (later ? laterDe : de) : laterEn);
  });
  expect(texts.isLoaded('later')).toBe(false);
  await Promise.all([texts.load('later'), texts.load('later')]);
  await texts.load('later');
  expect(texts.t('code.title')).toBe('Enter security code');
  expect(await changeLanguage(texts, 'de')).toBe(true);
  expect(texts.t('code.title')).toBe('Sicherheitscode eingeben');
  expect(texts.t('login.submit')).toBe('Anmelden');
  expect(asked.filter((address) => address === '/later/en.json')).toHaveLength(1);
  expect(asked).toContain('/later/de.json');
});

test('later texts that fail to load are an error, and the next request loads them again', async () => {
  const answers = [new Response('', { status: 404 }), Response.json(laterEn)];
  const texts = open(async () => answers.shift() ?? new Response('', { status: 404 }));
  await expect(texts.load('later')).rejects.toThrow('no texts later');
  await texts.load('later');
  expect(texts.t('code.title')).toBe('Enter security code');
});

test('a wait is shown in the singular and in the plural', async () => {
  const texts = open(async () => Response.json(laterEn));
  await texts.load('later');
  expect(texts.t('wait.minutes', { count: 1 })).toBe('Please wait 1 minute.');
  expect(texts.t('wait.minutes', { count: 10 })).toBe('Please wait 10 minutes.');
});

test.each([
  ['before', ['/later/en.json', '/first/de.json']],
  ['after', ['/first/de.json', '/later/en.json']],
])('a catalogue that arrives %s the language changes is shown in the new language', async (_, order) => {
  const late = new Map(order.map((address) => [address, Promise.withResolvers<Response>()]));
  const trees = new Map<unknown, unknown>([
    ['/first/de.json', de],
    ['/later/en.json', laterEn],
    ['/later/de.json', laterDe],
  ]);
  const answer = (address: unknown) => Response.json(trees.get(address));
  const texts = open(
    async (address) =>
      (typeof address === 'string' ? late.get(address)?.promise : undefined) ?? answer(address),
  );
  const loaded = texts.load('later');
  const changed = changeLanguage(texts, 'de');
  for (const address of order) {
    late.get(address)?.resolve(answer(address));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await loaded;
  expect(await changed).toBe(true);
  expect([texts.t('login.submit'), texts.t('code.title')]).toEqual(['Anmelden', 'Sicherheitscode eingeben']);
});
