/** Nobody reads from an answer whether an address has an account: over HTTP, by calls and by forms without script. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { days } from '@app/contract/fields/durations.ts';

import { createSsoCompany, keysWithSaml } from '#test/drivers/sso-driver.ts';
import { postForm } from '#test/drivers/page-visits.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount } from '#test/setup/test-deps.ts';

const service = await createTestApp({ keys: keysWithSaml(), settings: { revealSignInMethod: 'proven' } });
const company = await createSsoCompany(service.deps);
afterAll(() => service.close());

/** An address of every kind, all as long as one another and in one domain. */
async function everyKind(): Promise<Record<string, string>> {
  const newEmail = () => `${randomUUID()}@${company.domains[0]}`;
  const emailOf = async (changes: Parameters<typeof createAccount>[1]) =>
    (await createAccount(service.deps, { email: newEmail(), ...changes })).email;
  return {
    'no account': newEmail(),
    password: await emailOf({}),
    'password alone': await emailOf({ secondStep: 'off' }),
    Google: await emailOf({ method: 'google' }),
    SAML: await emailOf({ method: 'saml', companyId: company.id }),
    invited: await emailOf({ status: 'unconfirmed' }),
    disabled: await emailOf({ status: 'disabled' }),
  };
}

const token = 'x'.repeat(43);
const chosen = { password: 'Wren+Orchard+88', passwordConfirmation: 'Wren+Orchard+88' };
const post = (path: string, more: object = {}) => ({ path, more, as: 'call' as const });
const form = (path: string, more: Record<string, string> = {}) => ({ path, more, as: 'form' as const });

const doors = [
  post('/auth/v2/users/session', { password: 'wrong' }),
  post('/auth/v2/users/sessions/code', { code: '123456', session: token }),
  post('/auth/v2/users/sessions/resend'),
  post('/auth/v1/users/sessions/saml'),
  post('/auth/v1/users/password/recover'),
  post('/auth/v1/users/password/reset', { code: token, ...chosen }),
  post('/auth/v2/users/invitation/accept', {
    confirmationCode: token,
    ...chosen,
    timezone: 'UTC',
    lang: 'en-US',
  }),
  post('/auth/v2/users/invitation/decline', { confirmationCode: token }),
  post('/auth/v2/users/signup', { name: 'Mia', companyName: 'Harbour Works' }),
  post('/auth/v2/users/signup/confirm', { confirmationCode: token, ...chosen }),
  post('/auth/v2/users/identity/confirm', { confirmationCode: token }),
  post('/auth/v2/users/session/device-link'),
  post('/auth/v2/users/session/device', { code: token }),
  post('/auth/v2/users/session/disown', { confirmationCode: token }),
  post('/auth/v2/users/passkey/remove', { confirmationCode: token }),
  post('/auth/v2/links/check', { kind: 'reset', token }),
  form('/login', { password: 'wrong' }),
  form('/password/forgot'),
  form('/signup', { name: 'Mia', companyName: 'Harbour Works' }),
  form('/login/device', { code: token }),
  form('/login/not-you', { confirmationCode: token }),
  form('/users/passkey', { confirmationCode: token }),
];

test('A4: status, body and headers are the same with and without an account, at the first call and above its limits', async () => {
  let client = 0;
  for (const { path, more, as } of doors) {
    service.deps.advance(days(1));
    const kinds = await everyKind();
    for (const time of ['first', 'above its limits']) {
      const seen: Record<string, string> = {};
      for (const [kind, email] of Object.entries(kinds)) {
        const remoteAddress = `10.7.${(client += 1) >> 8}.${client & 255}`;
        const fields = { email, ...more };
        const { statusCode, headers, body } =
          as === 'form'
            ? await postForm(service, path, fields as Record<string, string>, {}, remoteAddress)
            : await service.app.inject({ method: 'POST', url: path, payload: fields, remoteAddress });
        seen[kind] = told([statusCode, headers, body], email);
        for (let n = 0; time === 'first' && as === 'call' && n < 6; n += 1)
          await service.app.inject({
            method: 'POST',
            url: path,
            payload: fields,
            remoteAddress: `10.8.0.${n}`,
          });
      }
      const first = seen['no account'];
      const others = Object.entries(seen).filter(([, text]) => text !== first);
      expect(Object.fromEntries(others), `${as} ${path}, ${time}, without an account: ${first}`).toEqual({});
    }
  }
});

/** What a client is told, without what is new in every answer and the address that it sent. */
function told(answer: unknown, email: string): string {
  return JSON.stringify(answer)
    .replaceAll(/"date":"[^"]*"/g, 'DATE')
    .replaceAll(email, 'ADDRESS')
    .replaceAll(encodeURIComponent(email), 'ADDRESS')
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'ID')
    .replaceAll(/(d1\.|form_key\\" value=\\")[\w-]{22}/g, 'RANDOM')
    .replaceAll(/[\w-]{43,}/g, 'RANDOM');
}
