import { createClient } from '@app/session/calls/client.ts';
import type { OtherTabs, TabMessage } from '@app/session/pages/other-tabs.ts';
import { createStoredValues } from '@app/session/stored/stored-values.ts';
import { cookiePage } from '@app/session/test/cookie-page.ts';
import { serviceFetch, type Answering } from '@app/session/test/service.ts';
import { claimsAt, idTokenWith, tokensAt } from '@app/session/test/tokens.ts';
import { toWire } from '@app/contract/tokens/tokens.ts';
import { afterEach, expect, test, vi } from 'vitest';

import { config } from '#test/config.ts';

import { createDashboardSession } from './dashboard-session.ts';
import { readDraft, writeDraft } from './drafts.ts';

const now = Date.now();
/** Tokens of a person, in the order of their refreshes. */
const tokensOf = (userId: string, mark: string, roles = '["Admin"]') =>
  tokensAt(now, mark, {
    idToken: idTokenWith(
      claimsAt(now, {
        'custom:user_id': userId,
        event_id: mark,
        'custom:roles': roles,
        email: `${userId}@northline.test`,
      }),
    ),
  });
/** A service that rotates: each refresh answers the next tokens of the person. */
function rotating(userId = 'ada', roles?: string): Answering {
  let count = 0;
  return {
    refreshTokens: () => ({ answer: toWire(tokensOf(userId, `r${(count += 1)}`, roles)) }),
    revokeTokens: () => ({ answer: undefined }),
  };
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** The tabs of one test: a message of one reaches the others. A channel would reach the tests before, too. */
function tabs(): () => OtherTabs {
  const listeners: { own: symbol; hear: (news: TabMessage) => void }[] = [];
  return () => {
    const own = Symbol('tab');
    return {
      announce(news) {
        for (const listener of listeners) if (listener.own !== own) listener.hear(news);
      },
      listen(hear) {
        listeners.push({ own, hear });
        return () => {};
      },
    };
  };
}

/** A page of the dashboard, and another tab of the same browser. `clock`: of the device. */
function open(answering: Answering = rotating(), clock = Date.now) {
  const service = serviceFetch(answering);
  const { document, location, kept } = cookiePage({ href: 'http://localhost:4000/dashboard', now: clock });
  const stored = createStoredValues({ document, location, now: clock });
  const openTab = tabs();
  const otherTab = openTab();
  const deps = {
    config,
    client: createClient({ authUrl: config.authUrl, platform: 'dashboard', fetch: service.fetch }),
    stored,
    otherTabs: openTab(),
    leave: vi.fn<(address: string) => void>(),
    reload: vi.fn<() => void>(),
  };
  const session = createDashboardSession(deps);
  stops.push(() => {
    // Ends the timer that keeps the session fresh.
    stored.clearSession();
    dispatchEvent(new Event('focus'));
  });
  return { ...deps, service, session, otherTab, kept };
}

const loginAddress =
  'http://localhost:4000/login?redirect=http%3A%2F%2Flocalhost%3A4000%2Fdashboard%2Fpeople%3Fsearch%3Dx';

test('without a session the page leaves for the login, which comes back to this address', async () => {
  history.replaceState(null, '', '/dashboard/people?search=x');
  const { session, leave, service } = open();
  await session.start();
  expect(leave).toHaveBeenCalledExactlyOnceWith(loginAddress);
  expect(service.calls).toEqual([]);
});

test('a stored session becomes a person and an access token, by one refresh', async () => {
  const { session, stored, service, kept } = open();
  stored.saveTokens(tokensOf('ada', 'first'), 'dashboard');
  expect(session.getState()).toEqual({ kind: 'starting' });
  await session.start();
  expect(session.getState()).toEqual({
    kind: 'signedIn',
    person: { userId: 'ada', companyId: '1', email: 'ada@northline.test', isAdmin: true },
  });
  expect(await session.accessToken()).toBe('access-r1');
  expect(service.count('refreshTokens')).toBe(1);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, kept()])).not.toContain('access-');
});

test('calls that wait for a token share one refresh', async () => {
  const { session, stored, service } = open();
  stored.saveTokens(tokensOf('ada', 'first'), 'dashboard');
  const started = session.start();
  expect(await Promise.all([session.accessToken(), session.accessToken()])).toEqual([
    'access-r1',
    'access-r1',
  ]);
  await started;
  expect(await Promise.all([session.renew('access-r1'), session.renew('access-r1')])).toEqual([
    'access-r2',
    'access-r2',
  ]);
  // A call that was refused with an older token takes the present one.
  expect(await session.renew('access-r1')).toBe('access-r2');
  expect(service.count('refreshTokens')).toBe(2);
});

test('a session that the service has ended leaves the page as it is, and asks for a login', async () => {
  let ended = false;
  const { session, stored, leave } = open({
    refreshTokens: () => (ended ? { refusal: 'sessionExpired' } : { answer: toWire(tokensOf('ada', 'r1')) }),
  });
  stored.saveTokens(tokensOf('ada', 'first'), 'dashboard');
  await session.start();
  ended = true;
  expect(await session.renew('access-r1')).toBeUndefined();
  expect(session.getState()).toMatchObject({ kind: 'ended', person: { userId: 'ada' } });
  expect(await session.accessToken()).toBeUndefined();
  expect(leave).not.toHaveBeenCalled();
  session.logInAgain();
  expect(leave).toHaveBeenCalledTimes(1);
});

test('a session that has ended before the start is a login, which says so', async () => {
  const { session, stored, leave } = open({ refreshTokens: () => ({ refusal: 'sessionExpired' }) });
  stored.saveTokens(tokensOf('ada', 'first'), 'dashboard');
  await session.start();
  expect(leave).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining('http://localhost:4000/login?error=session-expired&redirect='),
  );
});

test('without a connection at the start it can be tried again', async () => {
  let lost = true;
  const { session, stored } = open({
    refreshTokens: () => (lost ? 'lost' : { answer: toWire(tokensOf('ada', 'r1')) }),
  });
  stored.saveTokens(tokensOf('ada', 'first'), 'dashboard');
  await session.start();
  expect(session.getState()).toEqual({ kind: 'unreachable' });
  lost = false;
  await session.start();
  expect(session.getState().kind).toBe('signedIn');
});

test('a connection that is lost later ends nothing', async () => {
  let lost = false;
  const { session, stored } = open({
    refreshTokens: () => (lost ? 'lost' : { answer: toWire(tokensOf('ada', 'r1')) }),
  });
  stored.saveTokens(tokensOf('ada', 'first'), 'dashboard');
  await session.start();
  lost = true;
  expect(await session.renew('access-r1')).toBeUndefined();
  expect(session.getState().kind).toBe('signedIn');
});

test("another tab's logout leaves for the login at once", async () => {
  const { session, stored, otherTab, leave } = open();
  stored.saveTokens(tokensOf('ada', 'first'), 'dashboard');
  await session.start();
  stored.clearSession();
  otherTab.announce('signedOut');
  await vi.waitFor(() => expect(leave).toHaveBeenCalledTimes(1));
});

test("another person's login loads the page again, the same person's goes on", async () => {
  const { session, stored, otherTab, reload, service } = open();
  stored.saveTokens(tokensOf('ada', 'first'), 'dashboard');
  await session.start();
  stored.saveTokens(tokensOf('ada', 'again'), 'dashboard');
  otherTab.announce('signedIn');
  stored.saveTokens(tokensOf('ben', 'other'), 'dashboard');
  otherTab.announce('signedIn');
  await vi.waitFor(() => expect(reload).toHaveBeenCalled());
  expect(service.count('refreshTokens')).toBe(1);
});

test('a login of the same person in another tab takes up a session that has ended', async () => {
  let ended = false;
  let count = 0;
  const { session, stored, otherTab } = open({
    refreshTokens: () =>
      ended ? { refusal: 'sessionExpired' } : { answer: toWire(tokensOf('ada', `r${(count += 1)}`)) },
  });
  stored.saveTokens(tokensOf('ada', 'first'), 'dashboard');
  await session.start();
  ended = true;
  await session.renew('access-r1');
  expect(session.getState().kind).toBe('ended');
  ended = false;
  stored.saveTokens(tokensOf('ada', 'again'), 'dashboard');
  otherTab.announce('signedIn');
  await vi.waitFor(() => expect(session.getState().kind).toBe('signedIn'));
  expect(await session.accessToken()).toBe('access-r2');
});

test('cookies that another app has removed are noticed when the page gets the focus', async () => {
  const { session, stored, leave } = open();
  stored.saveTokens(tokensOf('ada', 'first'), 'dashboard');
  await session.start();
  stored.clearSession();
  dispatchEvent(new Event('focus'));
  expect(session.getState().kind).toBe('ended');
  expect(leave).not.toHaveBeenCalled();
});

test("drafts are the person's own, and a logout removes them", async () => {
  writeDraft('ada', 'invite', { text: 'mine' });
  writeDraft('ben', 'invite', { text: "somebody else's" });
  const { session, stored, leave, service } = open();
  stored.saveTokens(tokensOf('ada', 'first'), 'dashboard');
  await session.start();
  expect(readDraft('ada', 'invite')).toEqual({ text: 'mine' });
  expect(readDraft('ben', 'invite')).toBeUndefined();
  await session.signOut();
  expect(readDraft('ada', 'invite')).toBeUndefined();
  expect(service.count('revokeTokens')).toBe(1);
  expect(leave).toHaveBeenCalledExactlyOnceWith('http://localhost:4000/login?notice=logged-out');
});

test('a logout of a company goes on to its own address, if it is one of ours', async () => {
  for (const [address, expected] of [
    ['http://localhost:4000/auth/v1/saml/1/logout', 'http://localhost:4000/auth/v1/saml/1/logout'],
    ['https://evil.test/logout', 'http://localhost:4000/login?notice=logged-out'],
  ] as const) {
    const { session, stored, leave } = open();
    stored.storeSamlStart({ logoutUrl: address });
    stored.saveTokens({ ...tokensOf('ada', 'first'), authStrategy: 'saml' }, 'dashboard');
    await session.start();
    await session.signOut();
    expect(leave).toHaveBeenCalledExactlyOnceWith(expected);
  }
});

test('a person without the role is no admin', async () => {
  const { session, stored } = open(rotating('ben', '["Agent"]'));
  stored.saveTokens(tokensOf('ben', 'first'), 'dashboard');
  await session.start();
  expect(session.getState()).toMatchObject({ person: { userId: 'ben', isAdmin: false } });
});

test.each([-26 * 60, -24 * 60, -180, -20, -16, -14, -5, 0, 5, 14, 16, 20, 180, 24 * 60, 26 * 60])(
  'a device whose clock is %i minutes off has one session, one refresh and the right time',
  async (off) => {
    const { session, stored, service, leave } = open(rotating(), () => Date.now() + off * 60_000);
    expect(stored.saveTokens(tokensOf('ada', 'first'), 'dashboard')).toEqual({ ok: true });
    await session.start();
    await new Promise((resolve) => setTimeout(resolve));
    expect(session.getState()).toMatchObject({ kind: 'signedIn' });
    expect(leave).not.toHaveBeenCalled();
    expect(service.count('refreshTokens')).toBe(1);
    expect(Math.abs(session.now() - now)).toBeLessThan(60_000);
  },
);
