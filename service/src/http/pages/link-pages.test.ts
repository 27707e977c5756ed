/** Tests the pages of mailed links: rendered with the link's state, and safe for email scanners to open. */
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { days, hours } from '@app/contract/fields/durations.ts';
import { linkPages, type LinkPage } from '@app/contract/pages/links.ts';

import { inviteAccount } from '#test/drivers/invitation-driver.ts';
import { linkChecks, resets } from '#rate-limits/rate-limits.ts';
import { createStore } from '#store/store.ts';
import { askForNewPassword, requestEmailChange } from '#test/drivers/admin-driver.ts';
import { newDeviceLinkTo } from '#test/drivers/device-driver.ts';
import { identityLinkTo } from '#test/drivers/link-driver.ts';
import { block, renderedFrom, linkTo, postForm, visit } from '#test/drivers/page-visits.ts';
import { passkeyLinkTo } from '#test/passkeys/passkey-driver.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { callFrom, createAccount, fillCounters } from '#test/setup/test-deps.ts';

const service = await createTestApp();
afterAll(() => service.close());

let client = 0;
const from = () => ({ remoteAddress: `10.1.${(client += 1) >> 8}.${client & 255}` });
const open = (url: string, method: 'GET' | 'HEAD' = 'GET') => visit(service, url, {}, { method, ...from() });

const chosen = { password: 'Wren+Orchard+88', passwordConfirmation: 'Wren+Orchard+88' };

/** A mailed link for each page. */
async function linkOf(page: LinkPage): Promise<{ email: string; address: string }> {
  const { deps } = service;
  if (page === '/password/reset') {
    const { email } = await createAccount(deps);
    await postForm(service, '/password/forgot', { email }, {}, from().remoteAddress);
    return { email, address: await linkTo(deps, email, 'passwordReset') };
  }
  if (page === '/password/new') {
    const { id, email } = await createAccount(deps);
    await askForNewPassword(id, callFrom(), deps);
    return { email, address: await linkTo(deps, email, 'newPassword') };
  }
  if (page === '/users/identity') {
    const account = await createAccount(deps, { method: 'google' });
    const { email, url } = await identityLinkTo(deps, account);
    const { pathname, search } = new URL(url);
    return { email, address: pathname + search };
  }
  if (page === '/login/device') {
    const { email } = await createAccount(deps);
    await postForm(service, '/login', { email, action: 'deviceLink' }, {}, from().remoteAddress);
    return { email, address: await linkTo(deps, email, 'deviceLink') };
  }
  if (page === '/login/not-you') {
    const { email } = await createAccount(deps, { secondStep: 'off' });
    await newDeviceLinkTo(deps, email, callFrom(from().remoteAddress));
    return { email, address: await linkTo(deps, email, 'newDevice') };
  }
  if (page === '/users/passkey') {
    const account = await createAccount(deps);
    await passkeyLinkTo(deps, account);
    return { email: account.email, address: await linkTo(deps, account.email, 'passkeyAdded') };
  }
  client += 1;
  const email = `new-${client}@corp.test`;
  if (page === '/users/confirmation') {
    const companyId = deps.company.id;
    await inviteAccount({ companyId, email, name: 'Ivy', language: 'en', roles: [] }, callFrom(), deps);
    return { email, address: await linkTo(deps, email, 'invitation') };
  }
  await postForm(
    service,
    '/signup',
    { email, name: 'Mia', companyName: 'Corp', ...chosen },
    {},
    from().remoteAddress,
  );
  return { email, address: await linkTo(deps, email, 'signUp') };
}

const pages = Object.keys(linkPages) as LinkPage[];

describe.each(pages)('%s', (page) => {
  it('is rendered with the link and its state', async () => {
    const { email, address } = await linkOf(page);
    expect(address.startsWith(`${page}?`)).toBe(true);
    const token = new URLSearchParams(address.split('?')[1]).get(linkPages[page].token);
    const answer = await open(`${address}&lng=it`);
    const { page: data, ...given } = renderedFrom(answer.body);
    expect(given).toMatchObject({ path: page, language: 'it' });
    const invitation = page === '/users/confirmation' && { company: 'Northline Demo', others: [] };
    expect(data).toEqual({ link: { page, email, token, state: 'valid', ...(invitation && { invitation }) } });
    expect(block(answer.body, 'page')).toEqual(data);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['referrer-policy']).toBe('no-referrer');

    const other = new URLSearchParams({ email: 'else@corp.test', [linkPages[page].token]: token ?? '' });
    expect(renderedFrom((await open(`${page}?${other.toString()}`)).body).page.link?.state).toBe('unknown');
    service.deps.advance(
      /password|identity|device/.test(page) ? hours(1) : /not-you|passkey/.test(page) ? days(3) : days(7),
    );
    expect(renderedFrom((await open(address)).body).page.link?.state).toBe('expired');
  });

  it('is rendered without a link if a parameter is missing, and as unknown if it is malformed', async () => {
    const { token } = linkPages[page];
    for (const query of ['', '?email=a%40b.test', `?${token}=x`, `?email=&${token}=`])
      expect(renderedFrom((await open(page + query)).body).page, query).toEqual({});
    for (const query of [`?email=nobody&${token}=x`, `?email=a%40b.test&${token}=${'x'.repeat(600)}`])
      expect(renderedFrom((await open(page + query)).body).page.link?.state, query).toBe('unknown');
  });
});

it('is rendered without a link at the rate limit of link checks', async () => {
  await fillCounters(service.deps, linkChecks('192.0.2.200'), 2);
  const states: (string | undefined)[] = [];
  for (let index = 0; index < 3; index += 1) {
    const answer = await visit(
      service,
      '/password/reset?email=a%40b.test&code=x',
      {},
      { remoteAddress: '192.0.2.200' },
    );
    expect(answer.statusCode).toBe(200);
    states.push(renderedFrom(answer.body).page.link?.state);
  }
  expect(states).toEqual(['unknown', 'unknown', undefined]);
});

it('shows the form again at its own rate limit', async () => {
  const { email, address } = await linkOf('/password/reset');
  const code = new URLSearchParams(address.split('?')[1]).get('code') ?? '';
  const fields = { email, password: 'Wren+Orchard+88', passwordConfirmation: 'Wren+Orchard+89' };
  const post = (held: string) => postForm(service, address, { ...fields, code: held }, {}, '192.0.2.202');
  await fillCounters(service.deps, resets('192.0.2.202'), 1);
  const bad = 'x'.repeat(43);
  expect((await post(bad)).statusCode).toBe(400);
  const answer = await post(bad);
  expect(answer.statusCode).toBe(429);
  // Who has the good one is not limited.
  expect((await post(code)).statusCode).toBe(422);
  expect(renderedFrom(answer.body).page).toMatchObject({
    link: { email, token: bad, state: 'unknown' },
    posted: {
      form: 'resetPassword',
      outcome: { status: 429, body: { error: { message: 'too_many_requests' } } },
    },
  });
});

it('reports a lost database to a person on a page, and to a program in the error shape', async () => {
  const store = createStore({ url: 'postgres://nobody@127.0.0.1:1/none', log: service.deps.log });
  const lost = await createTestApp({ deps: { store } });
  const address = '/password/reset?email=a%40b.test&code=x&lng=no';
  const person = await visit(lost, address);
  expect(person.statusCode).toBe(503);
  expect(person.headers['retry-after']).toBe('2');
  expect(person.body).toContain('data-page="unknown"');
  expect(person.body).toContain('<html lang="nb" ');
  const program = await visit(lost, address, { accept: '*/*' });
  expect(program.json()).toMatchObject({ error: { name: 'unavailable' } });
  // A post is answered with the form and a message.
  const posted = await postForm(lost, address, { email: 'a@b.test', code: 'x', ...chosen });
  expect(posted.statusCode).toBe(503);
  expect(renderedFrom(posted.body).page).toMatchObject({
    link: { token: 'x', state: 'valid' },
    posted: { outcome: { status: 503, retryAfter: '2', body: { error: { name: 'unavailable' } } } },
  });
  await lost.close();
  await store.close();
});

/** Every row of every table except the counters of the rate limits. */
async function snapshot(): Promise<string> {
  const db = service.deps.store.durable;
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'throttles'`.execute(
    db,
  );
  const contents: Record<string, unknown> = {};
  for (const { name } of tables.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const { rows } = await sql`select to_jsonb(t) as row from ${sql.table(name)} t order by 1::text`.execute(
      db,
    );
    contents[name] = rows;
  }
  return JSON.stringify(contents);
}

it('D7: scanners that open every link change nothing, and the person can still use it', async () => {
  const { deps } = service;
  const account = await createAccount(deps);
  const newEmail = 'ada.new@corp.test';
  await requestEmailChange({ accountId: account.id, newEmail }, callFrom(), deps);
  const links = await Promise.all(pages.map((page) => linkOf(page)));
  links.push({ email: newEmail, address: await linkTo(deps, newEmail, 'emailChange') });
  links.push({ email: account.email, address: await linkTo(deps, account.email, 'emailChangeAsked') });

  // Refusals of the tests before are written a moment later.
  await deps.store.attempts.flush();
  const before = await snapshot();
  let visits = 0;
  for (const { address } of links) {
    for (const method of ['GET', 'HEAD'] as const) {
      for (let time = 0; time < 10; time += 1) {
        expect((await open(address, method)).statusCode, address).toBe(200);
        visits += 1;
      }
    }
  }
  const changed = before === (await snapshot()) ? 0 : 1;
  expect(changed).toBe(0);

  const statuses: number[] = [];
  for (const { email, address } of links) {
    const query = new URLSearchParams(address.split('?')[1]);
    const token = query.get('code') ?? query.get('confirmation_token') ?? query.get('token') ?? '';
    const fields = { email, code: token, confirmationCode: token, token, ...chosen };
    const answer = await postForm(service, address, fields, {}, from().remoteAddress);
    statuses.push(answer.statusCode);
  }
  // New passwords and the invitation sign in. The signup was another browser's, and is only confirmed, as are the device
  // and the identity. The disowned sign-in leads to a new password, the removed passkey nowhere. The email change
  // redirects to its result, and so does the link that is too late to cancel it.
  expect(statuses).toEqual([303, 303, 303, 200, 200, 200, 303, 200, 303, 303]);
});

it('a link that a mail program changed opens all the same, without script too', async () => {
  for (const page of Object.keys(linkPages) as LinkPage[]) {
    const { address } = await linkOf(page);
    for (const changed of [
      address.replaceAll('&', '&amp;'),
      address.replaceAll('%2B', '+'),
      address.replaceAll('%', '%25'),
      `${address}.`,
      `${address}%3E`,
    ]) {
      const answer = await open(changed);
      expect(renderedFrom(answer.body).page.link?.state, changed.split('?')[0]).toBe('valid');
    }
  }
});
