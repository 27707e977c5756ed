import { afterEach, expect, test, vi } from 'vitest';

import { preloadDashboard } from './preload-dashboard.ts';

const here = 'http://localhost:4000/dashboard';

afterEach(() => vi.unstubAllGlobals());

/** A network with these files of the dashboard, and the addresses that were asked for. */
function network(firstLoad: unknown) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (!address.endsWith('.json')) return new Response('script');
    return firstLoad === undefined ? new Response('', { status: 503 }) : Response.json(firstLoad);
  });
  return asked;
}

test('every file of the first load is read', async () => {
  const asked = network(['/dashboard/assets/main-1.js', '/dashboard/assets/main-2.css']);
  await preloadDashboard(`${here}/`);
  expect(asked).toEqual([
    '/dashboard/first-load.json',
    '/dashboard/assets/main-1.js',
    '/dashboard/assets/main-2.css',
  ]);
});

test.each([
  ['another origin', 'https://dash.corp.test/', [], 0],
  ['a dashboard that is not built', here, undefined, 1],
  ['a list that is none', here, { files: [] }, 1],
  ['addresses elsewhere', here, ['https://evil.test/x.js', '/login', 7], 1],
])('%s loads nothing more', async (_what, address, list, requests) => {
  const asked = network(list);
  await expect(preloadDashboard(address)).resolves.toBeUndefined();
  expect(asked).toHaveLength(requests);
});
