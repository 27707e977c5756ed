import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { Switch } from './switch.tsx';

const meta = {
  title: 'Forms/Switch',
  component: Switch,
  args: { label: 'Do not disturb', onChange: fn() },
} satisfies Meta<typeof Switch>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const On: Story = {
  play: async ({ args, canvas }) => {
    const control = canvas.getByRole('switch', { name: 'Do not disturb' });
    await userEvent.click(canvas.getByText('Do not disturb'));
    await expect(control).toBeChecked();
    await userEvent.keyboard(' ');
    await expect(control).not.toBeChecked();
    await userEvent.keyboard(' ');
    await expect(control).toBeChecked();
    await expect(args.onChange).toHaveBeenCalledTimes(3);
  },
};

export const WithHint: Story = {
  args: {
    label: 'Ring all devices',
    hint: 'The desktop app and the phone ring at the same time.',
    defaultChecked: true,
  },
};

export const WithError: Story = {
  args: { label: 'Forward to mobile', error: 'Add a mobile number first.' },
};

export const Disabled: Story = {
  render: (args) => (
    <>
      <Switch {...args} disabled />
      <Switch label="Voicemail" disabled defaultChecked />
    </>
  ),
};

export const HiddenLabel: Story = { args: { label: 'Support line, Paris, is open', hideLabel: true } };

export const LongText: Story = {
  args: {
    label:
      'Send calls that arrive outside of the business hours of their number to the voicemail of the team',
    hint: 'Each number has business hours of its own. Public holidays count as closed.',
    defaultChecked: true,
  },
  globals: { viewport: { value: 'phone' } },
};
