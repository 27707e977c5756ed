import { Button } from '#actions/button/button.tsx';
import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { Dropdown } from './dropdown.tsx';

const text = 'Calls ring for 30 seconds. After that they go to the voicemail of the team.';

export const cases: readonly ConformanceCase[] = [
  {
    name: 'Dropdown',
    render: (given) => (
      <Dropdown {...given} defaultOpen label="Ring time" trigger={<Button>Ring time</Button>}>
        {text}
      </Dropdown>
    ),
    refTag: 'div',
    labelled: { role: 'dialog', name: 'Ring time' },
  },
  {
    name: 'Dropdown at its trigger',
    render: (given) => (
      <Dropdown label="Ring time" trigger={<Button {...given}>Ring time</Button>}>
        {text}
      </Dropdown>
    ),
    refTag: 'button',
    labelled: { role: 'button', name: 'Ring time' },
    disabled: {
      render: () => (
        <Dropdown label="Ring time" trigger={<Button disabled>Ring time</Button>}>
          {text}
        </Dropdown>
      ),
      control: { role: 'button', name: 'Ring time' },
    },
    opens: {
      trigger: { role: 'button', name: 'Ring time' },
      popup: { role: 'dialog', name: 'Ring time' },
    },
  },
];
