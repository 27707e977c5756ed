/** The health of the configured services for the status page (spec §2; requirements §4 "Status"). */
import type { FastifyInstance } from 'fastify';
import { seconds } from '@app/contract/fields/durations.ts';
import {
  serviceHealthPath,
  type ConfiguredService,
  type ServiceHealth,
} from '@app/contract/calls/service-health.ts';

import type { Deps } from '#deps.ts';
import { probe } from '#gateways/probe.ts';

import { clientOf } from '#http/request/client-address.ts';
import { withDatabaseTimeout } from '#http/calls/database-timeout.ts';
import type { DefaultLimit } from '#http/calls/default-limit.ts';
import type { Lifecycle } from './health.ts';

import packageJson from '#package.json' with { type: 'json' };

/** One check serves everybody for this long: however many look, the services are asked seldom. */
const checkedFor = seconds(5);
const probeTimeout = seconds(2);

type Checked = ServiceHealth['services'][number];

export function installServiceHealth(
  app: FastifyInstance,
  deps: Deps,
  limit: DefaultLimit,
  lifecycle: Lifecycle,
): void {
  const { settings, clock, store } = deps;
  let last: { readonly at: number; readonly health: Promise<ServiceHealth> } | undefined;

  /** Only configured addresses are asked, without any data of a request. */
  const checks: Record<ConfiguredService, () => Promise<Checked['took']>> = {
    identity: () => probe(new URL('/healthz', settings.identityUrl), probeTimeout),
    async auth() {
      if (lifecycle.stopping) return null;
      const begun = performance.now();
      return withDatabaseTimeout(store.ping(), store).then(
        () => Math.round(performance.now() - begun),
        () => null,
      );
    },
    dashboard: () => probe(new URL(settings.dashboardUrl), probeTimeout),
    workspace: () => probe(new URL(settings.workspaceUrl), probeTimeout),
  };

  async function check(at: number): Promise<ServiceHealth> {
    const services = await Promise.all(
      Object.entries(checks).map(async ([service, ask]): Promise<Checked> => {
        const took = await ask();
        return { service: service as ConfiguredService, state: took === null ? 'down' : 'up', took };
      }),
    );
    return { version: packageJson.version, checkedAt: at, services };
  }

  app.get(serviceHealthPath, async (request, reply) => {
    const now = clock();
    limit.take('serviceHealth', clientOf(request.ip), now);
    if (last === undefined || now - last.at >= checkedFor) last = { at: now, health: check(now) };
    // Not `no-store`: a page whose script got such an answer is not kept in the browser's back/forward cache. It
    // contains nothing about a person, and must be revalidated before it is used.
    reply.header('cache-control', 'no-cache');
    return last.health;
  });
}
