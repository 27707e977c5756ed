/** The conformance cases of the components in `feedback/`. */
import { Banner } from '#feedback/banner/banner.tsx';
import { ErrorPage } from '#feedback/error-page/error-page.tsx';
import { Loader } from '#feedback/loader/loader.tsx';
import { Skeleton } from '#feedback/skeleton/skeleton.tsx';
import { Spinner } from '#feedback/spinner/spinner.tsx';
import { StatusList } from '#feedback/status-list/status-list.tsx';
import { createToastStore, ToastRegion } from '#feedback/toast/toast.ts';

import type { ConformanceCase } from './conformance-case.ts';

const toasts = createToastStore();
toasts.showToast({ message: 'Call recording is on for Support EMEA.', dismissIn: 0 });

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
  { name: 'Loader', render: (given) => <Loader {...given} label="Loading" />, refTag: 'div' },
  { name: 'Skeleton', render: (given) => <Skeleton {...given} />, refTag: 'span' },
  { name: 'Spinner', render: (given) => <Spinner {...given} />, refTag: 'span' },
  {
    name: 'StatusList',
    render: (given) => (
      <StatusList
        {...given}
        label="Services"
        items={[
          { id: 'calls', name: 'Calls', state: 'good', text: 'Working' },
          { id: 'auth', name: 'Sign-in', state: 'bad', text: 'Not working' },
        ]}
      />
    ),
    refTag: 'ul',
    labelled: { role: 'list', name: 'Services' },
  },
  {
    name: 'ToastRegion',
    render: (given) => <ToastRegion {...given} store={toasts} label="Notifications" closeLabel="Close" />,
    refTag: 'div',
    labelled: { role: 'region', name: 'Notifications' },
  },
];
