import { seconds } from '@app/contract/fields/durations.ts';
import { Banner } from '@app/ui/banner';
import { ButtonLink } from '@app/ui/button';
import { useEffect, useRef, useState, type ComponentProps } from 'react';

import { useTexts } from '#i18n/use-texts.ts';

import styles from './login-success.module.css';

/**
 * The button of the desktop app. No browser says whether an app took the address, but an app that opens, or the question
 * whether to open it, takes the focus of the window: if the window keeps it, the page says what to do.
 */
export function DesktopLink(props: ComponentProps<typeof ButtonLink>) {
  const { t } = useTexts();
  const [nothingHappened, setNothingHappened] = useState(false);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const stop = (): void => clearTimeout(waiting.current);
    addEventListener('blur', stop);
    return () => {
      stop();
      removeEventListener('blur', stop);
    };
  }, []);

  function wait(): void {
    clearTimeout(waiting.current);
    setNothingHappened(false);
    waiting.current = setTimeout(() => setNothingHappened(true), seconds(2));
  }

  return (
    <div className={styles.desktop}>
      <ButtonLink {...props} onClick={wait} />
      {nothingHappened ? <Banner variant="info">{t('success.nothingHappened')}</Banner> : null}
    </div>
  );
}
