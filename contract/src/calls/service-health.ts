/** The health of the configured services, as the status page shows it (requirements §4 "Status"). */
import * as v from 'valibot';

/** `GET`; the auth service asks the others, so that no page has to call foreign origins. Never kept by a cache. */
export const serviceHealthPath = '/healthz/services';

export const configuredServices = ['identity', 'auth', 'dashboard', 'workspace'] as const;
export type ConfiguredService = (typeof configuredServices)[number];

export const serviceHealth = v.object({
  version: v.string(),
  /** When the checks were made. Milliseconds since the epoch. */
  checkedAt: v.number(),
  services: v.array(
    v.object({
      service: v.picklist(configuredServices),
      /** `up`: it answered with anything below 500 in time. */
      state: v.picklist(['up', 'down']),
      /** How long the answer took, in milliseconds; null without one. */
      took: v.nullable(v.number()),
    }),
  ),
});
export type ServiceHealth = v.InferOutput<typeof serviceHealth>;
