import type { ConformanceCase } from '#conformance/conformance-case.ts';

import { createToastStore, ToastRegion } from './toast.ts';

const store = createToastStore();
store.showToast({ message: 'Call recording is on for Support EMEA.', dismissIn: 0 });

export const cases: readonly ConformanceCase[] = [
  {
    name: 'ToastRegion',
    render: (given) => <ToastRegion {...given} store={store} label="Notifications" closeLabel="Close" />,
    refTag: 'div',
    labelled: { role: 'region', name: 'Notifications' },
  },
];
