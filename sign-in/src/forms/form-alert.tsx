import { Banner } from '@app/ui/banner/banner.tsx';
import type { Ref } from 'react';
import { useTexts } from '#i18n/use-texts.ts';

import type { TextKey } from '#i18n/text-key.ts';

import { useOnline } from './use-online.ts';

/**
 * The one message above a form: what the last attempt met, or that there is no connection. Offline, the words of a
 * lost connection are not said twice.
 */
export function FormAlert({ error, ref }: { error: TextKey | null; ref?: Ref<HTMLDivElement> }) {
  const { t } = useTexts();
  const online = useOnline();
  const shown = error ?? (online ? null : 'errors.network');
  if (!shown) return null;
  return (
    <Banner ref={ref} variant={error ? 'critical' : 'warning'}>
      {t(shown)}
    </Banner>
  );
}
