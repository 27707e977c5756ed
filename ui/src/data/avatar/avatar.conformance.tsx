import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { Avatar } from './avatar.tsx';

export const cases: readonly ConformanceCase[] = [
  {
    name: 'Avatar',
    render: (given) => <Avatar {...given} name="Ada Lovelace" />,
    refTag: 'span',
    labelled: { role: 'img', name: 'Ada Lovelace' },
  },
];
