import type { ConformanceCase } from '#conformance/conformance-case.ts';
import { CloseIcon } from '#icons/close-icon.tsx';

import { IconButton } from './icon-button.tsx';

export const cases: readonly ConformanceCase[] = [
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
