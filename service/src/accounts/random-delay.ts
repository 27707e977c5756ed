/**
 * Holds an answer that must not tell whether an address has an account. The work is alike for every address but for the
 * look at the account that the link of one belongs to: some hundredths of a millisecond, which chance hides
 * (threat A5).
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** In milliseconds, at most. */
const longestHold = 10;

export const randomDelay = (): Promise<void> => pause(randomInt(longestHold + 1));
