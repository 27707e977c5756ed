import type { SamlConfigurationAnswer } from '@app/contract/calls/saml-configuration.ts';
import { Banner } from '@app/ui/banner';
import { Checkbox } from '@app/ui/checkbox';
import { Dialog } from '@app/ui/dialog';
import { TextField } from '@app/ui/text-field';
import { useRef, useState } from 'react';

import type { CallFailure } from '#calls/dashboard-client.ts';
import { useMetadataUpload } from '#calls/use-metadata-upload.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Failed } from '#page/page-states.tsx';
import { useSay } from '#page/use-say.ts';

import { ConfigurationFacts } from './configuration-facts.tsx';
import type { Configuration } from './set-up.ts';
import styles from './single-sign-on.module.css';

export interface MetadataPreviewProps {
  file: File;
  answer: SamlConfigurationAnswer;
  /** What is saved, if a provider is. */
  saved: Configuration;
  /** Single sign-on is required: the certificates in use stay, unless the admin chooses otherwise. */
  required: boolean;
  onClose: () => void;
}

/** What was read from a metadata file, before it is saved. */
export function MetadataPreview({ file, answer, saved, required, onClose }: MetadataPreviewProps) {
  const { t } = useTexts('single-sign-on');
  const say = useSay();
  const { preview, save } = useMetadataUpload();
  const [keepCertificates, setKeep] = useState(required);
  const [shown, setShown] = useState({ answer, kept: required });
  const [failure, setFailure] = useState<CallFailure>();
  const attribute = useRef<HTMLInputElement>(null);
  const asked = useRef(0);
  const configured = saved.entityId !== undefined;
  // What was chosen for this provider stays, whatever its new file says.
  const known = saved.entityId === answer.entityId ? saved : answer;
  const attributeProblem = failure?.kind === 'invalid' && 'emailAttribute' in failure.fields;

  async function keep(checked: boolean): Promise<void> {
    const turn = ++asked.current;
    setKeep(checked);
    setFailure(undefined);
    const outcome = await preview({ file, keepCertificates: checked });
    // Another answer can arrive later, and would show what the box does not say.
    if (turn !== asked.current) return;
    if (outcome.ok) setShown({ answer: outcome.answer, kept: checked });
    else {
      setKeep(shown.kept);
      setFailure(outcome.failure);
    }
  }

  async function saveIt(): Promise<boolean> {
    setFailure(undefined);
    const emailAttribute = attribute.current?.value;
    const outcome = await save({ file, keepCertificates, emailAttribute });
    if (!outcome.ok) {
      setFailure(outcome.failure);
      if (outcome.failure.kind === 'invalid') attribute.current?.focus();
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
      primaryAction={{ label: t('frame.save'), onAction: saveIt }}
      secondaryAction={{ label: t('frame.cancel') }}
    >
      <div className={styles.panel}>
        {failure && !attributeProblem && (
          <Failed
            failure={failure}
            words={failure.kind === 'refused' ? t('single-sign-on.preview.inUse') : undefined}
          />
        )}
        {configured && <Banner variant="info">{t('single-sign-on.preview.testAgain')}</Banner>}
        {shown.answer.dropped && <DroppedParts parts={shown.answer.dropped} />}
        <ConfigurationFacts configuration={shown.answer} withoutEmail />
        <TextField
          ref={attribute}
          name="emailAttribute"
          label={t('single-sign-on.metadata.email')}
          hint={t('single-sign-on.preview.attributeHint')}
          error={attributeProblem ? t('single-sign-on.preview.attributeInvalid') : undefined}
          placeholder="NameID"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={known.emailAttribute ?? ''}
          onChange={() => setFailure(undefined)}
        />
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
      <ul role="list" className={styles.certificates}>
        {parts.map(({ reason, subject = '' }) => (
          <li key={`${reason} ${subject}`}>{t(`single-sign-on.preview.dropped.${reason}`, { subject })}</li>
        ))}
      </ul>
    </Banner>
  );
}
