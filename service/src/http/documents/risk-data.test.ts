/** Runs the risk-data script as a browser does, with its own storage and network. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Collect = (clientId: string) => Promise<{ deviceToken?: string }>;

const stored = new Map<string, string>();
const fetching = vi.fn<typeof fetch>();
let collect: Collect;

beforeEach(async () => {
  stored.clear();
  fetching.mockReset().mockImplementation(async () => Response.json({ deviceToken: 'a-token' }));
  vi.stubGlobal('fetch', fetching);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  // A new module for each test, with the address that it has on a page.
  const source = readFileSync(new URL('./risk-data.js', import.meta.url), 'utf8');
  const placed = source.replaceAll('import.meta.url', '"http://localhost:4000/risk-data.js"');
  const unique = `${placed}\n// ${Math.random()}`;
  ({ collect } = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(unique)}`)) as {
    collect: Collect;
  });
});
afterEach(() => vi.unstubAllGlobals());

it('requests a token once, and stores it by client id', async () => {
  expect(await Promise.all([collect('web'), collect('web')])).toEqual([
    { deviceToken: 'a-token' },
    { deviceToken: 'a-token' },
  ]);
  expect(await collect('web')).toEqual({ deviceToken: 'a-token' });
  expect(fetching).toHaveBeenCalledTimes(1);
  expect(fetching.mock.calls[0]?.[0]).toEqual(new URL('http://localhost:4000/auth/v2/devices'));
  expect(stored).toEqual(new Map([['device_token.web', 'a-token']]));
  await collect('mobile');
  expect(fetching).toHaveBeenCalledTimes(2);
});

it('never throws: without network, with a refusal, with an invalid answer', async () => {
  fetching.mockRejectedValueOnce(new TypeError('offline'));
  expect(await collect('web')).toEqual({});
  fetching.mockResolvedValueOnce(new Response('busy', { status: 503 }));
  expect(await collect('web')).toEqual({});
  fetching.mockResolvedValueOnce(new Response('<html>'));
  expect(await collect('web')).toEqual({});
  expect(await collect('web')).toEqual({ deviceToken: 'a-token' });
});

it('works for one sign-in if storage is blocked', async () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked });
  expect(await collect('web')).toEqual({ deviceToken: 'a-token' });
});
