/** How long a place stays empty after its process ended. */
import { minutes, seconds } from '@app/contract/fields/durations.ts';

/** Deaths within this time count. */
export const deathsWindow = minutes(1);
const firstWait = seconds(1);
const longestWait = seconds(30);

/**
 * Milliseconds: none after the first death within a minute, then 1 s, doubled each time, at most 30 s. What ends every
 * process again at once, such as a full disk, is so not made worse.
 *
 * @param deaths how many processes ended within the last minute, this one included
 */
export const restartWait = (deaths: number): number =>
  deaths <= 1 ? 0 : Math.min(longestWait, firstWait * 2 ** (deaths - 2));
