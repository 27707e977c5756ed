import { Button } from '@app/ui/button';
import { Checkbox } from '@app/ui/checkbox';
import { AlertDialog } from '@app/ui/dialog';
import { RadioGroup } from '@app/ui/radio';
import { Stack } from '@app/ui/stack';
import { Tab, TabList, TabPanel, Tabs } from '@app/ui/tabs';
import { TextField } from '@app/ui/text-field';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor } from 'storybook/test';

import { AdminPage } from './admin-page.tsx';
import styles from './settings.module.css';

const meta = {
  title: 'Compositions/Settings',
  component: Settings,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof Settings>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Desktop: Story = { globals: { viewport: { value: 'desktop' } } };

export const Phone: Story = { globals: { viewport: { value: 'phone' } } };

export const AskedBeforeAChange: Story = {
  globals: { viewport: { value: 'desktop' } },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Require single sign-on' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Require single sign-on for 128 people?' });
    await waitFor(() => expect(dialog).toBeVisible());
    // The safe answer has the focus, so Enter changes nothing.
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
  },
};

/** How a company signs in: the settings page of an admin. */
function Settings() {
  return (
    <AdminPage current="Sign-in" heading="Sign-in">
      <Tabs defaultActiveTabId="methods">
        <TabList label="Sign-in settings">
          <Tab id="methods">Methods</Tab>
          <Tab id="sso">Single sign-on</Tab>
          <Tab id="sessions">Sessions</Tab>
        </TabList>
        <TabPanel id="methods">
          <div className={styles.sections}>
            <section aria-labelledby="new-people">
              <h2 id="new-people">New people</h2>
              <RadioGroup
                label="How they sign in"
                variant="card"
                defaultValue="password"
                options={[
                  { value: 'password', label: 'Email and password', description: 'With a code by email.' },
                  {
                    value: 'google',
                    label: 'Google',
                    description: 'With the Google account of their work email.',
                  },
                  { value: 'saml', label: 'Single sign-on', description: 'At your identity provider.' },
                ]}
              />
            </section>
            <section aria-labelledby="second-step">
              <h2 id="second-step">Two-step verification</h2>
              <Stack gap="tight">
                <Checkbox label="Mail a code at each sign-in" hint="Valid for 10 minutes." defaultChecked />
                <Checkbox label="Skip it on known devices" hint="A device is known for 90 days." />
              </Stack>
            </section>
            <section aria-labelledby="domain">
              <h2 id="domain">Domain</h2>
              <Stack>
                <TextField
                  label="Work email domain"
                  defaultValue="northline.test"
                  hint="Confirmed on 3 March."
                />
                <div className={styles.actions}>
                  <Button size="small">Save changes</Button>
                  <AlertDialog
                    trigger={
                      <Button size="small" variant="secondary">
                        Require single sign-on
                      </Button>
                    }
                    heading="Require single sign-on for 128 people?"
                    description="Their passwords stop working at the next sign-in. One admin keeps a password for emergencies."
                    variant="primary"
                    primaryAction={{ label: 'Require single sign-on' }}
                    secondaryAction={{ label: 'Cancel' }}
                  />
                </div>
              </Stack>
            </section>
          </div>
        </TabPanel>
        <TabPanel id="sso">No identity provider yet.</TabPanel>
        <TabPanel id="sessions">Everyone stays signed in for 14 days.</TabPanel>
      </Tabs>
    </AdminPage>
  );
}
