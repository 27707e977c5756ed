/** The reader of cookies: what was written is read, and a name that occurs twice is never trusted. */
import { cookieOf, cookieValues, decodedCookie } from '#http/request/request-cookies.ts';
import { hold, type Target } from '#test/fuzz/readers/target.ts';

const name = 'lng';

export const target: Target = {
  files: ['/request/request-cookies.ts'],
  seeds: [
    'lng=de',
    'a=b; lng=de; lng=fr',
    'lng',
    '=; ;lng=;',
    'xlng=1; lng=%C3%A4%',
    'lng=a=b; theme="dark"',
  ],
  dictionary: ['lng=', '; ', ';', '=', '%', '%00', '%E4', '"', '__proto__=', ' lng=', '\t', ','],
  check(input) {
    const header = Buffer.from(input).toString('latin1');
    const before = cookieValues(header, name);
    hold(
      (cookieOf(header, name) === undefined) === (before.length !== 1),
      'a cookie that is there twice was trusted',
    );
    for (const value of before) hold(header.includes(`${name}=${value}`), 'a value that was not sent');
    hold(typeof decodedCookie(header) === 'string', 'no text');

    const text = new TextDecoder().decode(input);
    const written = encodeURIComponent(text);
    hold(decodedCookie(written) === text, 'a value is read otherwise than it was written');
    const after = cookieValues(`${header}; ${name}=${written}`, name);
    hold(after.at(-1) === written && after.length === before.length + 1, 'a cookie behind others is lost');
  },
};
