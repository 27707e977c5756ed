import { describe, expect, it } from 'vitest';
import { linkAddress, type LinkPage } from '@app/contract/pages/links.ts';
import { days, hours, minutes } from '@app/contract/fields/durations.ts';
import { languages, languageTag } from '@app/contract/fields/vocabulary.ts';

import { composeMail } from './compose-mail.ts';
import type { MailToCompose } from './mail-kinds.ts';
import { mailDuration, mailTime } from './mail-times.ts';
import { serviceTexts, withValues } from '#texts/service-texts.ts';

const publicUrl = 'https://login.example.com';
const frame = { to: 'ada@northline.test', publicUrl, reseller: 'R&D Phones' };
const token = 'Zq-9'.repeat(10) + 'abc';
const urlOf = (page: LinkPage): string => linkAddress(publicUrl, page, 'ada+1@northline.test', token);
const name = 'Ada <b>';
const askedAt = String(Date.UTC(2026, 10, 26, 15, 12));

/** Every kind of email, in each of its variants. */
const mails: readonly MailToCompose[] = [
  { kind: 'loginCode', values: { code: '012345', name, askedAt, device: 'Chrome, Windows' } },
  { kind: 'loginCode', values: { code: '012345', name, askedAt, device: '' } },
  { kind: 'loginCode', values: { code: '012345', name, by: 'google' } },
  { kind: 'loginCode', values: { code: '012345', name, by: 'saml' } },
  // Of the release before.
  { kind: 'loginCode', values: { code: '012345', name } },
  { kind: 'refreshReuse', values: { name } },
  { kind: 'signInMethod', values: { method: 'google', name } },
  { kind: 'signInMethod', values: { method: 'saml' } },
  { kind: 'recoveryMethod', values: { method: 'google', name } },
  { kind: 'recoveryMethod', values: { method: 'saml', name: ' ' } },
  { kind: 'passwordReset', values: { url: urlOf('/password/reset'), name } },
  { kind: 'newPassword', values: { url: urlOf('/password/new'), name } },
  { kind: 'choosePassword', values: { url: urlOf('/password/new'), name } },
  { kind: 'passwordChanged', values: { name } },
  { kind: 'passwordChanged', values: { by: 'session', name } },
  { kind: 'breachedPassword', values: { name } },
  { kind: 'passkeyAdded', values: { passkey: 'iCloud <b>', url: urlOf('/users/passkey'), name } },
  { kind: 'deviceLink', values: { url: urlOf('/login/device'), name } },
  {
    kind: 'newDevice',
    values: { url: urlOf('/login/not-you'), askedAt, client: '192.0.2.0', device: 'Chrome, Windows', name },
  },
  {
    kind: 'newDevice',
    values: { url: urlOf('/login/not-you'), askedAt, client: '2001:db8::/64', device: '' },
  },
  ...(['passkey', 'google', 'saml'] as const).map((by) => ({
    kind: 'newDevice' as const,
    values: { url: urlOf('/login/not-you'), askedAt, client: '192.0.2.0', device: '', by },
  })),
  { kind: 'factorChanged', values: { change: 'authenticatorAdded', name } },
  { kind: 'factorChanged', values: { change: 'authenticatorRemoved', name, by: 'saml' } },
  { kind: 'wrongCodes', values: { url: urlOf('/password/reset'), name } },
  { kind: 'identityLink', values: { url: urlOf('/users/identity'), name } },
  { kind: 'invitation', values: { url: urlOf('/users/confirmation'), company: 'Q & A Ltd', name } },
  {
    kind: 'invitation',
    values: { url: urlOf('/users/confirmation'), company: 'Q & A Ltd', inviter: 'Ben <i>', name: '' },
  },
  { kind: 'methodInvitation', values: { method: 'saml', company: 'Q & A Ltd', name } },
  { kind: 'methodInvitation', values: { method: 'google', company: 'Q & A Ltd', inviter: 'Ben <i>' } },
  { kind: 'methodInvitation', values: { method: 'taken', company: 'Q & A Ltd' } },
  { kind: 'signUp', values: { url: urlOf('/signup/confirm'), company: 'Q & A Ltd' } },
  { kind: 'signUpExisting', values: { name } },
  { kind: 'signUpClaimed', values: {} },
  {
    kind: 'emailChange',
    values: {
      url: `${publicUrl}/auth/v1/users/email-change?token=${token}`,
      newEmail: 'new@northline.test',
      name,
    },
  },
  {
    kind: 'emailChangeAsked',
    values: {
      url: `${publicUrl}/auth/v1/users/email-change/cancel?token=${token}`,
      newEmail: 'new@northline.test',
      name,
    },
  },
  { kind: 'emailChanged', values: { newEmail: 'new@northline.test', name } },
  {
    kind: 'domainLost',
    values: {
      domain: 'northline.test',
      url: `${publicUrl}/dashboard/single-sign-on?domain=northline.test`,
      name,
    },
  },
  {
    kind: 'domainTakenOver',
    values: { domain: 'northline.test', url: `${publicUrl}/dashboard/single-sign-on?domain=northline.test` },
  },
];

const lasting = { code: minutes(10), reset: hours(1), week: days(7), days: days(3), day: hours(24) };
const lifetimes: { readonly [Kind in MailToCompose['kind']]?: keyof typeof lasting } = {
  loginCode: 'code',
  passwordReset: 'reset',
  newPassword: 'reset',
  choosePassword: 'reset',
  wrongCodes: 'reset',
  identityLink: 'reset',
  deviceLink: 'reset',
  newDevice: 'days',
  passkeyAdded: 'days',
  invitation: 'week',
  signUp: 'week',
  emailChange: 'day',
  emailChangeAsked: 'week',
};

/** Every address in an email, with `&amp;` decoded. */
const addressesIn = (text: string): string[] =>
  (text.match(/https?:\/\/[^\s"<]+/g) ?? []).map((address) => address.replaceAll('&amp;', '&'));

const asHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

describe.each(languages)('a mail in %s', (language) => {
  const ownPages = [`${publicUrl}/login?lng=${language}`, `${publicUrl}/password/forgot?lng=${language}`];

  it.each(mails)('of kind $kind is complete in text and HTML', (mail) => {
    const { subject, text, html } = composeMail(mail, { ...frame, language });
    expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined/);
    expect(subject).toContain('R&D Phones');
    expect(html).toContain(`<html lang="${languageTag(language)}">`);
    expect(html).toContain('R&amp;D Phones');
    expect(html).not.toMatch(/<b>|<i>|<script|<img|src=/);
    expect(text).toContain('ada@northline.test');
    // A person without a name is not greeted: a comma after nothing looks like a mistake.
    const [greeting = ''] = serviceTexts[language].mails.greeting.split('{{name}}');
    expect(text.split('\n\n')[1]?.startsWith(greeting)).toBe(Boolean(mail.values.name?.trim()));
  });

  it.each(mails)('of kind $kind begins with a hidden preheader', (mail) => {
    const { html, text } = composeMail(mail, { ...frame, language });
    const [, hidden = ''] = /<body[^>]*>\s*<div style="display:none[^>]*>([^<]*)<\/div>/.exec(html) ?? [];
    const preheader = hidden.replace(/(?:&#847;&zwnj;&nbsp;)+$/, '');
    // Fillers follow, so that the list of emails shows no other text of the email.
    expect(hidden).not.toBe(preheader);
    const greeted = mail.values.name?.trim() ? 2 : 1;
    const [intro, , validity] = text.split('\n\n').slice(greeted).map(asHtml);
    expect(preheader).toBe(mail.kind === 'loginCode' ? validity : intro);
    if (mail.kind === 'loginCode') expect(preheader).toContain(mailDuration(lasting.code, language));
  });

  it.each(mails)('of kind $kind links only to the product, in its language', (mail) => {
    const { text, html } = composeMail(mail, { ...frame, language });
    const { url } = mail.values as { url?: string };
    const allowed = url === undefined ? ownPages : [...ownPages, `${url}&lng=${language}`];
    const linked = addressesIn(text);
    for (const address of [...linked, ...addressesIn(html)]) expect(allowed).toContain(address);
    if (url !== undefined) expect(linked[0]).toBe(`${url}&lng=${language}`);
    // The button's address is also visible, for people who cannot click it.
    for (const address of linked) {
      const written = address.replaceAll('&', '&amp;');
      expect(html).toContain(`href="${written}"`);
      expect(html).toContain(`>${written}</a>`);
    }
  });

  it.each(mails)(
    'of kind $kind has at most one button, and links with words instead of addresses',
    (mail) => {
      const { html } = composeMail(mail, { ...frame, language });
      const [message = '', smallPrint = ''] = html
        .split('class="line"')
        .map((half) => half.split('</style>').at(-1));
      expect(message.match(/class="action"/g) ?? []).toHaveLength(html.includes('class="action"') ? 1 : 0);
      const labels = [...message.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, label]) => label);
      for (const label of labels) expect(label).toMatch(/^\p{Lu}[^:/]+$/u);
      // The addresses follow below, small, one for each link.
      const below = [...smallPrint.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)];
      expect(below.map(([, href, shown]) => href === shown)).toEqual(labels.map(() => true));
    },
  );

  it.each(mails)('of kind $kind states how long its link or code is valid, if it has one', (mail) => {
    const { text } = composeMail(mail, { ...frame, language });
    const lifetime = lifetimes[mail.kind];
    const said = Object.values(lasting).filter((each) => text.includes(mailDuration(each, language)));
    expect(said).toEqual(lifetime === undefined ? [] : [lasting[lifetime]]);
  });

  it('shows the code, how long it is valid, and a warning that nobody will ask for it', () => {
    const { subject, text, html } = composeMail(mails[0] as MailToCompose, { ...frame, language });
    expect(subject).toContain('012345');
    expect(text).toContain('    012345\n');
    // People read three digits at a time; the space does not break.
    expect(html).toMatch(/font-size:36px[^>]*>012\u00a0345</);
    expect(text).toContain(
      withValues(serviceTexts[language].mails.loginCode.warning, { reseller: 'R&D Phones' }),
    );
    // Six digits in a row: programs and people find the code quickly.
    expect(text.match(/\d{6}/g)).toEqual(['012345']);
  });

  it('says when the code was requested, in which time zone, and with which browser', () => {
    const [known, unknown, before] = mails.map((mail) => composeMail(mail, { ...frame, language }).text);
    const time = mailTime(Number(askedAt), language);
    expect(time).toMatch(/26.*2026.*(?:15:12|3:12\sPM) UTC$/);
    expect(known).toContain(
      withValues(serviceTexts[language].mails.loginCode.askedWith, { time, device: 'Chrome, Windows' }),
    );
    expect(unknown).toContain(withValues(serviceTexts[language].mails.loginCode.asked, { time }));
    expect(before).not.toContain('UTC');
  });

  it('says of a changed password which sessions have ended', () => {
    const { intro, introOwn, advice, adviceOwn } = serviceTexts[language].mails.passwordChanged;
    const said = (by?: 'session'): string =>
      composeMail({ kind: 'passwordChanged', values: by ? { by } : {} }, { ...frame, language }).text;
    const inserted = (text: string): string => withValues(text, { reseller: 'R&D Phones' });
    expect(said()).toContain(`${inserted(intro)}\n\n${inserted(advice)}\n`);
    expect(said('session')).toContain(`${inserted(introOwn)}\n\n${inserted(adviceOwn)}\n`);
  });
});

it('text typed by a person creates no link and no second line in a mail to another person', () => {
  for (const company of [
    'win-a-phone.example',
    'https://evil.test/x',
    'Evil\r\nBcc: evil@evil.test',
    'a@evil.test',
  ]) {
    const { subject, text, html } = composeMail(
      { kind: 'invitation', values: { url: urlOf('/users/confirmation'), company, inviter: company } },
      { ...frame, language: 'en' },
    );
    expect(`${subject}${text}${html}`).not.toMatch(/evil\.test|phone\.example|https:\/\/evil|@evil/);
    expect(subject).not.toMatch(/[\r\n]/);
  }
});

it('a link to another origin is never mailed', () => {
  const mail: MailToCompose = { kind: 'passwordReset', values: { url: 'https://evil.test/password/reset' } };
  expect(() => composeMail(mail, { ...frame, language: 'en' })).toThrow(TypeError);
});

it('keeps the order of the words around a name of another direction', () => {
  const values = { url: urlOf('/users/confirmation'), company: 'Eve \u202EdtL', name: 'עדה' };
  const mail = composeMail({ kind: 'invitation', values }, { ...frame, language: 'en' });
  expect(mail.text).toContain('Hello \u2068עדה\u2069,');
  expect(mail.html).toContain('Hello \u2068עדה\u2069,');
  expect(mail.subject).toContain('\u2068Eve dtL\u2069');
});
