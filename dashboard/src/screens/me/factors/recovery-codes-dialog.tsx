import { Button, ButtonLink } from '@app/ui/button';
import { Dialog } from '@app/ui/dialog';
import { useState } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import { CopyButton } from '#page/copy-button.tsx';

import styles from './factors.module.css';

/** New recovery codes, which nothing shows again: to copy, to download or to print. They stay while it closes. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  /** undefined: it is closed. */
  codes: readonly string[] | undefined;
  onClose: () => void;
}) {
  const { t } = useTexts('me');
  const [shown, setShown] = useState(codes);
  if (codes && codes !== shown) setShown(codes);
  const text = `${(shown ?? []).join('\n')}\n`;
  return (
    <Dialog
      open={codes !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      heading={t('me.factors.shown')}
      description={t('me.factors.shownText')}
      closeLabel={t('frame.close')}
      // Pressed outside by mistake, they would be gone.
      closeOnOutsidePress={false}
      className={styles.printed}
      primaryAction={{ label: t('me.factors.saved') }}
    >
      <ul className={styles.codes}>
        {shown?.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.keep}>
        <CopyButton text={text} />
        <ButtonLink
          variant="quiet"
          size="xSmall"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={t('me.factors.file')}
        >
          {t('me.factors.download')}
        </ButtonLink>
        <Button variant="quiet" size="xSmall" onClick={() => print()}>
          {t('me.factors.print')}
        </Button>
      </div>
    </Dialog>
  );
}
