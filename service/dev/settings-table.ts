/**
 * The table of settings in docs/reference.md: what each means, for operators, in this order. As a program it prints the
 * table (tools/settings.mjs).
 */
import { addresses, identifiers, needed } from '#settings/production-rules.ts';
import { variableDefaults, type VariableName } from '#settings/setting-variables.ts';

/** Markdown. */
const settingMeanings: Readonly<Record<VariableName, string>> = {
  ENVIRONMENT: '`development`, `staging` or `production`',
  PUBLIC_URL:
    'Origin of the sign-in app; links in emails start with it. Development: `http://localhost:PORT`',
  DATABASE_URL: 'PostgreSQL 15 or newer. Development: embedded',
  SMTP_URL:
    'Mail server: `smtps://USER:PASSWORD@HOST`, or `smtp://` with STARTTLS if offered (`?tls=none`: never). Development: the mailbox page',
  SIGNING_KEY_FILE: 'Key set that `npm run operate keys` makes',
  DASHBOARD_URL: 'Where admins go after the sign-in. Development: `/dashboard`',
  WORKSPACE_URL: 'Where others go. Development: a stand-in',
  USER_POOL_ID: 'Your name of the set of users; shown on `/status`',
  CLIENT_ID_WEB: 'Audience of browser tokens on http pages',
  CLIENT_ID_WEB_SECURE: 'The same on https pages',
  CLIENT_ID_MOBILE: 'Audience of android and ios tokens on http pages',
  CLIENT_ID_MOBILE_SECURE: 'The same on https pages',
  MAIL_FROM: 'Sender; otherwise `no-reply@` and the host of `PUBLIC_URL`',
  PORT: 'Port of the service',
  HOST: 'Address that it listens on',
  PROCESSES: 'Processes on that port: a number, or `cores`',
  TRUSTED_PROXIES: 'Addresses or ranges whose `X-Forwarded-For` is believed',
  METRICS_PORT: 'Separate port for `/metrics`',
  METRICS_HOST: 'Address that `METRICS_PORT` listens on',
  LOG_LEVEL: '`fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`',
  LOG_INTAKE_URL: 'Takes the log of the apps instead of the service',
  SENTRY_DSN: 'Where the apps [report errors](operations.md#error-reports); never in development',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'Where traces are sent, otherwise nowhere; `OTEL_EXPORTER_OTLP_HEADERS` may hold its password',
  OTEL_SERVICE_NAME: 'Name of the service in traces',
  OTEL_TRACES_SAMPLER_ARG: 'Share of requests that are traced, 0 to 1',
  ALLOWED_ORIGINS: 'Origins that may call the service and receive SSO codes; otherwise `PUBLIC_URL`',
  FRAME_ORIGINS: 'Origins that may show the sign-in app in a frame',
  COOKIE_DOMAIN: 'Domain of session cookies; otherwise the parent host; `host`: only this host',
  PASSKEY_RP_ID:
    'Domain that passkeys are bound to; otherwise the host of `PUBLIC_URL`. No change once there is a passkey',
  IDENTITY_URL: 'Identity service, checked on `/status`; otherwise `PUBLIC_URL`',
  AUTH_URL: 'Base of every call of the apps; otherwise `PUBLIC_URL`',
  DESKTOP_URL: 'Opens the desktop app',
  SIGN_UP_URL: "Sign-up page, if not this product's",
  HELP_URL: "Help page, if not this product's",
  GOOGLE_CLIENT_ID: "Your Google project's client id; without it production has no Google sign-in",
  GOOGLE_ISSUER: 'Another OpenID issuer instead of Google',
  GOOGLE_AUTHORIZE_URL: 'Its sign-in page',
  GOOGLE_JWKS_URL: 'Its keys',
  GOOGLE_AUTHORITY: '`verified-email`: believe every verified address of that issuer',
  BREACHED_PASSWORDS_URL:
    'Refuses [passwords from data breaches](decisions/password-strength.md): base of a range service, such as `https://api.pwnedpasswords.com`',
  RISK_DATA_SCRIPT_URL: 'Module that exports `collect(clientId)` and recognises devices; empty: none',
  REVEAL_SIGN_IN_METHOD:
    '`always`: a password on a Google or SSO account gets 403 with the method; `proven`: 401, and an email to the owner',
  RESELLER: 'Brand name',
  RESELLER_LOGO_URL: 'Brand logo; emails show a PNG, JPEG or GIF',
  RESELLER_COLOR: 'Brand colour, `#rrggbb`',
  RESELLER_SLOGAN: 'Line below it; empty: none',
  RESELLER_DNS_NAME:
    'In the DNS records of domains: `_northline.…`. Changing it later makes every record missing',
  SECURITY_CONTACT: 'Email or https addresses for `/.well-known/security.txt`',
  SECURITY_POLICY_URL: 'Your policy for vulnerability reports',
  ALLOW_DATABASE_WITHOUT_TLS: '`yes` allows a database on another host without TLS',
  ALLOW_SMTP_WITHOUT_TLS: '`yes` allows a mail server on another host without TLS',
  DEVELOPMENT_DATABASE: 'Name of a database that development may use',
  DATA_DIR: 'Folder of development',
};

/** What production and staging ask of a value beyond the lists of `production-rules.ts`. */
const furtherNeeds: Readonly<Partial<Record<VariableName, string>>> = {
  DATABASE_URL: 'another host needs `sslmode=verify-full`',
  SMTP_URL: 'another host needs `smtps://` or `?tls=required`',
  SIGNING_KEY_FILE: 'mode 600, with a pepper, not made by development',
  SENTRY_DSN: 'https, or this machine',
  COOKIE_DOMAIN: 'no public suffix',
  PASSKEY_RP_ID: 'no public suffix',
  SECURITY_POLICY_URL: 'https',
};

const isIn = (name: VariableName, list: readonly VariableName[]): boolean => list.includes(name);

/** What production and staging ask of a setting, as its cell of the table. Empty: nothing. */
function productionNeeds(name: VariableName): string {
  const needs = [
    ...(name in needed ? ['required'] : []),
    ...(isIn(name, addresses) ? ['https'] : []),
    ...(isIn(name, identifiers) ? ['your own'] : []),
  ].join(', ');
  return [needs, furtherNeeds[name] ?? ''].filter(Boolean).join('; ');
}

/** The rows as Markdown, without padding. */
export function settingsTable(): string {
  const rows = (Object.entries(settingMeanings) as [VariableName, string][]).map(([name, meaning]) => {
    const preset = variableDefaults[name];
    return [`\`${name}\``, preset === undefined ? '' : `\`${preset}\``, meaning, productionNeeds(name)];
  });
  return [['Variable', 'Default', 'Meaning', 'Production'], ['-', '-', '-', '-'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

if (import.meta.main) process.stdout.write(settingsTable());
