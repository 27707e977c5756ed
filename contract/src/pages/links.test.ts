import { expect, it } from 'vitest';

import { linkAddress, linkPages, type LinkPage } from './links.ts';

it.each([
  ['/password/reset', 'http://localhost:4000/password/reset?email=ada%2Btag%40northline.test&code=T_-1'],
  ['/password/new', 'http://localhost:4000/password/new?email=ada%2Btag%40northline.test&code=T_-1'],
  [
    '/users/confirmation',
    'http://localhost:4000/users/confirmation?email=ada%2Btag%40northline.test&confirmation_token=T_-1',
  ],
  ['/signup/confirm', 'http://localhost:4000/signup/confirm?email=ada%2Btag%40northline.test&code=T_-1'],
] as const)('the link to %s is %s', (page, address) => {
  expect(linkAddress('http://localhost:4000', page, 'ada+tag@northline.test', 'T_-1')).toBe(address);
});

it('every page of a link reads what its link says', () => {
  for (const page of Object.keys(linkPages) as LinkPage[]) {
    const { searchParams, pathname } = new URL(
      linkAddress('https://login.corp.test', page, 'a&b@c.test', 'x y'),
    );
    expect(pathname).toBe(page);
    expect(searchParams.get('email')).toBe('a&b@c.test');
    expect(searchParams.get(linkPages[page].token)).toBe('x y');
  }
});
