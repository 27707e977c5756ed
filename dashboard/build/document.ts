/** The HTML of the dashboard, with the slots that the service fills for each deployment and browser. */
import { languageTag, type Language } from '@app/contract/fields/vocabulary.ts';

export interface DocumentParts {
  readonly language: Language;
  /** The texts of the frame as JSON. */
  readonly texts: string;
  /** What is shown until the app runs, as HTML. */
  readonly skeleton: string;
  /** Addresses of the module script, what it imports, the styles, the font and the icon. */
  readonly script: string;
  readonly imports: readonly string[];
  readonly styles: readonly string[];
  readonly font: string;
  readonly icon: string;
}

/**
 * Makes the document. It runs only one module and has no inline styles. Its slots are comments and `%NAMES%`, which the
 * service replaces as strings (`service/src/http/pages/dashboard-documents.ts`).
 */
export function documentOf(parts: DocumentParts): string {
  const { language, texts, skeleton, script, imports, styles, font, icon } = parts;
  const { title } = JSON.parse(texts) as { title: string };
  return [
    '<!doctype html>',
    `<html lang="${languageTag(language)}"%STORED_VIEW%>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title>`,
    `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
    ...styles.map((address) => `<link rel="stylesheet" href="${address}">`),
    '<!--app:brand-->',
    `<link rel="icon" href="${icon}" type="image/svg+xml">`,
    ...imports.map((address) => `<link rel="modulepreload" href="${address}">`),
    // Before the body, so that it is requested beside the styles; a module runs once the document is read.
    `<script type="module" src="${script}"></script>`,
    '<!--app:config-->',
    `<script type="application/json" id="texts">${escapeJson(JSON.stringify(JSON.parse(texts)))}</script>`,
    '</head>',
    '<body>',
    `<div id="root">${skeleton}</div>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** JSON may hold `</script`; an escaped `<` is the same JSON. */
const escapeJson = (json: string): string => json.replaceAll('<', '\\u003c');
