import { ScreenHeading } from '@app/ui/screen-heading';
import { createContext, use, useEffect, useRef, type ReactNode } from 'react';

import { useTexts } from '#i18n/use-texts.ts';

import styles from './screen.module.css';

/** Whether the screen was opened by a link of the dashboard, and not by the browser. Asked once by each screen. */
export const ArrivalContext = createContext<() => boolean>(() => false);

export interface ScreenProps {
  /** The heading, and the title of the page. */
  heading: string;
  /** One or two sentences under the heading. */
  lead?: ReactNode;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A screen of the dashboard: its heading, which gets the focus when a link has opened it (WCAG 2.4.3), its title and its
 * content. Every screen is one of these, so that each has exactly one `h1`.
 */
export function Screen({ heading, lead, actions, children }: ScreenProps) {
  const { t } = useTexts();
  const arrived = use(ArrivalContext);
  const top = useRef<HTMLHeadingElement>(null);
  const title = `${heading} – ${t('frame.title')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (arrived()) top.current?.focus();
  }, [arrived]);
  return (
    <div className={styles.screen}>
      <div className={styles.top}>
        <ScreenHeading ref={top} lead={lead}>
          {heading}
        </ScreenHeading>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}
