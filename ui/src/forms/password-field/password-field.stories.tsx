import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fireEvent, userEvent } from 'storybook/test';
import { fieldArgTypes } from '#test/field-arg-types.ts';
import { PasswordField } from './password-field.tsx';

const meta = {
  title: 'Forms/PasswordField',
  component: PasswordField,
  argTypes: fieldArgTypes,
  args: {
    label: 'Password',
    name: 'password',
    toggleLabel: 'Show password',
    capsLockHint: 'Caps Lock is on.',
  },
} satisfies Meta<typeof PasswordField>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = { args: { labelEnd: <a href="#forgot">Forgot password?</a> } };

export const Hidden: Story = { args: { defaultValue: 'Kestrel-42' } };

export const ShownByKeyboard: Story = {
  args: { defaultValue: 'Kestrel-42' },
  play: async ({ canvas }) => {
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard(' ');
    const toggle = canvas.getByRole('button', { name: 'Show password', pressed: true });
    await expect(toggle).toHaveFocus();
    await expect(canvas.getByLabelText('Password')).toHaveAttribute('type', 'text');
  },
};

export const CapsLock: Story = {
  play: async ({ canvas }) => {
    const field = canvas.getByLabelText('Password');
    await userEvent.click(field);
    await fireEvent.keyDown(field, { key: 'K', modifierCapsLock: true });
    await expect(canvas.getByRole('status')).toHaveTextContent('Caps Lock is on.');
  },
};

export const WithError: Story = {
  args: { defaultValue: 'kestrel', error: 'Enter at least 8 characters.' },
};

export const ReadOnly: Story = { args: { defaultValue: 'Kestrel-42', readOnly: true } };
