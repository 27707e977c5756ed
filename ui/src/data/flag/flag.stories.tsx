import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';

import { flagCodes, Flag } from './flag.tsx';
import styles from './flag.stories.module.css';

const meta = {
  title: 'Data/Flag',
  component: Flag,
  args: { countryCode: 'FR' },
  // A flag is drawn when the file with all flags has arrived.
  play: async ({ canvasElement }) => {
    const uses = [...canvasElement.querySelectorAll('use')];
    await waitFor(() => expect(uses.every((use) => use.getBBox().width > 0)).toBe(true));
  },
} satisfies Meta<typeof Flag>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};

export const Sizes: Story = {
  render: () => (
    <div className={styles.row}>
      <Flag countryCode="DE" size="small" />
      <Flag countryCode="DE" />
      <Flag countryCode="DE" size="large" />
    </div>
  ),
};

/** Beside a text the flag is decoration. */
export const BesideNumbers: Story = {
  render: () => (
    <ul className={styles.numbers}>
      {[
        ['FR', 'Support Paris', '+33 1 84 88 00 10'],
        ['JP', 'Sales Tokyo', '+81 3 4578 9200'],
        ['NO', 'Support Oslo', '+47 21 98 40 10'],
        ['US', 'Main line', '+1 212 555 0142'],
      ].map(([code, name, number]) => (
        <li key={code} className={styles.number}>
          <Flag countryCode={code} />
          <span>{name}</span>
          <span className={styles.digits}>{number}</span>
        </li>
      ))}
    </ul>
  ),
};

/** An unknown or empty code shows the flag of the USA. */
export const UnknownCountry: Story = { args: { countryCode: 'ZZ', label: 'Unknown country' } };

/** All flags, fetched with one request. */
export const All: Story = {
  globals: { viewport: { value: 'desktop' } },
  render: () => (
    <div className={styles.all}>
      {[...flagCodes].map((code) => (
        <span key={code} className={styles.one}>
          <Flag countryCode={code} />
          {code}
        </span>
      ))}
    </div>
  ),
};
