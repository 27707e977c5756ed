import { render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, test } from 'vitest';
import { Banner } from './banner.tsx';

test('what went wrong is an alert', () => {
  render(<Banner>The credentials provided are incorrect.</Banner>);
  expect(screen.getByRole('alert').textContent).toBe('The credentials provided are incorrect.');
});

test.each(['info', 'success', 'warning'] as const)('%s waits its turn', (variant) => {
  render(<Banner variant={variant}>We sent you a new code.</Banner>);
  expect(screen.getByRole('status').textContent).toBe('We sent you a new code.');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('it can take the focus from script and is no stop of the keyboard', () => {
  const ref = createRef<HTMLDivElement>();
  render(<Banner ref={ref}>The credentials provided are incorrect.</Banner>);
  ref.current?.focus();
  expect(document.activeElement).toBe(screen.getByRole('alert'));
  expect(ref.current?.tabIndex).toBe(-1);
});

test('its action can be reached', () => {
  render(
    <Banner variant="warning" action={<a href="/login">Log in</a>}>
      Your session has expired.
    </Banner>,
  );
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
});
