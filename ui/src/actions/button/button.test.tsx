import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button, ButtonLink } from './button.tsx';

test('a button presses once per press', async () => {
  const onClick = vi.fn();
  render(<Button onClick={onClick}>Login</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('its type is button by default', () => {
  render(<Button>Login</Button>);
  expect(screen.getByRole('button').getAttribute('type')).toBe('button');
});

test.each(['loading', 'disabled'] as const)(
  'while %s it swallows presses and the form’s submit',
  async (state) => {
    const onClick = vi.fn();
    const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
    const onOuterClick = vi.fn();
    const form = (unavailable: boolean) => (
      <form onSubmit={onSubmit} onClick={onOuterClick}>
        <input aria-label="Email" />
        <Button type="submit" onClick={onClick} {...{ [state]: unavailable }}>
          Login
        </Button>
      </form>
    );
    const { rerender } = render(form(true));
    await userEvent.click(screen.getByRole('button', { name: 'Login' }));
    await userEvent.type(screen.getByRole('textbox'), '{Enter}');
    expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([0, 0]);

    rerender(form(false));
    await userEvent.type(screen.getByRole('textbox'), '{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(1);
  },
);

test('a button that becomes busy keeps its name and focus and sets aria-busy', () => {
  const { rerender } = render(<Button>Login</Button>);
  const button = screen.getByRole('button', { name: 'Login' });
  button.focus();
  rerender(<Button loading>Login</Button>);
  expect(screen.getByRole('button', { name: 'Login' })).toBe(button);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.hasAttribute('disabled')).toBe(false);
});

test('a second press is ignored once the button is busy', () => {
  const onClick = vi.fn();
  const { rerender } = render(<Button onClick={onClick}>Login</Button>);
  fireEvent.click(screen.getByRole('button'));
  rerender(
    <Button onClick={onClick} loading>
      Login
    </Button>,
  );
  fireEvent.click(screen.getByRole('button'));
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('a button with an address is a link', () => {
  render(<ButtonLink href="/dashboard">Open Dashboard</ButtonLink>);
  expect(screen.getByRole('link', { name: 'Open Dashboard' }).getAttribute('href')).toBe('/dashboard');
});
