import { createContext, use, type ComponentProps, type MouseEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { ButtonLink } from '@app/ui/button';

/** Preloads the screen of a path. Without a provider nothing is preloaded. */
const Prefetch = createContext<(path: string) => void>(() => {});
export const PrefetchProvider = Prefetch;

type ScreenLinkProps = ComponentProps<'a'> & {
  /** A path of this app. */
  to: string;
  /** The email to pass on, read when the link is followed; it is in the history entry, never in the address. */
  email?: () => string | undefined;
};

/**
 * A link to another screen of the app, which opens without a page load and is preloaded when the pointer is over the
 * link. Without script, or with a modifier key, it is an ordinary link.
 */
export function ScreenLink({ children, ...props }: ScreenLinkProps) {
  return <a {...useScreenLink(props)}>{children}</a>;
}

/** The attributes of such a link, for a link with another look. */
function useScreenLink({ to, email, onClick, ...rest }: ScreenLinkProps): ComponentProps<'a'> {
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

/** A link to another screen that looks like the main button. */
export function ScreenButton({ children, ...props }: ComponentProps<typeof ScreenLink>) {
  return (
    <ButtonLink block {...useScreenLink(props)}>
      {children}
    </ButtonLink>
  );
}
