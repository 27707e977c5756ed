/** PostgreSQL, a mail server, two instances of the release and nginx before them, as `npm run try deploy` starts them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync, readdirSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import selfsigned from 'selfsigned';
import { pino } from 'pino';

import { freePort } from '#dev/free-port.ts';
import { type Mailbox, startMailbox } from '#dev/mailbox/mailbox.ts';
import { startPostgres } from '#dev/postgres/postgres.ts';
import { createPasswords } from '#security/passwords/passwords.ts';
import { loadKeys, makeKeySet } from '#security/tokens/keys.ts';
import { insertAccount, insertCompany } from '#store/accounts/accounts.ts';
import { createStore } from '#store/store.ts';
import { productionEnvironment } from '#test/setup/production-environment.ts';

/** The name that nginx answers to; it resolves nowhere, and the tries connect to loopback. */
export const hostname = 'login.kestrel.example';

export interface Instance {
  readonly port: number;
  /** The log so far. */
  output(): string;
  start(): Promise<void>;
  /** Ends the instance, and all of its processes, with a signal. Resolves to the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface Deployment {
  /** nginx: https, and only http on the second port. */
  readonly port: number;
  readonly certificate: string;
  readonly origin: string;
  readonly instances: readonly [Instance, Instance];
  readonly mailbox: Mailbox;
  /** Adds an account that signs in by password and code. */
  addAccount(email: string, password: string): Promise<void>;
  /** Files of the release that were written since the start. */
  changedFiles(): readonly string[];
  stop(): Promise<void>;
}

/** @param folder holds `release`, and takes everything else */
export async function startDeployment(nginx: string, folder: string): Promise<Deployment> {
  const cleanUps: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  };
  try {
    const database = await startPostgres({ dataDir: join(folder, 'postgres'), temporary: true });
    cleanUps.push(() => database.stop());
    const mailbox = await startMailbox();
    cleanUps.push(() => mailbox.stop());
    const keyFile = join(folder, 'keys.json');
    writeFileSync(keyFile, JSON.stringify(makeKeySet()), { mode: 0o600 });

    const port = await freePort();
    const origin = `https://${hostname}:${port}`;
    const env = {
      ...productionEnvironment,
      PUBLIC_URL: origin,
      DATABASE_URL: database.url,
      SMTP_URL: mailbox.smtpUrl,
      SIGNING_KEY_FILE: keyFile,
      // nginx reaches the instances from this address.
      TRUSTED_PROXIES: '127.0.0.1',
    };
    const release = join(folder, 'release');
    const changedFiles = watchFiles(release);
    // One of them with two processes: PROCESSES.
    const instances = [
      createInstance(release, { ...env, PORT: String(await freePort()) }),
      createInstance(release, { ...env, PORT: String(await freePort()), PROCESSES: '2' }),
    ] as const;
    for (const instance of instances) {
      cleanUps.push(() => instance.end('SIGTERM'));
      await instance.start();
    }
    const certificate = await startNginx(nginx, { folder, port, instances, cleanUps });

    const store = createStore({ url: database.url, log: pino({ level: 'silent' }), poolSize: 1 });
    cleanUps.push(() => store.close());
    const passwords = createPasswords({ keys: loadKeys(readFileSync(keyFile, 'utf8')) });
    const companyId = randomUUID();
    await insertCompany(store.durable, { id: companyId, name: 'Kestrel' });
    return {
      port,
      certificate,
      origin,
      instances,
      mailbox,
      async addAccount(email, password) {
        await insertAccount(store.durable, {
          id: randomUUID(),
          companyId,
          email,
          name: 'Ada',
          method: 'password',
          status: 'active',
          language: 'en',
          roles: ['Admin'],
          password: await passwords.hash(password),
        });
      },
      changedFiles,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function createInstance(release: string, env: Record<string, string>): Instance {
  let child: ChildProcess | undefined;
  let output = '';
  let exit: Promise<unknown> = Promise.resolve();
  return {
    port: Number(env['PORT']),
    output: () => output,
    async start() {
      const before = output.length;
      const started = spawn(join(release, 'bin/node'), ['service/src/main.js'], {
        cwd: release,
        env: { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      exit = once(started, 'exit');
      const processes = Number(env['PROCESSES'] ?? '1');
      await new Promise<void>((resolve, reject) => {
        const read = (text: Buffer): void => {
          output += text.toString();
          const ready = output.slice(before).match(/"msg":"ready"/g)?.length ?? 0;
          if (ready >= processes) resolve();
        };
        started.stdout?.on('data', read);
        started.stderr?.on('data', read);
        started.once('exit', () => reject(new Error(`an instance did not start:\n${output.slice(before)}`)));
      });
    },
    async end(signal) {
      child?.kill(signal);
      await exit;
      return child?.exitCode ?? null;
    },
  };
}

/** Starts nginx with deploy/nginx/nginx.conf and site files of this machine. Answers its certificate. */
async function startNginx(
  program: string,
  {
    folder,
    port,
    instances,
    cleanUps,
  }: {
    folder: string;
    port: number;
    instances: readonly Instance[];
    cleanUps: (() => Promise<unknown>)[];
  },
): Promise<string> {
  const conf = join(folder, 'nginx');
  const written = join(folder, 'nginx-run');
  mkdirSync(written);
  cpSync(join(import.meta.dirname, '../../../deploy/nginx'), conf, { recursive: true });
  const site = (file: string): string => join(conf, 'site', file);
  // The upstream of production with the addresses of this machine: nothing else of it changes.
  const servers = instances.map((instance) => `127.0.0.1:${instance.port}`);
  const upstream = readFileSync(site('upstream.conf'), 'utf8').replace(
    /service-[12]:4000/g,
    () => servers.shift() ?? 'unused',
  );
  writeFileSync(site('upstream.conf'), upstream);
  writeFileSync(site('listen.conf'), `listen 127.0.0.1:${port} ssl http2;\n`);
  const pems = await selfsigned.generate([{ name: 'commonName', value: hostname }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: hostname }] }],
  });
  writeFileSync(join(conf, 'certificate.pem'), pems.cert);
  writeFileSync(join(conf, 'certificate-key.pem'), pems.private, { mode: 0o600 });
  const name = readFileSync(site('name.conf'), 'utf8')
    .replace('login.example.com', hostname)
    .replaceAll('/run/secrets/', `${conf}/`);
  writeFileSync(site('name.conf'), name);

  const args = ['-p', written, '-c', join(conf, 'nginx.conf'), '-g', 'daemon off; pid nginx.pid;'];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const exit = once(child, 'exit');
  cleanUps.push(async () => {
    child.kill('SIGQUIT');
    await exit;
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${said}`);
    const socket = createConnection({ host: '127.0.0.1', port });
    const connected = await Promise.race([
      once(socket, 'connect').then(
        () => true,
        () => false,
      ),
      exit.then(() => false),
    ]);
    socket.destroy();
    if (connected) return pems.cert;
  }
}

/** Remembers every file of the folder; the function it returns names those that were made, changed or removed since. */
function watchFiles(folder: string): () => string[] {
  const before = filesOf(folder);
  return () => {
    const now = filesOf(folder);
    return [...new Set([...before.keys(), ...now.keys()])].filter(
      (file) => before.get(file) !== now.get(file),
    );
  };
}

/** Size and time of the last change of each file, by its path. */
function filesOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const { size, mtimeMs } = statSync(path);
        return [path, `${size} ${mtimeMs}`];
      }),
  );
}
