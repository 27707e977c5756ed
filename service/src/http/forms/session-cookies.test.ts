/** Tests the session cookies that the service writes for browsers without script: domain, lifetime, deletions. */
import { describe, expect, it } from 'vitest';
import type { TokensOnTheWire } from '@app/contract/tokens/tokens.ts';

import { createSessionCookies } from './session-cookies.ts';

const tokens: TokensOnTheWire = {
  access_token: 'access',
  id_token: 'a.b.c',
  refresh_token: 'refresh-1',
  expires_in: 900,
  refresh_token_expiration_date: 1_800_000_000,
  auth_strategy: 'password',
};
const now = Date.parse('2027-01-01T08:00:00Z');
/** No moment, which a browser would compare with the clock of its device. */
const expires = 'Max-Age=1209600';

const request = (cookie?: string, url = '/login?redirect=x') => ({
  url,
  headers: cookie === undefined ? {} : { cookie },
});

const written = (publicUrl: string, cookieDomain?: string, cookie?: string): string[] => {
  const result = createSessionCookies({ publicUrl, cookieDomain }, () => now).writing(
    tokens,
    'dashboard',
    request(cookie),
  );
  if (!result.ok) throw new Error(`${result.name} is too large`);
  return result.lines;
};

describe('a written session', () => {
  it.each([
    ['for the parent host on https', 'https://login.corp.test', undefined, '; Domain=corp.test'],
    ['for the parent of a deeper host', 'https://login.eu.corp.test', undefined, '; Domain=eu.corp.test'],
    ['for a host that has no parent', 'https://corp.test', undefined, '; Domain=corp.test'],
    ['for a host under a country', 'https://corp.co.uk', undefined, '; Domain=corp.co.uk'],
    ['for the domain of the settings', 'https://login.eu.corp.test', 'corp.test', '; Domain=corp.test'],
    ['for one with a dot in front', 'https://login.eu.corp.test', '.Corp.test', '; Domain=corp.test'],
    ['for the host alone by the settings', 'https://login.corp.test', 'host', ''],
    ['for the host alone for a foreign domain', 'https://login.corp.test', 'else.test', ''],
    ['for the host alone for half a name', 'https://login.mycorp.test', 'corp.test', ''],
    ['for an IP address alone', 'https://192.0.2.7', undefined, ''],
  ])('stands %s', (_where, publicUrl, cookieDomain, domain) => {
    const end = `; Path=/; ${expires}${domain}; SameSite=None; Secure`;
    expect(written(publicUrl, cookieDomain)).toEqual([
      `__Secure-session_platform=dashboard${end}`,
      `__Secure-auth_strategy=password${end}`,
      `__Secure-refresh_token_expiration_date=1800000000${end}`,
      `__Secure-id_token=a.b.c${end}`,
      `__Secure-refresh_token=refresh-1${end}`,
    ]);
  });

  it('is host-only on localhost, without the prefix, and Secure if the browser accepts it', () => {
    const lines = written('http://localhost:4000', 'corp.test').filter((line) => line.startsWith('id_token'));
    expect(lines).toEqual([
      `id_token=a.b.c; Path=/; ${expires}; SameSite=Lax`,
      `id_token=a.b.c; Path=/; ${expires}; SameSite=None; Secure`,
    ]);
  });

  it('replaces all earlier session cookies', () => {
    const lines = written(
      'https://login.corp.test',
      undefined,
      '__Secure-id_token=old; __Secure-impersonate_token=x; __Secure-saml_logout_url=y; id_token=theirs',
    );
    const deleted = lines.filter((line) => line.includes('Max-Age=0'));
    const ends = (name: string): string[] =>
      deleted
        .filter((line) => line.startsWith(`__Secure-${name}=; Path=/; Max-Age=0`))
        .map((line) => line.split('Max-Age=0')[1] ?? '');
    const elsewhere = ['; SameSite=None; Secure', '; Domain=login.corp.test; SameSite=None; Secure'];
    // A written cookie replaces the one with the same domain.
    expect(ends('id_token')).toEqual(elsewhere);
    for (const name of ['impersonate_token', 'saml_logout_url'])
      expect(ends(name)).toEqual([...elsewhere, '; Domain=corp.test; SameSite=None; Secure']);
    expect(deleted).toHaveLength(8);
    // Deletions first, or they would delete the new cookies.
    expect(lines.findLastIndex((line) => line.includes('Max-Age=0'))).toBe(7);
  });

  it('fits with its deletions into the 4 KiB that a proxy reserves for response headers', () => {
    const names = [
      'id_token',
      'refresh_token',
      'refresh_token_expiration_date',
      'auth_strategy',
      'session_platform',
    ];
    const cookie = names.map((name) => `__Secure-${name}=x`).join('; ');
    const cookies = createSessionCookies(
      { publicUrl: 'https://login.corp.test', cookieDomain: undefined },
      () => now,
    );
    const real = { ...tokens, id_token: 'x'.repeat(800), refresh_token: 'x'.repeat(43) };
    const again = cookies.writing(real, 'dashboard', request(cookie));
    const bytes = again.ok ? again.lines.map((line) => `set-cookie: ${line}\r\n`).join('').length : 0;
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes).toBeLessThan(2900);
  });

  it('is empty if one value is larger than every browser stores', () => {
    const cookies = createSessionCookies(
      { publicUrl: 'https://login.corp.test', cookieDomain: undefined },
      () => now,
    );
    const sized = (size: number) =>
      cookies.writing({ ...tokens, id_token: 'x'.repeat(size) }, 'dashboard', request());
    expect(sized(3800)).toMatchObject({ ok: true });
    expect(sized(3801)).toEqual({ ok: false, name: 'id_token', bytes: 3801 });
  });
});

describe('a stored session', () => {
  const cookies = createSessionCookies(
    { publicUrl: 'https://login.corp.test', cookieDomain: undefined },
    () => now,
  );

  it('needs one ID token or one refresh token, and no cookie name twice', () => {
    for (const [cookie, there] of [
      ['__Secure-id_token=x', true],
      ['__Secure-refresh_token=x; other=1', true],
      ['__Secure-id_token=x; __Secure-id_token=x', false],
      ['__Secure-id_token=x; __Secure-flow=a; __Secure-flow=b', false],
      ['id_token=x', false],
      ['__Secure-flow=a', false],
      [undefined, false],
    ] as const)
      expect(cookies.present(request(cookie)), String(cookie)).toBe(there);
  });

  it('is read as it was stored', () => {
    expect(cookies.values('scope', request('__Secure-scope=a%20b; __Secure-scope=%zz'))).toEqual([
      'a b',
      '%zz',
    ]);
  });

  it('is deleted on every domain and path that a duplicate cookie may have', () => {
    const twice = '__Secure-refresh_token=a; __Secure-refresh_token=b';
    const lines = cookies.clearing(request(twice, '/login/success?x=1'));
    for (const path of ['/', '/login', '/login/', '/login/success', '/login/success/'])
      for (const place of ['', '; Domain=login.corp.test', '; Domain=corp.test'])
        for (const end of ['', '; Partitioned'])
          expect(lines).toContain(
            `__Secure-refresh_token=; Path=${path}; Max-Age=0${place}; SameSite=None; Secure${end}`,
          );
    expect(lines).toHaveLength(30);
  });
});
