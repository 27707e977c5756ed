/** Measures the lists of the dashboard over HTTP, with 10,000 accounts in a company among few and among a million. */
import { seedAccounts } from '@app/service/dev/seed-accounts.ts';

import { type Figure, type Part, quantile } from './figures.ts';
import { measureTypedSearch } from './typed-search.ts';
import { withService } from './with-service.ts';

const sizes = [10_000, 1_000_000];
const samples = 200;
const warmUp = 20;
/** Milliseconds. */
const target = 50;

/** Each list, by its address below the company. `cursor`: its second page. */
const lists: readonly (readonly [name: string, path: string, options?: { cursor: true }])[] = [
  ['people by name', 'users'],
  ['people by name, next page', 'users', { cursor: true }],
  ['people by email, descending', 'users?sort=email&order=DESC'],
  ['people by method', 'users?sort=method'],
  ['people by status', 'users?sort=status'],
  ['people by last login, descending', 'users?sort=lastSignInAt&order=DESC'],
  ['people by last login', 'users?sort=lastSignInAt'],
  ['people, search of a name', 'users?search=zo%C3%AB'],
  ['people, search of two words', 'users?search=ada%20m%C3%BCll'],
  ['people, search without a match', 'users?search=xyzzy'],
  ['people, invited', 'users?status=unconfirmed'],
  ['people, admins', 'users?role=Admin'],
  ['people, second step off', 'users?secondStep=off'],
  ['people, 200 of them', 'users?pageSize=200'],
  ['invitations', 'invitations'],
  ['sign-in log', 'events'],
  ['audit log', 'audit'],
];

export async function measureDashboard(): Promise<Part[]> {
  const parts: Part[] = [];
  for (const accounts of sizes) parts.push(await measure(accounts));
  return parts;
}

const measure = (accounts: number): Promise<Part> =>
  withService(
    async (service, databaseUrl) => {
      const started = performance.now();
      await seedAccounts(databaseUrl, { accounts });
      const seeded = (performance.now() - started) / 1000;
      const { companyId, accessToken } = await tokenOf(service.url);
      const figures: Figure[] = [
        { name: 'adding the accounts and their logins', value: `${seeded.toFixed(1)} s` },
      ];
      for (const [name, path, options] of lists) {
        const base = `${service.url}/auth/v1/companies/${companyId}/${path}`;
        const first = await get(base, accessToken, 0);
        const url = options?.cursor ? `${base}?cursor=${first.nextCursor}` : base;
        const times: number[] = [];
        for (let n = 0; n < warmUp + samples; n += 1) {
          const before = performance.now();
          await get(url, accessToken, n);
          if (n >= warmUp) times.push(performance.now() - before);
        }
        const p95 = quantile(times, 0.95);
        figures.push({
          name: `${name}, p95 (p50 ${quantile(times, 0.5).toFixed(1)} ms)`,
          value: `${p95.toFixed(1)} ms`,
          target: `≤ ${target} ms`,
          met: p95 <= target,
        });
      }
      figures.push(...(await measureTypedSearch(service.url)));
      return {
        title: `Lists of the dashboard in a company of 10,000 accounts, ${accounts.toLocaleString('en')} in all`,
        figures,
        note: `${samples} calls one after the other over HTTP, each from a client of its own, after ${warmUp} others; each answers rows and total. A typed letter is timed in Chromium, with the production build.`,
      };
    },
    { mailbox: true },
  );

async function tokenOf(url: string): Promise<{ companyId: string; accessToken: string }> {
  const answer = await fetch(`${url}/stand-in/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@northline.test' }),
  });
  if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { companyId: string; accessToken: string };
}

/** From another client address each time, so that none reaches its rate limit. */
async function get(url: string, token: string, n: number): Promise<{ nextCursor?: string }> {
  const answer = await fetch(url, {
    headers: {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': `198.51.${100 + (n >> 8)}.${n & 255}`,
    },
  });
  const body = (await answer.json()) as { nextCursor?: string };
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${JSON.stringify(body)}`);
  return body;
}
