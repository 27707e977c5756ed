import { singleSignOnEndpoints, type Policy } from '@app/contract/dashboard/single-sign-on.ts';
import { Button } from '@app/ui/button';
import { Select } from '@app/ui/select';
import { useState, type FormEvent } from 'react';

import { useChange } from '#calls/use-change.ts';
import { useDraft } from '#forms/use-draft.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useSay } from '#page/use-say.ts';

import styles from './single-sign-on.module.css';

const { changePolicy, readPolicy } = singleSignOnEndpoints;

/** In hours; 0: the provider decides. */
const offered = [0, 1, 8, 12, 24, 7 * 24, 30 * 24];

/** How long ago the provider may have asked a person who logs in. */
export function SignInAgeForm({ policy }: { policy: Policy }) {
  const { t } = useTexts('single-sign-on');
  const say = useSay();
  const { change, running } = useChange(changePolicy, { changes: [readPolicy] });
  const [saved, setSaved] = useState(policy);
  const present = saved.version > policy.version ? saved : policy;
  const now = present.providerSignInHours ?? 0;
  const draft = useDraft('sso.signInAge', '', (stored) => typeof stored === 'string');
  const chosen = draft.value === '' ? now : Number(draft.value);
  // Another number of hours can be set by the API.
  const values = [...new Set([...offered, now])].toSorted((one, other) => one - other);

  const wordsOf = (hours: number): string => {
    if (hours === 0) return t('single-sign-on.age.any');
    return hours > 24 && hours % 24 === 0
      ? t('single-sign-on.age.days', { count: hours / 24 })
      : t('single-sign-on.age.hours', { count: hours });
  };

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (running || chosen === now) return;
    const providerSignInHours = chosen === 0 ? null : chosen;
    const outcome = await change({ body: { providerSignInHours, version: present.version } });
    if (!outcome.ok) return say.failed(outcome.failure);
    setSaved(outcome.answer);
    draft.clear();
    say.done(t('single-sign-on.age.saved', { age: wordsOf(chosen) }));
  }

  return (
    <form className={styles.oneField} onSubmit={(event) => void submit(event)}>
      <Select
        label={t('single-sign-on.age.label')}
        hint={t('single-sign-on.age.hint')}
        options={values}
        getOptionValue={String}
        getOptionLabel={wordsOf}
        value={String(chosen)}
        onChange={(value) => draft.set(value ?? '')}
      />
      <Button type="submit" variant="secondary" size="regular" loading={running} disabled={chosen === now}>
        {t('frame.save')}
      </Button>
    </form>
  );
}
