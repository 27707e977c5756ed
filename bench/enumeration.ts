/** Measures whether response times differ between addresses with and without an account (threat A5). */
import { randomUUID } from 'node:crypto';

import { addAccounts } from './accounts.ts';
import { areaUnderCurve, type Figure, median, type Part } from './figures.ts';
import { type Connection, openConnection } from '#load/keep-open.ts';
import { withService } from './with-service.ts';

const samples = 300;
const warmUp = 20;
/** Target range of the area under the ROC curve; 0.5 is chance. */
const range = { least: 0.42, most: 0.58 };

export const measureEnumeration = (): Promise<Part[]> =>
  withService(
    async (service, databaseUrl) => {
      const connection = await openConnection(service.url);
      await addAccounts(databaseUrl, samples + warmUp);
      const signIn = (email: string, n: number) =>
        post(connection, '/auth/v2/users/session', { email, password: 'wrong' }, n);
      const recover = (email: string, n: number) =>
        post(connection, '/auth/v1/users/password/recover', { email }, n);
      const figures = [
        ...(await compare('wrong password', signIn)),
        ...(await compare('forgotten password', recover)),
      ];
      connection.close();
      return [
        {
          title: 'Telling accounts apart by time',
          figures,
          note: `${samples} answers for addresses with an account and as many for others, in turn, each from a client of its own. The area under the ROC curve says how well a threshold on the time tells them apart: 0.5 is not at all.`,
        },
      ];
    },
    { settings: { REVEAL_SIGN_IN_METHOD: 'proven' } },
  );

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
