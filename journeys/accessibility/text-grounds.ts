/**
 * What the contrast of each visible text of a page depends on. axe's colour rules take most of the time of a check, and
 * depend only on this. A text on a background that they have checked need not be checked again in the next language.
 */

/**
 * Lists a hash for each different text on its ground: the element's place among the classes of its page, its size,
 * weight, decoration and colour, and every background, opacity and effect beneath it, as the browser computes them now.
 * Runs in the page, so it uses nothing of this module.
 */
export function textGrounds(): string[] {
  const found = new Set<string>();

  /** 53 bits (cyrb53), of which no two of some thousand texts are equal. */
  function hash(text: string): string {
    let [one, two] = [0xdeadbeef, 0x41c6ce57];
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      one = Math.imul(one ^ code, 2654435761);
      two = Math.imul(two ^ code, 1597334677);
    }
    one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
    two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
    return (4294967296 * (2097151 & two) + (one >>> 0)).toString(36);
  }

  function visit(element: Element, above: string, parentColor: string): void {
    const style = getComputedStyle(element);
    if (style.display === 'none') return;
    const { color, fontSize, fontWeight, textDecorationLine, textShadow } = style;
    const ground = [
      above,
      element.localName,
      element.getAttribute('class'),
      element.getAttribute('aria-disabled') ?? element.matches(':disabled'),
      style.backgroundColor,
      style.backgroundImage,
      style.opacity,
      style.filter,
      style.mixBlendMode,
      style.position,
    ].join('|');
    const writes =
      element.matches('input, select, textarea') ||
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== '',
      );
    if (writes && style.visibility === 'visible') {
      const text = [color, parentColor, fontSize, fontWeight, textDecorationLine, textShadow].join('|');
      found.add(hash(`${ground}|${text}|${style.webkitTextStrokeWidth}|${style.borderBottomWidth}`));
    }
    const beneath = hash(ground);
    for (const child of element.children) visit(child, beneath, color);
  }

  visit(document.documentElement, '', '');
  return [...found];
}
