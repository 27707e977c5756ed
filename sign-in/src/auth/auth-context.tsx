/** Provides the auth state and the sign-in services to the screens. */
import { createContext, use, useEffect, useMemo, useReducer, type ReactNode } from 'react';

import type { AuthDeps, AuthServices } from './auth-deps.ts';
import { authReducer, type AuthState } from './auth-state.ts';
import { fail } from './sign-in-failure.ts';
import { followOtherTabs } from './start/events-at-start.ts';

interface Auth {
  readonly state: AuthState;
  readonly deps: AuthDeps;
}

const AuthContext = createContext<Auth | undefined>(undefined);

/** Holds the auth state. `initial` is the state before the first render (`eventsAtStart`). */
export function AuthProvider({
  initial,
  services,
  children,
}: {
  initial: AuthState;
  services: AuthServices;
  children: ReactNode;
}) {
  const [state, dispatch] = useReducer(authReducer, initial);
  const deps = useMemo(() => ({ ...services, dispatch }), [services]);
  useEffect(() => {
    if (initial.status === 'UNKNOWN') {
      import('./start/refresh-at-start.ts')
        .then(({ finishStart }) => finishStart(deps))
        .catch(() => fail(deps, { kind: 'network' }));
    }
    return followOtherTabs(deps, initial.status === 'AUTHENTICATED');
  }, [deps, initial]);
  const auth = useMemo(() => ({ state, deps }), [state, deps]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth outside of AuthProvider');
  return auth;
}
