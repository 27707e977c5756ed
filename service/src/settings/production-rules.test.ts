/** Tests that a missing ENVIRONMENT is safe, and that production refuses settings of development. */
import { afterAll, describe, expect, it } from 'vitest';

import { productionEnvironment } from '#test/setup/production-environment.ts';
import { readSettings, SettingsError } from './config.ts';

type Env = Readonly<Record<string, string | undefined>>;

let refused = 0;
let accepted = 0;
afterAll(() => console.log(`settings × environments: ${refused} refused by name, ${accepted} accepted`));

/** The setting names in the message of a refused start. Empty: the settings are accepted. */
function refusedNames(env: Env): string[] {
  try {
    readSettings(env);
    accepted += 1;
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    refused += 1;
    return (error as SettingsError).message
      .split('\n')
      .filter((line) => line.startsWith('  '))
      .map((line) => /^ {2}([A-Z_]+) /.exec(line)?.[1] ?? line);
  }
}

const databaseAt = (rest: string): string => `postgresql://app:secret-word@${rest}`;

/** Each changes one setting of a valid production. */
const bad: readonly (readonly [name: string, value: string | undefined])[] = [
  ...Object.keys(productionEnvironment)
    .filter((name) => name !== 'ENVIRONMENT')
    .map((name) => [name, undefined] as const),
  ['PUBLIC_URL', 'http://login.example.com'],
  ['PUBLIC_URL', 'http://localhost:4000'],
  ['PUBLIC_URL', 'http://127.0.0.1:4000'],
  ['ALLOWED_ORIGINS', 'https://login.example.com,http://app.example.com'],
  ['ALLOWED_ORIGINS', 'http://localhost:3000'],
  ['FRAME_ORIGINS', 'http://crm.example.com'],
  ['FRAME_ORIGINS', 'http://[::1]:8080'],
  ['IDENTITY_URL', 'http://identity.internal'],
  ['AUTH_URL', 'http://127.0.0.1:4000'],
  ['DASHBOARD_URL', 'http://dashboard.example.com'],
  ['WORKSPACE_URL', 'http://localhost:4100'],
  ['SIGN_UP_URL', 'http://www.example.com/signup'],
  ['HELP_URL', 'HTTP://www.example.com/help'],
  ['RESELLER_LOGO_URL', 'http://cdn.example.com/logo.png'],
  ['GOOGLE_ISSUER', 'http://accounts.example.com'],
  ['GOOGLE_AUTHORIZE_URL', 'http://accounts.example.com/authorize'],
  ['GOOGLE_JWKS_URL', 'http://accounts.example.com/jwks'],
  ['DATABASE_URL', databaseAt('db.example.com/app')],
  ['DATABASE_URL', databaseAt('db.example.com/app?sslmode=disable')],
  ['DATABASE_URL', databaseAt('db.example.com/app?sslmode=prefer')],
  ['DATABASE_URL', databaseAt('db.example.com/app?sslmode=no-verify')],
  ['DATABASE_URL', databaseAt('db.example.com/app?sslmode=require&uselibpqcompat=true')],
  ['DATABASE_URL', databaseAt('db.example.com/app?sslmode=verify-full&sslmode=disable')],
  ['DATABASE_URL', 'postgresql:///app?host=db.example.com'],
  ['DATABASE_URL', databaseAt('localhost/app?host=10.0.0.5')],
  ['SMTP_URL', 'smtp://mail.example.com'],
  ['SMTP_URL', 'smtp://10.0.0.5:25'],
  ['SMTP_URL', 'smtp://mail.example.com?tls=maybe'],
  ['USER_POOL_ID', 'development-pool'],
  ['CLIENT_ID_WEB', 'development-web'],
  ['CLIENT_ID_WEB_SECURE', 'development-web-secure'],
  ['CLIENT_ID_MOBILE', 'development-mobile'],
  ['CLIENT_ID_MOBILE_SECURE', 'Development'],
  ['GOOGLE_CLIENT_ID', 'development-google'],
  ['COOKIE_DOMAIN', 'com'],
  ['COOKIE_DOMAIN', '.co.uk'],
  ['COOKIE_DOMAIN', 'github.io'],
  ['COOKIE_DOMAIN', 'herokuapp.com'],
  ['COOKIE_DOMAIN', 'other.example.org'],
  ['COOKIE_DOMAIN', 'ample.com'],
  ['PASSKEY_RP_ID', 'com'],
  ['PASSKEY_RP_ID', 'other.example.org'],
  ['PASSKEY_RP_ID', 'ample.com'],
];

const good: readonly (readonly [name: string, value: string | undefined])[] = [
  ['ALLOWED_ORIGINS', 'https://login.example.com,https://app.example.com'],
  ['FRAME_ORIGINS', 'https://crm.example.com'],
  ['DATABASE_URL', databaseAt('db.example.com/app?sslmode=require')],
  ['DATABASE_URL', databaseAt('db.example.com/app?ssl=true')],
  ['DATABASE_URL', databaseAt('db.example.com/app?sslmode=verify-full&uselibpqcompat=true')],
  ['DATABASE_URL', databaseAt('127.0.0.1:5432/app')],
  ['DATABASE_URL', databaseAt('[::1]/app?sslmode=disable')],
  ['DATABASE_URL', 'postgresql:///app?host=/var/run/postgresql'],
  ['DATABASE_URL', 'postgresql://%2Fvar%2Frun%2Fpostgresql/app'],
  ['SMTP_URL', 'smtp://localhost:25'],
  ['SMTP_URL', 'smtp://user:word@mail.example.com:587?tls=required'],
  ['COOKIE_DOMAIN', 'example.com'],
  ['COOKIE_DOMAIN', '.example.com'],
  ['PASSKEY_RP_ID', 'example.com'],
  ['COOKIE_DOMAIN', 'host'],
  ['SIGN_UP_URL', '/signup'],
  ['RESELLER_LOGO_URL', 'https://cdn.example.com/logo.png'],
];

describe.each(['production', 'staging'])('F2: %s', (ENVIRONMENT) => {
  const base: Env = { ...productionEnvironment, ENVIRONMENT };

  it('accepts a complete set of valid settings', () => {
    expect(refusedNames(base)).toEqual([]);
  });

  it.each(bad)('refuses %s when it is %s, by its name alone', (name, value) => {
    expect(refusedNames({ ...base, [name]: value })).toEqual([name]);
  });

  it.each(good)('accepts %s when it is %s', (name, value) => {
    expect(refusedNames({ ...base, [name]: value })).toEqual([]);
  });

  it('accepts connections without TLS to another host where the settings say so', () => {
    const open = { DATABASE_URL: databaseAt('db/app?sslmode=disable'), SMTP_URL: 'smtp://mail:25' };
    expect(refusedNames({ ...base, ...open })).toEqual(['DATABASE_URL', 'SMTP_URL']);
    const said = { ALLOW_DATABASE_WITHOUT_TLS: 'yes', ALLOW_SMTP_WITHOUT_TLS: 'yes' };
    expect(refusedNames({ ...base, ...open, ...said })).toEqual([]);
  });

  it('names every bad setting in one message, without its secrets', () => {
    const all = Object.fromEntries(bad.filter(([, value]) => value !== undefined));
    const names = refusedNames({ ...base, ...all });
    expect(new Set(names)).toEqual(new Set(Object.keys(all)));
    expect(() => readSettings({ ...base, ...all })).not.toThrow(/secret-word/);
  });
});

describe.each([undefined, 'development'])('F1: ENVIRONMENT %s', (ENVIRONMENT) => {
  it.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '192.0.2.7'],
    ['HOST', 'login.example.com'],
    ['PUBLIC_URL', 'https://login.example.com'],
    ['PUBLIC_URL', 'http://192.0.2.7:4000'],
    ['PUBLIC_URL', 'https://login.northline.test'],
    ['PUBLIC_URL', 'http://localhost.example.com'],
    ['DATABASE_URL', databaseAt('127.0.0.1/app')],
    ['DATABASE_URL', databaseAt('db.example.com/northline')],
    ['DATABASE_URL', databaseAt('127.0.0.1/latest')],
    ['DATABASE_URL', databaseAt('127.0.0.1/')],
  ])('refuses %s when it is %s, by its name alone', (name, value) => {
    expect(refusedNames({ ENVIRONMENT, [name]: value })).toEqual([name]);
  });

  it.each([
    ['HOST', '127.0.0.1'],
    ['HOST', '::1'],
    ['PUBLIC_URL', 'https://localhost:4443'],
    ['PUBLIC_URL', 'http://login.localhost:4000'],
    ['DATABASE_URL', databaseAt('127.0.0.1/northline_dev')],
    ['DATABASE_URL', databaseAt('db.example.com/test_3f2a')],
    ['DATABASE_URL', databaseAt('db.example.com/app-development')],
  ])('accepts %s when it is %s', (name, value) => {
    expect(refusedNames({ ENVIRONMENT, [name]: value })).toEqual([]);
  });

  it('accepts only a database that is marked as one of development', () => {
    const env = { ENVIRONMENT, DEVELOPMENT_DATABASE: 'app' };
    expect(refusedNames({ ...env, DATABASE_URL: databaseAt('127.0.0.1/app') })).toEqual([]);
    expect(refusedNames({ ...env, DATABASE_URL: databaseAt('127.0.0.1/app2') })).toEqual(['DATABASE_URL']);
  });
});

it('D11: does not quote the password in a refused address', () => {
  const address = 'http://user:secret-word@dashboard.example.com';
  expect(() => readSettings({ ...productionEnvironment, DASHBOARD_URL: address })).toThrow(
    'http://…@dashboard.example.com is not',
  );
});
