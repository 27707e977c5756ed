import { describe, expect, it } from 'vitest';

import { productionEnvironment as production } from '#test/setup/production-environment.ts';

import { readSettings, SettingsError } from './config.ts';

function messageOf(env: Record<string, string>): string {
  try {
    readSettings(env);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as SettingsError).message;
  }
  return 'accepted';
}

describe('settings', () => {
  it('have the defaults of development', () => {
    expect(readSettings({})).toMatchObject({
      port: 4000,
      host: 'localhost',
      environment: 'development',
      publicUrl: 'http://localhost:4000',
      allowedOrigins: ['http://localhost:4000'],
      databaseUrl: undefined,
      smtpUrl: undefined,
      mailFrom: 'no-reply@localhost',
      authUrl: 'http://localhost:4000',
      dashboardUrl: 'http://localhost:4000/dashboard',
      workspaceUrl: 'http://localhost:4000/workspace',
      breachedPasswordsUrl: undefined,
      riskDataScriptUrl: '/risk-data.js',
      revealSignInMethod: 'always',
      trustedProxies: [],
      frameOrigins: [],
      logLevel: 'info',
    });
  });

  it('follow one another: PORT makes PUBLIC_URL, which makes the rest', () => {
    expect(readSettings({ PORT: '4100' }).authUrl).toBe('http://localhost:4100');
    expect(readSettings(production)).toMatchObject({
      mailFrom: 'no-reply@login.example.com',
      allowedOrigins: ['https://login.example.com'],
    });
  });

  it.each([
    'https://publickey@sentry.example.com/42',
    'https://publickey@sentry.example.com:8443/behind/a-proxy/42',
    'http://publickey@127.0.0.1:9000/1',
  ])('have the DSN %s in production and staging, and never in development', (dsn) => {
    expect(readSettings({ ...production, SENTRY_DSN: dsn }).sentryDsn).toBe(dsn);
    expect(readSettings({ ...production, ENVIRONMENT: 'staging', SENTRY_DSN: dsn }).sentryDsn).toBe(dsn);
    expect(readSettings({ SENTRY_DSN: dsn }).sentryDsn).toBeUndefined();
  });

  it.each([
    'sentry.example.com/42',
    'https://sentry.example.com/42',
    'https://publickey@sentry.example.com',
    'https://publickey@sentry.example.com/project',
    'https://publickey:secret@sentry.example.com/42',
    'https://publickey@sentry.example.com/42?query',
    'http://publickey@sentry.example.com/42',
    'ftp://publickey@sentry.example.com/42',
  ])('refuse the DSN %s', (dsn) => {
    expect(messageOf({ ...production, SENTRY_DSN: dsn })).toContain(
      'SENTRY_DSN must be the DSN of a Sentry project, such as https://publickey@sentry.example.com/42',
    );
  });

  it('are normalised: slash dropped, lists split, empty counts as missing, empty risk data switches it off', () => {
    const settings = readSettings({
      ...production,
      PUBLIC_URL: 'https://Login.Example.com/',
      ALLOWED_ORIGINS: 'https://a.example.com, https://b.example.com:8443/',
      TRUSTED_PROXIES: '10.0.0.0/8,::1',
      HOST: '',
      RISK_DATA_SCRIPT_URL: '',
      RESELLER_COLOR: '#AB12cd',
    });
    expect(settings).toMatchObject({
      publicUrl: 'https://login.example.com',
      allowedOrigins: ['https://a.example.com', 'https://b.example.com:8443'],
      trustedProxies: ['10.0.0.0/8', '::1'],
      host: 'localhost',
      riskDataScriptUrl: '',
      reseller: { color: '#ab12cd' },
    });
  });

  it('distinguish an empty slogan from one that is not set', () => {
    const slogans = [{}, { RESELLER_SLOGAN: ' ' }, { RESELLER_SLOGAN: ' Call. ' }].map(
      (env: Record<string, string>) => readSettings(env).reseller.slogan,
    );
    expect(slogans).toEqual([undefined, '', 'Call.']);
  });

  it('write a mail address for reports as security.txt does', () => {
    const { securityContacts } = readSettings({
      SECURITY_CONTACT: 'security@example.com, mailto:cert@example.com, https://example.com/report',
    });
    expect(securityContacts).toEqual([
      'mailto:security@example.com',
      'mailto:cert@example.com',
      'https://example.com/report',
    ]);
  });

  it('can trust every verified address of another issuer, but never of Google', () => {
    const set = { GOOGLE_CLIENT_ID: 'client', GOOGLE_AUTHORITY: 'verified-email' };
    const other = { ...set, GOOGLE_ISSUER: 'https://login.corp.test' };
    expect(readSettings(other).google?.authority).toBe('verified-email');
    expect(readSettings({ GOOGLE_CLIENT_ID: 'client' }).google?.authority).toBe('google');
    for (const issuer of [{}, { GOOGLE_ISSUER: 'https://accounts.google.com' }])
      expect(messageOf({ ...set, ...issuer })).toMatch(/GOOGLE_AUTHORITY must be google for Google itself/);
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['HOST', 'a b'],
    ['ENVIRONMENT', 'test'],
    ['PUBLIC_URL', 'https://a.example.com/login'],
    ['PUBLIC_URL', 'ftp://a.example.com'],
    ['PUBLIC_URL', 'https://user@a.example.com'],
    ['ALLOWED_ORIGINS', 'https://a.example.com,*'],
    ['DATABASE_URL', 'mysql://db'],
    ['SMTP_URL', 'mail.example.com'],
    ['MAIL_FROM', 'a@b.test, c@d.test'],
    ['AUTH_URL', 'auth.example.com'],
    ['DASHBOARD_URL', '//evil.test'],
    ['DESKTOP_URL', 'javascript:alert(1)'],
    ['RISK_DATA_SCRIPT_URL', 'https://risk.example.com/x.js'],
    ['RESELLER', 'a'.repeat(61)],
    ['RESELLER_LOGO_URL', 'data:image/svg+xml,x'],
    ['RESELLER_COLOR', 'green'],
    ['RESELLER_SLOGAN', 'a'.repeat(121)],
    ['RESELLER_DNS_NAME', '_fjord'],
    ['RESELLER_DNS_NAME', 'fjord.voice'],
    ['RESELLER_DNS_NAME', 'fjord-'],
    ['SIGN_UP_URL', 'javascript:alert(1)'],
    ['HELP_URL', 'help'],
    ['COOKIE_DOMAIN', 'a b'],
    ['PASSKEY_RP_ID', 'Example.com'],
    ['REVEAL_SIGN_IN_METHOD', 'never'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['FRAME_ORIGINS', "'self'"],
    ['SECURITY_CONTACT', 'security'],
    ['SECURITY_CONTACT', 'security@example.com, http://example.com/report'],
    ['SECURITY_CONTACT', 'https://example.com/\nContact: mailto:evil@x.test'],
    ['SECURITY_POLICY_URL', 'http://example.com/security'],
    ['GOOGLE_AUTHORITY', 'everybody'],
    ['LOG_LEVEL', 'loud'],
  ])('name %s when it is %j', (name, value) => {
    expect(messageOf({ [name]: value })).toMatch(new RegExp(`^One setting is wrong:\n  ${name} must`));
  });

  it('name every bad one in one message', () => {
    const message = messageOf({
      ...production,
      PUBLIC_URL: 'http://login.example.com',
      PORT: 'x',
      SMTP_URL: 'mail.example.com',
      SIGNING_KEY_FILE: '',
    });
    for (const name of ['PORT', 'PUBLIC_URL', 'SMTP_URL', 'SIGNING_KEY_FILE']) {
      expect(message).toContain(`\n  ${name} `);
    }
    expect(message).toMatch(/^4 settings are wrong:/);
  });
});
