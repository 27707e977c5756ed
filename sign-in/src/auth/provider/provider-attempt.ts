/**
 * Stores an attempt to sign in at Google or a company's identity provider, to compare the provider's return with it
 * (threat C7). It is in session storage, so it belongs to this tab only and ends with it.
 */
import { loadLog } from '@app/log/load-log.ts';
import type { AuthDeps } from '#auth/auth-deps.ts';
import type { SignInStep } from '#auth/sign-in-failure.ts';

const keys = { google: 'google_attempt', sso: 'sso_attempt' } as const;
type Provider = keyof typeof keys;

/** A provider's return after the comparison with the attempt of this tab. */
export interface ProviderReturn {
  /** Continues the sign-in; undefined: a credentials error. */
  readonly goOn?: (deps: AuthDeps) => Promise<SignInStep>;
  /** The email to fill into the form that may follow; not verified. */
  readonly email?: string | undefined;
}

/** 256 random bits in base64url (RFC 4648 §5): 43 characters. */
export const randomValue = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

export const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Stores the attempt and replaces an older one. False where storage is blocked: no return could be checked then. */
export function storeAttempt(provider: Provider, attempt: Readonly<Record<string, string>>): boolean {
  try {
    sessionStorage.setItem(keys[provider], JSON.stringify(attempt));
    return true;
  } catch {
    return false;
  }
}

/** Whether this tab has an attempt without a return. */
export function hasAttempt(provider: Provider): boolean {
  try {
    return sessionStorage.getItem(keys[provider]) !== null;
  } catch {
    return false;
  }
}

/** Reads the attempt of this tab and removes it. */
export function takeAttempt(provider: Provider): Readonly<Partial<Record<string, unknown>>> {
  try {
    const text = sessionStorage.getItem(keys[provider]) ?? 'null';
    sessionStorage.removeItem(keys[provider]);
    const kept: unknown = JSON.parse(text);
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

const freshKey = 'sso_fresh';

/** The next start of this tab asks the company's provider for a fresh sign-in: the last one there was too old. */
export function askFreshly(): void {
  try {
    sessionStorage.setItem(freshKey, '1');
  } catch {
    // Without storage no attempt can start.
  }
}

/** Whether the next start asks for a fresh sign-in. `end`: a sign-in was successful, so no more. */
export function asksFreshly(end = false): boolean {
  try {
    const asks = sessionStorage.getItem(freshKey) !== null;
    if (end) sessionStorage.removeItem(freshKey);
    return asks;
  } catch {
    return false;
  }
}

/** Adds to the state of this history entry, such as the email (`useEmailFromHistory`). */
export const storeInHistory = (kept: {
  readonly email?: string | undefined;
  readonly left?: boolean;
}): void => history.replaceState({ ...(history.state as object | null), ...kept }, '');

/** Milliseconds that leaving waits for the log at most. */
const logWait = 300;

/** Leaves the page. Resolves only if the back button restores it from the back/forward cache. */
export async function leaveFor(address: string): Promise<void> {
  // What the log has of this page goes with it; its sending was loaded at the first interaction.
  await Promise.race([loadLog(), new Promise((late) => setTimeout(late, logWait))]);
  location.assign(address);
  await new Promise<void>((resolve) => {
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) resolve();
    });
  });
}
