import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { Button, ButtonLink } from './button.tsx';

export const cases: readonly ConformanceCase[] = [
  {
    name: 'Button',
    render: (given) => <Button {...given}>Save changes</Button>,
    refTag: 'button',
    labelled: { role: 'button', name: 'Save changes' },
    disabled: {
      render: () => <Button disabled>Save changes</Button>,
      control: { role: 'button', name: 'Save changes' },
    },
  },
  {
    name: 'ButtonLink',
    render: (given) => (
      <ButtonLink {...given} href="/dashboard">
        Open Dashboard
      </ButtonLink>
    ),
    refTag: 'a',
    labelled: { role: 'link', name: 'Open Dashboard' },
  },
];
