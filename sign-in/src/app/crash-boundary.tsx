import { Component, Fragment, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';

import { forgetFailures, RouteError } from '#later.ts';

type Kind = 'router-error' | 'unknown';

interface CrashState {
  readonly crashes: number;
  /** What went wrong, while it is being dealt with. */
  readonly kind: Kind | undefined;
}

/**
 * An unexpected rendering error replaces the history with /login and error=unknown, a screen that could not be had with
 * error=router-error (§2), and the app renders anew; React has written the error to the console by then. If that fails
 * as well, the error page is shown, and if that fails, only the words are left: no loop, and never a stack.
 */
export class CrashBoundary extends Component<{ words: string; children: ReactNode }, CrashState> {
  override state: CrashState = { crashes: 0, kind: undefined };

  static getDerivedStateFromError(error: unknown): Partial<CrashState> {
    return { kind: error instanceof RouteError ? 'router-error' : 'unknown' };
  }

  override componentDidCatch(error: unknown): void {
    const { crashes } = this.state;
    forgetFailures();
    if (crashes > 0) return this.setState({ crashes: crashes + 1 });
    navigate(`/login?error=${error instanceof RouteError ? 'router-error' : 'unknown'}`, { replace: true });
    this.setState({ crashes: 1, kind: undefined });
  }

  override render(): ReactNode {
    const { crashes, kind } = this.state;
    if (!kind) return <Fragment key={crashes}>{this.props.children}</Fragment>;
    return crashes > 1 ? <ErrorPage kind={kind} words={this.props.words} last={crashes > 2} /> : null;
  }
}

/** The error page of its kind, or the words alone until it is there, or when it cannot be had. */
function ErrorPage({ kind, words, last }: { kind: Kind; words: string; last: boolean }) {
  const [Page, setPage] = useState<ComponentType<{ kind: Kind }>>();
  useEffect(() => {
    if (last) return;
    import('./last-resort.tsx').then(
      ({ LastResort }) => setPage(() => LastResort),
      () => {},
    );
  }, [last]);
  return Page && !last ? <Page kind={kind} /> : <p role="alert">{words}</p>;
}
