import { expect, test } from 'vitest';

import { chooseLanguage, storeLanguage } from './language.ts';

const cases = [
  [{ search: '?lng=fr', cookie: 'lng=de', browser: ['it'] }, 'fr'],
  [{ search: '?lng=xx', cookie: 'a=b; lng=de', browser: ['it'] }, 'de'],
  [{ search: '', cookie: 'xlng=de', browser: ['pt', 'nb-NO', 'it'] }, 'no'],
  [{ search: '', cookie: '', browser: ['nn'] }, 'no'],
  [{ search: '', cookie: '', browser: ['de-AT', 'en'] }, 'de'],
  [{ search: '', cookie: '', browser: ['pt-BR'] }, 'en'],
  [{ search: '', cookie: '', browser: [] }, 'en'],
  [{ search: '?lng=__proto__', cookie: 'lng=constructor', browser: ['toString'] }, 'en'],
] as const;

test.each(cases)('%o reads %s', (hints, language) => {
  expect(chooseLanguage(hints)).toBe(language);
});

test('a choice is stored and has priority over the address', () => {
  history.replaceState({ step: 'code' }, '', '/login?lng=fr&x=1');
  storeLanguage('de');
  expect(document.cookie).toContain('lng=de');
  expect(location.search).toBe('?x=1');
  expect(history.state).toEqual({ step: 'code' });
});
