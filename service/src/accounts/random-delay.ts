/**
 * Delays an answer that must not reveal whether an address has an account (threat A5). The work is the same for every
 * address except one look-up of the link's account: some hundredths of a millisecond, which a random delay hides.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** In milliseconds. */
const longestDelay = 10;

export const randomDelay = (): Promise<void> => pause(randomInt(longestDelay + 1));
