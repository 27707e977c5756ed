/**
 * The HTML of a mail. Mail programs know little: a table for the layout, styles on the elements for those that drop the
 * style sheet, and a style sheet for those that know dark mode. The only picture is the logo, which is a part of the mail:
 * nothing is loaded, so nothing is tracked.
 */
import { languageTag, type Language } from '@app/contract/vocabulary.ts';

import type { MailPart } from './compose-mail.ts';
import type { MailColors, MailThemes } from './mail-colors.ts';

interface MailDocument {
  readonly language: Language;
  readonly subject: string;
  /** What a list of mails shows after the subject. The mail itself does not show it. */
  readonly preheader: string;
  readonly heading: string;
  readonly reseller: string;
  /** The address of the reseller's logo within the mail (`cid:`), if it has one. */
  readonly logo: string | undefined;
  readonly colors: MailThemes;
  readonly parts: readonly MailPart[];
}

const darkStyle = (brand: MailColors): string =>
  `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.canvas{background:#0e1513!important}.card{background:#161f1c!important;border-color:#2c3833!important}
.text{color:#f1f6f4!important}.soft{color:#b5c3bd!important}.mark{color:${brand.text}!important}
.code{background:${brand.tint}!important;color:#f1f6f4!important}.action{background:${brand.solid}!important;color:${brand.onSolid}!important;border-color:${brand.border}!important}}
`.trim();

/**
 * Fills the line of a list of mails after the preheader, so that it goes on with nothing of the mail: a space that
 * joins nothing (U+034F, U+200C) and one that is not collapsed (U+00A0).
 */
const filler = '&#847;&zwnj;&nbsp;'.repeat(80);

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export function mailHtml({
  language,
  subject,
  preheader,
  heading,
  reseller,
  logo,
  colors,
  parts,
}: MailDocument): string {
  const { light, dark } = colors;
  const name = escape(reseller);
  // The height alone is set: programs that know no `object-fit` would stretch a picture of another shape.
  const mark =
    logo === undefined
      ? name
      : `<img src="${escape(logo)}" alt="${name}" height="40" style="display:block;height:40px;max-width:160px;border:0">`;
  return `<!doctype html>
<html lang="${languageTag(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>${darkStyle(dark)}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:#f5f8f7">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escape(preheader)}${filler}</div>
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f8f7">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #dce4e1;border-radius:16px">
<tr><td style="padding:32px;text-align:left;${font}">
<p class="mark" style="margin:0 0 24px;font-size:16px;line-height:24px;font-weight:600;color:${light.text}">${mark}</p>
<h1 class="text" style="margin:0 0 16px;font-size:24px;line-height:32px;font-weight:600;color:#14211d">${escape(heading)}</h1>
${parts.map((part) => partHtml(part, light)).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function partHtml(part: MailPart, brand: MailColors): string {
  const text = escape(part.text);
  switch (part.part) {
    case 'paragraph':
      return `<p class="text" style="margin:0 0 16px;font-size:16px;line-height:24px;color:#14211d">${text}</p>`;
    case 'strong':
      return `<p class="text" style="margin:0 0 16px;font-size:16px;line-height:24px;font-weight:600;color:#14211d">${text}</p>`;
    case 'soft':
      return `<p class="soft" style="margin:24px 0 0;font-size:13px;line-height:18px;color:#4a5a54">${text}</p>`;
    case 'code':
      return `<p class="code" style="margin:8px 0 24px;padding:16px;border-radius:12px;background:${brand.tint};color:#14211d;font-size:36px;line-height:44px;font-weight:700;letter-spacing:8px;text-align:center;font-family:ui-monospace,Menlo,Consolas,monospace">${text}</p>`;
    case 'action':
      return `<p style="margin:8px 0 16px"><a class="action" href="${escape(part.url)}" style="display:inline-block;padding:12px 24px;border:1px solid ${brand.border};border-radius:8px;background:${brand.solid};color:${brand.onSolid};font-size:16px;line-height:24px;font-weight:600;text-decoration:none">${text}</a></p>
<p class="soft" style="margin:0 0 24px;font-size:13px;line-height:18px;color:#4a5a54">${escape(part.copyLink)}<br>${address(part.url, brand)}</p>`;
    case 'link':
      return `<p class="text" style="margin:0 0 16px;font-size:16px;line-height:24px;color:#14211d">${text}<br>${address(part.url, brand)}</p>`;
  }
}

/** A link that is seen as what it is, for those who cannot click. */
const address = (url: string, brand: MailColors): string =>
  `<a class="mark" href="${escape(url)}" style="color:${brand.text};word-break:break-all">${escape(url)}</a>`;

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
