import { Component, Fragment, type ComponentType, type ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';

import type { AppConfig } from '#config.ts';
import { forgetFailures, RouteError } from '#lazy-component.ts';

type Kind = 'router-error' | 'unknown';

interface CrashState {
  readonly crashes: number;
  /** What went wrong, while it is being dealt with. */
  readonly kind: Kind | undefined;
  /** The error page, once it is there. */
  readonly Page?: ComponentType<{ kind: Kind; config: AppConfig }> | undefined;
}

const kindOf = (error: unknown): Kind => (error instanceof RouteError ? 'router-error' : 'unknown');

/**
 * An unexpected rendering error replaces the history with /login and error=unknown, a screen that could not be had with
 * error=router-error (spec §2), and the app renders again; React has written the error to the console by then. If that
 * fails as well, the error page is shown, and if that fails or cannot be had, only the words are left: no loop, and
 * never a stack.
 */
export class CrashBoundary extends Component<
  { words: string; config: AppConfig; children: ReactNode },
  CrashState
> {
  override state: CrashState = { crashes: 0, kind: undefined };

  static getDerivedStateFromError(error: unknown): Partial<CrashState> {
    return { kind: kindOf(error), Page: undefined };
  }

  override componentDidCatch(error: unknown): void {
    const crashes = this.state.crashes + 1;
    forgetFailures();
    if (crashes === 1) {
      navigate(`/login?error=${kindOf(error)}`, { replace: true });
      this.setState({ crashes, kind: undefined });
    } else {
      this.setState({ crashes });
      if (crashes > 2) return;
      import('./last-resort.tsx').then(
        ({ LastResort }) => this.setState({ Page: LastResort }),
        () => undefined,
      );
    }
  }

  override render(): ReactNode {
    const { crashes, kind, Page } = this.state;
    if (!kind) return <Fragment key={crashes}>{this.props.children}</Fragment>;
    if (Page) return <Page kind={kind} config={this.props.config} />;
    return crashes > 1 ? <p role="alert">{this.props.words}</p> : null;
  }
}
