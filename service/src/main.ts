/** The process: settings, keys, database, worker, listening; and the end of all that in the opposite order. */
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { hours, seconds } from '@app/contract/fields/durations.ts';
import type { Logger } from 'pino';

import { buildApp } from './app.ts';
import { type Environment, SettingsError, type Settings } from './settings/config.ts';
import type { SettingsOptions } from './settings/development-rules.ts';
import type { Deps } from './deps.ts';
import { readCheckedSettings } from './settings/deployment-checks.ts';
import { createMailWorker } from './mails/deliver-mails.ts';
import { createBreachedPasswords } from './gateways/breached-passwords.ts';
import { createGoogleKeys } from './gateways/google-keys.ts';
import { createMailer } from './gateways/mail.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createTxtRecords } from './gateways/txt-records.ts';
import { resealSecrets } from './accounts/reseal-secrets.ts';
import { checkDueDomains } from './flows/dashboard/single-sign-on/check-domains.ts';
import { createLog } from './log.ts';
import { createPasswordStrength } from './security/passwords/password-strength.ts';
import { createPasswords } from './security/passwords/passwords.ts';
import { startProcesses, endOnUncaught } from './processes/processes.ts';
import { takeUpOnSignal } from './key-file/take-up.ts';
import { createLiveKeys } from './security/tokens/live-keys.ts';
import { listen, refuseTakenPort } from './listen.ts';
import { readKeys } from './signing-keys.ts';
import { unknownVariables } from './settings/unknown-variables.ts';
import { databaseFault, dataFolderFault, StartFault } from './settings/start-faults.ts';
import { deleteExpired } from './store/housekeeping.ts';
import { databaseReason } from './store/connection/database-reason.ts';
import { createStore, isDatabaseDown, type Store } from './store/store.ts';

export interface StartOptions extends SettingsOptions {
  readonly env: Environment;
  /** Milliseconds since the epoch; the machine's clock by default. */
  readonly clock?: () => number;
}

/** How long the service still takes calls after it said that it is not ready, so that balancers and clients hear of it. */
const drainTime = { development: 300, staging: seconds(2), production: seconds(2) };
/** The end comes at the latest after this. */
const stopTimeout = seconds(9);
const housekeepingEvery = hours(1);

/**
 * Starts the service and lets it run until SIGTERM or SIGINT. What is in the way is said in one sentence on standard
 * error, and the process ends with 1.
 */
export async function startService({ env, clock = Date.now, ...options }: StartOptions): Promise<void> {
  const cleanUps: (() => Promise<unknown>)[] = [];
  try {
    await start(env, options, clock, cleanUps);
  } catch (error) {
    await cleanUp(cleanUps);
    if (error instanceof SettingsError || error instanceof StartFault)
      process.stderr.write(`${error.message}\n`);
    else
      process.stderr.write(
        `The service could not start: ${error instanceof Error ? error.message : String(error)}\n`,
      );
    process.exit(1);
  }
}

async function start(
  env: Environment,
  options: SettingsOptions,
  clock: () => number,
  cleanUps: (() => Promise<unknown>)[],
): Promise<void> {
  const settings = await readCheckedSettings(env, options);
  const log = cluster.isWorker ? createLog(settings).child({ process: process.pid }) : createLog(settings);
  endOnUncaught(log);
  if (!cluster.isWorker)
    for (const each of unknownVariables(env)) log.warn(each, 'an environment variable is not a setting');
  // Before the long work, so that a port that is in use is found early. One of several processes shares it.
  if (!cluster.isWorker) await refuseTakenPort(settings);
  if (settings.processes > 1 && !cluster.isWorker) return startProcesses(settings, log);
  const isDevelopment = settings.environment === 'development';
  const live = createLiveKeys(
    await readKeys(settings, isDevelopment ? (file) => completeKeys(file, clock) : undefined),
  );
  const { keys } = live;
  // The terminal of development sends SIGHUP when it is closed, which ends the service.
  if (!isDevelopment)
    takeUpOnSignal({
      live,
      log,
      read: async () => readKeys(await readCheckedSettings(env, options)),
    });
  if (keys.pepper === undefined) log.warn('the key set has no pepper: passwords are hashed without one');

  const development = isDevelopment ? await loadDevelopment(settings, options, log) : undefined;
  if (development)
    cleanUps.push(
      () => development.stopDatabase(),
      () => development.stopMailbox(),
    );
  const smtpUrl = development?.smtpUrl ?? settings.smtpUrl ?? '';

  const store = await openStore(development?.databaseUrl ?? settings.databaseUrl ?? '', log, cleanUps);
  if (keys.saml === undefined)
    log.warn('the key set has no RSA key with a certificate: single sign-on is not configured');
  const cores = availableParallelism();
  // Several processes divide the cores.
  const concurrency = Math.min(cores, Math.max(2, Math.ceil(cores / settings.processes)));
  const passwords = createPasswords({ keys, concurrency });
  const passwordStrength = createPasswordStrength();
  // Its thread takes a second to load. After a restart the first new passwords would hold every place of the queue of
  // hashes meanwhile, and sign-ins would wait behind them.
  if (!isDevelopment) passwordStrength.expectNewPassword();
  await development?.seed(store, passwords, clock());

  const mailer = createMailer(settings, smtpUrl);
  const metrics = createMetrics();
  const worker = createMailWorker({ store, keys, clock, log, mailer, metrics });
  cleanUps.push(async () => {
    await worker.stop();
    mailer.close();
  });
  worker.start();
  const txtRecords = development?.txtRecords(store, settings) ?? createTxtRecords();
  const wakeMailWorker = (): void => worker.wake();
  const lifecycle = { stopping: false };
  const googleKeys = settings.google && createGoogleKeys({ url: settings.google.jwksUrl, clock, log });
  const { breachedPasswordsUrl } = settings;
  const breachedPasswords =
    breachedPasswordsUrl === undefined
      ? undefined
      : createBreachedPasswords(breachedPasswordsUrl, metrics.breachLookedUp);
  const deps: Deps = {
    settings,
    store,
    keys,
    passwords,
    passwordStrength,
    breachedPasswords,
    googleKeys,
    txtRecords,
    clock,
    log,
    wakeMailWorker,
    metrics,
  };
  const housekeeping = setInterval(() => keepHouse(deps), housekeepingEvery);
  cleanUps.push(async () => clearInterval(housekeeping));
  const traces = await loadTraces(settings, log);
  if (traces) cleanUps.push(() => traces.stop());
  const app = buildApp(deps, {
    lifecycle,
    ...(traces && { traces }),
    ...(development && { extend: development.extend }),
  });
  cleanUps.push(() => app.close());
  const address = await listen(app, settings);

  stopOnSignals(settings, log, lifecycle, cleanUps);
  log.info({ address, userPool: settings.userPoolId }, 'ready');
  if (development) process.stdout.write(`${development.greeting(address)}\n`);
  // For a parent that waits for it (service/dev/dev-server/).
  if (development) process.send?.('ready');
}

/** Opens the database with the tables of this release. */
async function openStore(url: string, log: Logger, cleanUps: (() => Promise<unknown>)[]): Promise<Store> {
  const store = createStore({ url, log });
  cleanUps.push(() => store.close());
  await store.migrate().catch((error: unknown) => {
    throw isDatabaseDown(error) ? databaseFault(databaseReason(error), url) : error;
  });
  await store.check().catch((error: unknown) => {
    throw databaseFault(databaseReason(error), url);
  });
  return store;
}

/** The work of every hour: no task keeps another from its turn. */
function keepHouse(deps: Deps): void {
  const { store, clock, log } = deps;
  deleteExpired(store.relaxed, clock()).catch((error: unknown) =>
    log.warn({ err: error }, 'housekeeping failed'),
  );
  resealSecrets(deps).catch((error: unknown) =>
    log.warn({ err: error }, 'sealing secrets with the present key failed'),
  );
  checkDueDomains(deps).catch((error: unknown) =>
    log.warn({ err: error }, 'the check of the domains failed'),
  );
}

/** Nothing of `service/dev` is loaded in another environment. */
async function loadDevelopment(settings: Settings, options: SettingsOptions, log: Logger) {
  const { startDevelopment } = await import('#dev/development.ts');
  return startDevelopment(settings, options, (message) => log.info(message)).catch((error: unknown) => {
    throw dataFolderFault(error, settings.dataDir);
  });
}

/** Nothing of the traces is loaded where no collector is named. */
async function loadTraces(settings: Settings, log: Logger) {
  if (settings.traces === undefined) return undefined;
  const { startTraces } = await import('./traces/traces.ts');
  return startTraces({ ...settings, traces: settings.traces }, log);
}

/** The key for SAML, which is made automatically only in development. */
async function completeKeys(file: string, clock: () => number): Promise<void> {
  const { addSamlKey } = await import('#dev/identity-provider/saml-key.ts');
  await addSamlKey(file, clock());
}

function stopOnSignals(
  settings: Settings,
  log: Logger,
  lifecycle: { stopping: boolean },
  cleanUps: (() => Promise<unknown>)[],
): void {
  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (lifecycle.stopping) return;
    lifecycle.stopping = true;
    log.info({ signal }, 'stopping');
    const hard = setTimeout(() => {
      log.error('not everything ended in time');
      process.exit(1);
    }, stopTimeout);
    await wait(drainTime[settings.environment]);
    await cleanUp(cleanUps);
    clearTimeout(hard);
    log.info('stopped');
    process.exit(0);
  }
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}

/** Undoes the start, last things first. A fault in one step must not keep the others, least of all the database's end. */
async function cleanUp(steps: (() => Promise<unknown>)[]): Promise<void> {
  for (const step of steps.toReversed()) {
    await step().catch((error: unknown) => {
      process.stderr.write(`While stopping: ${error instanceof Error ? error.message : String(error)}\n`);
    });
  }
}

if (import.meta.main) await startService({ env: process.env });
