import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { Banner } from './banner.tsx';

export const cases: readonly ConformanceCase[] = [
  {
    name: 'Banner',
    render: (given) => (
      <Banner {...given} action={<a href="/login">Log in</a>}>
        The credentials provided are incorrect.
      </Banner>
    ),
    refTag: 'div',
  },
];
