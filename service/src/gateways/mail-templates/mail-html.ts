/**
 * Renders the HTML of an email for the limited support of mail programs: a table for the layout, inline styles for
 * those that drop the style sheet, and a style sheet for those with dark mode. The only picture is the embedded logo:
 * nothing is loaded, so nothing is tracked.
 */
import { languageTag, type Language } from '@app/contract/fields/vocabulary.ts';

import { type MailColors, type MailThemes, neutralColors } from './mail-colors.ts';

/**
 * One block of an email. `code` is shown large, `action` is the one button, `link` is a sentence before a linked label,
 * `strong` is a warning. `supportCode` and `soft` blocks come last: small, below the line that ends the message.
 */
export type MailPart =
  | { readonly part: 'paragraph' | 'strong' | 'code' | 'soft'; readonly text: string }
  | { readonly part: 'supportCode'; readonly text: string; readonly code: string }
  | { readonly part: 'action'; readonly label: string; readonly url: string }
  | { readonly part: 'link'; readonly text: string; readonly label: string; readonly url: string }
  /** The addresses of the button and the links, for people who cannot click them. HTML only: the text has them anyway. */
  | { readonly part: 'addresses'; readonly text: string; readonly urls: readonly string[] };

interface MailDocument {
  readonly language: Language;
  readonly subject: string;
  /** The preheader: a list of emails shows it after the subject, the email itself does not. */
  readonly preheader: string;
  readonly heading: string;
  readonly reseller: string;
  /** The address of the reseller's logo within the email (`cid:`), if it has one. */
  readonly logo: string | undefined;
  readonly colors: MailThemes;
  readonly parts: readonly MailPart[];
}

const { light, dark } = neutralColors;

/** Programs with dark mode support classes and `!important`; the inline styles are those of light mode. */
const styleSheet = (brand: MailColors): string =>
  `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.card{padding:24px 20px!important}.action{width:100%!important}.action a{display:block!important}}
@media (prefers-color-scheme:dark){
.canvas{background:${dark.canvas}!important}.card{background:${dark.card}!important;border-color:${dark.line}!important}
.line{border-color:${dark.line}!important}.ink{color:${dark.ink}!important}.soft,.soft a{color:${dark.soft}!important}
.brand{color:${brand.text}!important}.mark{background:${brand.solid}!important}.bar{background:${brand.onSolid}!important}
.code{background:${brand.tint}!important;color:${dark.ink}!important}
.action td{background:${brand.solid}!important;border-color:${brand.border}!important}.action a{color:${brand.onSolid}!important}}
`.trim();

/**
 * Fills the line in a list of emails after the preheader, so that no other text of the email follows: invisible
 * characters (U+034F, U+200C) and a space that is not collapsed (U+00A0).
 */
const filler = '&#847;&zwnj;&nbsp;'.repeat(80);

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const bodyText = `margin:0 0 16px;font-size:16px;line-height:25px;color:${light.ink}`;
const softText = `font-size:13px;line-height:20px;color:${light.soft}`;

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
  const brand = colors.light;
  const isSmallPrint = ({ part }: MailPart) => ['addresses', 'supportCode', 'soft'].includes(part);
  const message = parts.filter((part) => !isSmallPrint(part));
  const smallPrint = parts.filter(isSmallPrint);
  return `<!doctype html>
<html lang="${languageTag(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escape(subject)}</title>
<style>${styleSheet(colors.dark)}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:${light.canvas}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escape(preheader)}${filler}</div>
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" style="background:${light.canvas}">
<tr><td align="center" style="padding:40px 16px;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 0 24px;text-align:left">${logoHtml(reseller, logo, brand)}</td></tr>
<tr><td class="card" style="padding:40px;text-align:left;background:${light.card};border:1px solid ${light.line};border-radius:16px">
<h1 class="ink" style="margin:0 0 20px;font-size:24px;line-height:32px;font-weight:600;letter-spacing:-.01em;color:${light.ink}">${escape(heading)}</h1>
${message.map((part) => partHtml(part, brand)).join('\n')}
<div class="line" style="margin:28px 0 0;padding:20px 0 0;border-top:1px solid ${light.line}">
${smallPrint.map((part) => partHtml(part, brand)).join('\n')}
</div>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The reseller's logo; without one, a neutral mark made of table cells, and the name. */
function logoHtml(reseller: string, logo: string | undefined, brand: MailColors): string {
  const name = escape(reseller);
  // Only the height is set: programs without `object-fit` would stretch a picture of another shape.
  if (logo !== undefined)
    return `<img src="${escape(logo)}" alt="${name}" height="40" style="display:block;height:40px;max-width:160px;border:0">`;
  const bars = [5, 14, 8, 11]
    .map(
      (height) =>
        `<span class="bar" style="display:inline-block;width:2px;height:${height}px;margin:0 1px;border-radius:1px;background:${brand.onSolid};vertical-align:middle"></span>`,
    )
    .join('');
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td class="mark" width="32" height="32" align="center" valign="middle" aria-hidden="true" style="border-radius:8px;background:${brand.solid};font-size:0;line-height:32px">${bars}</td>
<td class="ink" style="padding:0 0 0 10px;font-size:17px;line-height:32px;font-weight:600;color:${light.ink}">${name}</td>
</tr></table>`;
}

function partHtml(part: MailPart, brand: MailColors): string {
  switch (part.part) {
    case 'paragraph':
      return `<p class="ink" style="${bodyText}">${escape(part.text)}</p>`;
    case 'strong':
      return `<p class="ink" style="${bodyText};font-weight:600">${escape(part.text)}</p>`;
    case 'soft':
      return `<p class="soft" style="margin:0;${softText}">${escape(part.text)}</p>`;
    case 'supportCode':
      return `<p class="soft" style="margin:0 0 16px;${softText}">${escape(part.text).replace(escape(part.code), '<strong style="white-space:nowrap">$&</strong>')}</p>`;
    case 'code':
      return `<p class="code" style="margin:4px 0 20px;padding:18px 16px;border-radius:12px;background:${brand.tint};color:${light.ink};font-size:36px;line-height:44px;font-weight:600;letter-spacing:4px;text-align:center;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace">${inGroups(part.text)}</p>`;
    case 'action':
      // The cell is the button: some programs drop the padding of a link but not that of a cell.
      return `<table role="presentation" class="action" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td align="center" style="border:1px solid ${brand.border};border-radius:8px;background:${brand.solid}"><a href="${escape(part.url)}" style="display:inline-block;padding:12px 24px;color:${brand.onSolid};font-size:16px;line-height:24px;font-weight:600;text-decoration:none">${escape(part.label)}</a></td></tr></table>`;
    case 'link':
      return `<p class="ink" style="${bodyText}">${escape(part.text)} <a class="brand" href="${escape(part.url)}" style="color:${brand.text};font-weight:600">${escape(part.label)}</a></p>`;
    case 'addresses':
      return part.urls.length === 0 ? '' : addressesHtml(part.text, part.urls);
  }
}

/** Shows each address as text, for people who cannot click. */
const addressesHtml = (text: string, urls: readonly string[]): string =>
  `<p class="soft" style="margin:0 0 16px;${softText}">${escape(text)}${urls.map((url) => `<br><a href="${escape(url)}" style="display:inline-block;margin:4px 0 0;color:${light.soft};word-break:break-all">${escape(url)}</a>`).join('')}</p>`;

/** `003368` as `003 368`: people read and type three digits at a time. The space does not break (U+00A0). */
const inGroups = (code: string): string => escape(code.replaceAll(/\d{3}(?=\d)/g, '$&\u00a0'));

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
