import { Icon } from '@app/ui/icons/icon';
import { IconButton } from '@app/ui/icon-button';
import { TickIcon } from '@app/ui/icons/tick-icon';
import { Tooltip } from '@app/ui/tooltip';
import { VisuallyHidden } from '@app/ui/visually-hidden';
import { useEffect, useState } from 'react';
import { seconds } from '@app/contract/fields/durations.ts';

import { useTexts } from '#i18n/use-texts.ts';

import styles from './single-sign-on.module.css';

/** How long the tick stays. */
const shown = seconds(2);

/** A value to paste elsewhere, with its name and a button that copies it. */
export function CopyValue({ name, value }: { name: string; value: string }) {
  const { t } = useTexts('single-sign-on');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), shown);
    return () => clearTimeout(timer);
  }, [copied]);
  const label = t('single-sign-on.copy', { name });
  return (
    <div className={styles.copyValue}>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
        <Tooltip text={label} describes="description" disabled={copied}>
          <IconButton
            label={label}
            size="xSmall"
            icon={copied ? <TickIcon /> : <CopyIcon />}
            onClick={() => {
              void navigator.clipboard.writeText(value).then(
                () => setCopied(true),
                () => setCopied(false),
              );
            }}
          />
        </Tooltip>
        <VisuallyHidden>
          <span role="status">{copied ? t('frame.copied') : ''}</span>
        </VisuallyHidden>
      </dd>
    </div>
  );
}

const CopyIcon = () => (
  <Icon>
    <path d="M7.5 7.5h9v9h-9Zm5-3.2v-.8h-9v9h.8" />
  </Icon>
);
