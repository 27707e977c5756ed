/** The figures that are measured at each scrape: pools, queues and the outbox. Nothing runs between two scrapes. */
import { Gauge, type Registry, type RegistryContentType } from 'prom-client';

export interface PoolState {
  readonly name: string;
  /** Open connections, and those of them that are not lent. */
  readonly total: number;
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}

export interface Gauged {
  readonly pools: () => readonly PoolState[];
  readonly hashQueue: () => { readonly waiting: number; readonly running: number };
  /** Emails that wait, and when the oldest was written, in milliseconds since the epoch. Rejects without a database. */
  readonly outbox: () => Promise<{ readonly waiting: number; readonly oldest: number | undefined }>;
  readonly clock: () => number;
}

/** How the figures of several processes become one. What all of them read from the database is not added up. */
type Aggregator = 'sum' | 'max' | 'min';

export function addGauges(
  registry: Registry<RegistryContentType>,
  { pools, hashQueue, outbox, clock }: Gauged,
): void {
  const gauge = <Label extends string>(
    name: string,
    help: string,
    {
      labelNames = [],
      aggregator = 'sum',
      collect,
    }: {
      labelNames?: readonly Label[];
      aggregator?: Aggregator;
      collect?: (this: Gauge<Label>) => void | Promise<void>;
    },
  ) =>
    new Gauge<Label>({
      name,
      help,
      labelNames,
      aggregator,
      registers: [registry],
      ...(collect && { collect }),
    });

  gauge('service_processes', 'Processes of the instance', {
    collect() {
      this.set(1);
    },
  });
  gauge('database_pool_connections', 'Connections to the database by pool and state', {
    labelNames: ['pool', 'state'],
    collect() {
      for (const { name, total, idle } of pools()) {
        this.set({ pool: name, state: 'idle' }, idle);
        this.set({ pool: name, state: 'busy' }, total - idle);
      }
    },
  });
  gauge('database_pool_waiting', 'Statements that wait for a connection', {
    labelNames: ['pool'],
    collect() {
      for (const { name, waiting } of pools()) this.set({ pool: name }, waiting);
    },
  });
  gauge('hash_queue_waiting', 'Calls that wait for their turn to hash a password', {
    collect() {
      this.set(hashQueue().waiting);
    },
  });
  gauge('hash_queue_running', 'Calls that hash a password now', {
    collect() {
      this.set(hashQueue().running);
    },
  });

  // Three gauges of one look at the database.
  let looking: ReturnType<Gauged['outbox']> | undefined;
  const look = () => (looking ??= outbox().finally(() => (looking = undefined))).catch(() => undefined);
  gauge('database_up', 'Whether the database answered this scrape', {
    aggregator: 'min',
    async collect() {
      this.set((await look()) === undefined ? 0 : 1);
    },
  });
  // Their last values stay while the database is away: no email is sent meanwhile.
  gauge('outbox_waiting', 'Mails that wait to be sent', {
    aggregator: 'max',
    async collect() {
      const found = await look();
      if (found) this.set(found.waiting);
    },
  });
  gauge('outbox_oldest_seconds', 'Age of the oldest mail that waits', {
    aggregator: 'max',
    async collect() {
      const found = await look();
      if (found) this.set(found.oldest === undefined ? 0 : Math.max(0, clock() - found.oldest) / 1000);
    },
  });
}
