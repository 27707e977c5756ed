import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn } from 'storybook/test';
import { SearchSelect, type SelectOption } from './search-select.tsx';

const people: SelectOption[] = [
  { value: 'ada', label: 'Ada Byron' },
  { value: 'grace', label: 'Grace Murray' },
];

const meta = {
  title: 'Forms/SearchSelect',
  component: SearchSelect<SelectOption>,
  args: { label: 'Forward to', options: people, placeholder: 'Type a name', onChange: fn() },
} satisfies Meta<typeof SearchSelect<SelectOption>>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
