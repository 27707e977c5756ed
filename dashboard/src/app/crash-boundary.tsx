import { reportCrash } from '@app/session/log/start-log.ts';
import { sendBeforeLeaving } from '@app/log/load-reports.ts';
import { ErrorPage } from '@app/ui/error-page';
import { Component, type ErrorInfo, type ReactNode } from 'react';

import type { Translate } from '@app/texts/translate.ts';

import { AreaError } from './lazy-area.tsx';

interface CrashBoundaryProps {
  readonly t: Translate<CrashKey>;
  readonly loginUrl: string;
  readonly children: ReactNode;
}

/**
 * Catches rendering errors. A crash is logged and reported, and leads to login with error=unknown (spec §8), where a
 * person stays signed in. A screen that could not be loaded can be tried again in its place; so can every one without
 * a connection, which a login page would need too.
 */
export class CrashBoundary extends Component<CrashBoundaryProps, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    reportCrash(error, componentStack);
    if (!(error instanceof AreaError) && navigator.onLine) void this.#leave();
  }

  async #leave(): Promise<void> {
    await sendBeforeLeaving();
    location.replace(`${this.props.loginUrl}?error=unknown`);
  }

  override render(): ReactNode {
    const { t, children } = this.props;
    if (!this.state.crashed) return children;
    return (
      <ErrorPage
        kind="unknown"
        heading={t('frame.crash.title')}
        text={t('frame.crash.text')}
        action={{ label: t('frame.tryAgain'), onClick: () => this.setState({ crashed: false }) }}
      />
    );
  }
}

type CrashKey = 'frame.crash.title' | 'frame.crash.text' | 'frame.tryAgain';
