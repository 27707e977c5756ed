/** Refreshes a session before its ID token expires, while a page is open. */
import type { Client } from '#calls/client.ts';
import { decodeIdToken, refreshFloor, tokenAge, tokenLifetime } from './id-token.ts';
import { refreshSession, type RefreshOptions, type RefreshOutcome } from './refresh.ts';
import type { StoredValues } from '#stored/stored-values.ts';

/** Milliseconds before the expiry at which a refresh begins: time for a call that times out and one more try. */
const margin = 60_000;

export interface KeepFreshOptions extends RefreshOptions {
  /** Called after every refresh. 'signedOut' is the last one. */
  readonly onOutcome: (outcome: RefreshOutcome) => void;
  /** Milliseconds by any clock: only for how much time has passed, also while the machine slept. */
  readonly now?: () => number;
  /** Replaces the page's timers. */
  readonly timers?: {
    setTimeout(run: () => void, milliseconds: number): unknown;
    clearTimeout(timer: unknown): void;
  };
  /** Replaces the page's document. */
  readonly document?: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

/**
 * Refreshes a session from now on. Timers pause while a machine sleeps, so the due time is checked again when the page
 * becomes visible. Several tabs may refresh the same session: `refreshSession` makes one call for all.
 *
 * @returns a function that stops it
 */
export function keepFresh(client: Client, stored: StoredValues, options: KeepFreshOptions): () => void {
  const now = options.now ?? Date.now;
  const timers = options.timers ?? {
    setTimeout: (run, milliseconds) => globalThis.setTimeout(run, milliseconds),
    clearTimeout: (timer) => globalThis.clearTimeout(timer as number),
  };
  const page = options.document ?? document;
  let held = stored.readSession()?.idToken;
  let dueAt = 0;
  let timer: unknown;
  let state: 'waiting' | 'refreshing' | 'stopped' = 'waiting';

  function wait(milliseconds: number): void {
    dueAt = now() + milliseconds;
    timer = timers.setTimeout(() => void refresh(), milliseconds);
  }

  async function refresh(): Promise<void> {
    if (state !== 'waiting') return;
    state = 'refreshing';
    timers.clearTimeout(timer);
    const outcome = await refreshSession(client, stored, { ...options, heldIdToken: held });
    if (isStopped()) return;
    state = 'waiting';
    if (outcome.kind === 'signedOut') stop();
    else if (outcome.kind === 'failed') wait(refreshFloor);
    else {
      held = outcome.session.idToken ?? held;
      wait(Math.max(refreshFloor, untilDue(held, stored.serviceNow())));
    }
    options.onOutcome(outcome);
  }

  const isStopped = (): boolean => state === 'stopped';

  function onVisible(): void {
    if (page.visibilityState === 'visible' && now() >= dueAt) void refresh();
  }

  function stop(): void {
    state = 'stopped';
    timers.clearTimeout(timer);
    page.removeEventListener('visibilitychange', onVisible);
  }

  page.addEventListener('visibilitychange', onVisible);
  wait(untilDue(held, stored.serviceNow()));
  return stop;
}

/**
 * Milliseconds until the refresh is due: the token's lifetime without what has passed of it. 0 for a token whose age is
 * not known.
 */
function untilDue(idToken: string | undefined, serviceNow: number | undefined): number {
  const claims = idToken === undefined ? undefined : decodeIdToken(idToken);
  const age = claims && tokenAge(claims, serviceNow);
  if (!claims || age === undefined) return 0;
  return Math.max(0, Math.max(tokenLifetime(claims) - margin, refreshFloor) - age);
}
