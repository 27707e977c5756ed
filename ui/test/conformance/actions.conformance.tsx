/** The conformance cases of the components in `actions/`. */
import { Button, ButtonLink } from '#actions/button/button.tsx';
import { IconButton } from '#actions/icon-button/icon-button.tsx';
import { CloseIcon } from '#icons/icon.tsx';

import type { ConformanceCase } from './conformance-case.ts';

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
  {
    name: 'IconButton',
    render: (given) => <IconButton {...given} label="Close" icon={<CloseIcon />} />,
    refTag: 'button',
    labelled: { role: 'button', name: 'Close' },
    disabled: {
      render: () => <IconButton disabled label="Close" icon={<CloseIcon />} />,
      control: { role: 'button', name: 'Close' },
    },
  },
];
