import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { CrashBoundary } from './crash-boundary.tsx';

const words = 'An error occurred and we are looking into it. Please try again later.';

test('an error while rendering leads to login with error=unknown, once, and the app goes on', () => {
  let broken = true;
  function Screen() {
    if (broken && location.pathname === '/broken') throw new Error('unexpected');
    return <p>whole again</p>;
  }
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  history.replaceState(null, '', '/broken');
  const entries = history.length;
  render(
    <CrashBoundary words={words}>
      <Screen />
    </CrashBoundary>,
  );
  expect(screen.getByText('whole again')).toBeTruthy();
  expect(location.pathname + location.search).toBe('/login?error=unknown');
  expect(history.length).toBe(entries);
  expect(told).toHaveBeenCalled();
  told.mockClear();
  broken = false;
});

test('what crashes again leaves the words, no loop and no stack', () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  function Screen(): never {
    throw new Error('secret detail');
  }
  render(
    <CrashBoundary words={words}>
      <Screen />
    </CrashBoundary>,
  );
  expect(screen.getByRole('alert').textContent).toBe(words);
  expect(document.body.textContent).not.toContain('secret detail');
  told.mockClear();
});
