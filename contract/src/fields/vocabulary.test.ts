import { describe, expect, it } from 'vitest';

import { endpoints, type Endpoint } from '#calls/endpoints.ts';
import { refusals, strategyMessages, strategyNamed } from '#calls/refusals.ts';
import { languages, languageTag, strategies, toLanguage } from './vocabulary.ts';

describe('toLanguage', () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['EN_us', 'en'],
    ['nb-NO', 'no'],
    ['nn', 'no'],
    ['no', 'no'],
    ['pt-BR', undefined],
    ['deu', undefined],
    ['', undefined],
    [null, undefined],
    ['__proto__', undefined],
  ])('reads %j as %j', (tag, language) => {
    expect(toLanguage(tag)).toBe(language);
  });
});

it('tags Norwegian as the bokmål that our texts are, and every other language as itself', () => {
  expect(languageTag('no')).toBe('nb');
  expect(languages.filter((language) => languageTag(language) !== language)).toEqual(['no']);
  expect(languages.map((language) => toLanguage(languageTag(language)))).toEqual(languages);
});

describe('the message of a 403', () => {
  it.each(strategies)('names the method %s so that an app finds it', (strategy) => {
    expect(strategyNamed(strategyMessages[strategy])).toBe(strategy);
  });
  it('names none where it is about permission', () => {
    expect(strategyNamed(refusals.forbidden.message)).toBeUndefined();
  });
});

describe('the endpoints', () => {
  const entries = Object.values<Endpoint>(endpoints);
  it('have each their own method and path', () => {
    expect(new Set(entries.map(({ method, path }) => `${method} ${path}`)).size).toBe(entries.length);
  });
  it('name only refusals with a status of 4xx', () => {
    for (const entry of entries) {
      for (const name of entry.refusals ?? []) expect(refusals[name].status).toBeGreaterThanOrEqual(400);
    }
  });
});
