import { singleSignOnEndpoints, type Policy } from '@app/contract/dashboard/single-sign-on.ts';
import type { SamlConfigurationAnswer } from '@app/contract/calls/saml-configuration.ts';
import { limits } from '@app/contract/fields/limits.ts';
import { Banner } from '@app/ui/banner';
import { Button } from '@app/ui/button';
import { AlertDialog } from '@app/ui/dialog';
import { useId, useRef, useState } from 'react';
import type * as v from 'valibot';

import type { CallFailure } from '#calls/call-failure.ts';
import { useChange } from '#calls/use-change.ts';
import type { TextKey } from '#i18n/text-key.ts';
import { useMetadataUpload } from '#calls/use-metadata-upload.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Failed } from '#page/failed.tsx';
import { useSay } from '#page/use-say.ts';

import { ConfigurationFacts } from './configuration-facts.tsx';
import { MetadataPreview } from './metadata-preview.tsx';
import { problemWords } from './metadata-problems.ts';
import styles from './single-sign-on.module.css';
import { Step } from './step.tsx';

export type Configuration = v.InferOutput<(typeof singleSignOnEndpoints)['readSamlConfiguration']['answer']>;

/** Days before the end of the last certificate at which the step asks for a new one. */
const isEnding = ({ certificates = [] }: Configuration): boolean =>
  certificates.length > 0 && certificates.every(({ endsWithinDays }) => endsWithinDays !== undefined);

/** Step 3: the metadata of the company's identity provider, shown before it is saved. */
export function MetadataStep({ configuration, policy }: { configuration: Configuration; policy: Policy }) {
  const { t, formats } = useTexts('single-sign-on');
  const configured = configuration.entityId !== undefined;
  return (
    <Step
      number={3}
      heading={t('single-sign-on.metadata.title')}
      lead={t('single-sign-on.metadata.lead')}
      done={configured}
      state={
        isEnding(configuration)
          ? { tone: 'warning', text: t('single-sign-on.metadata.endingSoon') }
          : undefined
      }
    >
      {configured && (
        <>
          {isEnding(configuration) && (
            <Banner variant="warning">{t('single-sign-on.metadata.endingText')}</Banner>
          )}
          <ConfigurationFacts configuration={configuration} />
          {configuration.updatedAt !== undefined && (
            <p className={styles.note}>
              {t('single-sign-on.metadata.updated', { time: formats.dateTime(configuration.updatedAt) })}
            </p>
          )}
        </>
      )}
      <Upload configured={configured} required={policy.sso.required} />
    </Step>
  );
}

function Upload({ configured, required }: { configured: boolean; required: boolean }) {
  const { t } = useTexts('single-sign-on');
  const { preview } = useMetadataUpload();
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState<TextKey<'single-sign-on'>>();
  const [failure, setFailure] = useState<CallFailure>();
  const [read, setRead] = useState<{ file: File; answer: SamlConfigurationAnswer }>();
  const [over, setOver] = useState(false);

  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined || reading) return;
    setProblem(undefined);
    setFailure(undefined);
    if (file.size > limits.samlMax) {
      setProblem(problemWords('too_large'));
      return;
    }
    setReading(true);
    const outcome = await preview({ file, keepCertificates: false });
    setReading(false);
    // The same file can be chosen again, once it was mended.
    if (input.current) input.current.value = '';
    if (outcome.ok) setRead({ file, answer: outcome.answer });
    else if (outcome.failure.kind === 'invalid')
      setProblem(problemWords(outcome.failure.fields['file']?.[0] ?? ''));
    else setFailure(outcome.failure);
  }

  return (
    <>
      {failure && <Failed failure={failure} />}
      <div
        className={styles.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void choose(event.dataTransfer.files[0]);
        }}
      >
        <input
          ref={input}
          type="file"
          accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
          aria-label={t('single-sign-on.metadata.file')}
          tabIndex={-1}
          hidden
          onChange={(event) => void choose(event.target.files?.[0])}
        />
        <div className={styles.actions}>
          <Button
            variant={configured ? 'secondary' : 'primary'}
            size="small"
            loading={reading}
            aria-describedby={noteId}
            onClick={() => input.current?.click()}
          >
            {t(configured ? 'single-sign-on.metadata.replace' : 'single-sign-on.metadata.upload')}
          </Button>
          {configured && <RemoveProvider required={required} />}
        </div>
        <p id={noteId} className={styles.note}>
          {t('single-sign-on.metadata.drop')}
        </p>
      </div>
      {problem && <Banner variant="critical">{t(problem)}</Banner>}
      {read && (
        <MetadataPreview
          file={read.file}
          answer={read.answer}
          configured={configured}
          onClose={() => setRead(undefined)}
        />
      )}
    </>
  );
}

const { deleteSamlConfiguration, listDomains, readPolicyEffect, readSamlConfiguration } =
  singleSignOnEndpoints;

function RemoveProvider({ required }: { required: boolean }) {
  const { t } = useTexts('single-sign-on');
  const say = useSay();
  const { change } = useChange(deleteSamlConfiguration, {
    changes: [readSamlConfiguration, listDomains, readPolicyEffect],
  });
  if (required) return null;

  async function remove(): Promise<void> {
    const outcome = await change({});
    if (outcome.ok) say.done(t('single-sign-on.metadata.removed'));
    else
      say.failed(
        outcome.failure,
        outcome.failure.kind === 'refused' ? t('single-sign-on.metadata.stillRequired') : undefined,
      );
  }
  return (
    <AlertDialog
      trigger={
        <Button variant="quiet" size="small">
          {t('single-sign-on.metadata.remove')}
        </Button>
      }
      variant="danger"
      heading={t('single-sign-on.metadata.removeQuestion')}
      description={t('single-sign-on.metadata.removeText')}
      primaryAction={{ label: t('single-sign-on.metadata.remove'), onAction: remove }}
      secondaryAction={{ label: t('frame.cancel') }}
    />
  );
}
