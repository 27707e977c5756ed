/** PostgreSQL, a mail server and two instances of the service on them, for the scenarios. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { freePort } from '#dev/free-port.ts';
import { createPasswords } from '#security/passwords/passwords.ts';
import { loadKeys, makeKeySet } from '#security/tokens/keys.ts';
import { insertAccount, insertCompany } from '#store/accounts/accounts.ts';
import type { SecondStep } from '#store/connection/database.ts';
import { createStore } from '#store/store.ts';

import { productionEnvironment } from '#test/setup/production-environment.ts';
import { pooledRole } from './cluster-settings.ts';
import { type Balancer, createBalancer } from './balancer.ts';
import { createDatabaseServer, type DatabaseServer } from './database-server.ts';
import { createInstance, type Instance } from './instance.ts';
import { undoIfInterrupted } from './interrupted.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

export const password = 'Kestrel-Harbour-27!';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly companyId: string;
}

export interface Product {
  /** Not started yet, where `ProductOptions.port` is given. */
  readonly database: DatabaseServer;
  readonly line: Line;
  readonly mail: MailServer;
  readonly instances: readonly [Instance, Instance];
  readonly balancer: Balancer;
  /** Admins who sign in by password, each in a separate company. */
  addPeople(count: number, secondStep?: SecondStep): Promise<Person[]>;
  /** Asks the database itself, past the line. `port`: of another server. */
  rows<Row extends object>(text: string, values?: readonly unknown[], port?: number): Promise<Row[]>;
  stop(): Promise<void>;
}

export interface ProductOptions {
  /** Called with the empty data directory of PostgreSQL. */
  readonly prepare?: (cluster: string) => void;
  /** Of a server that runs already, with a superuser `postgres` whom it trusts: no other one is started. */
  readonly port?: number;
  /** A pooler's, by which the service reaches that server. */
  readonly poolerPort?: number | undefined;
}

let last: Product | undefined;
/** The product that was started last, running or stopped: its log tells why a row is wrong. */
export const lastStarted = (): Product | undefined => last;

/** @param folder takes everything; the caller removes it */
export async function startProduct(folder: string, options: ProductOptions = {}): Promise<Product> {
  const cleanUps: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
    forget();
  };
  const forget = undoIfInterrupted(stop);
  try {
    const database = await createDatabaseServer({ folder, ...options });
    cleanUps.push(() => database.remove());
    if (options.port === undefined) await database.start();
    const databasePort = options.port ?? database.port;
    const line = await openLine(options.poolerPort ?? databasePort);
    cleanUps.push(() => line.close());
    const mail = await startMailServer();
    cleanUps.push(() => mail.close());
    const urlAt = (port: number, name = 'app'): string => `postgres://postgres@127.0.0.1:${port}/${name}`;
    const rows = async <Row extends object>(
      text: string,
      values: readonly unknown[] = [],
      port = databasePort,
    ): Promise<Row[]> => {
      const name = text.startsWith('create database') ? 'postgres' : 'app';
      const client = new pg.Client({ connectionString: urlAt(port, name) });
      client.on('error', () => {});
      await client.connect();
      try {
        return (await client.query<Row>(text, [...values])).rows;
      } finally {
        await client.end();
      }
    };
    await rows('create database app');
    if (options.poolerPort !== undefined)
      for (const [name, value] of Object.entries(pooledRole))
        await rows(`alter role postgres in database app set ${name} = '${value}'`);

    const keyFile = join(folder, 'keys.json');
    const keySet = makeKeySet();
    writeFileSync(keyFile, JSON.stringify(keySet), { mode: 0o600 });
    const env = {
      ...productionEnvironment,
      ENVIRONMENT: 'staging',
      DATABASE_URL: urlAt(line.port),
      SMTP_URL: mail.url,
      SIGNING_KEY_FILE: keyFile,
      TRUSTED_PROXIES: '127.0.0.1',
    };
    const instances = [createInstance(await freePort(), env), createInstance(await freePort(), env)] as const;
    for (const instance of instances) {
      cleanUps.push(async () => {
        instance.signal('SIGCONT');
        await instance.end('SIGTERM');
      });
      await instance.start();
    }
    const balancer = createBalancer(instances.map(({ port }) => port));
    cleanUps.push(() => balancer.close());

    const stored = await createPasswords({ keys: loadKeys(keySet) }).hash(password);
    last = {
      database,
      line,
      mail,
      instances,
      balancer,
      rows,
      async addPeople(count, secondStep = 'off') {
        const adding = createStore({
          url: urlAt(databasePort),
          log: pino({ level: 'silent' }),
          poolSize: 1,
        });
        const people = Array.from({ length: count }, () => {
          const id = randomUUID();
          return { id, email: `person-${id.slice(0, 8)}@kestrel.example`, companyId: randomUUID() };
        });
        for (const person of people) {
          await insertCompany(adding.durable, { id: person.companyId, name: 'Kestrel' });
          await insertAccount(adding.durable, {
            ...person,
            name: 'Ada',
            method: 'password',
            status: 'active',
            secondStep,
            language: 'en',
            roles: ['Admin'],
            password: stored,
          });
        }
        await adding.close();
        return people;
      },
      stop,
    };
    return last;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A TCP proxy that can be moved: the address at which the service finds its database, which an operator moves to the standby. */
export interface Line {
  readonly port: number;
  /** Closes every connection; new ones go to this port. */
  moveTo(port: number): void;
  close(): void;
}

export async function openLine(first: number): Promise<Line> {
  let target = first;
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(target, '127.0.0.1');
    for (const [here, there] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(here);
      here.on('error', () => there.destroy()).on('close', () => (sockets.delete(here), there.destroy()));
      here.pipe(there);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    moveTo(port) {
      target = port;
      cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}
