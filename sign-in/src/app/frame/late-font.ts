/** Milliseconds without a key after which a person has stopped typing: the new layout would hold up the next key. */
const typingPause = 400;

/**
 * Loads the font of a page that begins without it, and shows it between two keys: on a first visit the script would share
 * the line with the font (docs/decisions/first-load.md). The document has the font's address; without one there is nothing
 * to do. If the font cannot be loaded, the page stays in the fallback.
 */
export function loadLateFont(): void {
  const { dataset } = document.documentElement;
  const { font } = dataset;
  if (font === undefined) return;
  // Every screen calls this.
  delete dataset['font'];
  let typedAt = -Infinity;
  const typed = (): void => void (typedAt = performance.now());
  addEventListener('keydown', typed, { capture: true, passive: true });

  const face = new FontFace('Inter', `url(${font})`, { weight: '400 700' });
  const show = (): void => {
    const rest = typedAt + typingPause - performance.now();
    if (rest > 0) return void setTimeout(show, rest);
    removeEventListener('keydown', typed, { capture: true });
    document.fonts.add(face);
  };
  face.load().then(show, () => {});
}
