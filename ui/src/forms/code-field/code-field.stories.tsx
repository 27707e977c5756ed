import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { fieldArgTypes } from '#test/field-arg-types.ts';
import { CodeField } from './code-field.tsx';

const meta = {
  title: 'Forms/CodeField',
  component: CodeField,
  argTypes: fieldArgTypes,
  args: { label: 'Security code', name: 'code', length: 6, onComplete: fn() },
} satisfies Meta<typeof CodeField>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = { args: { hint: 'The code is valid for 10 minutes.' } };

export const Typed: Story = {
  play: async ({ args, canvas }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Security code' }), '4 8 2-0 1');
    await expect(args.onComplete).not.toHaveBeenCalled();
    await userEvent.keyboard('7');
    await expect(args.onComplete).toHaveBeenCalledWith('482017');
  },
};

export const Pasted: Story = {
  play: async ({ args, canvas }) => {
    await userEvent.click(canvas.getByRole('textbox'));
    await userEvent.paste('Your code is 482 017.');
    await expect(canvas.getByRole('textbox')).toHaveValue('482017');
    await expect(args.onComplete).toHaveBeenCalledWith('482017');
  },
};

export const WithError: Story = {
  args: {
    defaultValue: '482017',
    error: 'Wrong or expired code. Please check the code and try again, or click ‘send new code’.',
  },
};

export const FourDigits: Story = { args: { length: 4, defaultValue: '4820' } };

export const ReadOnlyOnAPhone: Story = {
  args: { defaultValue: '482017', readOnly: true },
  globals: { viewport: { value: 'phone' } },
};
