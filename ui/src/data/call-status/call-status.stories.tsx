import type { Meta, StoryObj } from '@storybook/react-vite';

import { CallStatus } from './call-status.tsx';
import styles from './call-status.stories.module.css';

const meta = {
  title: 'Data/CallStatus',
  component: CallStatus,
  args: { status: 'answered', label: 'Answered' },
} satisfies Meta<typeof CallStatus>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const All: Story = {
  render: () => (
    <ul className={styles.calls}>
      {(
        [
          ['assigned', 'Assigned', 'Grace Hopper'],
          ['answered', 'Answered', 'Ada Lovelace'],
          ['missed', 'Missed', '+33 1 84 88 00 10'],
          ['callback', 'Callback requested', 'Alan Turing'],
          ['abandoned', 'Abandoned', '+47 21 98 40 10'],
          ['voicemail', 'Voicemail', 'Katherine Johnson'],
        ] as const
      ).map(([status, label, caller]) => (
        <li key={status} className={styles.call}>
          <span>{caller}</span>
          <CallStatus status={status} label={label} />
        </li>
      ))}
    </ul>
  ),
};
