/**
 * Runs the product without internet: an embedded database, a mailbox, demo accounts and stand-ins. `main.ts` loads this
 * folder only in development, with an `import()` that no other environment reaches.
 */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

import type { Settings } from '#settings/config.ts';
import type { SettingsOptions } from '#settings/development-rules.ts';
import type { Deps } from '#deps.ts';
import type { TxtRecords } from '#gateways/txt-records.ts';
import type { Headers } from '#http/request/headers.ts';
import type { Passwords } from '#security/passwords/passwords.ts';
import type { Store } from '#store/store.ts';

import { installGoogleStandIn } from './google/google.ts';
import { createDnsStandIn } from './dns/dns.ts';
import {
  configureDemoCompany,
  readIdentityProviderKey,
} from './identity-provider/identity-provider-configuration.ts';
import { installIdentityProvider } from './identity-provider/identity-provider.ts';
import { installMailboxPages } from './mailbox/mailbox-pages.ts';
import { startMailbox, type Mailbox } from './mailbox/mailbox.ts';
import { startPostgres } from './postgres/postgres.ts';
import { demoAccounts, demoPassword, seed } from './seed.ts';
import { installToken } from './token.ts';
import { installWorkspace } from './workspace/workspace.ts';

export interface Development {
  readonly databaseUrl: string;
  readonly smtpUrl: string;
  /** `now`: milliseconds since the epoch. */
  seed(store: Store, passwords: Passwords, now: number): Promise<void>;
  /** The stand-in for the DNS. */
  txtRecords(store: Store, settings: Settings): TxtRecords;
  extend(app: FastifyInstance, headers: Headers, deps: Deps): void;
  /** The lines printed at the terminal once the service is ready. */
  greeting(address: string): string;
  /** Stops the mail server; the database is stopped separately, last. */
  stopMailbox(): Promise<void>;
  stopDatabase(): Promise<void>;
}

/** Starts the embedded database and mail server, unless DATABASE_URL and SMTP_URL name others. */
export async function startDevelopment(
  settings: Settings,
  { temporaryDatabase = false }: SettingsOptions,
  log: (message: string) => void,
): Promise<Development> {
  // First, while nothing has to be stopped: a directory that cannot be written ends the start here.
  const identityProviderKey = await readIdentityProviderKey(settings.dataDir);
  const postgres =
    settings.databaseUrl === undefined
      ? await startPostgres({
          dataDir: join(settings.dataDir, 'postgres'),
          log,
          temporary: temporaryDatabase,
        })
      : undefined;
  const mailbox: Mailbox | undefined = settings.smtpUrl === undefined ? await startMailbox() : undefined;

  const dns = createDnsStandIn();
  return {
    databaseUrl: settings.databaseUrl ?? postgres?.url ?? '',
    smtpUrl: settings.smtpUrl ?? mailbox?.smtpUrl ?? '',
    async seed(store, passwords, now) {
      if (await seed(store, passwords)) log('demo accounts made');
      await configureDemoCompany(store, settings.publicUrl, identityProviderKey, now);
    },
    txtRecords: dns.txtRecords,
    extend(app, headers, deps) {
      dns.install(app, headers, deps);
      if (mailbox !== undefined) installMailboxPages(app, headers, mailbox);
      installWorkspace(app, headers);
      installToken(app, deps);
      installGoogleStandIn(app, headers, deps);
      installIdentityProvider(app, headers, deps, identityProviderKey);
    },
    greeting: (address) => greeting(settings, address, mailbox !== undefined),
    async stopMailbox() {
      await mailbox?.stop();
    },
    async stopDatabase() {
      await postgres?.stop();
    },
  };
}

function greeting(settings: Settings, address: string, hasMailbox: boolean): string {
  const width = Math.max(...demoAccounts.map(({ email }) => email.length));
  return [
    '',
    `  ${settings.reseller.name} sign-in is ready at  ${address}`,
    hasMailbox
      ? `  Its mails are at  ${address}/mailbox`
      : `  Its mails go to  ${new URL(settings.smtpUrl ?? '').host}`,
    `  The dashboard is at  ${address}/dashboard`,
    `  ${standsIn(settings)}: use the buttons of the login page`,
    '',
    `  Demo accounts, all with the password  ${demoPassword}`,
    ...demoAccounts.map(({ email, says }) => `    ${email.padEnd(width)}  ${says}`),
    '',
    `  The calls are explained at  ${address}/docs`,
    '  Ctrl-C stops everything.',
    '',
  ].join('\n');
}

/** The settings may name another OpenID issuer; the demo company's SAML provider is always the stand-in. */
const standsIn = ({ google, publicUrl }: Settings): string =>
  google?.issuer.startsWith(`${publicUrl}/`)
    ? "Google and a company's identity provider have stand-ins"
    : "A company's identity provider has a stand-in";
