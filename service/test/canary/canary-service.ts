/** The whole application with its log, its mail server and its database open to the hunt for secrets. */
import { Writable } from 'node:stream';
import type { HTTPMethods } from 'fastify';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

import { createLog } from '#log.ts';
import { openMailValues } from '#security/tokens/sealing.ts';
import { makeDashboardBuild } from '#test/setup/dashboard-build.ts';
import { startGoogleIssuer } from '#test/drivers/google-issuer.ts';
import { keysWithSaml } from '#test/drivers/sso-driver.ts';
import type { OnStatement } from '#store/connection/prepared-pool.ts';
import { createTestApp } from '#test/setup/test-app.ts';
import { createMailer } from '#gateways/mail.ts';
import { deliverDueMails } from '#mails/deliver-mails.ts';
import type { TestDeps } from '#test/setup/test-deps.ts';

import { dumpDatabase } from './database-dump.ts';
import { createSecrets, nested } from './secrets.ts';

export interface Request {
  /** The call, as it is counted: a name of the contract, or a verb and a path. */
  readonly call: string;
  readonly method?: HTTPMethods;
  readonly url: string;
  readonly payload?: string | object;
  /** Replace the planted ones. `undefined` leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Values of an answer that open something, by their names. */
const secretNames = /^(?:\w*token|session|relaystate|\w*code|pass|secret|setup)$/i;
const openNames = /^(?:support_?code|country_?code|country)$/i;

/** `onStatement` is told of each statement that the database is sent. */
export async function startCanaryService({ onStatement }: { onStatement?: OnStatement } = {}) {
  const secrets = createSecrets();
  const lines: string[] = [];
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const log = createLog({ logLevel: 'trace', environment: 'development' }, to);
  const issuer = await startGoogleIssuer();
  const dashboard = makeDashboardBuild();
  const service = await createTestApp({
    keys: keysWithSaml(),
    log,
    ...(onStatement && { onStatement }),
    settings: { google: issuer.google },
    app: {
      dashboardDir: dashboard.dir,
      // A fault that answers what it was given, for the test of the hunt.
      extend: (own) => own.post('/leak', async (request, reply) => reply.status(500).send(request.body)),
    },
  });
  const { app, deps } = service;
  /** Calls by name, with the number of answers: taken (below 400), refused, and of faults. */
  const visits = new Map<string, { taken: number; refused: number; faults: number }>();
  const faults: string[] = [];
  let sent = 0;

  /** What an answer gives away is a secret, too. */
  function learnFrom(name: string, value: unknown, key = ''): void {
    if (typeof value === 'string') {
      if (secretNames.test(key) && !openNames.test(key) && value.length > 5)
        secrets.learn(`${key} of ${name}`, value);
      if (/^https?:\/\/|^\/[^/]/.test(value))
        for (const [parameter, given] of new URL(value, 'http://localhost:4000').searchParams)
          learnFrom(name, given, parameter);
    } else if (typeof value === 'object' && value !== null)
      for (const [inner, item] of Object.entries(value)) learnFrom(name, item, inner);
  }

  /** The headers of a request that carries a secret wherever a header can. */
  const plantHeaders = (call: string): Record<string, string> => ({
    authorization: `Bearer ${secrets.plantWord(`${call} Authorization`)}`,
    cookie: ['refresh_token', 'id_token', 'device_token', 'other']
      .map((name) => `${name}=${secrets.plantWord(`${call} cookie ${name}`)}`)
      .join('; '),
    referer: `http://localhost:4000/password/reset?code=${secrets.plantWord(`${call} query of Referer`)}#id_token=${secrets.plantWord(`${call} fragment of Referer`)}`,
    'x-api-key': secrets.plantWord(`${call} X-Api-Key`),
    'x-custom': JSON.stringify(nested(secrets, `${call} X-Custom`)).slice(0, 3000),
    'x-origin': secrets.plantWord(`${call} X-Origin`),
    'idempotency-key': secrets.plantWord(`${call} Idempotency-Key`),
  });

  const headersOf = new Map<string, Record<string, string>>();
  function plantedHeaders(call: string): Record<string, string> {
    const planted = headersOf.get(call) ?? plantHeaders(call);
    headersOf.set(call, planted);
    return planted;
  }

  async function send({ call, method = 'POST', url, payload, headers = {} }: Request) {
    sent += 1;
    const query = new URLSearchParams({
      token: secrets.plant(`${call} query token`),
      anything: secrets.plant(`${call} query`),
    });
    const all = Object.entries({ ...plantedHeaders(call), ...headers });
    const answer = await app.inject({
      method: method as 'POST',
      url: `${url}${url.includes('?') ? '&' : '?'}${query.toString()}`,
      ...(payload !== undefined && { payload }),
      headers: Object.fromEntries(all.filter(([, value]) => value !== undefined)),
      remoteAddress: `10.9.${sent >> 8}.${sent & 255}`,
    });
    const { statusCode } = answer;
    const counts = visits.get(call) ?? { taken: 0, refused: 0, faults: 0 };
    counts[statusCode < 400 ? 'taken' : statusCode < 500 ? 'refused' : 'faults'] += 1;
    visits.set(call, counts);
    if (answer.headers['content-type']?.startsWith('application/json')) learnFrom(call, answer.json());
    learnFrom(call, answer.headers['location'], 'location');
    for (const { name, value } of answer.cookies)
      if (value.length > 24) secrets.learn(`cookie ${name}`, value);
    if (statusCode >= 500) faults.push(answer.body);
    return answer;
  }

  /** The values of every email that waits: the codes and the tokens of the links. */
  async function learnFromMails(): Promise<void> {
    const rows = await deps.store.durable
      .selectFrom('outbox')
      .select(['id', 'kind', 'payload'])
      .$castTo<{ id: string; kind: string; payload: Buffer | null }>()
      .execute();
    for (const { id, kind, payload } of rows)
      if (payload !== null) learnFrom(`mail ${kind}`, openMailValues(deps.keys, id, payload));
  }

  return {
    service,
    deps,
    issuer,
    secrets,
    send,
    visits,
    log,
    sent: () => sent,
    learnFromMails,
    /** Sends the emails that wait; the mail server quotes every other one in its refusal. */
    deliverMails: () => deliverToRefusingServer(deps),
    /** Everything that the product wrote, by place. */
    async places(): Promise<Map<string, string>> {
      const ofMails = lines.filter((line) => line.includes('"mail":'));
      return new Map([
        ['log', lines.join('')],
        ['log of mails', ofMails.join('')],
        ['answers of faults', faults.join('\n')],
        ...(await dumpDatabase(deps.url)),
      ]);
    },
    counts: () => ({ lines: lines.length, faults: faults.length }),
    async close() {
      await service.close();
      await issuer.close();
      dashboard.remove();
    },
  };
}
export type CanaryService = Awaited<ReturnType<typeof startCanaryService>>;

/** Delivers all emails that are due. Returns how many the server saw. */
async function deliverToRefusingServer(deps: TestDeps): Promise<number> {
  let mails = 0;
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        mails += 1;
        const text = Buffer.concat(parts).toString();
        const words = text.replaceAll(/=\r\n|[\r\n]+/g, ' ').replaceAll('=3D', '=');
        done(
          mails % 2 === 0 ? Object.assign(new Error(`refused: ${words}`), { responseCode: 550 }) : undefined,
        );
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const mailer = createMailer(deps.settings, `smtp://127.0.0.1:${port}`);
  try {
    await deliverDueMails({ ...deps, mailer });
  } finally {
    mailer.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
  return mails;
}
