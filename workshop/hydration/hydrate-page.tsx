/**
 * Hydrates every story of the page, and remembers what React had to mend. `?only=` names the one story that is hydrated;
 * the others stay as the server rendered them.
 */
import '@app/ui/base.css';
import { hydrateRoot } from 'react-dom/client';

import { stories } from './stories.tsx';

declare global {
  interface Window {
    /** What React had to mend, a line for each; the test reads it. */
    mended: string[];
    /** How many stories there are, once all are hydrated. */
    hydrated?: number;
  }
}

const only = new URLSearchParams(location.search).get('only');
const wanted = stories.filter(({ id }) => only === null || id === only);

window.mended = [];
for (const { id, element } of wanted) {
  const root = document.querySelector(`[data-story="${id}"]`);
  if (!root) window.mended.push(`${id}: it is not in the page`);
  else
    hydrateRoot(root, element, {
      identifierPrefix: id,
      onRecoverableError: (error) => window.mended.push(`${id}: ${String(error)}`),
      onUncaughtError: (error) => window.mended.push(`${id}: ${String(error)}`),
    });
}
requestIdleCallback(() => (window.hydrated = wanted.length));
