/**
 * The session of the dashboard (requirements §4 "Start"): a person who is signed in by the cookies that the apps share.
 * The access token is only in memory; a refresh gets it.
 */
import type { LogoutNotice, PageErrorValue } from '@app/contract/fields/vocabulary.ts';
import type { Client } from '@app/session/calls/client.ts';
import type { OtherTabs } from '@app/session/pages/other-tabs.ts';
import { signOut, allowedLogout } from '@app/session/pages/sign-out.ts';
import type { StoredValues } from '@app/session/stored/stored-values.ts';
import { decodeIdToken, isAdmin } from '@app/session/tokens/id-token.ts';
import { keepFresh } from '@app/session/tokens/keep-fresh.ts';
import { refreshSession, type RefreshOutcome } from '@app/session/tokens/refresh.ts';

import type { DashboardConfig } from '#config.ts';

import { clearDrafts } from './drafts.ts';

/** Who is signed in, as the ID token says. For display only: the service checks every call. */
export interface Person {
  readonly userId: string;
  readonly companyId: string;
  readonly email: string;
  readonly isAdmin: boolean;
}

export type SessionState =
  | { readonly kind: 'starting' }
  /** The connection was lost before the session was known; `start` can be called again. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'signedIn'; readonly person: Person }
  /** The service has ended the session. The page stays, so that what was typed is not lost. */
  | { readonly kind: 'ended'; readonly person: Person };

export interface SessionDeps {
  readonly config: DashboardConfig;
  readonly client: Client;
  readonly stored: StoredValues;
  readonly otherTabs: OtherTabs;
  /** Opens an address in place of the dashboard. */
  readonly leave: (address: string) => void;
  /** Loads the page again. */
  readonly reload: () => void;
}

export interface DashboardSession {
  getState(): SessionState;
  /** Calls the listener after every change. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** Finds out who is signed in, and leaves for the login page if nobody is. */
  start(): Promise<void>;
  /** The access token; undefined when the session has ended or the service cannot be reached. */
  accessToken(): Promise<string | undefined>;
  /** The time in milliseconds since the epoch, by the service's clock as soon as it is known. */
  now(): number;
  /** The company of the person who is signed in. */
  companyId(): string | undefined;
  /** Another access token, because the service has refused this one as expired; undefined as above. */
  renew(refused: string): Promise<string | undefined>;
  /** Leaves for the login page, which returns to this address. */
  logInAgain(): void;
  /** Leaves for the login page, which asks again though the person is signed in, and returns to this address. */
  confirmSignIn(): void;
  signOut(): Promise<void>;
}

const loggedOut: LogoutNotice = 'logged-out';

export function createDashboardSession(deps: SessionDeps): DashboardSession {
  const { config, client, stored, otherTabs } = deps;
  const { getState, setState, subscribe } = createState();
  let accessToken: string | undefined;
  let renewing: Promise<void> | undefined;
  let stopKeepingFresh = (): void => {};
  let leaving = false;
  let listening = false;

  function leave(address: string): void {
    leaving = true;
    stopKeepingFresh();
    accessToken = undefined;
    deps.leave(address);
  }

  const logIn = (parameters: Readonly<Record<string, string>>): void =>
    leave(loginAddress(config, parameters));
  const logInAgain = (): void => logIn({});

  function end(): void {
    stopKeepingFresh();
    accessToken = undefined;
    const state = getState();
    if (state.kind === 'signedIn') setState({ kind: 'ended', person: state.person });
    // Opened with a session that is over: the login page says so.
    else if (state.kind !== 'ended') logIn({ error: 'session-expired' satisfies PageErrorValue });
  }

  /** Takes the result of a refresh. */
  function take(outcome: RefreshOutcome): void {
    if (leaving) return;
    const state = getState();
    if (outcome.kind === 'signedOut') return end();
    if (outcome.kind === 'failed') {
      if (state.kind === 'starting') setState({ kind: 'unreachable' });
      return;
    }
    const person = personOf(outcome.session.idToken);
    if (!person) return end();
    const before = personIn(state);
    if (!before) clearDrafts(person.userId);
    else if (before.userId !== person.userId) return deps.reload();
    accessToken = outcome.accessToken ?? accessToken;
    setState({ kind: 'signedIn', person });
  }

  /** Several that ask at the same time share one refresh. */
  async function renewOnce(): Promise<string | undefined> {
    renewing ??= refreshForAccess(deps)
      .then(take)
      .finally(() => (renewing = undefined));
    await renewing;
    return accessToken;
  }

  /** Looks at the stored session again: another tab, or another app, may have changed it. */
  function compareStored(): void {
    const state = getState();
    if (leaving || (state.kind !== 'signedIn' && state.kind !== 'ended')) return;
    const session = stored.readSession();
    if (!session) return end();
    const person = personOf(session.idToken);
    if (person && person.userId !== state.person.userId) deps.reload();
    else if (state.kind === 'ended') void renewOnce().then(keep);
  }

  /** Keeps the session fresh from now on. */
  function keep(): void {
    if (getState().kind !== 'signedIn') return;
    stopKeepingFresh();
    stopKeepingFresh = keepFresh(client, stored, { forAccessToken: true, onOutcome: take });
  }

  return {
    getState,
    subscribe,
    async start() {
      if (getState().kind !== 'starting') setState({ kind: 'starting' });
      if (!stored.readSession()) return logInAgain();
      await renewOnce();
      keep();
      if (listening) return;
      listening = true;
      otherTabs.listen((news) => {
        if (news === 'signedOut' && getState().kind === 'signedIn' && !leaving) logInAgain();
        else compareStored();
      });
      addEventListener('focus', compareStored);
    },
    accessToken: async () => (getState().kind === 'ended' ? undefined : (accessToken ?? renewOnce())),
    now: () => stored.serviceNow() ?? Date.now(),
    companyId: () => personIn(getState())?.companyId,
    async renew(refused) {
      if (accessToken === undefined || accessToken === refused) await renewOnce();
      return accessToken === refused ? undefined : accessToken;
    },
    logInAgain,
    confirmSignIn: () => logIn({ prompt: 'login' }),
    async signOut() {
      leaving = true;
      stopKeepingFresh();
      clearDrafts();
      const { logoutUrl } = await signOut(client, stored, otherTabs);
      leave(allowedLogout(logoutUrl, config) ?? `${config.publicUrl}/login?notice=${loggedOut}`);
    },
  };
}

/** The login page, which returns to the present address. */
function loginAddress({ publicUrl }: DashboardConfig, parameters: Readonly<Record<string, string>>): string {
  const { pathname, search } = location;
  const query = new URLSearchParams({ ...parameters, redirect: location.origin + pathname + search });
  return `${publicUrl}/login?${query.toString()}`;
}

async function refreshForAccess({ client, stored }: SessionDeps): Promise<RefreshOutcome> {
  const outcome = await refreshSession(client, stored, { forAccessToken: true });
  // Another tab has signed in while this one refreshed: its session has to be refreshed for an access token.
  const missing = outcome.kind === 'refreshed' && outcome.accessToken === undefined;
  return missing ? refreshSession(client, stored, { forAccessToken: true }) : outcome;
}

/** Who is signed in, with those who are told when it changes. */
function createState() {
  const listeners = new Set<() => void>();
  let state: SessionState = { kind: 'starting' };
  return {
    getState: (): SessionState => state,
    setState(next: SessionState): void {
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const personIn = (state: SessionState): Person | undefined => ('person' in state ? state.person : undefined);

function personOf(idToken: string | undefined): Person | undefined {
  const claims = idToken === undefined ? undefined : decodeIdToken(idToken);
  return (
    claims && {
      userId: claims['custom:user_id'],
      companyId: claims['custom:company_id'],
      email: claims.email,
      isAdmin: isAdmin(claims),
    }
  );
}
