import { Button } from '@app/ui/button';
import { useState } from 'react';

import { useTexts } from '#i18n/use-texts.ts';

/** Copies a text, and says that it is copied. Only a secure page has a clipboard. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTexts();
  const [copied, setCopied] = useState<string>();
  if (!('clipboard' in navigator)) return null;
  return (
    <Button
      variant="quiet"
      size="xSmall"
      onClick={() => {
        void navigator.clipboard.writeText(text).then(
          () => setCopied(text),
          () => setCopied(undefined),
        );
      }}
    >
      <span role="status">{t(copied === text ? 'frame.copied' : 'frame.copy')}</span>
    </Button>
  );
}
