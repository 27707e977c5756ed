import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor } from 'storybook/test';
import { PasswordField } from '#forms/password-field/password-field.tsx';
import { Stack } from '#layout/stack/stack.tsx';
import { PasswordRequirements } from './password-requirements.tsx';

const requirements = [
  { id: 'length', text: '8 characters', test: /.{8}/u },
  { id: 'lowercase', text: '1 lowercase letter', test: /\p{Ll}/u },
  { id: 'number', text: '1 number', test: /\p{N}/u },
  { id: 'special', text: '1 special character', test: /[^\p{L}\p{N}\s]/u },
  { id: 'uppercase', text: '1 uppercase letter', test: /\p{Lu}/u },
];
const itemsFor = (value: string) =>
  requirements.map(({ id, text, test }) => ({ id, text, met: test.test(value) }));

const meta = {
  title: 'Forms/PasswordRequirements',
  component: PasswordRequirements,
  args: {
    label: 'Your password needs at least',
    items: itemsFor(''),
    metLabel: 'met',
    notMetLabel: 'not met',
    summary: '0 of 5 requirements met',
    value: '',
  },
} satisfies Meta<typeof PasswordRequirements>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const SomeMet: Story = { args: { items: itemsFor('kestrel42'), value: 'kestrel42' } };

export const AllMet: Story = { args: { items: itemsFor('Kestrel-42'), value: 'Kestrel-42' } };

/** A screen reader hears one summary when the typing pauses. */
export const WhileTyping: Story = {
  render: function Render(args) {
    const [value, setValue] = useState('');
    const items = itemsFor(value);
    return (
      <Stack>
        <PasswordField
          label="New password"
          toggleLabel="Show password"
          capsLockHint="Caps Lock is on."
          autoComplete="new-password"
          aria-describedby="requirements"
          onInput={(event) => setValue(event.currentTarget.value)}
        />
        <PasswordRequirements
          {...args}
          id="requirements"
          items={items}
          value={value}
          summary={`${items.filter(({ met }) => met).length} of 5 requirements met`}
        />
      </Stack>
    );
  },
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByLabelText('New password'), 'Kestrel-');
    await waitFor(() => expect(canvas.getByText('4 of 5 requirements met')).toBeInTheDocument());
    await expect(canvas.getAllByRole('listitem')[2]).toHaveTextContent('1 number – not met');
  },
};

export const OnAPhone: Story = {
  args: { items: itemsFor('kestrel'), value: 'kestrel' },
  globals: { viewport: { value: 'phone' } },
};
