/** The settings of the service (requirements §2), read from the environment variables and checked by their rules. */
import { resolve } from 'node:path';
import { originsOf } from '@app/contract/pages/redirects.ts';
import { logIntakePath } from '@app/log/log-batch.ts';

import { developmentProblems, type SettingsOptions } from './development-rules.ts';
import { productionProblems } from './production-rules.ts';
import {
  type ReadVariables,
  readVariables,
  type SettingProblem,
  type Variables,
} from './setting-variables.ts';

/** The settings, by the names that the code has for them. */
export type Settings = Readonly<ReturnType<typeof settingsOf>>;
export type GoogleSettings = NonNullable<Settings['google']>;

/** Where Google itself is (its OpenID discovery document). */
const google = {
  issuer: 'https://accounts.google.com',
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
};
/** Where the stand-in of development is, under PUBLIC_URL (`service/dev/`). */
const standIn = '/stand-in/google';

/** The settings cannot be used. `message` names every bad one, a line each, and is meant for the person at the terminal. */
export class SettingsError extends Error {
  constructor(problems: readonly SettingProblem[]) {
    const headline =
      problems.length === 1 ? 'One setting is wrong:' : `${problems.length} settings are wrong:`;
    const lines = problems.map(({ name, says }) => `  ${name} ${says}`);
    super([headline, ...lines, 'npm run operate doctor says how to mend each.'].join('\n'));
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks all settings. An empty variable counts as missing, except those that it switches off. Throws a
 * `SettingsError` that names each bad one.
 */
export function readSettings(env: Environment, options: SettingsOptions = {}): Settings {
  const { set, problems } = checkSettings(env, options);
  if (set === undefined || problems.length > 0) throw new SettingsError(problems);
  return settingsOf(set);
}

/** Every problem of the variables, separately and in combination. */
export function checkSettings(env: Environment, options: SettingsOptions = {}): ReadVariables {
  const read = readVariables(env);
  const { given } = read;
  const bad = new Set(read.problems.map(({ name }) => name));
  // What can be judged without the bad ones is judged too, so that one start names everything. A bad ENVIRONMENT does
  // not tell which rules apply.
  const rules = isDeployed(given) ? productionProblems(given) : developmentProblems(given, options);
  const together = [
    ...(bad.has('ENVIRONMENT') ? [] : rules),
    ...problemsOfScript(given),
    ...problemsOfAuthority(given),
  ];
  return { ...read, problems: [...read.problems, ...together.filter(({ name }) => !bad.has(name))] };
}

/**
 * Our origins, to which no page of ours posts a form for a company's provider: it would pass for our own (threat D2). None
 * in development, where the stand-in provider shares the origin.
 */
export const originsOfPosts = (settings: Settings): readonly string[] =>
  settings.environment === 'development' ? [] : originsOf(settings);

/** Whether people of others use this environment: production and staging. */
export const isDeployed = ({ ENVIRONMENT }: ReadVariables['given']): boolean =>
  ENVIRONMENT === 'staging' || ENVIRONMENT === 'production';

function settingsOf(set: Variables) {
  const publicUrl = set.PUBLIC_URL ?? `http://localhost:${set.PORT}`;

  const absolute = (link: string): string => (link.startsWith('/') ? publicUrl + link : link);
  return {
    port: set.PORT,
    host: set.HOST,
    processes: set.PROCESSES,
    /** Undefined: the figures of `/metrics` are on the main port, only for this machine. */
    metricsPort: set.METRICS_PORT,
    metricsHost: set.METRICS_HOST,
    environment: set.ENVIRONMENT,
    /** Without a trailing slash; links in emails are built only from it. */
    publicUrl,
    allowedOrigins: set.ALLOWED_ORIGINS ?? [publicUrl],
    /** Undefined: the embedded PostgreSQL in `dataDir`. */
    databaseUrl: set.DATABASE_URL,
    dataDir: resolve(set.DATA_DIR),
    /** Undefined: emails go to the mailbox page. */
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    /** Undefined: made in `dataDir` (development only). */
    signingKeyFile: set.SIGNING_KEY_FILE === undefined ? undefined : resolve(set.SIGNING_KEY_FILE),
    /** Google, or another OpenID issuer; undefined: no sign-in with Google. */
    google: googleOf(set, publicUrl),
    /** Undefined: no password is looked up among those of data breaches. */
    breachedPasswordsUrl: set.BREACHED_PASSWORDS_URL,
    userPoolId: set.USER_POOL_ID,
    clientIds: {
      web: set.CLIENT_ID_WEB,
      webSecure: set.CLIENT_ID_WEB_SECURE,
      mobile: set.CLIENT_ID_MOBILE,
      mobileSecure: set.CLIENT_ID_MOBILE_SECURE,
    },
    identityUrl: set.IDENTITY_URL ?? publicUrl,
    authUrl: set.AUTH_URL ?? publicUrl,
    /** Where the apps report errors; undefined: nowhere. */
    sentryDsn: set.ENVIRONMENT === 'development' ? undefined : set.SENTRY_DSN,
    /** Where the apps send their log: the service's own intake, or another. */
    logIntakeUrl: set.LOG_INTAKE_URL ?? (set.AUTH_URL ?? publicUrl) + logIntakePath,
    dashboardUrl: absolute(set.DASHBOARD_URL ?? '/dashboard'),
    workspaceUrl: absolute(set.WORKSPACE_URL ?? '/workspace'),
    desktopUrl: set.DESKTOP_URL,
    /** Empty: risk data is switched off. */
    riskDataScriptUrl: set.RISK_DATA_SCRIPT_URL,
    reseller: {
      name: set.RESELLER,
      logoUrl: set.RESELLER_LOGO_URL,
      color: set.RESELLER_COLOR,
      /** Instead of the product's own (undefined). Empty: the panel has none. */
      slogan: set.RESELLER_SLOGAN,
    },
    dnsName: set.RESELLER_DNS_NAME,
    signUpUrl: set.SIGN_UP_URL ?? '/signup',
    helpUrl: set.HELP_URL ?? '/help',
    cookieDomain: set.COOKIE_DOMAIN,
    passkeyRpId: set.PASSKEY_RP_ID ?? new URL(publicUrl).hostname,
    /**
     * 'always': a Google or SSO account is answered with the specified 403; 'proven': with the plain 401 and an email.
     */
    revealSignInMethod: set.REVEAL_SIGN_IN_METHOD,
    trustedProxies: set.TRUSTED_PROXIES ?? [],
    frameOrigins: set.FRAME_ORIGINS ?? [],
    /** `mailto:` and `https:` addresses; empty: no `/.well-known/security.txt`. */
    securityContacts: set.SECURITY_CONTACT ?? [],
    securityPolicyUrl: set.SECURITY_POLICY_URL,
    /** Undefined: no traces. */
    traces:
      set.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            endpoint: set.OTEL_EXPORTER_OTLP_ENDPOINT,
            serviceName: set.OTEL_SERVICE_NAME,
            ratio: set.OTEL_TRACES_SAMPLER_ARG,
          },
    logLevel: set.LOG_LEVEL,
  };
}

/** Google's own addresses once there is a client id; without one the stand-in, only in development. */
function googleOf(set: Variables, publicUrl: string) {
  if (set.GOOGLE_CLIENT_ID === undefined && set.ENVIRONMENT !== 'development') return undefined;
  const own = {
    issuer: publicUrl + standIn,
    authorizeUrl: `${publicUrl}${standIn}/authorize`,
    jwksUrl: `${publicUrl}${standIn}/jwks.json`,
  };
  const usual = set.GOOGLE_CLIENT_ID === undefined ? own : google;
  return {
    clientId: set.GOOGLE_CLIENT_ID ?? 'development-google',
    issuer: set.GOOGLE_ISSUER ?? usual.issuer,
    authorizeUrl: set.GOOGLE_AUTHORIZE_URL ?? usual.authorizeUrl,
    jwksUrl: set.GOOGLE_JWKS_URL ?? usual.jwksUrl,
    /** For which addresses the issuer is believed without an email to the account's owner. */
    authority: set.GOOGLE_AUTHORITY,
  };
}

/** Google's own rule is not to be weakened: an address that it verified once may have another owner by now. */
function problemsOfAuthority(given: ReadVariables['given']): SettingProblem[] {
  const issuer = given.GOOGLE_ISSUER ?? (given.GOOGLE_CLIENT_ID === undefined ? '' : google.issuer);
  if (
    given.GOOGLE_AUTHORITY !== 'verified-email' ||
    !/^(?:https:\/\/)?accounts\.google\.com\/?$/.test(issuer)
  )
    return [];
  return [
    {
      name: 'GOOGLE_AUTHORITY',
      says: 'must be google for Google itself',
      mend: 'Leave it out, or name the issuer that is in the place of Google in GOOGLE_ISSUER.',
    },
  ];
}

/** The risk-data script runs in the page, so it comes from the page's own origin. */
function problemsOfScript(given: ReadVariables['given']): SettingProblem[] {
  const script = given.RISK_DATA_SCRIPT_URL;
  const publicUrl = URL.parse(given.PUBLIC_URL ?? 'http://localhost');
  if (!script || !publicUrl || URL.parse(script, publicUrl.origin)?.origin === publicUrl.origin) return [];
  return [
    {
      name: 'RISK_DATA_SCRIPT_URL',
      says: 'must be a path, or an address of the origin of PUBLIC_URL',
      mend: 'Serve the script on that origin.',
    },
  ];
}
