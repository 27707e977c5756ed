/** The auth state before the first render: UNKNOWN, then the events that are known at that time. */
import { authReducer, unknownState, type AuthEvent, type AuthState } from '#auth/auth-state.ts';

export const initialState = (events: readonly AuthEvent[]): AuthState =>
  events.reduce(authReducer, unknownState);
