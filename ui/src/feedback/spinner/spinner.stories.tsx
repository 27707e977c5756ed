import type { Meta, StoryObj } from '@storybook/react-vite';
import { ScreenHeading } from '#layout/screen-heading/screen-heading.tsx';
import { Spinner } from './spinner.tsx';

const meta = { title: 'Feedback/Spinner', component: Spinner } satisfies Meta<typeof Spinner>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

/** It is as large and has the colour of the text that it is in. */
export const InText: Story = {
  render: () => (
    <div className="story-row">
      <ScreenHeading>
        <span className="story-row">
          <Spinner /> Importing contacts
        </span>
      </ScreenHeading>
      <a href="#calls">
        <span className="story-row">
          <Spinner /> 14 calls left
        </span>
      </a>
    </div>
  ),
};
