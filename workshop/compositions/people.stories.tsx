import { ActionMenu, ActionMenuItem, ActionMenuSeparator } from '@app/ui/action-menu';
import { Avatar } from '@app/ui/avatar';
import { Button } from '@app/ui/button';
import { CallStatus } from '@app/ui/call-status';
import { Flag } from '@app/ui/flag';
import { IconButton } from '@app/ui/icon-button';
import { Table, type BulkAction, type Column } from '@app/ui/table';
import { TextField } from '@app/ui/text-field';
import { createToastStore, ToastRegion } from '@app/ui/toast';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, screen, userEvent, waitFor } from 'storybook/test';

import { AdminPage, MoreIcon } from './admin-page.tsx';
import styles from './people.module.css';

/** The people of the composition; the same on every day. */
type Person = {
  id: number;
  name: string;
  email: string;
  country: string;
  number: string;
  method: 'Password' | 'Google' | 'Single sign-on';
  lastCall: 'assigned' | 'answered' | 'missed' | 'callback' | 'abandoned' | 'voicemail';
  lastActive: string;
};

const rows: [name: string, country: string, number: string, Person['method'], Person['lastCall'], string][] =
  [
    ['Ada Lovelace', 'GB', '+44 20 7946 0102', 'Password', 'answered', '2026-03-21'],
    ['Bilal Haddad', 'FR', '+33 1 84 88 00 10', 'Single sign-on', 'missed', '2026-03-20'],
    ['Chloé Moreau', 'FR', '+33 1 84 88 00 11', 'Single sign-on', 'voicemail', '2026-03-20'],
    ['Dmitri Ivanov', 'DE', '+49 30 9018 2040', 'Google', 'answered', '2026-03-18'],
    ['Eva Lindqvist', 'NO', '+47 21 93 00 12', 'Password', 'callback', '2026-03-17'],
    ['Farid Okafor', 'ES', '+34 910 60 12 01', 'Single sign-on', 'assigned', '2026-03-17'],
    ['Grace Santos', 'US', '+1 415 555 0132', 'Google', 'abandoned', '2026-03-11'],
    ['Hana Weber', 'IT', '+39 06 4520 1180', 'Password', 'answered', '2026-03-09'],
  ];

const people: readonly Person[] = rows.map(
  ([name, country, number, method, lastCall, lastActive], index) => ({
    id: index + 1,
    name,
    email: `${name.split(' ')[0]?.toLowerCase().replace('é', 'e')}@northline.test`,
    country,
    number,
    method,
    lastCall,
    lastActive,
  }),
);

const meta = {
  title: 'Compositions/People',
  component: People,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof People>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Desktop: Story = { globals: { viewport: { value: 'desktop' } } };

export const Phone: Story = { globals: { viewport: { value: 'phone' } } };

export const Selected: Story = {
  globals: { viewport: { value: 'desktop' } },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Select Ada Lovelace' }));
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Select Chloé Moreau' }));
    await expect(canvas.getByRole('toolbar')).toHaveTextContent('2 selected');
  },
};

export const Searched: Story = {
  globals: { viewport: { value: 'desktop' } },
  play: async ({ canvas }) => {
    await userEvent.type(canvas.getByLabelText('Search people'), 'zoë');
    // In its cell, and in the status for screen readers.
    await waitFor(() =>
      expect(
        canvas.getAllByText('No records available for this category or filter criteria')[0],
      ).toBeVisible(),
    );
  },
};

export const MenuOfAPerson: Story = {
  globals: { viewport: { value: 'desktop' } },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Actions for Ada Lovelace' }));
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Sign out everywhere' })).toBeVisible());
  },
};

const columns: Column<Person>[] = [
  {
    id: 'name',
    label: 'Name',
    renderer: ({ name }) => (
      <span className={styles.person}>
        <Avatar name={name} size={24} decorative />
        {name}
      </span>
    ),
  },
  { id: 'email', label: 'Email' },
  {
    id: 'country',
    label: 'Number',
    sortable: false,
    renderer: ({ country, number }) => (
      <span className={styles.person}>
        <Flag countryCode={country} />
        {number}
      </span>
    ),
  },
  { id: 'method', label: 'Sign-in' },
  {
    id: 'lastCall',
    label: 'Last call',
    renderer: ({ lastCall }) => <CallStatus status={lastCall} label={callWords[lastCall]} />,
  },
  { id: 'lastActive', label: 'Last sign-in' },
  {
    id: 'actions',
    label: 'Actions',
    sortable: false,
    textAlign: 'end',
    renderer: ({ name }) => (
      <ActionMenu
        trigger={<IconButton size="xSmall" label={`Actions for ${name}`} icon={<MoreIcon />} />}
        align="end"
      >
        <ActionMenuItem>Set sign-in method</ActionMenuItem>
        <ActionMenuItem>Sign out everywhere</ActionMenuItem>
        <ActionMenuSeparator />
        <ActionMenuItem danger>Disable account</ActionMenuItem>
      </ActionMenu>
    ),
  },
];

const callWords = {
  assigned: 'Assigned',
  answered: 'Answered',
  missed: 'Missed',
  callback: 'Callback',
  abandoned: 'Abandoned',
  voicemail: 'Voicemail',
} as const;

/** The people of a company: search, selection, what can be done with many, and a toast after it. */
function People() {
  const [store] = useState(() => createToastStore());
  const [search, setSearch] = useState('');
  const found = people.filter(({ name, email }) =>
    `${name} ${email}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const actions: BulkAction<Person>[] = [
    { id: 'method', label: 'Set sign-in method', onExecute: () => undefined },
    {
      id: 'sign-out',
      label: 'Sign out',
      onExecute: (_, rows) => {
        store.showToast({ variant: 'success', message: `Signed out ${rows.length} people` });
      },
    },
  ];
  return (
    <AdminPage current="People" heading="People" actions={<Button size="small">Invite people</Button>}>
      <div className={styles.search}>
        <TextField
          label="Search people"
          type="search"
          placeholder="Name or email"
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <Table
        caption="People"
        data={found}
        columns={columns}
        bulkActions={actions}
        defaultOrder={{ field: 'name', direction: 'ASC' }}
      />
      <ToastRegion store={store} label="Notifications" closeLabel="Dismiss" />
    </AdminPage>
  );
}
