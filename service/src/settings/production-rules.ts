/**
 * What production and staging refuse among the variables (docs/reference.md). Files and the database:
 * `deployment-checks.ts`.
 */
import { getPublicSuffix } from 'tldts';

import { isLoopbackName } from './setting-kinds.ts';
import type { ReadVariables, SettingProblem, VariableName } from './setting-variables.ts';

type Given = ReadVariables['given'];

/** Variables that have no default which is right for everyone. */
export const needed = {
  PUBLIC_URL: 'Set it to the address that people open, such as https://login.example.com.',
  DATABASE_URL: 'Set it to a PostgreSQL of your own.',
  SMTP_URL: 'Set it to your mail server, such as smtps://user:password@mail.example.com.',
  SIGNING_KEY_FILE: 'Make a key set with npm run operate keys -- FILE, and set it to that file.',
  DASHBOARD_URL: 'Set it to the address of the dashboard.',
  WORKSPACE_URL: 'Set it to the address of the workspace.',
  USER_POOL_ID: 'Set it to the id of your user pool.',
  CLIENT_ID_WEB: 'Set it to your client id.',
  CLIENT_ID_WEB_SECURE: 'Set it to your client id.',
  CLIENT_ID_MOBILE: 'Set it to your client id.',
  CLIENT_ID_MOBILE_SECURE: 'Set it to your client id.',
} satisfies Partial<Record<VariableName, string>>;

/** Addresses that browsers or the service itself open; lists are separated by commas. */
export const addresses = [
  'PUBLIC_URL',
  'ALLOWED_ORIGINS',
  'FRAME_ORIGINS',
  'IDENTITY_URL',
  'AUTH_URL',
  'DASHBOARD_URL',
  'WORKSPACE_URL',
  'SIGN_UP_URL',
  'HELP_URL',
  'RESELLER_LOGO_URL',
  'GOOGLE_ISSUER',
  'GOOGLE_AUTHORIZE_URL',
  'GOOGLE_JWKS_URL',
  'BREACHED_PASSWORDS_URL',
] as const satisfies readonly VariableName[];

export const identifiers = [
  'USER_POOL_ID',
  'CLIENT_ID_WEB',
  'CLIENT_ID_WEB_SECURE',
  'CLIENT_ID_MOBILE',
  'CLIENT_ID_MOBILE_SECURE',
  'GOOGLE_CLIENT_ID',
] as const satisfies readonly VariableName[];

export function productionProblems(given: Given): SettingProblem[] {
  const missing = (Object.keys(needed) as (keyof typeof needed)[])
    .filter((name) => given[name] === undefined)
    .map((name) => ({ name, says: `is needed in ${given.ENVIRONMENT}`, mend: needed[name] }));
  return [
    ...missing,
    ...addresses.flatMap((name) => unencryptedAddress(name, given[name])),
    ...identifiers.flatMap((name) => developmentIdentifier(name, given[name])),
    ...databaseWithoutTls(given),
    ...smtpWithoutTls(given),
    ...cookieDomain(given),
    ...passkeyDomain(given),
  ];
}

/** http is refused on loopback too: a proxy in front of it speaks https, and cookies and links follow PUBLIC_URL. */
function unencryptedAddress(name: VariableName, value = ''): SettingProblem[] {
  const plain = value.split(',').filter((address) => /^\s*http:/i.test(address));
  if (plain.length === 0) return [];
  const named = plain.map((address) => address.trim().replace(/\/\/[^/]*@/, '//…@'));
  const says = `must be https, and ${named.join(', ')} is not`;
  return [{ name, says, mend: 'Use an https address, also on this machine.' }];
}

function developmentIdentifier(name: VariableName, value = ''): SettingProblem[] {
  if (!/^development\b/i.test(value)) return [];
  return [{ name, says: `must not be a value of development ("${value}")`, mend: 'Set it to your own id.' }];
}

/** Modes in which the driver encrypts and checks the server's certificate. */
const checkedModes = ['require', 'verify-ca', 'verify-full'];

function databaseWithoutTls(given: Given): SettingProblem[] {
  if (given.DATABASE_URL === undefined || given.ALLOW_DATABASE_WITHOUT_TLS === 'yes') return [];
  const { hostname, searchParams } = new URL(given.DATABASE_URL);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  // A unix socket, or this machine.
  if (host === '' || host.startsWith('/') || isLoopbackName(host)) return [];
  const problem = uncheckedTls(searchParams);
  if (problem === undefined) return [];
  return [
    {
      name: 'DATABASE_URL',
      says: `must use TLS to ${host}, and ${problem}`,
      mend: 'Add sslmode=verify-full; or, in a network that nobody else reads, set ALLOW_DATABASE_WITHOUT_TLS=yes.',
    },
  ];
}

/**
 * Why the driver would not encrypt, or not check the server's certificate. It takes the last of repeated parameters.
 */
function uncheckedTls(searchParams: URLSearchParams): string | undefined {
  const last = (parameter: string): string => searchParams.getAll(parameter).at(-1) ?? '';
  if (!searchParams.has('sslmode')) return ['true', '1'].includes(last('ssl')) ? undefined : 'has no sslmode';
  const mode = last('sslmode');
  if (!checkedModes.includes(mode)) return `has sslmode=${mode}`;
  // As libpq does, the driver then takes any certificate.
  const isLikeLibpq = mode === 'require' && last('uselibpqcompat') === 'true';
  return isLikeLibpq ? 'uselibpqcompat takes any certificate in the mode require' : undefined;
}

function smtpWithoutTls(given: Given): SettingProblem[] {
  if (given.SMTP_URL === undefined || given.ALLOW_SMTP_WITHOUT_TLS === 'yes') return [];
  const { protocol, hostname, searchParams } = new URL(given.SMTP_URL);
  if (protocol === 'smtps:' || searchParams.get('tls') === 'required' || isLoopbackName(hostname)) return [];
  return [
    {
      name: 'SMTP_URL',
      says: `must use TLS to ${hostname}, and smtp:// sends in the clear where the server offers no STARTTLS`,
      mend: 'Use smtps://, or add ?tls=required to insist on STARTTLS; or set ALLOW_SMTP_WITHOUT_TLS=yes.',
    },
  ];
}

/** A domain that a browser refuses, or that strangers share, would lose or hand out every session. */
function cookieDomain(given: Given): SettingProblem[] {
  const domain = given.COOKIE_DOMAIN?.toLowerCase().replace(/^\./, '');
  if (domain === undefined || domain === 'host') return [];
  return domainAbove(given, domain, {
    name: 'COOKIE_DOMAIN',
    otherwise: 'browsers drop every cookie',
    choices: 'your own domain, or to host',
  });
}

const passkeyDomain = (given: Given): SettingProblem[] =>
  given.PASSKEY_RP_ID === undefined
    ? []
    : domainAbove(given, given.PASSKEY_RP_ID, {
        name: 'PASSKEY_RP_ID',
        otherwise: 'browsers refuse every passkey',
        choices: 'your own domain',
      });

/** What is wrong with a domain that the host of PUBLIC_URL has to be in. */
function domainAbove(
  { PUBLIC_URL }: Given,
  domain: string,
  { name, otherwise, choices }: { name: VariableName; otherwise: string; choices: string },
): SettingProblem[] {
  if (getPublicSuffix(domain, { allowPrivateDomains: true }) === domain)
    return [
      {
        name,
        says: `must not be a public suffix, and everybody can register names below ${domain}`,
        mend: `Set it to ${choices}, or leave it out.`,
      },
    ];
  const hostname = PUBLIC_URL === undefined ? domain : new URL(PUBLIC_URL).hostname;
  if (hostname === domain || hostname.endsWith(`.${domain}`)) return [];
  const says = `must be ${hostname} or a domain above it, or ${otherwise}`;
  return [{ name, says, mend: 'Set it to a domain that the host of PUBLIC_URL is in, or leave it out.' }];
}
