/** Renders the page on a server: every story in its own root. */
import { renderToString } from 'react-dom/server';

import { stories } from './stories.tsx';

/** The document; `script` and `styles` are the addresses of the built files. */
export function renderPage({ script, styles }: { script: string; styles: readonly string[] }): string {
  const sheets = styles.map((file) => `<link rel="stylesheet" href="${file}">`).join('');
  const sections = stories.map(
    ({ id, title, element }) =>
      `<section data-story="${id}" data-title="${title}">${renderToString(element, { identifierPrefix: id })}</section>`,
  );
  return (
    '<!doctype html><html lang="en" data-theme="light"><head><meta charset="utf-8"><title>All stories</title>' +
    `${sheets}<script type="module" src="${script}"></script></head><body>${sections.join('\n')}</body></html>`
  );
}
