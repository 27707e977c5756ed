/** The session for the components of the dashboard. */
import { createContext, use, useState, useSyncExternalStore } from 'react';

import type { DashboardSession, Person, SessionState } from './dashboard-session.ts';

/** Holds what `createDashboardSession` returned. */
export const SessionContext = createContext<DashboardSession | undefined>(undefined);

export function useSession(): DashboardSession {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession outside of SessionContext');
  return session;
}

/** The state of the session; the component renders again when it changes. */
export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.getState);
}

/** Who is signed in. Only for what is shown to a signed-in person. */
export function usePerson(): Person {
  const state = useSessionState();
  if (state.kind !== 'signedIn' && state.kind !== 'ended') throw new Error('nobody is signed in');
  return state.person;
}

/** When the component appeared, by the service's clock: its times are compared with it, not with the device's clock. */
export function useAppearedAt(): number {
  const session = useSession();
  const [now] = useState(session.now);
  return now;
}
