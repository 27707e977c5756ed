import { Banner } from '@app/ui/banner/banner.tsx';
import type { Ref } from 'react';

import type { TextKey } from '#i18n/text-key.ts';
import type { Translate } from '#i18n/translate.ts';
import { useTexts } from '#i18n/use-texts.ts';

import { useOnline } from './use-online.ts';

const lost = 'errors.network' satisfies TextKey;

/**
 * What stands above a form: what the last attempt met, and that there is no connection. Offline, the words of a lost
 * connection are not said twice. That an account signs in another way, or that a mail is on its way, is no mistake of the
 * person: it is said as information, at once all the same.
 *
 * @param wait seconds until another try makes sense (`Retry-After`); said after the error's words
 * @param advice what to do about it; said after the error's words as well
 * @param detail more about the error, in words already: what only one form can say
 */
export function FormAlert({
  error,
  wait,
  advice,
  detail,
  ref,
}: {
  error: TextKey | null;
  wait?: number | null | undefined;
  advice?: TextKey | null;
  detail?: string | undefined;
  ref?: Ref<HTMLDivElement>;
}) {
  const { t } = useTexts();
  const online = useOnline();
  return (
    <>
      {error ? (
        <Banner ref={ref} variant={/strategy|identity/.test(error) ? 'info' : 'critical'} role="alert">
          {t(error)}
          {wait ? <div>{wordsOfWait(t, wait)}</div> : null}
          {advice ? <div>{t(advice)}</div> : null}
          {detail ? <div>{detail}</div> : null}
        </Banner>
      ) : null}
      {online || error === lost ? null : <Banner variant="warning">{t(lost)}</Banner>}
    </>
  );
}

/** Seconds up to 90 of them, then minutes up to 90 of them, then hours. Rounded up: whoever waits that long may try. */
function wordsOfWait(t: Translate, seconds: number): string {
  if (seconds <= 90) return t('wait.seconds', { count: seconds });
  if (seconds <= 90 * 60) return t('wait.minutes', { count: Math.ceil(seconds / 60) });
  return t('wait.hours', { count: Math.ceil(seconds / 3600) });
}
