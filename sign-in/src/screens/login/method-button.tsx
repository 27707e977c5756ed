import type { Strategy } from '@app/contract/fields/vocabulary.ts';
import { readLastStrategy } from '@app/session/stored/local-values.ts';
import { useAfterHydration } from '@app/ui/after-hydration';
import { Button, type ButtonProps } from '@app/ui/button';
import { useId } from 'react';

import { useAuth } from '#auth/auth-context.tsx';
import { useTexts } from '#i18n/use-texts.ts';

import styles from './login.module.css';

/**
 * The button of one sign-in method. The account's method if it is known, else the one used last in this browser, looks
 * like the main action (spec §1: the right method first). The one used last has a label, which does not move the layout.
 */
export function MethodButton({
  method,
  short,
  children,
  ...button
}: ButtonProps & {
  method: Strategy;
  /** The visible short name where two buttons are side by side; it is contained in the accessible name. */
  short?: string;
}) {
  const { t } = useTexts();
  const { state, deps } = useAuth();
  const id = useId();
  // Prerendered pages do not know the browser's last method.
  const last = useAfterHydration() ? readLastStrategy() : undefined;
  const wanted = state.signedInStrategy ?? last ?? 'password';
  const main = wanted === 'google' && !deps.config.google ? 'password' : wanted;
  return (
    <div className={styles.method} data-method={method}>
      <Button
        {...button}
        block
        variant={main === method ? 'primary' : 'secondary'}
        aria-describedby={last === method ? id : undefined}
      >
        {short ? (
          <>
            <span className={styles.full}>{children}</span>
            <span className={styles.short} aria-hidden="true">
              {short}
            </span>
          </>
        ) : (
          children
        )}
      </Button>
      {last === method ? (
        <span id={id} className={styles.lastUsed}>
          {t('login.lastUsed')}
        </span>
      ) : null}
    </div>
  );
}
