import { render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, test } from 'vitest';
import { Banner } from './banner.tsx';

test('an error is an alert', () => {
  render(<Banner>The credentials provided are incorrect.</Banner>);
  expect(screen.getByRole('alert').textContent).toBe('The credentials provided are incorrect.');
});

test.each(['info', 'success', 'warning'] as const)('%s is announced politely', (variant) => {
  render(<Banner variant={variant}>We sent you a new code.</Banner>);
  expect(screen.getByRole('status').textContent).toBe('We sent you a new code.');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('script can focus it, the Tab key does not reach it', () => {
  const ref = createRef<HTMLDivElement>();
  render(<Banner ref={ref}>The credentials provided are incorrect.</Banner>);
  ref.current?.focus();
  expect(document.activeElement).toBe(screen.getByRole('alert'));
  expect(ref.current?.tabIndex).toBe(-1);
});

test('its action can be reached by role', () => {
  render(
    <Banner variant="warning" action={<a href="/login">Log in</a>}>
      Your session has expired.
    </Banner>,
  );
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
});
