import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, waitFor } from 'storybook/test';
import { Button } from '#actions/button/button.tsx';
import { Stack } from '#layout/stack/stack.tsx';
import { Loader } from './loader.tsx';

const meta = {
  title: 'Feedback/Loader',
  component: Loader,
  args: { label: 'Loading' },
} satisfies Meta<typeof Loader>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

/** It stays mounted, and its room stays empty while there is nothing to wait for. */
export const Inactive: Story = { args: { active: false } };

export const WhileCallsLoad: Story = {
  render: function Render(args) {
    const [active, setActive] = useState(false);
    return (
      <Stack>
        <Button variant="secondary" size="small" onClick={() => setActive(!active)}>
          {active ? 'Stop' : 'Load calls'}
        </Button>
        <Loader {...args} active={active} label="Loading calls" />
      </Stack>
    );
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('');
    await userEvent.click(canvas.getByRole('button', { name: 'Load calls' }));
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('Loading calls'));
  },
};
