import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { NativeSelect } from './native-select.tsx';

const meta = {
  title: 'Forms/NativeSelect',
  component: NativeSelect,
  args: {
    label: 'Language',
    defaultValue: 'en',
    onChange: fn(),
    options: [
      { value: 'en', label: 'English', lang: 'en' },
      { value: 'fr', label: 'Français', lang: 'fr' },
      { value: 'de', label: 'Deutsch', lang: 'de' },
      { value: 'es', label: 'Español', lang: 'es' },
    ],
  },
} satisfies Meta<typeof NativeSelect>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Chosen: Story = {
  play: async ({ args, canvas }) => {
    const select = canvas.getByRole('combobox', { name: 'Language' });
    await userEvent.tab();
    await userEvent.selectOptions(select, 'Deutsch');
    await expect(select).toHaveValue('de');
    await expect(args.onChange).toHaveBeenCalledOnce();
  },
};

export const Disabled: Story = { args: { disabled: true } };
