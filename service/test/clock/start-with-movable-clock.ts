/**
 * Starts the product as `npm start` does, with the one difference that its clock can be moved: for browser tests and
 * for trying out by hand what happens after ten minutes. Prints `{"clock": "<address of the control server>"}` first.
 *
 * The service stops when its standard input ends, so that it cannot outlive the test run that started it.
 */
import { startService } from '#main.ts';

import { createMovableClock, serveClock } from './movable-clock.ts';

const clock = createMovableClock();
const control = await serveClock(clock);
process.stdout.write(`${JSON.stringify({ clock: control.url })}\n`);
const inputEnded = new Promise<void>((ended) => process.stdin.once('end', ended).resume());

await startService({ env: process.env, clock: clock.now, testHosts: true });
// Only now: a service that is still starting does not know yet how to stop.
await inputEnded;
process.kill(process.pid, 'SIGTERM');
