import { reportCrash } from '@app/session/log/start-log.ts';
import { Component, Fragment, type ComponentType, type ErrorInfo, type ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';

import type { AppConfig } from '#config.ts';
import { forgetFailures, RouteError } from '#lazy-component.ts';

type Kind = 'router-error' | 'unknown';

interface CrashState {
  readonly crashes: number;
  /** The error, while it is handled. */
  readonly kind: Kind | undefined;
  /** The error page, once it is loaded. */
  readonly Page?: ComponentType<{ kind: Kind; config: AppConfig }> | undefined;
}

const kindOf = (error: unknown): Kind => (error instanceof RouteError ? 'router-error' : 'unknown');

/**
 * Catches rendering errors. Each is logged and reported (spec §8). The history entry is replaced by /login with error=unknown, or error=router-error for a
 * screen that could not be loaded (spec §2), and the app renders again. If that fails as well, the error page is shown;
 * if that fails, only its words. So there is no loop, and no stack trace is shown.
 */
export class CrashBoundary extends Component<
  { words: string; config: AppConfig; children: ReactNode },
  CrashState
> {
  override state: CrashState = { crashes: 0, kind: undefined };

  static getDerivedStateFromError(error: unknown): Partial<CrashState> {
    return { kind: kindOf(error), Page: undefined };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    reportCrash(error, componentStack);
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
