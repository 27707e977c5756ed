/** The sessions of an account and the devices that it knows, as its owner and the admins see them (requirements §5). */
import * as v from 'valibot';

import { platforms } from '#fields/vocabulary.ts';

import { uuid } from './dashboard-fields.ts';

export const session = v.object({
  id: uuid,
  /** The browser and system, as the User-Agent says: `Chrome, Windows`. Missing: it did not say. */
  device: v.optional(v.string()),
  platform: v.picklist(platforms),
  /** The client's network, as in the sign-in log. */
  client: v.string(),
  /** Milliseconds since the epoch, like the others. */
  signedInAt: v.number(),
  lastUsedAt: v.number(),
  expiresAt: v.number(),
});
export type Session = v.InferOutput<typeof session>;

export const knownDevice = v.object({
  /** Names the device in the call that forgets it. */
  id: v.string(),
  device: v.optional(v.string()),
  knownAt: v.number(),
  lastUsedAt: v.number(),
});
export type KnownDevice = v.InferOutput<typeof knownDevice>;

/** The newest used first; `total` counts those beyond the longest list, too. */
export const knownDevices = v.object({ items: v.array(knownDevice), total: v.number() });
