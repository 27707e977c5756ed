import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRef } from 'react';
import { expect, test } from 'vitest';
import { TextField } from './text-field.tsx';

function describedBy(input: HTMLElement): string {
  const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')
    .trim();
}

test('label, hint and error belong to the input', () => {
  render(<TextField label="Email" hint="Your work address" error="Invalid e-mail" />);
  const input = screen.getByRole('textbox', { name: 'Email' });
  expect(describedBy(input)).toBe('Your work address Invalid e-mail');
  expect(input.getAttribute('aria-invalid')).toBe('true');
});

test('the live region exists before the error, so that the error is announced', () => {
  const { rerender } = render(<TextField label="Email" />);
  const slot = screen.getByRole('alert');
  expect(slot.textContent).toBe('');
  expect(screen.getByRole('textbox').hasAttribute('aria-invalid')).toBe(false);
  rerender(<TextField label="Email" error="Invalid e-mail" />);
  expect(screen.getByRole('alert')).toBe(slot);
  expect(slot.textContent).toBe('Invalid e-mail');
});

test('the typed text stays when the error appears and disappears', async () => {
  const { rerender } = render(<TextField label="Email" name="email" defaultValue="ada@" />);
  await userEvent.type(screen.getByRole('textbox'), 'north');
  rerender(<TextField label="Email" name="email" defaultValue="ada@" error="Invalid e-mail" readOnly />);
  rerender(<TextField label="Email" name="email" defaultValue="other" />);
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('ada@north');
});

test('the keyboard reaches the end of the label row after the input', async () => {
  render(<TextField label="Password" labelEnd={<a href="/password/forgot">Forgot password?</a>} />);
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('link'));
});

test('attributes and ref go to the input', () => {
  const ref = createRef<HTMLInputElement>();
  render(
    <TextField
      ref={ref}
      id="email"
      label="Email"
      type="email"
      name="email"
      autoComplete="username"
      aria-describedby="more"
    />,
  );
  const input = screen.getByRole('textbox');
  expect(ref.current).toBe(input);
  expect([input.id, input.getAttribute('type'), input.getAttribute('autocomplete')]).toEqual([
    'email',
    'email',
    'username',
  ]);
  expect(input.getAttribute('aria-describedby')).toBe('more email-error');
});
