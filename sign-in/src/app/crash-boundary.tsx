import { Component, Fragment, type ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';

interface CrashState {
  readonly crashes: number;
  readonly crashed: boolean;
}

/**
 * An unexpected rendering error replaces the history with /login and error=unknown (§2) and renders anew; React has
 * written it to the console by then. If that fails as well, only the words are left: no loop, and never a stack.
 */
export class CrashBoundary extends Component<{ words: string; children: ReactNode }, CrashState> {
  override state: CrashState = { crashes: 0, crashed: false };

  static getDerivedStateFromError(): Partial<CrashState> {
    return { crashed: true };
  }

  override componentDidCatch(): void {
    if (this.state.crashes > 0) return;
    navigate('/login?error=unknown', { replace: true });
    this.setState({ crashes: 1, crashed: false });
  }

  override render(): ReactNode {
    const { crashes, crashed } = this.state;
    if (crashed) return crashes > 0 ? <p role="alert">{this.props.words}</p> : null;
    return <Fragment key={crashes}>{this.props.children}</Fragment>;
  }
}
