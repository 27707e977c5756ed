import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { ScreenHeading } from './screen-heading.tsx';

export const cases: readonly ConformanceCase[] = [
  {
    name: 'ScreenHeading',
    render: (given) => (
      <ScreenHeading {...given} lead="Log in to your account.">
        Welcome back
      </ScreenHeading>
    ),
    refTag: 'h1',
    labelled: { role: 'heading', name: 'Welcome back' },
  },
];
