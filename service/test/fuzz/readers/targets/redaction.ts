/** The redaction of the log: no secret passes it, in whatever it is hidden, and it takes any text (threat D11). */
import { hiddenSecret } from '@app/log/hidden-secrets.ts';
import { cleaned } from '@app/log/redaction.ts';

import { hold, type Target } from '#test/fuzz/readers/target.ts';

/** Counts the secrets, so that no two are alike. */
let id = 0;

export const target: Target = {
  files: ['/log/src/redaction.ts', '/log/src/clean-text.ts', '/log/src/secret-names.ts'],
  seeds: [
    'password=',
    '{"idToken":"',
    String.raw`\"newPassword\":\"`,
    '%22token%22%3A%22',
    'authorization: Basic ',
  ],
  dictionary:
    String.raw`password newPassword id_token code cookie name value ":" "," \" \\\" %22 %3A %25 &quot; \u0022 = { [ => ://a: @b.test`
      .split(' ')
      .concat(': ', '\r\n\r\n'),
  check(input) {
    const text = new TextDecoder().decode(input);
    const clean = cleaned({ text });
    hold(typeof JSON.stringify(clean) === 'string', 'the clean value is no JSON');
    // The bytes choose how the next secret is hidden, again and again from the start.
    let at = 0;
    let mixed = input.length + id;
    const chance = (below: number): number => {
      mixed = (Math.imul(mixed, 48_271) + (input[at++ % (input.length || 1)] ?? 0) + at) >>> 1;
      return mixed % below;
    };
    const { value, core } = hiddenSecret(chance, (id += 1));
    hold(!JSON.stringify(cleaned(value)).includes(core), `a secret passed in ${JSON.stringify(value)}`);
  },
};
