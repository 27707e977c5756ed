/** Every call of the dashboard as an admin makes it, with the session of a real sign-in, and the upload of metadata. */
import { randomBytes, randomUUID } from 'node:crypto';
import { type DashboardCallName, dashboardEndpoints, type Endpoint } from '@app/contract/calls/endpoints.ts';

import { findSessions } from '#store/dashboard/account-sessions.ts';
import { insertDevice } from '#store/sign-in/devices.ts';
import { callCases } from '#test/dashboard/call-cases.ts';
import { createDashboardDriver, type SignedIn } from '#test/drivers/dashboard-driver.ts';
import { createSsoCompany, respond } from '#test/drivers/sso-driver.ts';
import { messageIn } from '#test/drivers/logout-driver.ts';
import { keyDescriptor, plainMetadata } from '#test/saml/idp-metadata.ts';
import { makeCertificate, multipartOf } from '#test/saml/saml-uploads.ts';
import { createAccount } from '#test/setup/test-deps.ts';

import type { CanaryService } from '#test/canary/canary-service.ts';

/** An admin who has just signed in; the tokens are secrets. */
export async function signInAdmin(canary: CanaryService, companyId: string): Promise<SignedIn> {
  const admin = await createDashboardDriver(canary.service).signedIn({ companyId, roles: ['Admin'] });
  canary.secrets.learn('access token of an admin', admin.token);
  canary.secrets.learn('refresh token of an admin', admin.refreshToken);
  return admin;
}

export async function visitDashboard(canary: CanaryService): Promise<void> {
  const { deps, secrets, send } = canary;
  const { id: companyId } = await createSsoCompany(deps);
  const admin = await signInAdmin(canary, companyId);
  const { id: userId } = await createAccount(deps, { companyId, roles: ['Agent'] });
  const domain = `claimed-${randomUUID().slice(0, 8)}.test`;
  const cases = callCases({ userId, domain });
  const headers = (as: SignedIn) => ({ authorization: `Bearer ${as.token}`, 'idempotency-key': undefined });
  const make = (call: DashboardCallName, as = admin, given: { params?: object; body?: unknown } = {}) => {
    const { method, path }: Endpoint = dashboardEndpoints[call];
    const { params = {}, body } = { ...cases[call], ...given };
    const ids: Record<string, string> = { id: companyId, ...params };
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? randomUUID());
    return send({
      call,
      method,
      url,
      headers: headers(as),
      ...(body !== undefined && { payload: body as object }),
    });
  };
  await make('addDomain', admin, { body: { domain } });
  for (const call of Object.keys(cases) as DashboardCallName[]) {
    const { body } = cases[call];
    for (const [name, value] of Object.entries(body ?? {}))
      if (/password/i.test(name)) secrets.learn(`${call} ${name}`, String(value));
    // Some end the session that makes them, or ask for a recent one.
    await make(call, await signInAdmin(canary, companyId));
  }
  await make('readUser', admin);
  await visitTemporaryPass(canary, companyId);
  await visitDevices(canary, companyId, (call, params) => make(call, admin, { params }));
  await visitSamlTest(canary);
}

/** A temporary pass, whose answer is stored for a repeat. */
async function visitTemporaryPass(canary: CanaryService, companyId: string): Promise<void> {
  const { deps, secrets, send } = canary;
  const { token } = await signInAdmin(canary, companyId);
  const { id } = await createAccount(deps, { companyId, roles: ['Agent'] });
  const url = dashboardEndpoints.giveTemporaryPass.path.replace('{id}', companyId).replace('{userId}', id);
  const headers = { authorization: `Bearer ${token}` };
  const given = await send({ call: 'giveTemporaryPass', url, headers });
  secrets.learn('temporary pass as typed', given.json<{ pass: string }>().pass.replaceAll('-', ''));
}

/** A session and a known device of another person, which the admin sees, ends and forgets. */
async function visitDevices(
  { service, deps, secrets }: CanaryService,
  companyId: string,
  make: (call: DashboardCallName, params: object) => Promise<unknown>,
): Promise<void> {
  const { account, token, refreshToken } = await createDashboardDriver(service).signedIn({
    companyId,
    roles: ['Agent'],
  });
  secrets.learn('access token of a person', token);
  secrets.learn('refresh token of a person', refreshToken);
  const params = { userId: account.id };
  const device = randomBytes(32);
  const known = { accountId: account.id, device, userAgent: undefined, how: 'proven' } as const;
  await insertDevice(known, deps.clock()).execute(deps.store.durable);
  const [session] = await findSessions(deps.store.relaxed, account.id, 1, deps.clock());
  await make('listUserSessions', params);
  await make('listUserDevices', params);
  await make('endUserSession', { ...params, sessionId: session?.id ?? '' });
  await make('forgetUserDevice', { ...params, deviceId: device.toString('hex') });
}

/** The upload of metadata, and a test sign-in whose answer the admin reads. */
async function visitSamlTest(canary: CanaryService): Promise<void> {
  const { deps, secrets, send } = canary;
  const company = await createSsoCompany(deps);
  const admin = await signInAdmin(canary, company.id);
  const signedIn = { authorization: `Bearer ${admin.token}`, 'idempotency-key': undefined };
  const upload = async (file: string) => {
    const form = new FormData();
    form.append('file', new Blob([file]), `${secrets.plantWord('file name of the upload')}.xml`);
    form.append(secrets.plantWord('part of the upload'), secrets.plant('unknown part of the upload'));
    const { body, type } = await multipartOf(form);
    await send({
      call: 'uploadSamlConfiguration',
      method: 'PUT',
      url: `/auth/v1/companies/${company.id}/saml/configuration`,
      payload: body,
      headers: { ...signedIn, 'content-type': type },
    });
  };
  await upload(`<a>${secrets.plantWord('file of the upload')}</a>`);
  await upload(secrets.plant('upload that is no XML'));
  await upload(plainMetadata({ keys: keyDescriptor(await makeCertificate(365)) }));

  const other = await createSsoCompany(deps);
  const tester = await signInAdmin(canary, other.id);
  const authorization = `Bearer ${tester.token}`;
  const path = `/auth/v1/companies/${other.id}/saml/test`;
  const started = await send({
    call: 'startSamlTest',
    url: path,
    headers: { authorization, 'idempotency-key': undefined },
  });
  const { url, testId } = started.json<{ url: string; testId: string }>();
  const sent = new URL(url).searchParams;
  const requestId = / ID="([^"]+)"/.exec(messageIn(sent, 'SAMLRequest'))?.[1] ?? '';
  const relayState = sent.get('RelayState') ?? '';
  const attempt = { redirectUri: '', codeVerifier: '', relayState, requestId };
  const SAMLResponse = respond(deps, other, attempt, { email: tester.account.email });
  for (const [, value = ''] of Buffer.from(SAMLResponse, 'base64')
    .toString()
    .matchAll(/<ds:SignatureValue>([^<]+)</g))
    secrets.learn('signature of the answer to a test sign-in', value);
  await send({
    call: 'POST /auth/v1/saml/:companyId/acs',
    url: `/auth/v1/saml/${other.id}/acs`,
    payload: new URLSearchParams({ SAMLResponse, RelayState: relayState }).toString(),
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
  });
  await send({ call: 'readSamlTest', method: 'GET', url: `${path}/${testId}`, headers: { authorization } });
}
