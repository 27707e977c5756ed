/** The settings of the cluster's nodes, of HAProxy and of PgBouncer, as docs/operations.md and docs/scaling.md advise them. */
import { join } from 'node:path';

/** Seconds after which a primary that renews its lease no more is replaced. */
export const lease = 15;

/** Where Debian has each version of PostgreSQL. */
export const versions = '/usr/lib/postgresql';

/** Of one node; YAML takes it as JSON. */
export const configuration = (of: {
  name: string;
  port: number;
  api: number;
  client: number;
  folder: string;
  data: string;
  version: string;
}) => ({
  scope: 'northline',
  name: of.name,
  restapi: { listen: `127.0.0.1:${of.api}`, connect_address: `127.0.0.1:${of.api}` },
  // Only by its own line, and not by the addresses that etcd tells.
  etcd3: { hosts: [`127.0.0.1:${of.client}`], use_proxies: true },
  bootstrap: {
    dcs: {
      ttl: lease,
      loop_wait: 5,
      retry_timeout: 5,
      maximum_lag_on_failover: 1_048_576,
      synchronous_mode: true,
      postgresql: { use_pg_rewind: true, use_slots: true, parameters: { max_connections: 200 } },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    pg_hba: [
      'local all all trust',
      'host all all 127.0.0.1/32 trust',
      'host replication all 127.0.0.1/32 trust',
    ],
  },
  postgresql: {
    listen: `127.0.0.1:${of.port}`,
    connect_address: `127.0.0.1:${of.port}`,
    data_dir: of.data,
    bin_dir: join(versions, of.version, 'bin'),
    pgpass: join(of.folder, `${of.name}.pgpass`),
    authentication: {
      superuser: { username: 'postgres', password: 'trusted' },
      replication: { username: 'replicator', password: 'trusted' },
      rewind: { username: 'rewinder', password: 'trusted' },
    },
    parameters: { unix_socket_directories: of.folder },
  },
});

/** Leads to the node whose agent says that it is the primary. */
export const haproxy = (
  port: number,
  nodes: readonly { name: string; port: number; api: number }[],
): string => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port: of, api }) => `  server ${name} 127.0.0.1:${of} check port ${api}`).join('\n')}
`;

/** In transaction mode, before HAProxy. `users`: a file that names them. */
export const pgbouncer = (port: number, proxy: number, users: string): string => `
[databases]
app = host=127.0.0.1 port=${proxy}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
max_prepared_statements = 200
ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout
server_login_retry = 1
`;

/** What the ignored parameters said, for the role of the service. */
export const pooledRole: Readonly<Record<string, string>> = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  statement_timeout: '1500ms',
  idle_in_transaction_session_timeout: '10s',
};
