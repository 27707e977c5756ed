import type { Meta, StoryObj } from '@storybook/react-vite';

import { Skeleton } from './skeleton.tsx';
import styles from './skeleton.stories.module.css';

const meta = {
  title: 'Feedback/Skeleton',
  component: Skeleton,
} satisfies Meta<typeof Skeleton>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = { args: { lines: 3 } };

export const Shapes: Story = {
  render: () => (
    <div className={styles.column}>
      <div className={styles.row}>
        <Skeleton shape="circle" size="icon" />
        <Skeleton shape="circle" size="tiny" />
        <Skeleton shape="circle" size="xSmall" />
        <Skeleton shape="circle" size="small" />
        <Skeleton shape="circle" size="regular" />
        <Skeleton shape="circle" size="large" />
      </div>
      <Skeleton shape="box" size="small" width="quarter" />
      <Skeleton shape="box" size="regular" width="half" />
      <Skeleton shape="box" size="large" width="three-quarters" />
      <Skeleton width="quarter" />
      <Skeleton width="half" />
    </div>
  ),
};

/** As a list of people while it loads: the container says `aria-busy` and what is loading. */
export const List: Story = {
  render: () => (
    <section aria-busy="true" aria-label="Team members are loading" className={styles.list}>
      {['first', 'second', 'third', 'fourth'].map((row, index) => (
        <div key={row} className={styles.person}>
          <Skeleton shape="circle" size="small" />
          <div>
            <Skeleton width={index % 2 === 0 ? 'half' : 'three-quarters'} />
            <Skeleton width="quarter" />
          </div>
          <Skeleton shape="box" size="xSmall" />
        </div>
      ))}
    </section>
  ),
};
