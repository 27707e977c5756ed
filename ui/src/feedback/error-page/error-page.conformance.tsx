import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { ErrorPage } from './error-page.tsx';

export const cases: readonly ConformanceCase[] = [
  {
    name: 'ErrorPage',
    render: (given) => (
      <ErrorPage
        {...given}
        kind="not-found"
        heading="We couldn't find the page you requested"
        action={{ label: 'Go to login', href: '/login' }}
      />
    ),
    refTag: 'div',
  },
];
