import { Button } from '#actions/button/button.tsx';
import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { Tooltip } from './tooltip.tsx';

export const cases: readonly ConformanceCase[] = [
  {
    name: 'Tooltip',
    render: (given) => (
      <Tooltip {...given} text="Calls ring here for 30 seconds.">
        <Button>Ring time</Button>
      </Tooltip>
    ),
    refTag: 'button',
    labelled: { role: 'button', name: 'Ring time' },
    disabled: {
      render: () => (
        <Tooltip text="Only an admin can change it.">
          <Button disabled>Ring time</Button>
        </Tooltip>
      ),
      control: { role: 'button', name: 'Ring time' },
    },
  },
];
