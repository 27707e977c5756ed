/** Measures one call that invites 10,000 people: its duration, the memory of the service, and others' calls meanwhile. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { endpoints } from '@app/contract/calls/endpoints.ts';
import * as limits from '@app/contract/fields/limits.ts';

import { addAccounts, password } from './accounts.ts';
import { type Figure, type Part, quantile } from './figures.ts';
import { memoryOf } from './processes.ts';
import { withService } from './with-service.ts';

/** Seconds for all, and milliseconds for a page of the list. */
const targets = { all: 20, list: 50 };
const admin = 'plain-1@northline.test';

export const measureInvitations = (): Promise<Part[]> =>
  withService(async (service, databaseUrl) => {
    await addAccounts(databaseUrl, 1, ['Admin']);
    return [await measure(service)];
  });

async function measure({ url, pid }: { url: string; pid: number }): Promise<Part> {
  const send = async (method: string, path: string, body?: object, token?: string) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        'idempotency-key': randomUUID(),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const signIn = endpoints.signInWithPassword;
  const { basic } = await send(signIn.method, signIn.path, { email: admin, password });
  const token: string = basic.access_token;
  const claims = JSON.parse(Buffer.from(String(basic.id_token).split('.')[1] ?? '', 'base64url').toString());
  const path = endpoints.invite.path.replace('{id}', claims['custom:company_id']);

  const before = memoryOf(pid);
  let most = before;
  let running = true;
  const watching = (async () => {
    while (running) {
      most = Math.max(most, memoryOf(pid));
      await wait(20);
    }
  })();
  const others: number[] = [];
  const lists: number[] = [];
  const timed = async (into: number[], query: string) => {
    const begun = performance.now();
    await send('GET', `${path}?${query}`, undefined, token);
    into.push(performance.now() - begun);
  };
  const meanwhile = (async () => {
    while (running) {
      await timed(others, '');
      await wait(50);
    }
  })();
  const invitations = Array.from({ length: limits.invitedAtOnce }, (_, n) => ({
    email: `invited-${n}@bench.test`,
    name: `Person Number ${n}`,
    role: 'User',
    language: 'de',
  }));
  const begun = performance.now();
  const { results } = await send('POST', path, { invitations }, token);
  const seconds = (performance.now() - begun) / 1000;
  running = false;
  await Promise.all([watching, meanwhile]);
  const invited = results.filter(({ ok }: { ok: boolean }) => ok).length;
  for (let round = 0; round < 50; round += 1)
    await timed(lists, round % 2 === 0 ? '' : `search=number ${round}&state=waiting`);
  const list = quantile(lists, 0.95);

  const figures: Figure[] = [
    {
      name: `${invited} invited by one call`,
      value: `${seconds.toFixed(1)} s`,
      target: `< ${targets.all} s`,
      met: seconds < targets.all && invited === limits.invitedAtOnce,
    },
    { name: 'memory of the service before', value: `${before.toFixed(0)} MB` },
    { name: 'the most during the call', value: `${most.toFixed(0)} MB` },
    { name: "the admin's list meanwhile (p95)", value: `${quantile(others, 0.95).toFixed(0)} ms` },
    {
      name: 'a page of the 10,000 afterwards, with and without search (p95)',
      value: `${list.toFixed(0)} ms`,
      target: `< ${targets.list} ms`,
      met: list < targets.list,
    },
  ];
  return {
    title: 'Inviting 10,000 people',
    figures,
    note: 'The mails go to a mail server on the same machine meanwhile.',
  };
}
