/** Forms that are posted without script carry a key, so a double submit or a reload of the post has one outcome. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';

import {
  rendered,
  redirected,
  sessionIn,
  formKeyIn,
  linkTo,
  postForm,
  visit,
  type Answer,
} from '#test/drivers/page-visits.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount, mailsTo, newestCode, rightPassword } from '#test/setup/test-deps.ts';

let client = 0;
const service = await createTestApp();
afterAll(() => service.close());

/** Posts the same form from one client several times in parallel, then once more, as a reload does. */
async function sendAgain(url: string, fields: Record<string, string>, times = 10): Promise<Answer[]> {
  client += 1;
  const from = `10.3.0.${client}`;
  const send = () => postForm(service, url, fields, {}, from);
  const answers = await Promise.all(Array.from({ length: times }, send));
  return [...answers, await send()];
}

/** The key of a page's form, as a browser without script sends it. */
async function keyOf(url: string): Promise<{ form_key: string }> {
  const key = formKeyIn((await visit(service, url)).body);
  if (key === undefined) throw new Error(`${url} has no key`);
  return { form_key: key };
}

const mailed = async (email: string, kind: string): Promise<number> =>
  (await mailsTo(service.deps, email)).filter((mail) => mail.kind === kind).length;
const count = async (table: 'challenges' | 'families', email: string): Promise<number> => {
  const rows = await service.deps.store.durable
    .selectFrom(table)
    .innerJoin('accounts', 'accounts.id', `${table}.account_id`)
    .select('accounts.id')
    .where('accounts.email', '=', email)
    .execute();
  return rows.length;
};

it('A13: puts a new key into each page with a form, in every encoding', async () => {
  const keys = new Set<string | undefined>();
  let pages = 0;
  const take = (html: string): void => {
    pages += 1;
    expect(html).toMatch(/<\/body>\s*<\/html>\s*$/);
    keys.add(formKeyIn(html));
  };
  for (const path of ['/login', '/password/forgot', '/signup']) {
    for (let times = 0; times < 10; times += 1) {
      take((await visit(service, path)).body);
      const br = await visit(service, path, { 'accept-encoding': 'gzip, br' });
      take(brotliDecompressSync(br.rawPayload).toString());
      const gzip = await visit(service, path, { 'accept-encoding': 'gzip' });
      take(gunzipSync(gzip.rawPayload).toString());
    }
  }
  take((await postForm(service, '/login', { email: 'a@', password: '' })).body);
  expect(keys.has(undefined)).toBe(false);
  expect(keys.size).toBe(pages);
  expect(formKeyIn((await visit(service, '/status')).body)).toBeUndefined();
});

it('A13: a sign-in posted 11 times opens one code step, with one mail', async () => {
  const { email } = await createAccount(service.deps);
  const fields = { email, password: rightPassword, ...(await keyOf('/login')) };
  const answers = await sendAgain('/login', fields);
  const sessions = new Set(answers.map((answer) => sessionIn(rendered(answer).page)));
  const mails = await mailed(email, 'loginCode');
  expect([sessions.size, await count('challenges', email), mails]).toEqual([1, 1, 1]);
});

it('A13: a code posted 11 times signs in once, with the same refresh token for each', async () => {
  const { email } = await createAccount(service.deps);
  const opened = await postForm(service, '/login', { email, password: rightPassword });
  const session = sessionIn(rendered(opened).page);
  const fields = { email, session, code: await newestCode(service.deps, email), action: 'verify' };
  const answers = await sendAgain('/login', { ...fields, form_key: formKeyIn(opened.body) ?? '' });
  const tokens = new Set(
    answers.map(({ headers }) =>
      [headers['set-cookie']].flat().find((of) => of?.startsWith('refresh_token=')),
    ),
  );
  expect(tokens).not.toContain(undefined);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(11).fill(303));
  const sessions = await count('families', email);
  expect([sessions, tokens.size]).toEqual([1, 1]);
});

it('A13: a wrong password posted 11 times counts as one try, and the right one is a new try', async () => {
  const { email } = await createAccount(service.deps);
  const key = await keyOf('/login');
  const answers = await sendAgain('/login', { email, password: 'Wrong-Harbour-27!', ...key });
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(11).fill(401));
  const from = `10.3.0.${client}`;
  // The browser's back button: the same key, another password.
  const right = await postForm(service, '/login', { email, password: rightPassword, ...key }, {}, from);
  expect(right.statusCode).toBe(200);
  expect(sessionIn(rendered(right).page)).toBeTruthy();
});

it('A13: a recovery, a reset and a signup posted 11 times cause one mail and one change each', async () => {
  const { email } = await createAccount(service.deps);
  await sendAgain('/password/forgot', { email, ...(await keyOf('/password/forgot')) });
  const address = await linkTo(service.deps, email, 'passwordReset');
  const code = new URLSearchParams(address.split('?')[1]).get('code') ?? '';
  const password = 'Wren+Orchard+88';
  const fields = { email, code, password, passwordConfirmation: password, ...(await keyOf(address)) };
  const resets = await sendAgain(address, fields);
  expect(new Set(resets.map(({ statusCode }) => statusCode))).toEqual(new Set([resets[0]?.statusCode]));
  expect(new Set(resets.map(redirected).map(({ to }) => to)).size).toBe(1);
  const newcomer = `new-${client}@corp.test`;
  const signUp = {
    email: newcomer,
    name: 'Mia',
    companyName: 'Fjord',
    password,
    passwordConfirmation: password,
  };
  await sendAgain('/signup', { ...signUp, ...(await keyOf('/signup')) });
  const mails = [
    await mailed(email, 'passwordReset'),
    await mailed(email, 'passwordChanged'),
    await mailed(newcomer, 'signUp'),
  ];
  expect(mails).toEqual([1, 1, 1]);
});
