import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, userEvent } from 'storybook/test';
import { Checkbox } from './checkbox.tsx';

const meta = {
  title: 'Forms/Checkbox',
  component: Checkbox,
  args: { label: 'Record incoming calls', onChange: fn() },
} satisfies Meta<typeof Checkbox>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Checked: Story = {
  play: async ({ args, canvas }) => {
    await userEvent.click(canvas.getByText('Record incoming calls'));
    await expect(canvas.getByRole('checkbox')).toBeChecked();
    await expect(args.onChange).toHaveBeenCalledOnce();
  },
};

const teams = ['Support', 'Sales', 'Billing'];

/** A box for all of a list: it is mixed while only some are chosen. */
function TeamBoxes() {
  const [chosen, setChosen] = useState<readonly string[]>(['Support']);
  const all = chosen.length === teams.length;
  return (
    <>
      <Checkbox
        label="All teams"
        checked={all}
        indeterminate={!all && chosen.length > 0}
        onChange={() => setChosen(all ? [] : teams)}
      />
      {teams.map((team) => (
        <Checkbox
          key={team}
          label={team}
          checked={chosen.includes(team)}
          onChange={({ target }) =>
            setChosen(target.checked ? [...chosen, team] : chosen.filter((other) => other !== team))
          }
        />
      ))}
    </>
  );
}

export const Indeterminate: Story = {
  render: () => <TeamBoxes />,
  play: async ({ canvas }) => {
    const all = canvas.getByRole('checkbox', { name: 'All teams' });
    await expect(all).toBePartiallyChecked();
    await userEvent.click(all);
    await expect(all).not.toBePartiallyChecked();
    await expect(canvas.getByRole('checkbox', { name: 'Billing' })).toBeChecked();
    await userEvent.tab();
    await userEvent.keyboard(' ');
    await expect(canvas.getByRole('checkbox', { name: 'Support' })).not.toBeChecked();
    await expect(all).toBePartiallyChecked();
  },
};

export const WithHint: Story = {
  args: { hint: 'A tone tells the caller. Recordings are kept for 90 days.', defaultChecked: true },
};

export const WithError: Story = {
  args: { label: 'I may record calls in this country', error: 'Confirm that recording is allowed.' },
};

export const Disabled: Story = {
  render: (args) => (
    <>
      <Checkbox {...args} disabled />
      <Checkbox label="Announce the recording" disabled defaultChecked />
      <Checkbox label="Numbers of the Paris office" disabled indeterminate />
    </>
  ),
};

export const HiddenLabel: Story = {
  args: { label: 'Choose the call of Ada Byron, 09:42', hideLabel: true },
};

export const LongText: Story = {
  args: {
    label:
      'Send a daily summary of missed calls, voicemails and callbacks to everyone in the team, and to the manager of the number on which they arrived',
    hint: 'The summary is sent at 18:00 in the time zone of the number, on each day on which someone could have answered.',
  },
  globals: { viewport: { value: 'phone' } },
};
