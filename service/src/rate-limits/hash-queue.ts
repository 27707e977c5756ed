/** Queues the calls that hash a password, fair by network (docs/decisions/fair-queue.md). */
import { availableParallelism } from 'node:os';
import { seconds } from '@app/contract/fields/durations.ts';
import type { CheckedBody, EndpointName } from '@app/contract/calls/endpoints.ts';

import type { Call, Deps } from '#deps.ts';
import {
  networksOf,
  createFairQueue,
  type FairQueue,
  type FairQueueLimits,
} from '#security/queues/fair-queue.ts';
import { Refusal } from '#refusal.ts';
import { isKnownDevice } from '#store/sign-in/devices.ts';

import { readRiskData } from '#sessions/risk-data.ts';

const hashing: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'signInWithPassword',
  'confirmSignUp',
  'resetPassword',
  'acceptInvitation',
  'changePassword',
  'reauthenticate',
]);

/**
 * One network may run four calls, so others have room; two networks together can use every core. Several processes
 * divide the cores among them.
 */
const hashLimits = (processes: number): FairQueueLimits => ({
  atOnce: Math.max(8, Math.ceil((4 * availableParallelism()) / processes)),
  eachAtOnce: 4,
  waitingMax: 2048,
  eachWaitingMax: 512,
  longestWait: seconds(4),
});

export interface HashQueue {
  /**
   * Runs a call when it is its turn, before its first statement; a call that hashes nothing runs immediately. Throws
   * `Refusal('overloaded')` if it waits too long or too many wait.
   */
  run<T>(name: EndpointName, call: Call, body: object, work: () => Promise<T>): Promise<T>;
  /** The calls that wait, and those that run. */
  counts: FairQueue['counts'];
}

export function createHashQueue(deps: Deps): HashQueue {
  const hashes = hashLimits(deps.settings.processes);
  const queue = createFairQueue(hashes);
  // Look-ups of known devices are queued too: anyone can send a device token, and each look-up costs a statement.
  const devices = createFairQueue({ ...hashes, atOnce: 4, eachAtOnce: 2 });

  /** The device of a sign-in, if the account knows it. */
  async function knownDevice(
    { email, contextData }: CheckedBody<'signInWithPassword'>,
    networks: readonly string[],
  ): Promise<string | undefined> {
    const { device } = readRiskData(contextData, deps);
    if (device === null) return undefined;
    const known = await devices.run(['networks', ...networks], () =>
      isKnownDevice(deps.store.relaxed, email, device, deps.clock()),
    );
    return known ? device.toString('base64url') : undefined;
  }

  /** Runs a call when it is its turn, and counts how long it waited. */
  async function inTurn<T>(path: readonly string[], work: () => Promise<T>): Promise<T> {
    const { metrics } = deps;
    const begun = performance.now();
    let hasTurn = false;
    try {
      return await queue.run(path, () => {
        hasTurn = true;
        metrics.hashWaited((performance.now() - begun) / 1000);
        return work();
      });
    } catch (error) {
      if (!hasTurn && error instanceof Refusal) metrics.hashRefused();
      throw error;
    }
  }

  return {
    counts: () => queue.counts(),
    async run(name, call, body, work) {
      if (!hashing.has(name)) return work();
      const networks = networksOf(call.client);
      // While no call waits, a lane changes nothing: skip the look-up.
      const device =
        name === 'signInWithPassword' && queue.isContended()
          ? await knownDevice(body as CheckedBody<'signInWithPassword'>, networks)
          : undefined;
      return inTurn(device === undefined ? ['networks', ...networks] : ['known devices', device], work);
    },
  };
}
