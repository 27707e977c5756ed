import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { RadioGroup } from './radio.tsx';

const meta = {
  title: 'Forms/Radio',
  component: RadioGroup,
  args: {
    label: 'When all lines are busy',
    onChange: fn(),
    options: [
      { value: 'queue', label: 'Put the caller in the queue' },
      { value: 'voicemail', label: 'Send the caller to voicemail' },
      { value: 'forward', label: 'Forward to another number' },
    ],
  },
} satisfies Meta<typeof RadioGroup>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = { args: { defaultValue: 'queue' } };

export const ByKeyboard: Story = {
  args: { defaultValue: 'queue' },
  play: async ({ args, canvas }) => {
    await userEvent.tab();
    await expect(canvas.getByRole('radio', { name: 'Put the caller in the queue' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect(args.onChange).toHaveBeenLastCalledWith('voicemail');
    await expect(canvas.getByRole('radio', { name: 'Send the caller to voicemail' })).toBeChecked();
  },
};

const withDescriptions = [
  {
    value: 'all',
    label: 'All at once',
    description: 'Every device rings; the first who answers takes the call.',
  },
  { value: 'turns', label: 'In turns', description: 'The call goes to who has waited the longest.' },
  { value: 'order', label: 'In a fixed order', description: 'Needs a team with two people.', disabled: true },
];

export const WithDescriptions: Story = {
  args: {
    label: 'How calls ring',
    hint: 'For the numbers of this team.',
    options: withDescriptions,
    defaultValue: 'all',
  },
};

export const Cards: Story = {
  args: { label: 'How calls ring', options: withDescriptions, defaultValue: 'turns', variant: 'card' },
};

export const Horizontal: Story = {
  args: {
    label: 'Ring for',
    orientation: 'horizontal',
    defaultValue: '20',
    options: ['10', '20', '40', '60'].map((value) => ({ value, label: `${value} seconds` })),
  },
};

export const WithError: Story = {
  args: { label: 'When all lines are busy', error: 'Choose what happens to the caller.', required: true },
};

export const Disabled: Story = { args: { defaultValue: 'queue', disabled: true } };

export const LongText: Story = {
  args: {
    variant: 'card',
    label: 'What callers hear while they wait for someone of the support team in Paris to answer',
    defaultValue: 'music',
    options: [
      {
        value: 'music',
        label: 'Music with an announcement of the place in the queue every thirty seconds',
        description: 'The announcement is in the language of the number, and in English where there is none.',
      },
      { value: 'tone', label: 'Ringing tone' },
    ],
  },
  globals: { viewport: { value: 'phone' } },
};
