import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';
import { Stack } from '#layout/stack/stack.tsx';
import { SearchSelect, type SelectOption } from './search-select.tsx';

const people: SelectOption[] = [
  { value: 'ada', label: 'Ada Byron', description: 'Support, ext. 204' },
  { value: 'alan', label: 'Alan Mathison', description: 'Sales, ext. 131' },
  { value: 'emile', label: 'Émile Borel', description: 'Support, ext. 207' },
  { value: 'grace', label: 'Grace Murray', description: 'Billing, ext. 118' },
  { value: 'maria', label: 'Maria Gaetana', description: 'On leave', disabled: true },
];

const meta = {
  title: 'Forms/SearchSelect',
  component: SearchSelect<SelectOption>,
  args: { label: 'Forward to', options: people, placeholder: 'Type a name', onChange: fn() },
  // These belong together in a union, which the props' table cannot read.
  argTypes: {
    multiple: {
      description: 'Any number of options can be chosen; `value` and `onChange` are of a list then.',
    },
    value: { description: 'The chosen value, or the values, when the caller holds them; `null` for none.' },
    defaultValue: { description: 'What is chosen at first, when the component holds it.' },
    onChange: {
      description:
        'Called with the value of the chosen option, and with `null` when it is cleared; with `multiple` with all values.',
    },
  },
} satisfies Meta<typeof SearchSelect<SelectOption>>;

export default meta;
type Story = StoryObj<typeof meta>;

const control = () => screen.getByRole('combobox');
const type = async (text: string) => {
  await userEvent.click(control());
  await waitFor(() => expect(control()).toHaveAttribute('aria-expanded', 'true'));
  if (text) await userEvent.keyboard(text);
};
const said = (text: string) =>
  waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(new RegExp(`^${text}$`)));

export const Default: Story = {};

export const Typing: Story = {
  play: async ({ args }) => {
    await type('bo');
    await expect(screen.getAllByRole('option')).toHaveLength(1);
    await userEvent.keyboard('{Enter}');
    await expect(args.onChange).toHaveBeenCalledWith('emile');
    await waitFor(() => expect(control()).toHaveValue('Émile Borel'));
    await userEvent.keyboard('{Control>}a{/Control}ma');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  },
};

export const Groups: Story = {
  args: {
    label: 'Number',
    placeholder: 'Type a city',
    options: [],
    groups: [
      { label: 'France', options: ['Paris', 'Lyon'].map((label) => ({ value: label, label })) },
      { label: 'Spain', options: ['Madrid', 'Malaga'].map((label) => ({ value: label, label })) },
    ],
    defaultValue: 'Lyon',
  },
  render: ({ options: _options, ...args }) => <SearchSelect {...args} />,
  play: () => type(''),
};

export const Multiple: Story = {
  args: { label: 'Ring for', multiple: true, defaultValue: ['ada', 'grace', 'alan'] },
  play: async ({ args }) => {
    await userEvent.click(screen.getByRole('button', { name: 'Remove Grace Murray' }));
    await expect(args.onChange).toHaveBeenLastCalledWith(['ada', 'alan']);
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(screen.getByText('Alan Mathison').parentElement).toHaveFocus());
  },
};

/** The people of a company, as its service finds them. */
const findPeople = async (query: string) =>
  people.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()));

export const SearchElsewhere: Story = {
  args: { options: [], searchOptions: fn(findPeople) },
  play: async ({ args }) => {
    await type('gra');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    await expect(args.searchOptions).toHaveBeenLastCalledWith('gra', expect.any(AbortSignal));
    await said('');
  },
};

export const Searching: Story = {
  args: { options: [], searchOptions: (query) => (query ? new Promise(() => {}) : findPeople('a')) },
  play: async () => {
    await type('');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(4));
    await userEvent.keyboard('gra');
    await said('Loading results');
  },
};

export const SearchFailed: Story = {
  args: {
    options: [],
    searchOptions: (query) => (query ? Promise.reject(new Error('No connection')) : findPeople('b')),
  },
  play: async () => {
    await type('');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
    await userEvent.keyboard('gra');
    await said('Results could not be loaded');
    await expect(screen.getAllByRole('option')).toHaveLength(2);
  },
};

export const NoOptions: Story = {
  play: async () => {
    await type('zzz');
    await said('No options');
  },
};

const numbers = Array.from({ length: 2000 }, (_, index) => ({
  value: String(index),
  label: `+33 1 86 26 ${String(index).padStart(4, '0')}`,
}));

export const ManyOptions: Story = {
  args: { label: 'Number', options: numbers, placeholder: 'Type a number' },
  play: async () => {
    await type('');
    await said('Type to narrow down');
  },
};

export const Sizes: Story = {
  render: () => (
    <Stack>
      {(['xSmall', 'small', 'regular', 'large'] as const).map((size) => (
        <SearchSelect key={size} label={size} size={size} options={people} defaultValue="ada" />
      ))}
    </Stack>
  ),
};

export const WithError: Story = {
  args: { hint: 'Calls go to this person after 20 seconds.', error: 'Choose a person.' },
};

export const Disabled: Story = {
  render: () => (
    <Stack>
      <SearchSelect label="Forward to" options={people} disabled defaultValue="ada" />
      <SearchSelect label="Ring for" options={people} disabled multiple defaultValue={['ada', 'alan']} />
    </Stack>
  ),
};

export const ReadOnly: Story = {
  render: () => (
    <Stack>
      <SearchSelect label="Forward to" options={people} readOnly defaultValue="ada" />
      <SearchSelect label="Ring for" options={people} readOnly multiple defaultValue={['ada', 'alan']} />
    </Stack>
  ),
};

export const LongText: Story = {
  args: {
    label: 'People who are called one after the other',
    multiple: true,
    defaultValue: ['long', 'ada', 'alan'],
    options: [
      { value: 'long', label: 'Maria Gaetana Agnesi of the customer success team in Milan' },
      ...people,
    ],
  },
  globals: { viewport: { value: 'phone' } },
};
