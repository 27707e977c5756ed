/** Every page and form of the app, the log intake and the reports of browsers, with secrets wherever one fits. */
import { pagePaths } from '@app/contract/pages/pages.ts';
import { logIntakePath } from '@app/log/log-batch.ts';

import { createAccount, rightPassword } from '#test/setup/test-deps.ts';

import type { CanaryService } from '#test/canary/canary-service.ts';
import { nested } from '#test/canary/secrets.ts';

const form = {
  accept: 'text/html',
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'same-origin',
  'idempotency-key': undefined,
};
const fieldNames = [
  'password',
  'passwordConfirmation',
  'code',
  'session',
  'confirmationCode',
  'token',
  'form_key',
  'other',
];

export async function visitPages(canary: CanaryService): Promise<void> {
  const { deps, secrets, send } = canary;
  for (const path of pagePaths) {
    const get = { call: `GET ${path}`, method: 'GET' } as const;
    await send({ ...get, url: path, headers: form });
    for (const name of ['code', 'confirmation_token', 'token', 'redirect', 'error', 'state', 'SAMLResponse'])
      await send({
        ...get,
        url: `${path}?email=ada@northline.test&${name}=${encodeURIComponent(secrets.plant(`${path} ${name}`))}`,
        headers: form,
      });
    for (const email of ['ada@northline.test', 'no address', '']) {
      const fields = fieldNames.map((name): [string, string] => [
        name,
        secrets.plant(`POST ${path} ${name}`),
      ]);
      const payload = new URLSearchParams([['email', email], ...fields]).toString();
      await send({ call: `POST ${path}`, url: path, payload, headers: form });
    }
    const unknown = `${path === '/' ? '' : path}/${secrets.plantWord(`${path} below`)}`;
    await send({ ...get, url: unknown, headers: form });
    await send({ call: `POST ${path}`, url: unknown, headers: form, payload: 'a=b' });
  }
  // The session that a form without script opens, by its cookies, and its end.
  const { email } = await createAccount(deps, { secondStep: 'off' });
  const payload = new URLSearchParams({ email, password: rightPassword }).toString();
  const opened = await send({ call: 'POST /login', url: '/login', payload, headers: form });
  const cookie = opened.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
  await send({
    call: 'GET /login/success',
    method: 'GET',
    url: '/login/success',
    headers: { ...form, cookie },
  });
  await send({
    call: 'POST /login/success',
    url: '/login/success',
    payload: '',
    headers: { ...form, cookie },
  });
  await send({
    call: 'GET /dashboard',
    method: 'GET',
    url: '/dashboard/people',
    headers: { ...form, cookie },
  });
}

/** What a page gives to the log without cleaning it, as no app of ours does. */
function entriesOf({ secrets, deps }: CanaryService) {
  const name = 'log intake';
  const entry = { at: deps.clock(), level: 'error', category: 'page' };
  const word = (what: string): string => secrets.plantWord(`${name} ${what}`);
  const error = {
    name: 'TypeError',
    message: `failed at https://login.test/password/reset?code=${word('address of an error')}#${word('fragment of an error')}`,
    stack: `at open (https://login.test/app.js?token=${word('address of a stack')}:1:2)`,
    cause: nested(secrets, `${name} cause`),
    config: {
      headers: { Authorization: `Bearer ${word('Authorization')}` },
      body: secrets.plant(`${name} body`),
    },
  };
  return [
    {
      ...entry,
      message: 'console.error',
      properties: { given: ['a text', nested(secrets, `${name} console`)] },
    },
    { ...entry, message: 'uncaught error', properties: error },
    { ...entry, message: `at /login?code=${word('query')}`, properties: { given: error } },
    { ...entry, message: `refused: password=${word('pair')} Bearer ${word('bearer')}`, properties: {} },
    { ...entry, message: 'unhandled rejection', properties: { reason: JSON.stringify(error) } },
  ];
}

export async function visitIntakes(canary: CanaryService): Promise<void> {
  const { secrets, send } = canary;
  const headers = {
    origin: 'http://localhost:4000',
    'content-type': 'application/json',
    'idempotency-key': undefined,
  };
  const batch = { app: 'sign-in', version: '1.9.0', page: '/login', entries: entriesOf(canary) };
  const call = `POST ${logIntakePath}`;
  await send({ call, url: logIntakePath, payload: batch, headers });
  await send({
    call,
    url: logIntakePath,
    payload: { ...batch, page: `/reset?code=${secrets.plantWord('page of a batch')}` },
    headers,
  });
  await send({ call, url: logIntakePath, payload: `{"entries":"${secrets.plant('cut batch')}`, headers });

  const address = (what: string) =>
    `http://localhost:4000/password/reset?code=${secrets.plantWord(`report ${what}`)}#${secrets.plantWord(`report fragment ${what}`)}`;
  const report = {
    'document-uri': address('document-uri'),
    'blocked-uri': address('blocked-uri'),
    referrer: address('referrer'),
    'effective-directive': `script-src ${secrets.plant('report directive')}`,
    'script-sample': secrets.plant('report sample'),
  };
  await send({
    call: 'POST /csp-report',
    url: '/csp-report',
    payload: JSON.stringify({ 'csp-report': report }),
    headers: { ...headers, 'content-type': 'application/csp-report' },
  });
}
