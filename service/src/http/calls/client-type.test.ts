/** Tests the client type (spec §3): sent with a sign-in and logged with its call. */
import { Writable } from 'node:stream';
import { afterAll, expect, it } from 'vitest';

import { createLog } from '#log.ts';
import { postForm } from '#test/drivers/page-visits.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createAccount, rightPassword } from '#test/setup/test-deps.ts';

const lines: Record<string, unknown>[] = [];
const to = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
    done();
  },
});
const log = createLog({ logLevel: 'info', environment: 'development' }, to);
const service = await createTestApp({ deps: { log } });
afterAll(() => service.close());

/** The client types in the log lines of the calls since the last use. */
const logged = () => lines.splice(0).flatMap((line) => (line['call'] ? [line['clientType']] : []));

const call = (path: string, payload: object) =>
  service.app.inject({ method: 'POST', url: `/auth/${path}`, payload });

it('logs the client type of a sign-in, and refuses an unknown one', async () => {
  const { email } = await createAccount(service.deps);
  const sent = [];
  for (const clientType of ['web', 'cti', 'desktop', undefined] as const) {
    await call('v2/users/session', { email, password: rightPassword, clientType });
    sent.push(clientType);
  }
  await call('v1/users/sessions/idp/google', { idToken: 'a.b.c', clientType: 'desktop' });
  await call('v1/users/sessions/idp/saml/code', { code: 'code', clientType: 'cti' });
  const seen = logged();
  expect(seen).toEqual([...sent, 'desktop', 'cti']);
  const answer = await call('v2/users/session', { email, password: rightPassword, clientType: 'fridge' });
  expect(answer.json()).toMatchObject({ error: { name: 'invalid' }, fields: { clientType: ['is_invalid'] } });
});

it('derives the client type of a form without script from its headers', async () => {
  const { email } = await createAccount(service.deps);
  const fields = { email, password: rightPassword };
  const desktop = { 'user-agent': 'Mozilla/5.0 NorthlineDesktop/2.4' };
  logged();
  await postForm(service, '/login', fields, { 'sec-fetch-dest': 'document' });
  await postForm(service, '/login', fields, { 'sec-fetch-dest': 'iframe' });
  await postForm(service, '/login', { ...fields, clientType: 'cti' }, desktop);
  expect(logged()).toEqual(['web', 'cti', 'desktop']);
});
