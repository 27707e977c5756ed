/** What makes the calls, for the hooks of the screens. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, use, useState, type ReactNode } from 'react';

import type { DashboardClient } from './dashboard-client.ts';
import type { Reauthentication } from './reauthentication.ts';

export interface Calls {
  readonly client: DashboardClient;
  /** The dialog that confirms the sign-in registers here. */
  readonly reauthentication: Reauthentication;
}

const CallsContext = createContext<Calls | undefined>(undefined);

export function CallsProvider({ calls, children }: { calls: Calls; children: ReactNode }) {
  const [queries] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          // The client itself repeats a lost call, and reports a missing connection immediately.
          queries: { retry: false, networkMode: 'always', staleTime: 5000 },
          mutations: { retry: false, networkMode: 'always' },
        },
      }),
  );
  return (
    <CallsContext value={calls}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </CallsContext>
  );
}

export function useCalls(): Calls {
  const calls = use(CallsContext);
  if (!calls) throw new Error('useCalls outside of CallsProvider');
  return calls;
}
