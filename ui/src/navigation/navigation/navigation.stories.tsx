import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test';

import { Icon } from '#icons/icon.tsx';

import { NavButton, NavGroup, Navigation, NavMore } from './navigation.tsx';
import styles from './navigation.stories.module.css';

const icon = (lines: string) => (
  <Icon>
    <path d={lines} />
  </Icon>
);
const inbox = icon('M2.8 11.2 5 4.4h10l2.2 6.800v4.400H2.800v-4.400h4l1 2h4.400l1-2h4');
const calls = icon(
  'M7.200 3.600 8.600 7 6.900 8.400a9.500 9.500 0 0 0 5.100 5.100l1.400-1.700 3.400 1.400v2.600a1.900 1.900 0 0 1-2.100 1.900C8.400 17 3.400 12 2.700 5.700a1.900 1.900 0 0 1 1.900-2.100Z',
);
const people = icon(
  'M7.600 9.400a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-5.400 7a5.400 5.400 0 0 1 10.800 0M13 3.700a3 3 0 0 1 0 5.500m2 2.700a5.400 5.400 0 0 1 2.800 4.500',
);
const numbers = icon('M7.600 3 6 17m8-14-1.600 14M3.400 7.400h13.800M2.800 12.600h13.800');
const chart = icon('M3 17h14M5.400 13.600V9.800m4.600 3.800V4.400m4.600 9.200V7.400');
const billing = icon(
  'M2.600 5.600a1.600 1.600 0 0 1 1.600-1.600h11.600a1.600 1.600 0 0 1 1.600 1.600v8.800a1.600 1.600 0 0 1-1.600 1.600H4.200a1.600 1.600 0 0 1-1.600-1.600Zm0 2.800h14.800M5.600 12.600h3',
);

const meta = {
  title: 'Navigation/Navigation',
  component: Navigation,
  globals: { viewport: { value: 'desktop' } },
  args: {
    label: 'Main',
    toggleLabels: { collapse: 'Collapse navigation', expand: 'Expand navigation' },
    onCollapsedChange: fn(),
    header: <strong className={styles.logo}>Northline</strong>,
    collapsedHeader: <strong className={styles.mark}>N</strong>,
    children: [
      <NavButton
        key="inbox"
        icon={inbox}
        label="Inbox"
        href="#inbox"
        badge={{ count: 12, label: '12 unread messages' }}
      />,
      <NavButton key="calls" icon={calls} label="Calls" href="#calls" active />,
      <NavButton key="statistics" icon={chart} label="Statistics" href="#statistics" />,
      <NavGroup key="company" heading="Company">
        <NavButton icon={people} label="Users and teams" href="#users" />
        <NavButton icon={numbers} label="Numbers" href="#numbers" restricted="Only for admins" />
        <NavButton
          icon={billing}
          label="Billing"
          href="#billing"
          disabled
          tooltipWhenDisabled="Only the owner opens billing"
        />
      </NavGroup>,
    ],
  },
  render: (args) => (
    <div className={styles.app}>
      <Navigation {...args} />
      <main className={styles.page}>
        <h1>Calls</h1>
        <p>128 calls this week, 4 of them missed.</p>
      </main>
    </div>
  ),
} satisfies Meta<typeof Navigation>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

/** With keyboard focus the tooltip opens immediately. */
export const Collapsed: Story = {
  args: { defaultCollapsed: true },
  play: async () => {
    await userEvent.tab();
    await expect(screen.getByRole('link', { name: 'Inbox 12 unread messages' })).toHaveFocus();
    await waitFor(() => expect(screen.getByRole('tooltip')).toHaveTextContent('Inbox'));
  },
};

/** A disabled entry keeps the focus and says why, also when the navigation is expanded. */
export const DisabledEntry: Story = {
  play: async ({ canvas }) => {
    const entry = canvas.getByRole('link', { name: 'Billing' });
    canvas.getByRole('link', { name: /Numbers/ }).focus();
    await userEvent.tab();
    await expect(entry).toHaveFocus();
    await waitFor(() =>
      expect(screen.getByRole('tooltip')).toHaveTextContent('Only the owner opens billing'),
    );
    await expect(entry).toHaveAccessibleDescription('Only the owner opens billing');
  },
};

/** The toggle changes the width; the focus stays on it. */
export const Toggled: Story = {
  play: async ({ args, canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Collapse navigation' }));
    await expect(args.onCollapsedChange).toHaveBeenCalledWith(true);
    await expect(canvas.getByRole('button', { name: 'Expand navigation' })).toHaveFocus();
    await userEvent.unhover(document.body);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  },
};

/** Below 768 px: a bar at the bottom. */
export const OnAPhone: Story = { globals: { viewport: { value: 'phone' } } };

/** Below 768 px, more entries than there is room for: the last one opens the rest. */
export const MoreOnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  args: {
    children: [
      <NavButton key="inbox" icon={inbox} label="Inbox" href="#inbox" />,
      <NavButton key="calls" icon={calls} label="Calls" href="#calls" />,
      <NavButton key="statistics" icon={chart} label="Statistics" href="#statistics" />,
      <NavMore key="more" label="More" active badge={{ count: 2, label: '2 numbers need your attention' }}>
        <NavGroup heading="Company">
          <NavButton icon={people} label="Users and teams" href="#users" active />
          <NavButton
            icon={numbers}
            label="Numbers"
            href="#numbers"
            badge={{ count: 2, label: '2 numbers need your attention' }}
          />
        </NavGroup>
        <NavGroup heading="Personal">
          <NavButton icon={billing} label="Billing" href="#billing" />
        </NavGroup>
      </NavMore>,
    ],
  },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: /^More/ }));
    await expect(canvas.getByRole('link', { name: 'Billing' })).toBeVisible();
    await userEvent.unhover(document.body);
  },
};
