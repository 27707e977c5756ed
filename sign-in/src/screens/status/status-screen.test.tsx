import type { ServiceHealth } from '@app/contract/calls/service-health.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openApp } from '#test/open-app.tsx';
import { preloadScreens } from '#test/preload-screens.ts';

preloadScreens('status');

const health = (down: readonly string[] = []): ServiceHealth => ({
  version: '1.9.0',
  checkedAt: Date.UTC(2026, 1, 3, 4, 5, 6),
  services: (['identity', 'auth', 'dashboard', 'workspace'] as const).map((service) => ({
    service,
    state: down.includes(service) ? 'down' : 'up',
    took: down.includes(service) ? null : 12,
  })),
});

const asked = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    asked.mockReset().mockImplementation(async () => Response.json(health())),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const states = () =>
  within(screen.getByRole('list', { name: 'Services' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const open = () => openApp({}, { path: '/status' });

test('it shows what runs here, and how each service is', async () => {
  asked.mockImplementation(async () => Response.json(health(['identity'])));
  open();
  await screen.findByText('Not responding');
  expect(screen.getByText('1.9.0').previousSibling?.textContent).toBe('Version');
  expect(states()).toEqual([
    'Identity serviceNot responding',
    'Login serviceWorking',
    'Company dashboardWorking',
    'Workspace appWorking',
  ]);
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    "Some services aren't responding.",
  );
  expect(screen.getByText(/^Last checked at/)).toBeTruthy();
  expect(asked.mock.calls[0]?.[0]).toBe('http://localhost:4000/healthz/services');
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ credentials: 'omit', cache: 'no-store' });
});

test('before the first answer nothing is claimed', async () => {
  asked.mockImplementation(() => new Promise(() => {}));
  open();
  await screen.findByRole('heading', { name: 'Status' });
  expect(states().every((state) => state?.endsWith('Unknown'))).toBe(true);
  expect(screen.queryByText(/Last checked/)).toBeNull();
});

test('it looks again every 15 seconds while it is seen, and at once when it is seen again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  open();
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  await screen.findAllByText('Working');
  await act(async () => void vi.advanceTimersByTime(15_000));
  expect(asked).toHaveBeenCalledTimes(2);
  hidden.mockReturnValue(true);
  await act(async () => void vi.advanceTimersByTime(60_000));
  expect(asked).toHaveBeenCalledTimes(2);
  hidden.mockReturnValue(false);
  await act(async () => void fireEvent(document, new Event('visibilitychange')));
  expect(asked).toHaveBeenCalledTimes(3);
});

test('a page that the browser had kept claims nothing until it has looked again', async () => {
  open();
  await screen.findAllByText('Working');
  const answer = Promise.withResolvers<Response>();
  asked.mockImplementation(() => answer.promise);
  fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
  expect(states().every((state) => state?.endsWith('Unknown'))).toBe(true);
  expect(screen.queryByText(/Last checked/)).toBeNull();
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  await act(async () => answer.resolve(Response.json(health(['identity']))));
  await screen.findByText('Not responding');
});

const failures: [string, () => Promise<Response>, string][] = [
  [
    'no connection',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Connection lost. Please check your internet connection.',
  ],
  [
    'a gateway that gave up',
    async () => new Response('<html>', { status: 504 }),
    'Request timed out, please try again',
  ],
  [
    'an answer that is none',
    async () => new Response('<html>'),
    'An error occurred and we are looking into it. Please try again later.',
  ],
  [
    'too many requests',
    async () => new Response('{}', { status: 429, headers: { 'retry-after': '20' } }),
    'Too many requests, please try again in 20 seconds',
  ],
];
test.each(failures)(
  '%s is said, nothing is claimed, and it can be checked again',
  async (_, answer, words) => {
    asked.mockImplementation(answer);
    const app = open();
    await screen.findByText(new RegExp(words));
    expect(states().every((state) => state?.endsWith('Unknown'))).toBe(true);
    asked.mockImplementation(async () => Response.json(health()));
    await app.user.click(screen.getByRole('button', { name: 'Check again' }));
    await screen.findAllByText('Working');
    expect(screen.queryByText(new RegExp(words))).toBeNull();
    expect(screen.getByText('All services are working.')).toBeTruthy();
  },
);
