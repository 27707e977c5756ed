import { ErrorPage } from '@app/ui/error-page';
import { Component, type ReactNode } from 'react';

import type { Translate } from '@app/texts/translate.ts';

/** Shows a page with one button in place of a screen that could not be loaded or rendered. */
export class CrashBoundary extends Component<
  { t: Translate<CrashKey>; children: ReactNode },
  { crashed: boolean }
> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
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
