import { singleSignOnEndpoints, type Policy } from '@app/contract/dashboard/single-sign-on.ts';
import type { SamlConfigurationAnswer } from '@app/contract/calls/saml-configuration.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { Banner } from '@app/ui/banner';
import { Button } from '@app/ui/button';
import { useId, useRef, useState, useEffect, useEffectEvent } from 'react';

import type { CallFailure } from '#calls/dashboard-client.ts';
import { useChange } from '#calls/use-change.ts';
import type { TextKey } from '#i18n/text-key.ts';
import { useMetadataUpload } from '#calls/use-metadata-upload.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { ChangeQuestion } from '#page/change-question.tsx';
import content from '#page/content.module.css';
import { Failed } from '#page/page-states.tsx';
import { useAppearedAt } from '#session/use-session.ts';

import { lastCertificateEnd, type Configuration } from './set-up.ts';
import { ConfigurationFacts } from './configuration-facts.tsx';
import { MetadataPreview } from './metadata-preview.tsx';
import { problemWords } from './metadata-problems.ts';
import styles from './single-sign-on.module.css';
import { SignInAgeForm } from './sign-in-age-form.tsx';
import { Step, type StepProps } from './step.tsx';

/** Step 3: the metadata of the company's identity provider, shown before it is saved. */
export function MetadataStep({ configuration, policy }: { configuration: Configuration; policy: Policy }) {
  const { t, formats } = useTexts('single-sign-on');
  const configured = configuration.entityId !== undefined;
  const now = useAppearedAt();
  const end = lastCertificateEnd(configuration.certificates ?? [], now);
  const states: Partial<Record<string, StepProps['state']>> = {
    ending: { tone: 'warning', text: t('single-sign-on.metadata.endingSoon') },
    ended: { tone: 'bad', text: t('single-sign-on.metadata.ended') },
  };
  return (
    <Step
      number={3}
      heading={t('single-sign-on.metadata.title')}
      lead={t('single-sign-on.metadata.lead')}
      done={configured && end !== 'ended'}
      state={end && states[end]}
    >
      {configured && (
        <>
          {end === 'ending' && <Banner variant="warning">{t('single-sign-on.metadata.endingText')}</Banner>}
          {end === 'ended' && (
            <Banner variant="critical">{t('single-sign-on.reasons.certificatesEnded')}</Banner>
          )}
          <ConfigurationFacts configuration={configuration} />
          {configuration.updatedAt !== undefined && (
            <p className={content.note}>
              {t('single-sign-on.metadata.updated', { time: formats.dateTime(configuration.updatedAt) })}
            </p>
          )}
        </>
      )}
      <Upload configuration={configuration} required={policy.sso.required} />
      {configured && <SignInAgeForm policy={policy} />}
    </Step>
  );
}

function Upload({ configuration, required }: { configuration: Configuration; required: boolean }) {
  const configured = configuration.entityId !== undefined;
  const { t } = useTexts('single-sign-on');
  const { preview } = useMetadataUpload();
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState<TextKey<'single-sign-on'>>();
  const [failure, setFailure] = useState<CallFailure>();
  const [read, setRead] = useState<{ file: File; answer: SamlConfigurationAnswer }>();
  const [over, setOver] = useState(false);
  usePastedText((text) => void choose(new File([text], 'metadata.xml', { type: 'text/xml' })));

  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined || reading || read) return;
    setProblem(undefined);
    setFailure(undefined);
    if (file.size > limits.samlMax) {
      setProblem(problemWords('too_large'));
      return;
    }
    setReading(true);
    const outcome = await preview({ file, keepCertificates: required });
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
        <div className={content.actions}>
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
        <p id={noteId} className={content.note}>
          {t('single-sign-on.metadata.drop')}
        </p>
      </div>
      {problem && <Banner variant="critical">{t(problem)}</Banner>}
      {read && (
        <MetadataPreview
          file={read.file}
          answer={read.answer}
          saved={configuration}
          required={required}
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
  const { change } = useChange(deleteSamlConfiguration, {
    changes: [readSamlConfiguration, listDomains, readPolicyEffect],
  });
  if (required) return null;
  return (
    <ChangeQuestion
      name="removeMetadata"
      trigger={
        <Button variant="quiet" size="small">
          {t('single-sign-on.metadata.remove')}
        </Button>
      }
      variant="danger"
      heading={t('single-sign-on.metadata.removeQuestion')}
      description={t('single-sign-on.metadata.removeText')}
      action={t('single-sign-on.metadata.remove')}
      change={() => change({})}
      done={t('single-sign-on.metadata.removed')}
      failed={(failure) => {
        if (failure.kind !== 'refused') return undefined;
        const isLastWayIn = failure.refusal === 'notPossible';
        return t(
          isLastWayIn ? 'single-sign-on.require.nobodyCanKeep' : 'single-sign-on.metadata.stillRequired',
        );
      }}
    />
  );
}

/** Calls back with a text that is pasted anywhere on the page but into a field. */
function usePastedText(onPaste: (text: string) => void): void {
  const paste = useEffectEvent(onPaste);
  useEffect(() => {
    function onDocumentPaste(event: ClipboardEvent): void {
      const inField =
        event.target instanceof Element && event.target.closest('input, textarea, [role=dialog]');
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!inField && text.trim() !== '') paste(text);
    }
    document.addEventListener('paste', onDocumentPaste);
    return () => document.removeEventListener('paste', onDocumentPaste);
  }, []);
}
