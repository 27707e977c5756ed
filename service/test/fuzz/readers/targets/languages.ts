/** The language and the region of a request, by query, cookie and `Accept-Language`. */
import { languages } from '@app/contract/fields/vocabulary.ts';

import { countryOf, languageOf } from '#http/request/language.ts';
import { hold, type Target } from '#test/fuzz/readers/target.ts';

export const target: Target = {
  files: ['/request/language.ts', '/fields/vocabulary.ts'],
  seeds: [
    'de-CH,de;q=0.9,en;q=0.8',
    '*',
    'nb-NO;q=0.5, sv',
    'zh-Hant-TW',
    'xx;q=0,yy;q=1.5.5',
    ';;;,,,q=',
    'en;level=1;q=.',
  ],
  dictionary: [
    'de',
    'nb',
    '-CH',
    '-Latn',
    ';q=',
    '0.9',
    ',',
    '*',
    ' ',
    'q=1',
    '__proto__',
    'constructor',
    'toString',
    '%',
    '&lng=',
    'lng=',
  ],
  check(input) {
    const text = Buffer.from(input).toString('latin1');
    for (const [url, headers] of [
      ['/login', { 'accept-language': text }],
      [`/login?lng=${text}`, {}],
      [`/login?${text}`, { cookie: `lng=${text}` }],
    ] as const) {
      const language = languageOf(url, headers);
      hold((languages as readonly string[]).includes(language), `${language} is no language`);
      const country = countryOf(headers);
      hold(country === undefined || /^[A-Z]{2}$/.test(country), `${country} is no region`);
    }
  },
};
