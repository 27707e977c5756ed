/** Tests the pages that confirm and cancel an email-address change: the GET changes nothing, the POST shows the result. */
import { afterAll, expect, it } from 'vitest';
import { days, hours } from '@app/contract/fields/durations.ts';
import { emailChangeCancelPath, emailChangePath } from '@app/contract/pages/links.ts';

import { emailChangeVisits } from '#rate-limits/rate-limits.ts';
import { requestEmailChange } from '#test/drivers/admin-driver.ts';
import { renderedFrom, linkTo, postForm, visit, type Answer } from '#test/drivers/page-visits.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { callFrom, createAccount, mailsTo, fillCounters } from '#test/setup/test-deps.ts';

const service = await createTestApp();
afterAll(() => service.close());

let client = 0;
const from = () => ({ remoteAddress: `10.1.${(client += 1) >> 8}.${client & 255}` });
const open = (url: string, method: 'GET' | 'HEAD' = 'GET') => visit(service, url, {}, { method, ...from() });

const result = (answer: Answer) => {
  expect(answer.statusCode).toBe(303);
  return answer.headers['location'];
};
const confirm = (address: string, token: string) =>
  postForm(service, address, { token }, {}, from().remoteAddress);

async function change(newEmail: string) {
  const account = await createAccount(service.deps);
  await requestEmailChange({ accountId: account.id, newEmail }, callFrom(), service.deps);
  const address = await linkTo(service.deps, newEmail, 'emailChange');
  expect(address.startsWith(`${emailChangePath}?token=`)).toBe(true);
  const { email } = account;
  return { address, email, token: new URLSearchParams(address.split('?')[1]).get('token') ?? '' };
}

it('shows the button, and every post of it redirects to the result', async () => {
  const newEmail = 'b@corp.test';
  const { address, token } = await change(newEmail);
  const given = renderedFrom((await open(`${address}&lng=fr`)).body);
  expect(given).toMatchObject({ path: emailChangePath, page: { emailChange: { token, newEmail } } });
  const success = '/action_result?result=success';
  expect(result(await confirm(`${address}&lng=fr`, token))).toBe(`${success}&lng=fr`);
  expect(result(await confirm(emailChangePath, token))).toBe(success);
  expect(result(await open(address))).toBe(success);
  expect(renderedFrom((await open(success)).body)).toMatchObject({
    path: '/action_result',
    search: '?result=success',
    page: {},
  });
});

it('sends one new link for an expired code, and reports the end of the request', async () => {
  const newEmail = 'c@corp.test';
  const { address } = await change(newEmail);
  service.deps.advance(hours(24));
  for (const method of ['GET', 'HEAD', 'GET'] as const)
    expect(result(await open(address, method))).toBe('/action_result?result=code_expired');
  expect((await mailsTo(service.deps, newEmail)).map(({ kind }) => kind)).toEqual([
    'emailChange',
    'emailChange',
  ]);
  service.deps.advance(days(7));
  expect(result(await open(address))).toBe('/action_result?result=ttl');
});

it('reports other tokens as unknown', async () => {
  for (const path of [emailChangePath, emailChangeCancelPath]) {
    for (const token of ['x', 'x'.repeat(513), '\u0000', '%zz', '💥'])
      for (const answer of [
        await open(`${path}?token=${encodeURIComponent(token)}`),
        await confirm(path, token),
      ])
        expect(result(answer), token).toBe('/action_result?result=unknown');
    expect(result(await confirm(path, ''))).toBe('/action_result?result=unknown');
  }
});

it("is cancelled by the old address's link, on the same kind of page", async () => {
  const newEmail = 'd@corp.test';
  const { address: confirming, token: confirmToken, email } = await change(newEmail);
  const address = await linkTo(service.deps, email, 'emailChangeAsked');
  expect(address.startsWith(`${emailChangeCancelPath}?token=`)).toBe(true);
  const token = new URLSearchParams(address.split('?')[1]).get('token') ?? '';
  const answer = await open(`${address}&lng=it`);
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  expect(renderedFrom(answer.body)).toMatchObject({
    path: emailChangeCancelPath,
    page: { emailChange: { token, newEmail } },
  });
  const cancelled = '/action_result?result=cancelled';
  expect(result(await confirm(`${address}&lng=it`, token))).toBe(`${cancelled}&lng=it`);
  expect(result(await open(address))).toBe(cancelled);
  expect(result(await confirm(confirming, confirmToken))).toBe(cancelled);
  expect(result(await open(confirming))).toBe(cancelled);
});

it('is rendered without a token, too, for a reload', async () => {
  for (const path of [emailChangePath, emailChangeCancelPath])
    expect(renderedFrom((await open(path)).body)).toMatchObject({ path, page: {} });
});

it('shows a rate limit on the login page', async () => {
  const remoteAddress = '192.0.2.201';
  await fillCounters(service.deps, emailChangeVisits(remoteAddress), 1);
  const results: unknown[] = [];
  for (const path of [emailChangePath, emailChangePath, emailChangeCancelPath])
    results.push(result(await visit(service, `${path}?token=x`, {}, { remoteAddress })));
  const tooMany = '/login?error=too-many-requests';
  expect(results).toEqual(['/action_result?result=unknown', tooMany, tooMany]);
});
