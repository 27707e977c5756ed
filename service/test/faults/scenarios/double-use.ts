/** Each code, mailed link and refresh token is used twice at the same time, at two instances of which one is killed. */
import { challengeFromWire } from '@app/contract/calls/wire-names.ts';
import { endpoints } from '@app/contract/calls/endpoints.ts';

import { mailsDelivered } from '#test/faults/acknowledged.ts';
import type { Answer, Ask } from '#test/faults/balancer.ts';
import { codeIn, mailed } from '#test/faults/mail-server.ts';
import { password, type Product } from '#test/faults/product.ts';
import type { Row } from '#test/faults/scenario.ts';

const each = 30;
let clients = 0;
const client = (): string => `${140 + ((clients += 1) >> 8)}.${clients & 255}.7.7`;

/** One thing that is good for one use, and how it is used. */
interface Use {
  readonly kind: 'code' | 'link' | 'token';
  readonly key: string;
  readonly ask: Omit<Ask, 'client'>;
}

export async function tryTwice(product: Product): Promise<Row> {
  const { balancer, instances } = product;
  await balancer.until(2);
  const uses = [...(await codes(product)), ...(await links(product)), ...(await tokens(product))];
  const answers = new Map<Use, Answer[]>(uses.map((use) => [use, []]));
  const useAt = async (use: Use, port: number): Promise<void> => {
    answers.get(use)?.push(await balancer.sendTo(port, { ...use.ask, client: client() }));
  };
  let done = 0;
  let kill: Promise<unknown> = Promise.resolve();
  await Promise.all(
    uses.flatMap((use) =>
      instances.map(async ({ port }) => {
        await useAt(use, port);
        done += 1;
        // A quarter is answered, the others are under way.
        if (done === Math.floor(uses.length / 2)) kill = instances[0].end('SIGKILL');
      }),
    ),
  );
  await kill;
  await instances[0].start();
  await balancer.until(2);
  // Once more by strangers, who have seen all of them.
  for (const use of uses) for (const { port } of instances) await useAt(use, port);

  const ofKind = (kind: Use['kind']) => uses.filter((use) => use.kind === kind);
  const [sessions] = await product.rows<{ double: string }>(
    'select count(*) as double from (select challenge_id from families where challenge_id is not null group by 1 having count(*) > 1) d',
  );
  const [resets] = await product.rows<{ double: string }>(
    `select count(*) as double from (select account_id from events where kind = 'passwordReset' and outcome = 'success' group by 1 having count(*) > 1) d`,
  );
  const twoSuccessors = ofKind('token').filter((use) => {
    const successors = (answers.get(use) ?? [])
      .filter(({ status }) => status === 200)
      .map(({ text }) => (JSON.parse(text) as { refresh_token: string }).refresh_token);
    return new Set(successors).size > 1;
  }).length;
  const acceptedTwice = (kind: Use['kind']): number =>
    ofKind(kind).filter(
      (use) => (answers.get(use) ?? []).filter(({ status }) => status === 200 || status === 204).length > 1,
    ).length;
  const twice = {
    sessions: Number(sessions?.double),
    resets: Number(resets?.double),
    successors: twoSuccessors,
    codes: acceptedTwice('code'),
    links: acceptedTwice('link'),
  };
  const unused = uses.filter((use) =>
    (answers.get(use) ?? []).every(({ status }) => status === 0 || status >= 500),
  ).length;
  const all = [...answers.values()].flat();
  const double = Object.values(twice).reduce((sum, count) => sum + count, 0);
  const odd = all.filter(({ status }) => status >= 500 && status !== 503).length;
  return {
    requests: all.length,
    acknowledged: all.filter(({ status }) => status === 200 || status === 204).length,
    failed: `cut off × ${all.filter(({ status }) => status === 0).length}`,
    lost: unused,
    double,
    wrong: [
      ...(double > 0 ? [`used twice: ${JSON.stringify(twice)}`] : []),
      ...(unused > 0 ? [`${unused} could never be used`] : []),
      ...(odd > 0 ? [`${odd} × 5xx`] : []),
    ],
    more: `${each} codes, ${each} links, ${each} refresh tokens, each at least 4 times`,
  };
}

async function codes(product: Product): Promise<Use[]> {
  const people = await product.addPeople(each, 'always');
  const path = endpoints.signInWithPassword.path;
  const opened = await Promise.all(
    people.map(({ email }) => product.balancer.send({ path, body: { email, password }, client: client() })),
  );
  await mailsDelivered(product);
  return Promise.all(
    people.map(async ({ email }, index) => {
      const session = challengeFromWire(JSON.parse(opened[index]?.text ?? '{}'))?.session;
      const code = codeIn(await mailed(product.mail, email));
      const ask = { path: endpoints.verifyCode.path, body: { email, code, session } };
      return { kind: 'code' as const, key: email, ask };
    }),
  );
}

async function links(product: Product): Promise<Use[]> {
  const people = await product.addPeople(each);
  const path = endpoints.recoverPassword.path;
  await Promise.all(
    people.map(({ email }) => product.balancer.send({ path, body: { email }, client: client() })),
  );
  await mailsDelivered(product);
  return Promise.all(
    people.map(async ({ email }, index) => {
      const code = /[?&#](?:code|token)=([\w-]{43})/.exec(await mailed(product.mail, email))?.[1];
      const next = `${password}-${index}`;
      const body = { email, code, password: next, passwordConfirmation: next };
      return { kind: 'link' as const, key: email, ask: { path: endpoints.resetPassword.path, body } };
    }),
  );
}

async function tokens(product: Product): Promise<Use[]> {
  const people = await product.addPeople(each);
  const path = endpoints.signInWithPassword.path;
  return Promise.all(
    people.map(async ({ email }) => {
      const { text } = await product.balancer.send({ path, body: { email, password }, client: client() });
      const { basic } = JSON.parse(text) as { basic: { refresh_token: string } };
      const ask = { path: endpoints.refreshTokens.path, body: { refreshToken: basic.refresh_token } };
      return { kind: 'token' as const, key: email, ask };
    }),
  );
}
