/** Link tokens, invitation tokens, codes and email addresses: what passes their rules is text that can be stored. */
import { email } from '@app/contract/fields/fields.ts';
import { code, handle } from '@app/contract/fields/handles.ts';
import * as v from 'valibot';

import { hold, type Target } from '#test/fuzz/readers/target.ts';
import { hashHandle } from '#security/tokens/handles.ts';

export const target: Target = {
  files: ['/fields/handles.ts', '/fields/fields.ts', '/tokens/handles.ts'],
  seeds: [
    '3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '123 456',
    '１２３４５６',
    'ada@northline.test',
    'a.b+c@x.y.example',
    'K@x.test',
    '@',
  ],
  dictionary: [
    '@',
    '.',
    '..',
    '-',
    '@northline.test',
    '\u0000',
    '\u0085',
    '\u212a',
    'İ',
    '１',
    '\u2010',
    ' ',
    'x'.repeat(64),
    '"',
    '<',
    '\r\nBcc: ',
  ],
  check(input) {
    const text = new TextDecoder().decode(input);
    const token = v.safeParse(handle, text);
    if (token.success) {
      hold(
        token.output === text && text.length <= 512 && !/\p{Cc}/u.test(text),
        'a handle that cannot be stored',
      );
      hashHandle(token.output);
    }
    const digits = v.safeParse(code, text);
    if (digits.success) hold(/^\d{6}$/.test(digits.output), `${digits.output} is no code`);
    const address = v.safeParse(email, text);
    if (!address.success) return;
    hold(/^[\x21-\x7e]{3,254}$/.test(address.output), 'an address with characters that no header carries');
    hold(!/[\s<>,;:"()[\]\\]/.test(address.output), 'an address that a mail header reads otherwise');
    hold(address.output.split('@').length === 2, 'an address with two @');
    hold(v.parse(email, address.output) === address.output, 'an address with two spellings');
  },
};
