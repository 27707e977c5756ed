/**
 * The service's clock, as this browser's storage knows it: the difference to this device's clock when the last tokens
 * arrived. A device that is hours ahead or behind then still judges a token's age correctly. If its clock is corrected,
 * it learns the new difference with the next tokens.
 */
import { claimsOf } from '#tokens/id-token.ts';
import { readLocal, writeLocal, type LocalStorage } from './local-values.ts';

export interface ServiceClock {
  /** The service's time in milliseconds since the epoch; undefined: not known. */
  now(): number | undefined;
  /** Learns the time from tokens that have just arrived. A token that cannot be read tells nothing. */
  learnFrom(idToken: string): void;
  forget(): void;
}

/** @param deviceNow milliseconds since the epoch, by this device's clock */
export function createServiceClock(storage: LocalStorage, deviceNow: () => number): ServiceClock {
  // For a browser that blocks storage.
  let own: number | undefined;

  function setOffset(offset: number | undefined): void {
    own = offset;
    writeLocal('clock_offset', offset === undefined ? undefined : String(offset), storage);
  }

  return {
    now() {
      const offset = Number(readLocal('clock_offset', storage) ?? own ?? NaN);
      return Number.isFinite(offset) ? deviceNow() + offset : undefined;
    },
    learnFrom(idToken) {
      const issuedAt = (claimsOf(idToken) as { readonly iat?: unknown } | null | undefined)?.iat;
      if (typeof issuedAt === 'number') setOffset(issuedAt * 1000 - deviceNow());
    },
    forget: () => setOffset(undefined),
  };
}
