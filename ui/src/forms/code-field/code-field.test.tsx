import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { CodeField } from './code-field.tsx';

function renderField() {
  const onComplete = vi.fn();
  render(<CodeField label="Security code" name="code" length={6} onComplete={onComplete} />);
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Security code' });
  const codes = () => onComplete.mock.calls.map(([code]) => code as string);
  return { input, codes };
}

test('it is one input that phones fill in from the mail', () => {
  const { input } = renderField();
  expect([input.inputMode, input.autocomplete]).toEqual(['numeric', 'one-time-code']);
  expect(input.hasAttribute('maxlength')).toBe(false);
});

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
])('a pasted %j becomes %s and is complete', async (pasted, code) => {
  const { input, codes } = renderField();
  await userEvent.click(input);
  await userEvent.paste(pasted);
  expect(input.value).toBe(code);
  expect(codes()).toEqual([code]);
});

test('a pasted text with more digits is cut, and not sent by itself', async () => {
  const { input, codes } = renderField();
  await userEvent.click(input);
  await userEvent.paste('12345678');
  expect(input.value).toBe('123456');
  expect(codes()).toEqual([]);
});

test('the reading of the caller decides what the digits of a text are', async () => {
  render(<CodeField label="Code" name="code" length={6} read={(text) => text.slice(-6)} />);
  await userEvent.click(screen.getByRole('textbox'));
  await userEvent.paste('valid for 10 minutes: 510382');
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('510382');
});

test('letters are removed, and an incomplete code does not call onComplete', async () => {
  const { input, codes } = renderField();
  await userEvent.type(input, '1a2b-3 c45');
  expect(input.value).toBe('12345');
  expect(codes()).toEqual([]);
});

test('a typed code completes at its last digit, once', async () => {
  const { input, codes } = renderField();
  await userEvent.type(input, '123456789');
  expect(input.value).toBe('123456');
  expect(codes()).toEqual(['123456']);
});

test('the same code does not complete twice, another code does', async () => {
  const { input, codes } = renderField();
  await userEvent.type(input, '123456{Backspace}6');
  expect(codes()).toEqual(['123456']);
  await userEvent.type(input, '{Backspace}7');
  expect(codes()).toEqual(['123456', '123457']);
});
