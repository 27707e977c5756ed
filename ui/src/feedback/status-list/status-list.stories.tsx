import type { Meta, StoryObj } from '@storybook/react-vite';
import { StatusList } from './status-list.tsx';

const meta = {
  title: 'Feedback/StatusList',
  component: StatusList,
  args: {
    label: 'Services',
    items: [
      { id: 'calls', name: 'Calls', state: 'good', text: 'Working' },
      { id: 'sign-in', name: 'Sign-in', state: 'bad', text: 'Not working' },
      { id: 'recordings', name: 'Recordings', state: 'pending', text: 'Checking' },
    ],
  },
} satisfies Meta<typeof StatusList>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const LongTextOnAPhone: Story = {
  args: {
    items: [
      {
        id: 'sync',
        name: 'Synchronisation with the customer relationship management system',
        state: 'bad',
        text: 'Not working since 09:14',
      },
      { id: 'calls', name: 'Calls', state: 'good', text: 'Working' },
    ],
  },
  globals: { viewport: { value: 'phone' } },
};
