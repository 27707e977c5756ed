import { createContext, use, type ComponentProps, type MouseEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';

/** Fetches the screen of a path before it is opened. Without a provider nothing is fetched early. */
const Prefetch = createContext<(path: string) => void>(() => {});
export const PrefetchProvider = Prefetch;

type ScreenLinkProps = ComponentProps<'a'> & {
  /** A path of this app. */
  to: string;
  /** The email to bring along, read when the link is followed; it lies in the history entry, never in the address. */
  email?: () => string | undefined;
};

/**
 * A link to another screen of the app: opened without a page load, and fetched as soon as somebody points at it. It
 * stays a link: without script, or with a key held, the browser does what it does with one.
 */
export function ScreenLink({ children, ...props }: ScreenLinkProps) {
  return <a {...useScreenLink(props)}>{children}</a>;
}

/** The attributes of such a link, for one that looks otherwise. */
export function useScreenLink({ to, email, onClick, ...rest }: ScreenLinkProps): ComponentProps<'a'> {
  const prefetch = use(Prefetch);

  function open(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    const typed = email?.();
    navigate(to, { state: typed ? { email: typed } : null });
  }

  return {
    ...rest,
    href: to,
    onPointerEnter: () => prefetch(to),
    onFocus: () => prefetch(to),
    onClick: open,
  };
}
