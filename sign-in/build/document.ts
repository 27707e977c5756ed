/** The HTML around a screen, with the slots that the service fills for each deployment and request. */
import { languageTag, type Language } from '@app/contract/fields/vocabulary.ts';

import { footerId } from '#app/frame/footer-id.ts';
import type { RenderedScreen } from '#app/render.tsx';

export interface DocumentParts {
  readonly language: Language;
  /** The kind of the document (`main.tsx`): a screen's name, `drawn` (rendered for one request), or an error page. */
  readonly made: string;
  /** Undefined: the screen is rendered for each request and has its own slots. */
  readonly screen: RenderedScreen | undefined;
  readonly description: string;
  /** The texts of the screen as JSON, by the ids under which the app reads them. */
  readonly texts: Readonly<Record<string, string>>;
  /** The whole style of the page, but for the rule of the font. */
  readonly style: string;
  readonly fontRule: string;
  /** Addresses of the module script and what it imports, of the font and of the icon. */
  readonly script: string;
  readonly imports: readonly string[];
  readonly font: string;
  readonly icon: string;
}

/**
 * Makes the document. It runs only one module and has no inline styles. Its slots are comments and `%NAMES%`, which the
 * service replaces as strings (`service/src/http/pages/page-documents.ts`).
 */
export function documentOf(parts: DocumentParts): string {
  const { language, made, screen, description, texts, style, fontRule, script, imports, font, icon } = parts;
  return [
    '<!doctype html>',
    // The address is for the script, and what is marked as the font for a browser that was here before or runs no script:
    // the service chooses (`FontTime` in page-documents.ts).
    `<html lang="${languageTag(language)}" data-font="${font}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<meta name="description" content="${escapeHtml(description)}">`,
    // The first that matches counts.
    '<meta name="theme-color" content="#161f1c" media="(prefers-color-scheme: dark)">',
    '<meta name="theme-color" content="#fff">',
    `<title>${screen ? escapeHtml(screen.title) : '%TITLE%'}</title>`,
    `<style>${style}</style>`,
    ofFont(`<style>${fontRule}</style>`),
    '<!--app:brand-->',
    // Paint nothing before the screen is parsed to its end: a button that is painted before its label moves. Do not
    // wait for the end of the document: a script from the cache would run before the first paint.
    `<link rel="expect" href="#${footerId}" blocking="render">`,
    `<link rel="icon" href="${icon}" type="image/svg+xml">`,
    ...imports.map((address) => `<link rel="modulepreload" href="${address}">`),
    '<!--app:config-->',
    ...Object.entries(texts).map(
      ([id, json]) => `<script type="application/json" id="${id}">${escapeJson(json)}</script>`,
    ),
    '</head>',
    '<body>',
    // Preloaded, because Chromium sends the address of the page, with the token of a link in it, as the Referer of a font
    // that an inline style asks for, whatever the policy says. In the body, because Chromium holds the first paint back for
    // a font that the head preloads; before any text, so that no layout asks first. Low, so that the script comes first.
    ofFont(`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin fetchpriority="low">`),
    `<div id="root" data-screen="${made}">${screen ? withSlots(screen.html) : '<!--app:screen-->'}</div>`,
    '<!--app:page-->',
    `<script type="module" src="${script}"></script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

const ofFont = (html: string): string => `<!--app:font-->${html}<!--/app:font-->`;

const withSlots = (html: string): string => withSloganSlot(withGoogleSlot(withLogoSlot(html)));

/** Marks the content of the logo, which the service replaces by the reseller's picture if there is one. */
function withLogoSlot(html: string): string {
  const marked = html.replace(
    /(<header[^>]*><span[^>]*>)(.*?)(<\/span><\/header>)/s,
    '$1<!--app:logo-->$2<!--/app:logo-->$3',
  );
  if (marked === html) throw new Error('the page has no logo to mark');
  return marked;
}

/** Marks the Google button and its link without script, which the service removes if the settings name no issuer. */
const withGoogleSlot = (html: string): string =>
  html.replace(
    /<noscript>(?:(?!<noscript>).)*?<\/noscript><div[^>]* data-method="google">.*?<\/div>/s,
    (button) => `<!--app:google-->${button}<!--/app:google-->`,
  );

/** Marks the slogan of the brand panel, which a reseller can replace or hide. */
function withSloganSlot(html: string): string {
  const marked = html.replace(
    /(<p[^>]* data-slogan="">)(.*?)(<\/p>)/s,
    '$1<!--app:slogan-->$2<!--/app:slogan-->$3',
  );
  if (marked === html) throw new Error('the page has no slogan to mark');
  return marked;
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** JSON may hold `</script`; an escaped `<` is the same JSON. */
const escapeJson = (json: string): string => json.replaceAll('<', '\\u003c');
