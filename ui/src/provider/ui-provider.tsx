import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';

/**
 * Goes around everything that uses an overlay or Tabs. The components behind it inject no style element, which the
 * content security policy refuses.
 */
export function UiProvider({ children }: { children: ReactNode }) {
  return <CSPProvider disableStyleElements>{children}</CSPProvider>;
}
