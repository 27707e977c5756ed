/**
 * Every effect of every changing call of the dashboard, by an old sign-in (docs/decisions/recent-sign-in.md): whatever
 * weakens, removes or replaces a person's way to sign in is refused and changes nothing, and is done once the password
 * was given. A call without a row does not compile.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { dashboardEndpoints, type Endpoint } from '@app/contract/calls/endpoints.ts';
import { uploadSamlConfiguration } from '@app/contract/dashboard/single-sign-on.ts';
import { minutes } from '@app/contract/fields/durations.ts';

import type { Changing, Effects, Scene } from '#test/dashboard/effect.ts';
import { effectCases } from '#test/dashboard/effect-cases.ts';
import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { createSsoCompany, keysWithSaml } from '#test/drivers/sso-driver.ts';
import { keyDescriptor, plainMetadata } from '#test/saml/idp-metadata.ts';
import { makeCertificate, multipartOf } from '#test/saml/saml-uploads.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { rightPassword } from '#test/setup/test-deps.ts';

const service = await createTestApp({ keys: keysWithSaml() });
const driver = createDashboardDriver(service);
const effects = effectCases(service, driver);
const certificate = await makeCertificate(400);
afterAll(() => service.close());

const signInAgain = ({ account }: SignedIn) =>
  service.app.inject({
    method: 'POST',
    url: '/auth/v2/users/session',
    payload: { email: account.email, password: rightPassword },
    remoteAddress: '10.77.0.1',
  });

async function newScene(): Promise<Scene> {
  const company = await createSsoCompany(service.deps);
  const at = (name: string) => ({ companyId: company.id, email: `${name}@${company.domains[0]}` });
  const [admin, other] = [await driver.signedIn(at('boss')), await driver.signedIn(at('other'))];
  // Another session of the admin.
  await signInAgain(admin);
  await service.deps.store.durable
    .updateTable('accounts')
    .set({ second_step: 'always' })
    .where('id', 'in', [admin.account.id, other.account.id])
    .execute();
  return { company, admin, other };
}

/** The session 16 minutes later, with new tokens. */
async function old(person: SignedIn): Promise<SignedIn> {
  service.deps.advance(minutes(16));
  const payload = { refreshToken: person.refreshToken };
  const answer = await service.app.inject({ method: 'POST', url: '/auth/v2/tokens/refresh', payload });
  const { access_token: token, refresh_token: refreshToken } = answer.json();
  return { ...person, token, refreshToken };
}

const tables = 'accounts companies families domains domain_claims saml_configurations links email_changes devices authenticators recovery_codes passkeys identities outbox audit_log events'; // prettier-ignore
/** What the database holds of accounts, companies and their ways in. */
async function everything(): Promise<string> {
  const rows = await Promise.all(
    tables.split(' ').map((name) => {
      const all = sql<{ text: string }>`select coalesce(string_agg(t::text, ' ' order by t::text), '') as text
        from ${sql.table(name)} t`;
      return all.execute(service.deps.store.durable);
    }),
  );
  return rows.map((result) => result.rows[0]?.text).join('\n');
}

const rowsOf = (kind: keyof Effects) =>
  (Object.keys(effects) as Changing[]).flatMap((name) =>
    Object.entries(effects[name][kind] ?? {}).map(([effect, prepare]) => [name, effect, prepare] as const),
  );

describe('G3: by an old sign-in', () => {
  it.each(rowsOf('asks'))(
    '%s (%s) changes nothing before the password was given',
    async (name, _, prepare) => {
      const scene = await newScene();
      const parts = await prepare(scene);
      const as = await old(scene.admin);
      const before = await everything();
      const idempotencyKey = randomUUID();
      const call = () => driver.call(name, { as, ...parts, idempotencyKey });
      const refused = await call();
      expect([refused.status, refused.refusal]).toEqual([401, 'reauthenticationRequired']);
      expect(refused.headers['www-authenticate']).toContain('insufficient_user_authentication');
      expect(await everything()).toBe(before);
      expect((dashboardEndpoints[name] as Endpoint).refusals).toContain('reauthenticationRequired');

      await driver.call('reauthenticate', { as, body: { password: rightPassword } });
      const done = await call();
      expect(done.status, done.text).toBeLessThan(300);
      expect(await everything()).not.toBe(before);
    },
  );

  it.each(rowsOf('first'))(
    '%s (%s) changes nothing, nor after the password was given',
    async (name, _, prepare) => {
      const scene = await newScene();
      const parts = await prepare(scene);
      const as = await old(scene.admin);
      await driver.call('reauthenticate', { as, body: { password: rightPassword } });
      const before = await everything();
      expect((await driver.call(name, { as, ...parts })).refusal).toBe('notPossible');
      expect(await everything()).toBe(before);
    },
  );

  it.each(rowsOf('spared'))('%s (%s) is done', async (name, _, prepare) => {
    const scene = await newScene();
    const parts = await prepare(scene);
    const { status, text } = await driver.call(name, { as: await old(scene.admin), ...parts });
    expect(status, text).toBeLessThan(300);
  });

  it('the upload of a provider changes nothing', async () => {
    const { company, admin } = await newScene();
    const as = await old(admin);
    const before = await everything();
    const form = new FormData();
    form.append('file', new Blob([plainMetadata({ keys: keyDescriptor(certificate) })]), 'metadata.xml');
    const { body: payload, type } = await multipartOf(form);
    const url = uploadSamlConfiguration.path.replace('{id}', company.id);
    const headers = { 'content-type': type, authorization: `Bearer ${as.token}` };
    const answer = await service.app.inject({ method: 'PUT', url, payload, headers });
    expect([answer.statusCode, answer.json().error.name]).toEqual([401, 'reauthenticationRequired']);
    expect(await everything()).toBe(before);
  });
});

it('has a row for every changing call', () => {
  const rows = [...rowsOf('asks'), ...rowsOf('spared'), ...rowsOf('first')];
  const changing = Object.entries(dashboardEndpoints).flatMap(([name, { method }]) =>
    (method as string) === 'GET' ? [] : [name],
  );
  expect([...new Set(rows.map(([name]) => name as string))].toSorted()).toEqual(changing.toSorted());
});
