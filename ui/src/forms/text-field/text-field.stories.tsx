import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent } from 'storybook/test';
import { fieldArgTypes } from '#test/field-arg-types.ts';
import { TextField } from './text-field.tsx';

const meta = {
  title: 'Forms/TextField',
  component: TextField,
  argTypes: fieldArgTypes,
  args: { label: 'Team name', name: 'team' },
} satisfies Meta<typeof TextField>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = { args: { defaultValue: 'Support EMEA' } };

export const PlaceholderAndHint: Story = {
  args: { label: 'Email', placeholder: 'name@company.com', hint: 'Your work address', type: 'email' },
};

export const LabelEnd: Story = {
  args: { label: 'Number', labelEnd: <a href="#numbers">Buy a number</a>, defaultValue: '+33 1 87 66 02 14' },
};

export const Focused: Story = {
  play: async ({ canvas }) => {
    await userEvent.tab();
    await userEvent.keyboard('Sales Nordics');
    await expect(canvas.getByRole('textbox', { name: 'Team name' })).toHaveValue('Sales Nordics');
  },
};

/** The error appears when the field is left, and stays until it is right. */
export const WithError: Story = {
  render: function Render(args) {
    const [error, setError] = useState<string>();
    return (
      <TextField
        {...args}
        error={error}
        onBlur={(event) => setError(event.target.value ? undefined : 'Enter a name for the team.')}
      />
    );
  },
  play: async ({ canvas }) => {
    const field = canvas.getByRole('textbox', { name: 'Team name' });
    await userEvent.click(field);
    await userEvent.tab();
    await expect(field).toBeInvalid();
    await expect(field).toHaveAccessibleDescription('Enter a name for the team.');
    await expect(canvas.getByRole('alert')).toHaveTextContent('Enter a name for the team.');
  },
};

export const ReadOnly: Story = { args: { defaultValue: 'Support EMEA', readOnly: true } };

export const Disabled: Story = { args: { defaultValue: 'Support EMEA', disabled: true } };

export const LongTextOnAPhone: Story = {
  args: {
    label: 'Address to which the monthly report about missed calls is sent',
    defaultValue: 'reports.customer-support.emea@northline.example',
    hint: 'Everybody with this address can read the report without an account.',
    error: 'This address belongs to another company. Enter one of northline.example.',
  },
  globals: { viewport: { value: 'phone' } },
};
