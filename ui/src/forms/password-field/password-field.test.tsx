import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { PasswordField, type PasswordFieldProps } from './password-field.tsx';

function renderField(props: Partial<PasswordFieldProps> = {}) {
  const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <PasswordField
        label="Password"
        name="password"
        toggleLabel="Show password"
        capsLockHint="Caps Lock is on"
        {...props}
      />
      <button type="submit">Login</button>
    </form>,
  );
  return {
    input: screen.getByLabelText<HTMLInputElement>('Password'),
    toggle: screen.getByRole('button', { name: 'Show password' }),
    onSubmit,
  };
}

test('the toggle shows and hides the password, keeps its name and sets aria-pressed', async () => {
  const { input, toggle } = renderField();
  await userEvent.type(input, 'Kestrel');
  expect([input.type, toggle.getAttribute('aria-pressed')]).toEqual(['password', 'false']);
  await userEvent.click(toggle);
  expect([input.type, toggle.getAttribute('aria-pressed'), input.value]).toEqual(['text', 'true', 'Kestrel']);
  await userEvent.click(toggle);
  expect([input.type, toggle.getAttribute('aria-pressed')]).toEqual(['password', 'false']);
  expect(screen.getByRole('button', { name: 'Show password' })).toBe(toggle);
});

test('the toggle submits nothing', async () => {
  const { toggle, onSubmit } = renderField();
  await userEvent.click(toggle);
  expect(onSubmit).not.toHaveBeenCalled();
});

test('submitting hides the password again and keeps it', async () => {
  const { input, toggle, onSubmit } = renderField();
  await userEvent.type(input, 'Kestrel');
  await userEvent.click(toggle);
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect([input.type, input.value]).toEqual(['password', 'Kestrel']);
});

test('a password can be pasted', async () => {
  const { input } = renderField();
  await userEvent.click(input);
  await userEvent.paste('Kestrel-Harbour-27!');
  expect(input.value).toBe('Kestrel-Harbour-27!');
});

test('Caps Lock shows a note while it is on and the field has the focus', () => {
  const { input } = renderField();
  const press = (on: boolean) => {
    // The test environment's keyboard events do not support lock keys.
    const event = new KeyboardEvent('keydown', { key: 'a', bubbles: true });
    Object.defineProperty(event, 'getModifierState', { value: (key: string) => on && key === 'CapsLock' });
    act(() => void input.dispatchEvent(event));
  };
  act(() => input.focus());
  expect(screen.queryByText('Caps Lock is on')).toBeNull();
  press(true);
  expect(screen.getByRole('status').textContent).toBe('Caps Lock is on');
  press(false);
  expect(screen.queryByText('Caps Lock is on')).toBeNull();
  press(true);
  fireEvent.blur(input);
  expect(screen.queryByText('Caps Lock is on')).toBeNull();
});

test('autocomplete is current-password by default', () => {
  expect(renderField().input.autocomplete).toBe('current-password');
});

test('autocomplete can be new-password', () => {
  expect(renderField({ autoComplete: 'new-password' }).input.autocomplete).toBe('new-password');
});
