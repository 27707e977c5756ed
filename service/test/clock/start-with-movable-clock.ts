/**
 * Starts the product as `npm start` does, but with a movable clock, for browser tests.
 * Prints `{"clock": "<address of the control server>"}` first.
 *
 * The service stops when its standard input ends, so that it cannot outlive the test run that started it.
 */
import { startService } from '#main.ts';

import { createMovableClock, serveClock } from './movable-clock.ts';

const clock = createMovableClock();
const control = await serveClock(clock);
process.stdout.write(`${JSON.stringify({ clock: control.url })}\n`);
const inputEnded = new Promise<void>((ended) => process.stdin.once('end', ended).resume());

await startService({ env: process.env, clock: clock.now, testHosts: true, temporaryDatabase: true });
// Only now: a service that is still starting cannot be stopped yet.
await inputEnded;
process.kill(process.pid, 'SIGTERM');
