import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Switch } from './switch.tsx';

test('a switch is sent with its form as a checkbox is', async () => {
  render(
    <form aria-label="Settings">
      <Switch label="Do not disturb" name="quiet" value="yes" />
    </form>,
  );
  const sent = () => [...new FormData(screen.getByRole<HTMLFormElement>('form'))];
  expect(sent()).toEqual([]);
  await userEvent.click(screen.getByRole('switch', { name: 'Do not disturb' }));
  expect(sent()).toEqual([['quiet', 'yes']]);
});

test('hint and error describe the switch', () => {
  render(<Switch id="quiet" label="Do not disturb" hint="Until 18:00" error="You are on a call" />);
  const control = screen.getByRole('switch');
  expect(control.getAttribute('aria-describedby')).toBe('quiet-hint quiet-error');
  expect(control.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toBe('You are on a call');
});
