/** The settings of the service (decisions, section 2) and the only reader of the environment variables. */
import { resolve } from 'node:path';
import * as v from 'valibot';

import {
  allLines,
  cidrList,
  color,
  host,
  httpUrl,
  isLoopbackName,
  linkUrl,
  list,
  mailAddress,
  origin,
  port,
  resellerName,
  slogan,
  urlWith,
} from './setting-kinds.ts';

export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly environment: 'development' | 'staging' | 'production';
  /** The app's own address without a trailing slash; links in mails are built from it alone. */
  readonly publicUrl: string;
  readonly allowedOrigins: readonly string[];
  /** undefined: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** undefined: mails go to the mailbox page. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** undefined: made in `dataDir` (development only). */
  readonly signingKeyFile: string | undefined;
  /** Google, or any OpenID issuer in its place; undefined: nobody signs in that way. */
  readonly google: GoogleSettings | undefined;
  readonly userPoolId: string;
  readonly clientIds: {
    readonly web: string;
    readonly webSecure: string;
    readonly mobile: string;
    readonly mobileSecure: string;
  };
  readonly identityUrl: string;
  readonly authUrl: string;
  readonly dashboardUrl: string;
  readonly workspaceUrl: string;
  readonly desktopUrl: string;
  /** Empty string: risk data is switched off. */
  readonly riskDataScriptUrl: string;
  readonly reseller: {
    readonly name: string;
    readonly logoUrl: string | undefined;
    /** `#rrggbb` */
    readonly color: string | undefined;
    /** On the brand panel, in the place of the product's own slogan (undefined). Empty: the panel has no slogan. */
    readonly slogan: string | undefined;
  };
  readonly signUpUrl: string;
  readonly helpUrl: string;
  readonly cookieDomain: string | undefined;
  /** 'always': a Google or SSO account is answered with the specified 403; 'proven': with the plain 401 and a mail. */
  readonly revealSignInMethod: 'always' | 'proven';
  readonly trustedProxies: readonly string[];
  readonly frameOrigins: readonly string[];
  readonly logLevel: string;
}

export interface GoogleSettings {
  readonly clientId: string;
  readonly issuer: string;
  readonly authorizeUrl: string;
  readonly jwksUrl: string;
}

/** Where Google itself is (its OpenID discovery document). */
const google = {
  issuer: 'https://accounts.google.com',
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
};
/** Where the stand-in of development is, under PUBLIC_URL (`service/dev/`). */
const standIn = '/stand-in/google';

/** The settings cannot be used. `message` names every bad one, a line each, and is meant for the person at the terminal. */
export class SettingsError extends Error {}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Each variable with its rule. The message of a rule completes the sentence "NAME …". */
const variables = v.object({
  PORT: v.optional(port, '4000'),
  HOST: v.optional(host, 'localhost'),
  ENVIRONMENT: v.optional(
    v.picklist(['development', 'staging', 'production'], 'must be development, staging or production'),
    'development',
  ),
  PUBLIC_URL: v.optional(origin),
  ALLOWED_ORIGINS: v.optional(list(origin)),
  DATABASE_URL: v.optional(urlWith(['postgres:', 'postgresql:'], 'must be a postgresql:// address')),
  DATA_DIR: v.optional(v.string(), './data'),
  SMTP_URL: v.optional(urlWith(['smtp:', 'smtps:'], 'must be an smtp:// or smtps:// address')),
  MAIL_FROM: v.optional(mailAddress),
  SIGNING_KEY_FILE: v.optional(v.string()),
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  GOOGLE_ISSUER: v.optional(httpUrl),
  GOOGLE_AUTHORIZE_URL: v.optional(httpUrl),
  GOOGLE_JWKS_URL: v.optional(httpUrl),
  USER_POOL_ID: v.optional(v.string(), 'development-pool'),
  CLIENT_ID_WEB: v.optional(v.string(), 'development-web'),
  CLIENT_ID_WEB_SECURE: v.optional(v.string(), 'development-web-secure'),
  CLIENT_ID_MOBILE: v.optional(v.string(), 'development-mobile'),
  CLIENT_ID_MOBILE_SECURE: v.optional(v.string(), 'development-mobile-secure'),
  IDENTITY_URL: v.optional(httpUrl),
  AUTH_URL: v.optional(httpUrl),
  DASHBOARD_URL: v.optional(linkUrl),
  WORKSPACE_URL: v.optional(linkUrl),
  DESKTOP_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z][a-z0-9+.-]*:\S*$/i, 'must be an address such as northline://open'),
      v.check(
        (value) => !/^(javascript|data|vbscript|blob|file):/i.test(value),
        'must not be a script address',
      ),
    ),
    'northline://open',
  ),
  RISK_DATA_SCRIPT_URL: v.optional(v.string(), '/risk-data.js'),
  RESELLER: v.optional(resellerName, 'Northline'),
  RESELLER_LOGO_URL: v.optional(httpUrl),
  RESELLER_COLOR: v.optional(color),
  RESELLER_SLOGAN: v.optional(slogan),
  SIGN_UP_URL: v.optional(linkUrl),
  HELP_URL: v.optional(linkUrl),
  COOKIE_DOMAIN: v.optional(
    v.pipe(v.string(), v.regex(/^(host|\.?[a-z0-9.-]+)$/i, "must be 'host' or a domain such as example.com")),
  ),
  REVEAL_SIGN_IN_METHOD: v.optional(v.picklist(['always', 'proven'], 'must be always or proven'), 'always'),
  TRUSTED_PROXIES: v.optional(cidrList),
  FRAME_ORIGINS: v.optional(list(origin)),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
});

/** Variables that say something when they are empty: no risk data, no slogan. */
const emptyMeansNone: readonly string[] = ['RISK_DATA_SCRIPT_URL', 'RESELLER_SLOGAN'];

/**
 * Reads and checks all settings. An empty variable counts as missing, except those that it switches off. Throws a
 * `SettingsError` that names each bad one.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given: Record<string, string> = {};
  for (const name of Object.keys(variables.entries)) {
    const value = env[name]?.trim();
    if (value || (value === '' && emptyMeansNone.includes(name))) given[name] = value;
  }
  const checked = v.safeParse(variables, given);
  const problems = checked.success
    ? []
    : checked.issues.map((issue) => `${String(issue.path?.[0]?.key)} ${issue.message}`);
  // What can be judged without the bad ones is judged too, so that one start names everything.
  problems.push(...problemsOfDeployment(given));
  if (!checked.success || problems.length > 0) throw new SettingsError(allLines(problems));

  const set = checked.output;
  const publicUrl = set.PUBLIC_URL ?? `http://localhost:${set.PORT}`;

  const absolute = (link: string): string => (link.startsWith('/') ? publicUrl + link : link);
  return {
    port: set.PORT,
    host: set.HOST,
    environment: set.ENVIRONMENT,
    publicUrl,
    allowedOrigins: set.ALLOWED_ORIGINS ?? [publicUrl],
    databaseUrl: set.DATABASE_URL,
    dataDir: resolve(set.DATA_DIR),
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    signingKeyFile: set.SIGNING_KEY_FILE === undefined ? undefined : resolve(set.SIGNING_KEY_FILE),
    google: googleOf(set, publicUrl),
    userPoolId: set.USER_POOL_ID,
    clientIds: {
      web: set.CLIENT_ID_WEB,
      webSecure: set.CLIENT_ID_WEB_SECURE,
      mobile: set.CLIENT_ID_MOBILE,
      mobileSecure: set.CLIENT_ID_MOBILE_SECURE,
    },
    identityUrl: set.IDENTITY_URL ?? publicUrl,
    authUrl: set.AUTH_URL ?? publicUrl,
    dashboardUrl: absolute(set.DASHBOARD_URL ?? '/dashboard'),
    workspaceUrl: absolute(set.WORKSPACE_URL ?? '/workspace'),
    desktopUrl: set.DESKTOP_URL,
    riskDataScriptUrl: set.RISK_DATA_SCRIPT_URL,
    reseller: {
      name: set.RESELLER,
      logoUrl: set.RESELLER_LOGO_URL,
      color: set.RESELLER_COLOR,
      slogan: set.RESELLER_SLOGAN,
    },
    signUpUrl: set.SIGN_UP_URL ?? '/signup',
    helpUrl: set.HELP_URL ?? '/help',
    cookieDomain: set.COOKIE_DOMAIN,
    revealSignInMethod: set.REVEAL_SIGN_IN_METHOD,
    trustedProxies: set.TRUSTED_PROXIES ?? [],
    frameOrigins: set.FRAME_ORIGINS ?? [],
    logLevel: set.LOG_LEVEL,
  };
}

/** Google's own addresses once there is a client id; without one the stand-in, in development alone. */
function googleOf(set: v.InferOutput<typeof variables>, publicUrl: string): GoogleSettings | undefined {
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
  };
}

/** Rules between settings: what staging and production need, and that the risk-data script is same-origin. */
function problemsOfDeployment(given: Record<string, string>): string[] {
  const problems: string[] = [];
  const publicUrl = URL.parse(given['PUBLIC_URL'] ?? `http://localhost:${given['PORT'] ?? 4000}`);
  if (given['ENVIRONMENT'] === 'staging' || given['ENVIRONMENT'] === 'production') {
    for (const name of ['PUBLIC_URL', 'DATABASE_URL', 'SMTP_URL', 'SIGNING_KEY_FILE']) {
      if (given[name] === undefined) problems.push(`${name} is needed in ${given['ENVIRONMENT']}`);
    }
    for (const name of ['GOOGLE_ISSUER', 'GOOGLE_AUTHORIZE_URL', 'GOOGLE_JWKS_URL']) {
      if (given[name]?.startsWith('http:')) problems.push(`${name} must be https in ${given['ENVIRONMENT']}`);
    }
    if (publicUrl?.protocol === 'http:' && !isLoopbackName(publicUrl.hostname)) {
      problems.push(`PUBLIC_URL must be https in ${given['ENVIRONMENT']}`);
    }
  }
  const script = given['RISK_DATA_SCRIPT_URL'];
  if (script && publicUrl && URL.parse(script, publicUrl.origin)?.origin !== publicUrl.origin) {
    problems.push('RISK_DATA_SCRIPT_URL must be a path, or an address of the origin of PUBLIC_URL');
  }
  return problems;
}
