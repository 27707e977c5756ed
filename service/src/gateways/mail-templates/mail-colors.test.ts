import { contrast } from '@app/ui/brand';
import { expect, it } from 'vitest';

import { composeMail } from './compose-mail.ts';
import { mailColors, neutralColors } from './mail-colors.ts';

it('a mail is readable in every brand colour, light and dark', () => {
  const primaries = [undefined, '#000000', '#ffffff', '#ffee00', '#7a1fa2', '#d40000', '#88ccee', '#808080'];
  let lowest = 21;
  for (const primary of primaries) {
    const colors = mailColors(primary);
    for (const theme of ['light', 'dark'] as const) {
      const { text, solid, onSolid, border, tint } = colors[theme];
      const { canvas, card, ink, soft } = neutralColors[theme];
      const texts = [
        contrast(text, card),
        contrast(onSolid, solid),
        contrast(ink, tint),
        contrast(ink, canvas),
        contrast(soft, card),
      ];
      lowest = Math.min(lowest, ...texts);
      expect(
        contrast(border === 'transparent' ? solid : border, card),
        `${primary} ${theme}`,
      ).toBeGreaterThan(3);
    }
  }
  expect(lowest).toBeGreaterThanOrEqual(4.5);
});

it("a mail has the reseller's colour and logo, and not the product's own colours", () => {
  const mail = {
    kind: 'newPassword',
    values: { url: 'https://login.example.com/password/new' },
  } as const;
  const frame = {
    language: 'en',
    to: 'ada@northline.test',
    publicUrl: 'https://login.example.com',
    reseller: 'Vox "&" Söhne',
  } as const;
  const own = composeMail(mail, frame).html;
  const branded = composeMail(mail, { ...frame, color: '#7a1fa2', logo: 'cid:logo' }).html;
  for (const color of ['#00735a', '#006b53', '#2cc49a', '#55d6b2']) {
    expect(own).toContain(color);
    expect(branded).not.toContain(color);
  }
  expect(branded).toMatch(/background:#7a1fa2"><a [^>]*color:#ffffff/);
  expect(branded).toMatch(/<img src="cid:logo" alt="Vox &quot;&amp;&quot; Söhne"/);
  expect(own).not.toContain('<img');
});
