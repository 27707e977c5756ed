import type { ConformanceCase } from '#conformance/conformance-case.ts';
import { RadioGroup } from './radio.tsx';

const options = [
  { value: 'queue', label: 'Queue' },
  { value: 'voicemail', label: 'Voicemail' },
];

export const cases: readonly ConformanceCase[] = [
  {
    name: 'RadioGroup',
    render: (given) => <RadioGroup {...given} label="When busy" options={options} />,
    refTag: 'fieldset',
    labelled: { role: 'radiogroup', name: 'When busy' },
    disabled: {
      render: () => <RadioGroup label="When busy" options={options} disabled />,
      control: { role: 'radio', name: 'Voicemail' },
    },
  },
];
