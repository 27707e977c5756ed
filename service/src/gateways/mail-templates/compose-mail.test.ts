import { describe, expect, it } from 'vitest';
import { languages } from '@app/contract/vocabulary.ts';

import { composeMail, type MailToCompose } from './compose-mail.ts';
import { mailTexts, withValues } from './mail-texts.ts';

const mails: MailToCompose[] = [
  { kind: 'loginCode', values: { code: '012345', name: 'Ada <b>' } },
  { kind: 'refreshReuse', values: { name: 'Ada' } },
  { kind: 'signInMethod', values: { method: 'google', name: 'Ada' } },
  { kind: 'signInMethod', values: { method: 'saml' } },
];
const frame = { to: 'ada@northline.test', publicUrl: 'https://login.example.com', reseller: 'R&D Phones' };

describe.each(languages)('a mail in %s', (language) => {
  it.each(mails)('of kind $kind is whole in text and HTML', (mail) => {
    const { subject, text, html } = composeMail(mail, { ...frame, language });
    expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined/);
    expect(subject).toContain('R&D Phones');
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain('R&amp;D Phones');
    expect(html).not.toMatch(/<b>|<script|<img|src=/);
    expect(text).toContain('ada@northline.test');
    for (const address of `${text}${html}`.match(/https?:\/\/[^\s"<]+/g) ?? [])
      expect(address).toBe(`https://login.example.com/login?lng=${language}`);
  });

  it('shows the code, how long it is good, and that nobody will ask for it', () => {
    const { subject, text, html } = composeMail(mails[0] as MailToCompose, { ...frame, language });
    expect(subject).toContain('012345');
    expect(text).toContain('    012345\n');
    expect(text).toContain('10');
    expect(html).toMatch(/font-size:36px[^>]*>012345</);
    expect(text).toContain(withValues(mailTexts[language].loginCode.warning, { reseller: 'R&D Phones' }));
    // One run of six digits: programs and people find the code without reading.
    expect(text.match(/\d{6}/g)).toEqual(['012345']);
  });
});
