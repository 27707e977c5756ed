import type { Strategy } from '@app/contract/fields/vocabulary.ts';
import { readLastStrategy } from '@app/session/stored/last-strategy.ts';
import { Button, type ButtonProps } from '@app/ui/button/button.tsx';
import { useId, useSyncExternalStore } from 'react';

import { useAuth } from '#auth/auth-context.tsx';
import { useTexts } from '#i18n/use-texts.ts';

import styles from './login.module.css';

const never = () => () => {};

/**
 * The button of one sign-in method. The account's method if it is known, else the one used here last (spec §1: the right
 * method first), looks like the main action; the one used last is labelled. The layout does not change for it.
 */
export function MethodButton({
  method,
  short,
  children,
  ...button
}: ButtonProps & {
  method: Strategy;
  /** The name that is seen where two methods stand side by side; a part of the whole one, which stays what is heard. */
  short?: string;
}) {
  const { t } = useTexts();
  const { state, deps } = useAuth();
  const id = useId();
  // Nothing is known of this browser while the pages are made.
  const last = useSyncExternalStore(
    never,
    () => readLastStrategy(),
    () => undefined,
  );
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
