import { Banner } from '@app/ui/banner/banner.tsx';
import type { Ref } from 'react';

import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';

import { useOnline } from './use-online.ts';

const lost = 'errors.network' satisfies TextKey;

/**
 * What stands above a form: what the last attempt met, and that there is no connection. Offline, the words of a lost
 * connection are not said twice.
 */
export function FormAlert({ error, ref }: { error: TextKey | null; ref?: Ref<HTMLDivElement> }) {
  const { t } = useTexts();
  const online = useOnline();
  return (
    <>
      {error ? <Banner ref={ref}>{t(error)}</Banner> : null}
      {online || error === lost ? null : <Banner variant="warning">{t(lost)}</Banner>}
    </>
  );
}
