/** Every call of the contract with secrets where none belongs, and in bodies that cannot be read. */
import {
  type DashboardCallName,
  dashboardEndpoints,
  type Endpoint,
  type PublicCallName,
  publicEndpoints,
} from '@app/contract/calls/endpoints.ts';

import type { SignedIn } from '#test/drivers/dashboard-driver.ts';

import type { CanaryService } from '#test/canary/canary-service.ts';
import { nested } from '#test/canary/secrets.ts';

/** Fields for free text: what is typed there is stored and shown, so a secret typed there is, too. */
const freeText = ['name', 'companyName'];

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** The fields of a body or query, each with a different secret. */
function secretFields(
  { secrets }: CanaryService,
  call: string,
  schema: { readonly entries: object } | undefined,
): Record<string, string> {
  const names = [...Object.keys(schema?.entries ?? {}), 'password', 'newPassword', 'idToken', 'otherField'];
  return Object.fromEntries(
    names.filter((name) => !freeText.includes(name)).map((name) => [name, secrets.plant(`${call} ${name}`)]),
  );
}

/** Each field has the same value: it is deep. */
function nestedFields({ secrets }: CanaryService, call: string, names: readonly string[]) {
  const value = nested(secrets, `${call} nested`);
  return Object.fromEntries([...names, 'unknownField'].map((name) => [name, value]));
}

/** Bodies by what is wrong with them, each with its media type. */
function brokenBodies(canary: CanaryService, call: string, schema: { readonly entries: object } | undefined) {
  const { secrets } = canary;
  const names = Object.keys(schema?.entries ?? {});
  const fields = secretFields(canary, call, schema);
  const address = `${secrets.plantWord(`${call} local part`)} ${secrets.plant(`${call} address`)}`;
  return [
    [JSON.stringify(fields), json],
    [JSON.stringify(nestedFields(canary, call, names)), json],
    [JSON.stringify({ ...fields, email: 'ada@northline.test' }), json],
    [JSON.stringify({ ...fields, email: address }), json],
    [JSON.stringify([secrets.plant(`${call} list`)]), json],
    [JSON.stringify(secrets.plant(`${call} text`)), json],
    // A parser quotes what it cannot read: at the start, in the middle, at the end.
    [secrets.plant(`${call} no JSON`), json],
    [`{"password":${secrets.plantWord(`${call} bare`)}}`, json],
    [`{"password":"${secrets.plantWord(`${call} cut`)}`, json],
    [`{"a":1}${secrets.plantWord(`${call} after JSON`)}`, json],
    [`{"password":"${secrets.plantWord(`${call} control`)}\u0001"}`, json],
    [new URLSearchParams(fields).toString(), form],
    [`password=${secrets.plantWord(`${call} plain text`)}`, { 'content-type': 'text/plain' }],
    [
      `--x\r\ncontent-disposition: form-data; name="${secrets.plantWord(`${call} part`)}"; filename="${secrets.plantWord(`${call} file name`)}"\r\n\r\n${secrets.plantWord(`${call} file`)}\r\n--x--\r\n`,
      { 'content-type': 'multipart/form-data; boundary=x' },
    ],
    [
      secrets.plant(`${call} of a secret type`),
      { 'content-type': `application/${secrets.plantWord(`${call} media type`)}` },
    ],
  ] as const;
}

export async function visitBrokenCalls(canary: CanaryService): Promise<void> {
  const { secrets, send } = canary;
  for (const call of Object.keys(publicEndpoints) as PublicCallName[]) {
    const { path, body }: Endpoint = publicEndpoints[call];
    for (const [payload, headers] of brokenBodies(canary, call, body))
      await send({ call, url: path, payload, headers });
    // `idempotency-key` is refused before the body where it has a space.
    const headers = { ...json, 'idempotency-key': `a ${secrets.plantWord(`${call} bad key`)}` };
    await send({ call, url: path, payload: { email: 'ada@northline.test' }, headers });
    for (const method of ['GET', 'PUT', 'POST'] as const)
      await send({
        call,
        method,
        url: `${path}/${secrets.plantWord(`${call} path`)}`,
        headers: json,
        payload: {},
      });
  }
}

/** @param admin whose session the calls have; each call is also made without one */
export async function visitBrokenDashboardCalls(canary: CanaryService, admin: SignedIn): Promise<void> {
  const { secrets, send } = canary;
  for (const call of Object.keys(dashboardEndpoints) as DashboardCallName[]) {
    const { method, path, query, body }: Endpoint = dashboardEndpoints[call];
    const at = (id: string): string =>
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        name === 'id' ? id : secrets.plantWord(`${call} ${name} in the path`),
      );
    const signedIn = { authorization: `Bearer ${admin.token}` };
    const own = admin.account.companyId;
    const search = (): string =>
      `?${new URLSearchParams(secretFields(canary, call, query)).toString().slice(0, 1500)}`;
    for (const [payload, type] of method === 'GET' ? [] : brokenBodies(canary, call, body))
      await send({ call, method, url: at(own) + search(), payload, headers: { ...type, ...signedIn } });
    await send({ call, method, url: at(own) + search(), headers: signedIn });
    await send({ call, method, url: at(own) });
    await send({ call, method, url: at(secrets.plantWord(`${call} company`)), headers: signedIn });
    const broken = `${admin.token.slice(0, -4)}AAAA`;
    secrets.learn(`${call} broken token`, broken);
    await send({ call, method, url: at(own), headers: { authorization: `Bearer ${broken}` } });
    const basic = Buffer.from(`ada:${secrets.plant(`${call} Basic`)}`).toString('base64');
    await send({ call, method, url: at(own), headers: { authorization: `Basic ${basic}` } });
  }
}
