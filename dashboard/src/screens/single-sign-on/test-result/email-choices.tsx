import type { SamlTest } from '@app/contract/dashboard/saml-test.ts';
import { Button } from '@app/ui/button';
import { useState } from 'react';

import { useMetadataUpload } from '#calls/use-metadata-upload.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useSay } from '#page/use-say.ts';

import styles from './test-result.module.css';

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** Where else the answer has an email address: a press takes it from there from now on. */
export function EmailChoices({
  test: { attributes, nameId },
  reason,
}: {
  test: SamlTest;
  reason: SamlTest['checks'][number]['reason'];
}) {
  const { t } = useTexts('single-sign-on');
  const say = useSay();
  const { save } = useMetadataUpload();
  const [saving, setSaving] = useState<string>();
  const choices = [
    // The NameID is another address than the chosen attribute: only the former can be chosen.
    ...(reason === 'otherNameId' ? [] : attributes)
      .filter(
        ({ values: [value, ...others] }) => value !== undefined && others.length === 0 && isEmail(value),
      )
      .map(({ name, values: [value = ''] }) => ({ name, shown: name, value })),
    ...(nameId !== undefined && isEmail(nameId) ? [{ name: '', shown: 'NameID', value: nameId }] : []),
  ];
  if (choices.length === 0) return null;

  async function use({ name, shown }: (typeof choices)[number]): Promise<void> {
    setSaving(name);
    const outcome = await save({ emailAttribute: name });
    setSaving(undefined);
    if (outcome.ok) say.done(t('single-sign-on.result.used', { name: shown }));
    else
      say.failed(
        outcome.failure,
        outcome.failure.kind === 'refused' ? t('single-sign-on.metadata.stillRequired') : undefined,
      );
  }

  return (
    <>
      <p className={styles.reason}>{t('single-sign-on.result.elsewhere')}</p>
      <ul role="list" className={styles.choices}>
        {choices.map((choice) => (
          <li key={choice.shown}>
            <span>{choice.value}</span>
            <Button
              variant="secondary"
              size="xSmall"
              loading={saving === choice.name}
              onClick={() => void use(choice)}
            >
              {t('single-sign-on.result.use', { name: choice.shown })}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
