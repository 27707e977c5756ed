import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';

/** The address below which every link is followed without a page load. */
export const basePath = '/dashboard';

/** The link that a click follows in this tab; undefined for any other click. */
function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return undefined;
  return link;
}

/** Whether an address belongs to the dashboard. */
const isInternal = ({ origin, pathname }: URL): boolean =>
  origin === location.origin && (pathname === basePath || pathname.startsWith(`${basePath}/`));

/**
 * Follows every plain link into the dashboard without a page load, wherever it is: in a table, a menu, a sentence. So a
 * screen writes `<a href="/dashboard/people">`, and a new tab, a middle click and a copied address work as well.
 *
 * @param onAim the person points at a link or has it in focus: what it opens can be loaded
 */
export function useInternalLinks(onAim: (path: string) => void): void {
  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      const link = linkOf(event);
      if (!link) return;
      const url = new URL(link.href);
      if (!isInternal(url)) return;
      event.preventDefault();
      navigate(url.pathname + url.search);
    };
    const onPoint = (event: Event): void => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const url = link && URL.parse(link.href);
      if (url && isInternal(url)) onAim(url.pathname);
    };
    document.addEventListener('click', onClick);
    document.addEventListener('pointerover', onPoint);
    document.addEventListener('focusin', onPoint);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('pointerover', onPoint);
      document.removeEventListener('focusin', onPoint);
    };
  }, [onAim]);
}
