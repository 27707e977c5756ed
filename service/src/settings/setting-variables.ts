/** Each environment variable with its rule (requirements §2). The message of a rule completes the sentence "NAME …". */
import * as v from 'valibot';

import {
  cidrList,
  color,
  databaseName,
  dnsLabel,
  host,
  httpUrl,
  linkUrl,
  list,
  mailAddress,
  origin,
  port,
  processes,
  ratio,
  resellerName,
  secureUrl,
  securityContact,
  sentryDsn,
  slogan,
  urlWith,
  yesOrNo,
} from './setting-kinds.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const variables = v.object({
  PORT: v.optional(port, '4000'),
  HOST: v.optional(host, 'localhost'),
  /** Processes of the service that share HOST and PORT (docs/scaling.md). */
  PROCESSES: v.optional(processes, '1'),
  /** The figures for Prometheus have a separate port; without one they are on the main port, for this machine. */
  METRICS_PORT: v.optional(port),
  METRICS_HOST: v.optional(host, 'localhost'),
  ENVIRONMENT: v.optional(
    v.picklist(['development', 'staging', 'production'], 'must be development, staging or production'),
    'development',
  ),
  PUBLIC_URL: v.optional(origin),
  ALLOWED_ORIGINS: v.optional(list(origin)),
  DATABASE_URL: v.optional(urlWith(['postgres:', 'postgresql:'], 'must be a postgresql:// address')),
  /** Development may use the database of DATABASE_URL that has this name. */
  DEVELOPMENT_DATABASE: v.optional(databaseName),
  ALLOW_DATABASE_WITHOUT_TLS: v.optional(yesOrNo, 'no'),
  DATA_DIR: v.optional(v.string(), './data'),
  SMTP_URL: v.optional(urlWith(['smtp:', 'smtps:'], 'must be an smtp:// or smtps:// address')),
  ALLOW_SMTP_WITHOUT_TLS: v.optional(yesOrNo, 'no'),
  MAIL_FROM: v.optional(mailAddress),
  SIGNING_KEY_FILE: v.optional(v.string()),
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  GOOGLE_ISSUER: v.optional(httpUrl),
  GOOGLE_AUTHORIZE_URL: v.optional(httpUrl),
  GOOGLE_JWKS_URL: v.optional(httpUrl),
  GOOGLE_AUTHORITY: v.optional(
    v.picklist(['google', 'verified-email'], 'must be google or verified-email'),
    'google',
  ),
  /** A k-anonymity range service of passwords from data breaches; without it none are looked up. */
  BREACHED_PASSWORDS_URL: v.optional(httpUrl),
  USER_POOL_ID: v.optional(v.string(), 'development-pool'),
  CLIENT_ID_WEB: v.optional(v.string(), 'development-web'),
  CLIENT_ID_WEB_SECURE: v.optional(v.string(), 'development-web-secure'),
  CLIENT_ID_MOBILE: v.optional(v.string(), 'development-mobile'),
  CLIENT_ID_MOBILE_SECURE: v.optional(v.string(), 'development-mobile-secure'),
  IDENTITY_URL: v.optional(httpUrl),
  AUTH_URL: v.optional(httpUrl),
  /** Takes the apps' log in place of the service. */
  LOG_INTAKE_URL: v.optional(httpUrl),
  /** Where the apps of staging and production report errors; development never does. */
  SENTRY_DSN: v.optional(sentryDsn),
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
  /** In the name and the value of the DNS record of a company's domain: `_northline`, `northline-verification=`. */
  RESELLER_DNS_NAME: v.optional(dnsLabel, 'northline'),
  SIGN_UP_URL: v.optional(linkUrl),
  HELP_URL: v.optional(linkUrl),
  COOKIE_DOMAIN: v.optional(
    v.pipe(v.string(), v.regex(/^(host|\.?[a-z0-9.-]+)$/i, "must be 'host' or a domain such as example.com")),
  ),
  /** The domain that passkeys are bound to. It cannot change once there is one (docs/decisions/factors.md). */
  PASSKEY_RP_ID: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9.-]+$/, 'must be a domain such as example.com, in small letters')),
  ),
  REVEAL_SIGN_IN_METHOD: v.optional(v.picklist(['always', 'proven'], 'must be always or proven'), 'always'),
  TRUSTED_PROXIES: v.optional(cidrList),
  FRAME_ORIGINS: v.optional(list(origin)),
  /** Both are in /.well-known/security.txt, which is not there without a contact. */
  SECURITY_CONTACT: v.optional(list(securityContact)),
  SECURITY_POLICY_URL: v.optional(secureUrl),
  /**
   * The collector of traces (OpenTelemetry, OTLP over HTTP); without it there are none, and no tracing code is loaded.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(httpUrl),
  OTEL_SERVICE_NAME: v.optional(v.string(), 'sign-in'),
  /** The part of all requests that is traced. */
  OTEL_TRACES_SAMPLER_ARG: v.optional(ratio, '1'),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
});

/** Each variable with its default, as a text; undefined: it has none, or one that depends on others. */
export const variableDefaults: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Object.entries(variables.entries).map(([name, { default: preset }]) => [name, preset]),
);

export type Variables = v.InferOutput<typeof variables>;
export type VariableName = keyof Variables;

/** What is wrong with one variable. `says` completes the sentence "NAME …"; `mend` says what to do about it. */
export interface SettingProblem {
  /** A variable of ours, or one that Node itself reads. */
  readonly name: VariableName | 'NODE_OPTIONS' | 'NODE_DEBUG';
  readonly says: string;
  readonly mend: string;
}

export interface ReadVariables {
  /** The variables that keep to their rules, as they were given; those that do not are in `problems`. */
  readonly given: Readonly<Partial<Record<VariableName, string>>>;
  /** With defaults; undefined when there are problems. */
  readonly set: Variables | undefined;
  readonly problems: readonly SettingProblem[];
}

/** Variables that say something when they are empty: no risk data, no slogan. Other empty ones count as missing. */
const emptyMeansNone: readonly string[] = ['RISK_DATA_SCRIPT_URL', 'RESELLER_SLOGAN'];

/** Checks each variable on its own. Combinations are checked by `development-rules` and `production-rules`. */
export function readVariables(env: Readonly<Record<string, string | undefined>>): ReadVariables {
  const given: Partial<Record<VariableName, string>> = {};
  for (const name of Object.keys(variables.entries) as VariableName[]) {
    const value = env[name]?.trim();
    if (value || (value === '' && emptyMeansNone.includes(name))) given[name] = value;
  }
  const checked = v.safeParse(variables, given);
  if (checked.success) return { given, set: checked.output, problems: [] };
  const problems = checked.issues.map((issue) => ({
    name: issue.path?.[0]?.key as VariableName,
    says: issue.message,
    mend: 'Correct its value.',
  }));
  for (const { name } of problems) delete given[name];
  return { given, set: undefined, problems };
}
