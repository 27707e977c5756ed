import {
  emailChangeCancelPath,
  emailChangePath,
  linkAddress,
  linkPages,
  type LinkPage,
} from '@app/contract/pages/links.ts';
import { expect, test, vi } from 'vitest';

import { clearStoredLink, storedLink, isAboutLink, takeLinkFromAddress } from './link-from-address.ts';

const email = 'ada+work@northline.test';
const token = 'a-Token_of-43-characters';
const pages = Object.keys(linkPages) as LinkPage[];

function open(address: string): void {
  const { pathname, search, hash } = new URL(address, 'http://localhost:4000');
  history.replaceState({ kept: true }, '', pathname + search + hash);
}

test.each(pages)('%s: the link of the mail is out of the address, and in the hand', (page) => {
  open(linkAddress('http://localhost:4000', page, email, token));
  takeLinkFromAddress();
  expect(location.href).toBe(`http://localhost:4000${page}`);
  expect(history.state).toEqual({ kept: true });
  expect(storedLink(page)).toMatchObject({ page, email, token });
  expect(storedLink(page)?.proof).toMatch(/^[0-9a-f]{32}$/);
  expect(storedLink(page)).toBe(storedLink(page));
  for (const other of pages.filter((each) => each !== page)) expect(storedLink(other)).toBeUndefined();
});

test('everything else in the address stays', () => {
  open(`/password/reset/?lng=de&email=${encodeURIComponent(email)}&code=${token}&redirect=%2Fa%20b#top`);
  takeLinkFromAddress();
  expect(location.pathname + location.search + location.hash).toBe(
    '/password/reset/?lng=de&redirect=%2Fa+b#top',
  );
});

test('a reload of the tab still has it; once used it is gone', () => {
  open(linkAddress('http://localhost:4000', '/password/reset', email, token));
  takeLinkFromAddress();
  takeLinkFromAddress();
  expect(storedLink('/password/reset')?.token).toBe(token);
  clearStoredLink();
  expect(storedLink('/password/reset')).toBeUndefined();
});

test('a newer link takes the place of the older, and half of one is none', () => {
  open(linkAddress('http://localhost:4000', '/password/reset', email, 'old'));
  takeLinkFromAddress();
  open(linkAddress('http://localhost:4000', '/password/reset', email, 'new'));
  takeLinkFromAddress();
  expect(storedLink('/password/reset')?.token).toBe('new');
  open('/password/reset?code=alone');
  takeLinkFromAddress();
  expect(location.search).toBe('');
  expect(storedLink('/password/reset')).toBeUndefined();
});

test('what the service drew the page with comes first, with its state', () => {
  open('/users/confirmation');
  takeLinkFromAddress({ page: '/users/confirmation', email, token, state: 'expired' });
  expect(storedLink('/users/confirmation')).toMatchObject({
    page: '/users/confirmation',
    email,
    token,
    state: 'expired',
  });
});

test('the token of an email change leaves the address too; pages without a link keep theirs', () => {
  for (const path of [emailChangePath, emailChangeCancelPath]) {
    open(`${path}?token=${token}&lng=fr`);
    takeLinkFromAddress();
    expect(location.search).toBe('?lng=fr');
  }
  open('/login?email=a%40b.test&code=1&token=2');
  takeLinkFromAddress();
  expect(location.search).toBe('?email=a%40b.test&code=1&token=2');
});

test('a browser that withholds its storage holds the link as long as the page is open', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(denied);
  open(linkAddress('http://localhost:4000', '/signup/confirm', email, token));
  takeLinkFromAddress();
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(denied);
  expect(storedLink('/signup/confirm')?.token).toBe(token);
  clearStoredLink();
  expect(storedLink('/signup/confirm')).toBeUndefined();
});

test.each(['', '{', '[]', '{"page":"/login","email":"a","token":"b"}', '{"page":"/password/reset"}'])(
  'what is stored as %o is no link',
  (text) => {
    sessionStorage.setItem('link_in_hand', text);
    expect(storedLink('/password/reset')).toBeUndefined();
  },
);

test('a refusal is about the link when it says so, or finds the link itself invalid', () => {
  expect(isAboutLink({ kind: 'invalidLink' })).toBe(true);
  expect(isAboutLink({ kind: 'linkExpired' })).toBe(true);
  expect(isAboutLink({ kind: 'invalid', fields: { code: ['is_invalid'] } })).toBe(true);
  expect(isAboutLink({ kind: 'invalid', fields: { confirmationCode: ['is_invalid'] } })).toBe(true);
  expect(isAboutLink({ kind: 'invalid', fields: { password: ['is_common'] } })).toBe(false);
  expect(isAboutLink({ kind: 'invalid', fields: {} })).toBe(false);
  expect(isAboutLink({ kind: 'network' })).toBe(false);
});
