import { takeErrors, type QueuedError } from '@app/log/error-queue.ts';
import { takeQueue } from '@app/log/log-queue.ts';
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import en from '#i18n/locales/en.json';
import later from '#i18n/locales/later/en.json';
import { createAppTexts, TextsContext } from '#i18n/use-texts.ts';
import { RouteError } from '#lazy-component.ts';
import { settings } from '#test/open-app.tsx';

import { CrashBoundary } from './crash-boundary.tsx';

const words = 'An error occurred and we are looking into it. Please try again later.';

test.each([
  ['an error while rendering', () => new Error('unexpected'), 'unknown'],
  ['a screen that could not be had', () => new RouteError('status'), 'router-error'],
])('%s leads to login with its error, once, and the app goes on', (_, makeError, value) => {
  let broken = true;
  function Screen() {
    if (broken && location.pathname === '/broken') throw makeError();
    return <p>whole again</p>;
  }
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  history.replaceState(null, '', '/broken');
  const entries = history.length;
  render(
    <CrashBoundary words={words} config={settings}>
      <Screen />
    </CrashBoundary>,
  );
  expect(screen.getByText('whole again')).toBeTruthy();
  expect(location.pathname + location.search).toBe(`/login?error=${value}`);
  expect(history.length).toBe(entries);
  expect(told).toHaveBeenCalled();
  told.mockClear();
  broken = false;
});

test('a crash is logged with its stacks and reported, and a failure of the reporting changes nothing', () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  const error = new Error('unexpected');
  const reported: QueuedError[] = [];
  takeErrors((one) => {
    reported.push(one);
    throw new Error('the reporting failed');
  });
  // Crashes of other tests.
  reported.length = 0;
  takeQueue();
  history.replaceState(null, '', '/broken');
  const Screen = () => {
    if (location.pathname === '/broken') throw error;
    return <p>whole again</p>;
  };
  render(
    <CrashBoundary words={words} config={settings}>
      <Screen />
    </CrashBoundary>,
  );
  expect(location.search).toBe('?error=unknown');
  expect(screen.getByText('whole again')).toBeTruthy();
  const componentStack = expect.stringContaining('at Screen') as string;
  expect(reported).toEqual([{ how: 'crash', error, componentStack }]);
  expect(takeQueue().entries).toMatchObject([
    {
      level: 'error',
      category: 'page',
      message: 'crash of the screen',
      properties: { message: 'unexpected', stack: error.stack, componentStack },
    },
  ]);
  told.mockClear();
});

function Broken({ error }: { error: Error }): never {
  throw error;
}

test.each([
  ['an error', new Error('secret detail'), words],
  ['a missing screen', new RouteError('secret detail'), 'Something went wrong while navigating'],
])('%s that comes again leaves the error page, no loop and no stack', async (_, error, title) => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  const texts = createAppTexts({ language: 'en', catalogue: en, later, reseller: 'Northline' });
  render(
    <TextsContext value={texts}>
      <CrashBoundary words={words} config={settings}>
        <Broken error={error} />
      </CrashBoundary>
    </TextsContext>,
  );
  // First only the words; then the error page with its link.
  expect(screen.getByRole('alert').textContent).toBe(words);
  await screen.findByRole('heading', { name: title });
  expect(screen.getByRole('link').getAttribute('href')).toBe('/login');
  // The error page names the reseller.
  expect(document.querySelector('header')?.textContent).toBe(settings.brand.name);
  expect(document.body.textContent).not.toContain('secret detail');
  told.mockClear();
});

test('if the error page fails as well, only the words are shown', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  render(
    <CrashBoundary words={words} config={settings}>
      <Broken error={new Error('secret detail')} />
    </CrashBoundary>,
  );
  await act(() => import('./last-resort.tsx'));
  expect(screen.getByRole('alert').textContent).toBe(words);
  expect(document.body.textContent).not.toContain('secret detail');
  told.mockClear();
});
