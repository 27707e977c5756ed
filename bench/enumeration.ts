/** Measures whether response times differ between addresses with and without an account (threat A5). */
import { randomUUID } from 'node:crypto';
import { startPostgres } from '@app/service/dev/postgres/postgres.ts';

import { addAccounts } from './accounts.ts';
import { areaUnderCurve, type Figure, median, type Part } from './figures.ts';
import { type Connection, openConnection } from '#load/keep-open.ts';
import { startMailSink } from './mail-sink.ts';
import { makeDataFolder, startService } from '@app/testing/product/service-process.ts';

const samples = 300;
const warmUp = 20;
/** Target range of the area under the ROC curve; 0.5 is chance. */
const range = { least: 0.42, most: 0.58 };

export async function measureEnumeration(): Promise<Part[]> {
  const folder = await makeDataFolder();
  const sink = await startMailSink();
  const database = await startPostgres({ dataDir: `${folder.path}/database` });
  try {
    const service = await startService(folder.path, {
      settings: {
        DATABASE_URL: database.url,
        DEVELOPMENT_DATABASE: 'app',
        SMTP_URL: sink.url,
        TRUSTED_PROXIES: '127.0.0.1',
        REVEAL_SIGN_IN_METHOD: 'proven',
      },
    });
    const connection = await openConnection(service.url);
    try {
      await addAccounts(database.url, samples + warmUp);
      const signIn = (email: string, n: number) =>
        post(connection, '/auth/v2/users/session', { email, password: 'wrong' }, n);
      const recover = (email: string, n: number) =>
        post(connection, '/auth/v1/users/password/recover', { email }, n);
      return [
        {
          title: 'Telling accounts apart by time',
          figures: [
            ...(await compare('wrong password', signIn)),
            ...(await compare('forgotten password', recover)),
          ],
          note: `${samples} answers for addresses with an account and as many for others, in turn, each from a client of its own. The area under the ROC curve says how well a threshold on the time tells them apart: 0.5 is not at all.`,
        },
      ];
    } finally {
      connection.close();
      await service.stop();
    }
  } finally {
    await database.stop();
    sink.stop();
    await folder.remove();
  }
}

async function compare(
  name: string,
  call: (email: string, n: number) => Promise<void>,
): Promise<readonly Figure[]> {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let n = 0; n < samples + warmUp; n += 1) {
    const classes = [
      { times: known, email: `plain-${n + 1}@northline.test` },
      { times: unknown, email: `nobody-${n + 1}@northline.test` },
    ];
    // The order alternates, so that it does not affect one class only.
    for (const { times, email } of n % 2 === 0 ? classes : classes.toReversed()) {
      const started = performance.now();
      await call(email, n);
      if (n >= warmUp) times.push(performance.now() - started);
    }
  }
  const area = areaUnderCurve(known, unknown);
  return [
    {
      name: `${name}: area under the ROC curve`,
      value: area.toFixed(3),
      target: `${range.least} to ${range.most}`,
      met: area > range.least && area < range.most,
    },
    {
      name: `${name}: difference of the medians`,
      value: `${(median(known) - median(unknown)).toFixed(2)} ms`,
    },
  ];
}

async function post(connection: Connection, path: string, body: object, n: number): Promise<void> {
  const { status } = await connection.post(path, body, [
    `idempotency-key: ${randomUUID()}`,
    `x-forwarded-for: 198.${18 + (n & 1)}.${n >> 7}.${n & 127}`,
  ]);
  if (status !== 401 && status !== 204) throw new Error(`${path} was answered with ${status}`);
}
