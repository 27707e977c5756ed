import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';

import { CounterBadge } from './counter-badge.tsx';

const meta = {
  title: 'Data/CounterBadge',
  component: CounterBadge,
  args: { count: 12, label: '12 unread messages' },
} satisfies Meta<typeof CounterBadge>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Tones: Story = {
  render: () => (
    <div className="story-row">
      <CounterBadge count={3} label="3 voicemails" />
      <CounterBadge count={3} label="3 voicemails" tone="strong" />
    </div>
  ),
};

/** 99 is the last number that is shown as it is. */
export const Limits: Story = {
  render: () => (
    <div className="story-row">
      <CounterBadge count={1} label="1 missed call" />
      <CounterBadge count={99} label="99 missed calls" />
      <CounterBadge count={100} label="100 missed calls" />
      <CounterBadge count={1000} maxCount={999} label="1000 missed calls" />
    </div>
  ),
};

/** Without anything to count there is no badge. */
export const Zero: Story = {
  args: { count: 0, label: 'No messages' },
  parameters: { looks: { picture: false } },
  play: async ({ canvasElement }) => {
    await expect(canvasElement).toHaveTextContent('');
  },
};
