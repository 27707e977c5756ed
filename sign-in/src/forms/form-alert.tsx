import { Banner } from '@app/ui/banner';
import { type Ref, useSyncExternalStore } from 'react';

import { type TextKey, type Translate, useTexts } from '#i18n/use-texts.ts';

import { SupportCode } from './support-code.tsx';

/** The error of the last attempt to send a form. */
export interface FormError {
  readonly words: TextKey;
  /** Seconds until another try makes sense (`Retry-After`): said instead of `words`, which say 'shortly'. */
  readonly wait?: number | null | undefined;
  /** Advice about the error. */
  readonly advice?: TextKey | null | undefined;
  /** A message of one form, as text and not as a key. */
  readonly detail?: string | undefined;
  /** The code by which the reason is found. */
  readonly supportCode?: string | null | undefined;
}

const connectionLost = 'errors.network' satisfies TextKey;

/**
 * The messages above a form: the error of the last attempt, and a missing connection. An account with another sign-in
 * method is not a mistake of the person, so that message looks like information.
 */
export function FormAlert({ error, ref }: { error: FormError | null; ref?: Ref<HTMLDivElement> }) {
  const { t } = useTexts();
  const online = useOnline();
  return (
    <>
      {error ? (
        <Banner ref={ref} variant={/strategy|identity/.test(error.words) ? 'info' : 'critical'} role="alert">
          {error.wait ? t('wait.tooMany', { time: wordsOfWait(t, error.wait) }) : t(error.words)}
          {error.advice ? <div>{t(error.advice)}</div> : null}
          {error.detail ? <div>{error.detail}</div> : null}
          {error.supportCode ? <SupportCode code={error.supportCode} /> : null}
        </Banner>
      ) : null}
      {online || error?.words === connectionLost ? null : (
        <Banner variant="warning">{t(connectionLost)}</Banner>
      )}
    </>
  );
}

/** Seconds up to 90, then minutes up to 90, then hours. Rounded up, so that a try after the wait is accepted. */
function wordsOfWait(t: Translate, seconds: number): string {
  if (seconds <= 90) return t('wait.seconds', { count: seconds });
  if (seconds <= 90 * 60) return t('wait.minutes', { count: Math.ceil(seconds / 60) });
  return t('wait.hours', { count: Math.ceil(seconds / 3600) });
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether the browser believes that it is online. `false` is certain, `true` is not (HTML, navigator.onLine). */
const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
