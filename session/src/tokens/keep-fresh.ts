/** Refreshes a session before its ID token expires, while a page is open. */
import type { Client } from '#calls/client.ts';
import { decodeIdToken, idTokenExpired } from './id-token.ts';
import { refreshSession, type RefreshOptions, type RefreshOutcome } from './refresh.ts';
import type { StoredValues } from '#stored/stored-values.ts';

/** Milliseconds before the expiry at which a refresh begins: time for a call that times out and one more try. */
const margin = 60_000;
/** The wait after a failure and the minimum of every wait, so that a wrong clock causes no stream of calls. */
const retryWait = 30_000;

export interface KeepFreshOptions extends RefreshOptions {
  /** Called after every refresh. 'signedOut' is the last one. */
  readonly onOutcome: (outcome: RefreshOutcome) => void;
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
 * @param idToken the ID token of the page
 * @returns a function that stops it
 */
export function keepFresh(
  client: Client,
  stored: StoredValues,
  idToken: string,
  options: KeepFreshOptions,
): () => void {
  const now = options.now ?? Date.now;
  const timers = options.timers ?? {
    setTimeout: (run, milliseconds) => globalThis.setTimeout(run, milliseconds),
    clearTimeout: (timer) => globalThis.clearTimeout(timer as number),
  };
  const page = options.document ?? document;
  let held = idToken;
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
    else if (outcome.kind === 'failed') wait(retryWait);
    else {
      held = outcome.session.idToken ?? held;
      wait(Math.max(retryWait, untilDue(held, now())));
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
  const claims = decodeIdToken(held);
  wait(claims && !idTokenExpired(claims, now()) ? Math.max(0, untilDue(held, now())) : 0);
  return stop;
}

/**
 * Milliseconds until the refresh is due. If this machine's clock cannot be right, the token's lifetime decides: a fast
 * clock would refresh again and again, a slow one hours too late.
 */
function untilDue(idToken: string, now: number): number {
  const claims = decodeIdToken(idToken);
  if (!claims) return 0;
  const left = claims.exp * 1000 - now;
  const lifetime = (claims.exp - claims.iat) * 1000;
  return (left > 0 && left <= lifetime ? left : lifetime) - margin;
}
