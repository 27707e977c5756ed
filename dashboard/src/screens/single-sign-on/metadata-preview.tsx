import type { SamlConfigurationAnswer } from '@app/contract/calls/saml-configuration.ts';
import { Banner } from '@app/ui/banner';
import { Checkbox } from '@app/ui/checkbox';
import { Dialog } from '@app/ui/dialog';
import { useState } from 'react';

import type { CallFailure } from '#calls/call-failure.ts';
import { useMetadataUpload } from '#calls/use-metadata-upload.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Failed } from '#page/failed.tsx';
import { useSay } from '#page/use-say.ts';

import { ConfigurationFacts } from './configuration-facts.tsx';
import styles from './single-sign-on.module.css';

export interface MetadataPreviewProps {
  file: File;
  answer: SamlConfigurationAnswer;
  /** A provider is in use already. */
  configured: boolean;
  /** Single sign-on is required: the certificates in use stay, unless the admin chooses otherwise. */
  required: boolean;
  onClose: () => void;
}

/** What was read from a metadata file, before it is saved. */
export function MetadataPreview({ file, answer, configured, required, onClose }: MetadataPreviewProps) {
  const { t } = useTexts('single-sign-on');
  const say = useSay();
  const { preview, save } = useMetadataUpload();
  const [keepCertificates, setKeep] = useState(required);
  const [shown, setShown] = useState(answer);
  const [failure, setFailure] = useState<CallFailure>();

  async function keep(checked: boolean): Promise<void> {
    setKeep(checked);
    const outcome = await preview({ file, keepCertificates: checked });
    if (outcome.ok) setShown(outcome.answer);
    else setFailure(outcome.failure);
  }

  async function saveIt(): Promise<boolean> {
    setFailure(undefined);
    const outcome = await save({ file, keepCertificates });
    if (!outcome.ok) {
      setFailure(outcome.failure);
      return false;
    }
    say.done(t('single-sign-on.metadata.saved'));
    return true;
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      heading={t('single-sign-on.preview.title')}
      description={t('single-sign-on.preview.lead', { file: file.name })}
      size="large"
      closeLabel={t('frame.close')}
      closeOnOutsidePress={false}
      primaryAction={{ label: t('single-sign-on.preview.save'), onAction: saveIt }}
      secondaryAction={{ label: t('frame.cancel') }}
    >
      <div className={styles.panel}>
        {failure && (
          <Failed
            failure={failure}
            words={failure.kind === 'refused' ? t('single-sign-on.preview.inUse') : undefined}
          />
        )}
        {configured && <Banner variant="info">{t('single-sign-on.preview.testAgain')}</Banner>}
        {shown.dropped && <DroppedParts parts={shown.dropped} />}
        <ConfigurationFacts configuration={shown} />
        {configured && (
          <Checkbox
            name="keepCertificates"
            label={t('single-sign-on.preview.keep')}
            hint={t('single-sign-on.preview.keepHint')}
            checked={keepCertificates}
            onChange={(event) => void keep(event.target.checked)}
          />
        )}
      </div>
    </Dialog>
  );
}

/** What the file has and cannot be used, so that nobody waits for it to work. */
function DroppedParts({ parts }: { parts: NonNullable<SamlConfigurationAnswer['dropped']> }) {
  const { t } = useTexts('single-sign-on');
  return (
    <Banner variant="warning">
      <p>{t('single-sign-on.preview.dropped.title')}</p>
      <ul className={styles.certificates}>
        {parts.map(({ reason, subject = '' }) => (
          <li key={`${reason} ${subject}`}>{t(`single-sign-on.preview.dropped.${reason}`, { subject })}</li>
        ))}
      </ul>
    </Banner>
  );
}
