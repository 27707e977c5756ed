import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';

import { Tab, TabList, TabPanel, Tabs } from './tabs.tsx';

const meta = {
  title: 'Navigation/Tabs',
  component: Tabs,
  args: {
    defaultActiveTabId: 'general',
    onChange: fn(),
    children: [
      <TabList key="list" label="Settings of the number">
        <Tab id="general">General</Tab>
        <Tab id="hours">Business hours</Tab>
        <Tab id="voicemail">Voicemail</Tab>
        <Tab id="recording" disabled>
          Recording
        </Tab>
      </TabList>,
      <TabPanel key="general" id="general">
        Support Paris, +33 1 84 88 00 10. Rings for the Support team, then for Sales.
      </TabPanel>,
      <TabPanel key="hours" id="hours">
        Monday to Friday, 9:00 to 18:00.
      </TabPanel>,
      <TabPanel key="voicemail" id="voicemail">
        After 30 seconds the caller hears: “Please leave a message.”
      </TabPanel>,
      <TabPanel key="recording" id="recording" />,
    ],
  },
} satisfies Meta<typeof Tabs>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

/** Arrow keys move the focus, Enter activates. */
export const ByKeyboard: Story = {
  play: async ({ args, canvas }) => {
    await userEvent.tab();
    await expect(canvas.getByRole('tab', { name: 'General' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect(canvas.getByRole('tab', { name: 'Business hours' })).toHaveFocus();
    await expect(args.onChange).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    await expect(args.onChange).toHaveBeenCalledOnce();
    await expect(args.onChange).toHaveBeenCalledWith('hours');
    await expect(canvas.getByRole('tabpanel')).toHaveTextContent('Monday to Friday');
  },
};

export const EvenlySized: Story = {
  render: (args) => (
    <Tabs {...args}>
      <TabList label="Calls" variant="evenly-sized">
        <Tab id="general">All calls</Tab>
        <Tab id="missed">Missed</Tab>
        <Tab id="voicemail">Voicemail</Tab>
      </TabList>
      <TabPanel id="general">128 calls this week.</TabPanel>
      <TabPanel id="missed">4 missed calls.</TabPanel>
      <TabPanel id="voicemail">2 messages.</TabPanel>
    </Tabs>
  ),
};

export const Vertical: Story = { args: { orientation: 'vertical' } };

/** More tabs than fit a phone: the list scrolls sideways, the active tab is in view. */
export const OnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  args: { defaultActiveTabId: 'integrations' },
  render: (args) => (
    <Tabs {...args}>
      <TabList label="Settings of the company">
        <Tab id="company">Company</Tab>
        <Tab id="billing">Billing and invoices</Tab>
        <Tab id="security">Security</Tab>
        <Tab id="integrations">Integrations</Tab>
        <Tab id="notifications">Notifications</Tab>
      </TabList>
      <TabPanel id="integrations">Salesforce and Zendesk are connected.</TabPanel>
    </Tabs>
  ),
  play: async ({ canvas }) => {
    const tab = canvas.getByRole('tab', { name: 'Integrations' }).getBoundingClientRect();
    const list = canvas.getByRole('tablist').getBoundingClientRect();
    await expect(tab.left).toBeGreaterThanOrEqual(list.left);
    await expect(tab.right).toBeLessThanOrEqual(list.right);
  },
};
