import { useEffect } from 'react';

/** An element and all that it is in, from inside out. */
function wayOf(element: Element): readonly Element[] {
  const way = [element];
  for (let at = element.parentElement; at; at = at.parentElement) way.push(at);
  return way;
}

/** What gets the focus instead of an element that has left the page. */
function heirOf(way: readonly Element[]): HTMLElement | undefined {
  const left = way.filter(
    (each) => each.isConnected && each.closest('main, [role=dialog], [role=alertdialog]'),
  );
  for (const each of left) {
    if (each.matches('[role=dialog], [role=alertdialog]')) return each as HTMLElement;
    const heading = each.querySelector<HTMLElement>('h1, h2, h3');
    if (heading) return heading;
  }
  return undefined;
}

/**
 * The focus never falls to the page's body: when the element that has it goes away (a row that is done, a form that has
 * made room for its result), the heading of its part of the page gets it, so that the next Tab continues from there
 * (WCAG 2.4.3). A dialog or a screen that moves the focus itself takes precedence.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: readonly Element[] = [];
    let lastInMain: readonly Element[] = [];
    let asked = 0;

    const onFocusIn = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return;
      last = wayOf(target);
      if (target.closest('main')) lastInMain = last;
    };
    // A press beside everything takes the focus away on purpose: its element stays.
    const onFocusOut = ({ target }: FocusEvent): void =>
      queueMicrotask(() => {
        const stays = last[0] === target && last[0]?.isConnected;
        if (stays && document.activeElement === document.body) last = [];
      });
    const isLost = (): boolean =>
      document.activeElement === document.body && last[0] !== undefined && !last[0].isConnected;

    function keep(): void {
      if (!isLost()) return;
      const heir =
        heirOf(last) ?? heirOf(lastInMain) ?? document.querySelector<HTMLElement>('main h1') ?? undefined;
      if (!heir) return;
      if (!heir.hasAttribute('tabindex')) heir.tabIndex = -1;
      // The page does not jump under a pointer.
      heir.focus({ preventScroll: true });
      if (heir.matches(':focus-visible')) heir.scrollIntoView({ block: 'nearest' });
    }
    const watcher = new MutationObserver(() => {
      if (!isLost() || asked !== 0) return;
      // A dialog gives the focus back one frame after it has left.
      asked = requestAnimationFrame(() => {
        asked = requestAnimationFrame(() => {
          asked = 0;
          keep();
        });
      });
    });

    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    watcher.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
      watcher.disconnect();
      cancelAnimationFrame(asked);
    };
  }, []);
}
