import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TextField } from '#forms/text-field/text-field.tsx';
import { FieldNote } from './field-note.tsx';

const field = (note?: string) => <TextField label="Confirm password" hint={<FieldNote>{note}</FieldNote>} />;

test('its live region exists before the words, so that they are announced', () => {
  const { rerender } = render(field());
  const slot = screen.getByRole('status');
  expect(slot.textContent).toBe('');
  rerender(field('The passwords match.'));
  expect(screen.getByRole('status')).toBe(slot);
  expect(slot.textContent).toBe('The passwords match.');
  expect(slot.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  rerender(field());
  expect(slot.textContent).toBe('');
});

test('the words describe the field', () => {
  render(field('The passwords match.'));
  const [described = ''] = (screen.getByRole('textbox').getAttribute('aria-describedby') ?? '').split(' ');
  expect(document.getElementById(described)?.textContent).toBe('The passwords match.');
});
