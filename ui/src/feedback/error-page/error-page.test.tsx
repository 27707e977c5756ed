import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { ErrorPage } from './error-page.tsx';

const action = { label: 'Go to login', href: '/login' };
const heading = () => screen.getByRole('heading', { level: 1 });

test('its heading gets the focus on arrival, and again when another error arrives', () => {
  const { rerender } = render(<ErrorPage kind="not-found" heading="No such page" action={action} />);
  expect(document.activeElement).toBe(heading());
  screen.getByRole('link').focus();
  rerender(<ErrorPage kind="not-found" heading="No such page!" action={action} />);
  expect(document.activeElement).toBe(screen.getByRole('link'));
  rerender(<ErrorPage kind="router-error" heading="Something went wrong" action={action} />);
  expect(document.activeElement).toBe(heading());
});

test('its one action is a link with an address, or a button', () => {
  const onClick = vi.fn();
  const { rerender } = render(<ErrorPage kind="unknown" heading="An error occurred" action={action} />);
  expect(screen.getByRole('link', { name: 'Go to login' }).getAttribute('href')).toBe('/login');
  expect(screen.queryByRole('button')).toBeNull();
  rerender(<ErrorPage kind="unknown" heading="An error occurred" action={{ label: 'Try again', onClick }} />);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onClick).toHaveBeenCalledOnce();
  expect(screen.queryByRole('link')).toBeNull();
});

test('each kind has an icon of its own', () => {
  const icons = (['not-found', 'router-error', 'unknown'] as const).map((kind) => {
    const { container, unmount } = render(<ErrorPage kind={kind} heading="Error" action={action} />);
    const icon = container.querySelector('svg[aria-hidden="true"]')?.innerHTML;
    unmount();
    return icon;
  });
  expect(new Set(icons).size).toBe(3);
  expect(icons).not.toContain(undefined);
});
