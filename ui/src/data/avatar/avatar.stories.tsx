import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';

import styles from './avatar.stories.module.css';
import { Avatar } from './avatar.tsx';

const meta = {
  title: 'Data/Avatar',
  component: Avatar,
  args: { name: 'Ada Lovelace', size: 40 },
} satisfies Meta<typeof Avatar>;

export default meta;
type Story = StoryObj<typeof meta>;

/** A picture that needs no network. */
const portrait =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%23b7d3f2'/%3E%3Ccircle cx='20' cy='16' r='7' fill='%23704f38'/%3E%3Cpath d='M6 40a14 14 0 0 1 28 0' fill='%231f5fbf'/%3E%3C/svg%3E";

export const Default: Story = {};

export const Sizes: Story = {
  render: () => (
    <div className="story-row">
      {([24, 32, 40, 56] as const).map((size) => (
        <Avatar
          key={size}
          name="Grace Hopper"
          size={size}
          presence={{ state: 'available', label: 'Available' }}
        />
      ))}
    </div>
  ),
};

/** Each name has a tint, and always the same. */
export const Tints: Story = {
  render: () => (
    <div className="story-row">
      {[
        'Ada Lovelace',
        'Grace Hopper',
        'Alan Turing',
        'Hedy Lamarr',
        'Émilie du Châtelet',
        'Support (Paris)',
      ].map((name) => (
        <Avatar key={name} name={name} size={40} />
      ))}
      {['Katherine Johnson', 'محمد علي', 'Алла Пугачёва', '+33 1 84 88'].map((name) => (
        <Avatar key={name} name={name} size={40} />
      ))}
    </div>
  ),
};

export const Presence: Story = {
  render: () => (
    <ul className={styles.people}>
      {(
        [
          ['Ada Lovelace', 'available', 'Available'],
          ['Grace Hopper', 'busy', 'On a call'],
          ['Alan Turing', 'away', 'Away'],
          ['Katherine Johnson', 'offline', 'Offline'],
        ] as const
      ).map(([name, state, label]) => (
        <li key={name} className={styles.person}>
          <Avatar name={name} size={40} decorative presence={{ state, label }} />
          <span>{name}</span>
        </li>
      ))}
    </ul>
  ),
};

export const Picture: Story = {
  args: { src: portrait, size: 56, presence: { state: 'available', label: 'Available' } },
};

/** A picture that cannot be loaded leaves the initials. */
export const BrokenPicture: Story = {
  args: { src: 'data:image/png;base64,AAAA', size: 56 },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector('img')).toBeNull());
  },
};
