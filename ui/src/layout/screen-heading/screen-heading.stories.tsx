import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { ScreenHeading } from './screen-heading.tsx';

const meta = {
  title: 'Layout/ScreenHeading',
  component: ScreenHeading,
  args: { children: 'Invite your team', lead: 'They get an email with a link that is valid for seven days.' },
} satisfies Meta<typeof ScreenHeading>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const WithoutLead: Story = { args: { lead: undefined } };

export const LongTextOnAPhone: Story = {
  args: {
    children: 'Benachrichtigungseinstellungen für verpasste Anrufe',
    lead: 'An anna-katharina.oestergaard@customer-support.northline.example wurde eine E-Mail gesendet.',
    lang: 'de',
  },
  globals: { viewport: { value: 'phone' } },
};

/** A router focuses the heading after a change of the screen. */
export const FocusedByScript: Story = {
  play: async ({ canvas }) => {
    const heading = canvas.getByRole('heading', { name: 'Invite your team' });
    heading.focus();
    await expect(heading).toHaveFocus();
  },
};
