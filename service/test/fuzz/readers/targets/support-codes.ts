/** Support codes as people type them: read as one spelling or as none. */
import { supportCodeOf, withSupportCode } from '@app/contract/fields/support-code.ts';
import { parseSupportCode } from '@app/contract/fields/typed-support-code.ts';

import { hold, type Target } from '#test/fuzz/readers/target.ts';

export const target: Target = {
  files: ['/fields/typed-support-code.ts', '/fields/support-code.ts', '/pages/address-with-support-code.ts'],
  seeds: [
    '4F7K-92QX',
    ' 4f7k 92qx ',
    'OILO.iloi',
    '４Ｆ７Ｋ９２ＱＸ',
    '3f2b8c1e-0000-4000-8000-000000000001',
    'ﬀ',
    'ß',
  ],
  dictionary: [
    '-',
    ' ',
    '.',
    '\u2010',
    '\u2212',
    'O',
    'I',
    'l',
    'U',
    '４',
    'ﬁ',
    'ß',
    '-0000-4000-8000-000000000001',
    '3f2b8c1e',
  ],
  check(input) {
    const text = new TextDecoder().decode(input);
    const code = parseSupportCode(text);
    if (code !== undefined) {
      hold(/^[\dA-HJKMNP-TV-Z]{4}-[\dA-HJKMNP-TV-Z]{4}$/.test(code), `${code} is no code`);
      hold(parseSupportCode(code) === code, `${code} is read otherwise the second time`);
    }
    const made = supportCodeOf(text);
    if (made !== undefined) hold(parseSupportCode(made) === made, `${made} was made and cannot be read`);
    const address = withSupportCode('/login?error=unknown', text);
    hold(new URL(address, 'https://a.test').pathname === '/login', `${address} is another page`);
  },
};
