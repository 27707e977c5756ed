import {
  emailChangeCancelPath,
  emailChangePath,
  linkAddress,
  linkPages,
  type LinkPage,
} from '@app/contract/pages/links.ts';
import { beforeEach, expect, test, vi } from 'vitest';

import { isAboutLink } from './check-link.ts';
import { clearStoredLink, storedLink, takeLinkFromAddress, type LinkMemory } from './link-from-address.ts';

const email = 'ada+work@northline.test';
const token = 'a-Token_of-43-characters';
const pages = Object.keys(linkPages) as LinkPage[];

let memory: LinkMemory;
beforeEach(() => {
  memory = {};
});

function open(address: string): void {
  const { pathname, search, hash } = new URL(address, 'http://localhost:4000');
  history.replaceState({ kept: true }, '', pathname + search + hash);
}

test.each(pages)('%s: the link is removed from the address and stored', (page) => {
  open(linkAddress('http://localhost:4000', page, email, token));
  takeLinkFromAddress(memory);
  expect(location.href).toBe(`http://localhost:4000${page}`);
  expect(history.state).toEqual({ kept: true });
  expect(storedLink(memory, page)).toMatchObject({ page, email, token });
  expect(storedLink(memory, page)?.proof).toMatch(/^[0-9a-f]{32}$/);
  expect(storedLink(memory, page)).toBe(storedLink(memory, page));
  for (const other of pages.filter((each) => each !== page))
    expect(storedLink(memory, other)).toBeUndefined();
});

test.each(pages)('%s: a link that a mail program changed leaves the address as well', (page) => {
  const mailed = linkAddress('http://localhost:4000', page, email, token);
  const changed = [
    mailed.replaceAll('&', '&amp;'),
    mailed.replace('%2B', '+'),
    mailed.replaceAll('%', '%25'),
    `${mailed}%3E.`,
  ];
  for (const address of changed) {
    memory = {};
    sessionStorage.clear();
    open(address);
    takeLinkFromAddress(memory);
    expect(location.href).toBe(`http://localhost:4000${page}`);
    expect(storedLink(memory, page)).toMatchObject({ page, email, token });
  }
});

test('the rest of the address stays', () => {
  open(`/password/reset/?lng=de&email=${encodeURIComponent(email)}&code=${token}&redirect=%2Fa%20b#top`);
  takeLinkFromAddress(memory);
  expect(location.pathname + location.search + location.hash).toBe(
    '/password/reset/?lng=de&redirect=%2Fa+b#top',
  );
});

test('the link survives a reload of the tab and is removed once it is used', () => {
  open(linkAddress('http://localhost:4000', '/password/reset', email, token));
  takeLinkFromAddress(memory);
  takeLinkFromAddress(memory);
  expect(storedLink(memory, '/password/reset')?.token).toBe(token);
  clearStoredLink(memory);
  expect(storedLink(memory, '/password/reset')).toBeUndefined();
});

test('a newer link replaces the older one, and an incomplete link is ignored', () => {
  open(linkAddress('http://localhost:4000', '/password/reset', email, 'old'));
  takeLinkFromAddress(memory);
  open(linkAddress('http://localhost:4000', '/password/reset', email, 'new'));
  takeLinkFromAddress(memory);
  expect(storedLink(memory, '/password/reset')?.token).toBe('new');
  open('/password/reset?code=alone');
  takeLinkFromAddress(memory);
  expect(location.search).toBe('');
  expect(storedLink(memory, '/password/reset')).toBeUndefined();
});

test('the link that the page was rendered with comes first, with its state', () => {
  open('/users/confirmation');
  takeLinkFromAddress(memory, { page: '/users/confirmation', email, token, state: 'expired' });
  expect(storedLink(memory, '/users/confirmation')).toMatchObject({
    page: '/users/confirmation',
    email,
    token,
    state: 'expired',
  });
});

test('the token of an email change is removed from the address too; pages without a link keep their query', () => {
  for (const path of [emailChangePath, emailChangeCancelPath]) {
    open(`${path}?token=${token}&lng=fr`);
    takeLinkFromAddress(memory);
    expect(location.search).toBe('?lng=fr');
  }
  open('/login?email=a%40b.test&code=1&token=2');
  takeLinkFromAddress(memory);
  expect(location.search).toBe('?email=a%40b.test&code=1&token=2');
});

test('in a browser that blocks storage the link lasts as long as the page is open', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(denied);
  open(linkAddress('http://localhost:4000', '/signup/confirm', email, token));
  takeLinkFromAddress(memory);
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(denied);
  expect(storedLink(memory, '/signup/confirm')?.token).toBe(token);
  clearStoredLink(memory);
  expect(storedLink(memory, '/signup/confirm')).toBeUndefined();
});

test.each(['', '{', '[]', '{"page":"/login","email":"a","token":"b"}', '{"page":"/password/reset"}'])(
  'what is stored as %o is no link',
  (text) => {
    sessionStorage.setItem('link_in_hand', text);
    expect(storedLink(memory, '/password/reset')).toBeUndefined();
  },
);

test('a refusal is about the link if it names the link state or an invalid value of the link', () => {
  expect(isAboutLink({ kind: 'invalidLink' })).toBe(true);
  expect(isAboutLink({ kind: 'linkExpired' })).toBe(true);
  expect(isAboutLink({ kind: 'invalid', fields: { code: ['is_invalid'] } })).toBe(true);
  expect(isAboutLink({ kind: 'invalid', fields: { confirmationCode: ['is_invalid'] } })).toBe(true);
  expect(isAboutLink({ kind: 'invalid', fields: { password: ['is_common'] } })).toBe(false);
  expect(isAboutLink({ kind: 'invalid', fields: {} })).toBe(false);
  expect(isAboutLink({ kind: 'network' })).toBe(false);
});
