import { expect, test } from 'vitest';

import { webmailOf } from './open-webmail.tsx';

test.each([
  ['ada@gmail.com', 'Gmail'],
  [' Ada@GoogleMail.com ', 'Gmail'],
  ['ada@outlook.com', 'Outlook'],
  ['ada@outlook.de', 'Outlook'],
  ['ada@hotmail.co.uk', 'Outlook'],
  ['ada@live.fr', 'Outlook'],
  ['ada@outlook.com.br', 'Outlook'],
  ['ada@msn.com', 'Outlook'],
  ['ada@northline.test', undefined],
  ['ada@gmail.com.evil.test', undefined],
  ['gmail.com@northline.test', undefined],
  ['ada@notgmail.com', undefined],
  ['ada@live.northline.com', undefined],
  ['ada', undefined],
  ['', undefined],
])('the mailbox of %o is read at %s', (email, name) => {
  expect(webmailOf(email)?.name).toBe(name);
});

test('no link contains anything of the person', () => {
  for (const email of ['ada.moreau@gmail.com', 'ada.moreau@live.fr'])
    expect(webmailOf(email)?.address).toMatch(/^https:\/\/[a-z.]+\/mail\/$/);
});
