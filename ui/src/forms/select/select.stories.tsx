import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { Stack } from '#layout/stack/stack.tsx';
import { Select, type SelectOption } from './select.tsx';

const teams: SelectOption[] = [
  { value: 'support', label: 'Support' },
  { value: 'sales', label: 'Sales' },
  { value: 'success', label: 'Customer success' },
  { value: 'billing', label: 'Billing' },
  { value: 'night', label: 'Night shift', disabled: true },
];

const meta = {
  title: 'Forms/Select',
  component: Select<SelectOption>,
  args: { label: 'Team', options: teams, placeholder: 'Choose a team', onChange: fn() },
  // These belong together in a union, which the props' table cannot read.
  argTypes: {
    options: { description: 'The options, each of the shape of `SelectOption` or read by functions.' },
    groups: { description: 'Options under headings, in place of `options`.' },
    multiple: {
      description: 'Any number of options can be chosen; `value` and `onChange` are of a list then.',
    },
    value: { description: 'The chosen value, or the values, when the caller holds them; `null` for none.' },
    defaultValue: { description: 'What is chosen at first, when the component holds it.' },
    onChange: { description: 'Called with the value of the chosen option; with `multiple` with all values.' },
  },
} satisfies Meta<typeof Select<SelectOption>>;

export default meta;
type Story = StoryObj<typeof meta>;

const control = () => screen.getByRole('combobox');
const open = async () => {
  await userEvent.click(control());
  await waitFor(() => expect(screen.getByRole('listbox')).toBeVisible());
};

export const Default: Story = {};

export const Open: Story = {
  args: { defaultValue: 'sales' },
  play: async ({ args }) => {
    await open();
    await userEvent.click(screen.getByRole('option', { name: 'Billing' }));
    await expect(args.onChange).toHaveBeenCalledWith('billing');
    await waitFor(() => expect(control()).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('option', { name: 'Billing' })).toHaveFocus());
    await expect(screen.getByRole('option', { name: 'Billing' })).toHaveAttribute('aria-selected', 'true');
  },
};

export const Groups: Story = {
  args: {
    label: 'Number',
    placeholder: 'Choose a number',
    defaultValue: 'paris',
    options: undefined,
    groups: [
      {
        label: 'France',
        options: [
          { value: 'paris', label: 'Paris', description: '+33 1 86 26 54 10' },
          { value: 'lyon', label: 'Lyon', description: '+33 4 81 68 02 77' },
        ],
      },
      { label: 'Spain', options: [{ value: 'madrid', label: 'Madrid', description: '+34 910 60 24 18' }] },
    ],
  },
  play: open,
};

export const Multiple: Story = {
  args: { label: 'Teams', multiple: true, defaultValue: ['support'] },
  play: async ({ args }) => {
    await open();
    await userEvent.click(screen.getByRole('option', { name: 'Billing' }));
    await expect(args.onChange).toHaveBeenCalledWith(['support', 'billing']);
    await expect(control()).toHaveTextContent('Support, Billing');
  },
};

const people = [
  { id: 7, name: 'Ada Byron', extension: '204' },
  { id: 9, name: 'Grace Murray', extension: '118' },
];

/** Options of the app's own shape, read by functions and rendered with an extension. */
export const RenderedOptions: Story = {
  render: () => (
    <Select
      label="Forward to"
      options={people}
      getOptionValue={({ id }) => String(id)}
      getOptionLabel={({ name }) => name}
      renderOption={({ name, extension }) => (
        <>
          {name} <small>ext. {extension}</small>
        </>
      )}
      defaultValue="9"
    />
  ),
  play: open,
};

export const Sizes: Story = {
  render: () => (
    <Stack>
      {(['xSmall', 'small', 'regular', 'large'] as const).map((size) => (
        <Select key={size} label={size} size={size} options={teams} defaultValue="sales" />
      ))}
    </Stack>
  ),
};

export const WithHint: Story = {
  args: { hint: 'Calls of this number ring in the team.', defaultValue: 'sales' },
};
export const WithError: Story = { args: { error: 'Choose a team.' } };
export const Disabled: Story = { args: { disabled: true, defaultValue: 'sales' } };
export const ReadOnly: Story = { args: { readOnly: true, defaultValue: 'sales' } };

export const HiddenLabel: Story = {
  args: { label: 'Rows on a page', hideLabel: true, size: 'xSmall', options: rows(), defaultValue: '50' },
};

export const Loading: Story = {
  args: { options: [], loading: true },
  play: async () => {
    await userEvent.click(control());
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Loading results'));
  },
};

export const NoOptions: Story = {
  args: { options: [] },
  play: async () => {
    await userEvent.click(control());
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('No options'));
  },
};

export const LongText: Story = {
  args: {
    label: 'Greeting that callers hear outside of business hours',
    defaultValue: 'long',
    options: [
      {
        value: 'long',
        label: 'We are closed now, please leave a message after the tone and we call you back',
        description: 'Recorded by Ada Byron in English, French and Spanish',
      },
      { value: 'short', label: 'Closed' },
    ],
  },
  globals: { viewport: { value: 'phone' } },
  play: open,
};

function rows(): SelectOption[] {
  return ['25', '50', '100'].map((value) => ({ value, label: `${value} rows` }));
}
