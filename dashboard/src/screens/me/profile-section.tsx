import { ownAccountEndpoints, type OwnAccount } from '@app/contract/dashboard/own-account.ts';
import { personName } from '@app/contract/fields/shown-name.ts';
import { fieldProblems } from '@app/contract/fields/fields.ts';
import {
  type Language,
  languageNames,
  languages,
  languageTag,
  toLanguage,
} from '@app/contract/fields/vocabulary.ts';
import { changeLanguage } from '@app/texts/language.ts';
import { Button } from '@app/ui/button';
import { Select } from '@app/ui/select';
import { TextField } from '@app/ui/text-field';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import * as v from 'valibot';

import { useChange } from '#calls/use-change.ts';
import { useDraft } from '#forms/use-draft.ts';
import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';
import content from '#page/content.module.css';
import { Failed } from '#page/page-states.tsx';
import { useSay } from '#page/use-say.ts';

import styles from './me.module.css';
import { Section } from './section.tsx';

const { changeAccount, readAccount, listOwnEvents } = ownAccountEndpoints;
const changes = { changes: [readAccount, listOwnEvents] };
const languageOptions = languages.map((value) => ({ value, label: languageNames[value] }));
const rules = v.object({ name: personName });
const words: Partial<Record<string, TextKey<'me' | 'frame'>>> = {
  is_required: 'frame.confirmSignIn.required',
  is_too_long: 'me.profile.tooLong',
};

/** What was edited and not saved: a change in another tab of what was not edited stays. */
interface Edited {
  readonly name?: string | undefined;
  readonly language?: Language | undefined;
}
const isEdited = (stored: unknown): stored is Edited =>
  typeof stored === 'object' &&
  stored !== null &&
  Object.values(stored).every((value) => typeof value === 'string');

/** Name and language, and what an admin sets. */
export function ProfileSection({ account }: { account: OwnAccount }) {
  const { t } = useTexts('me');
  return (
    <Section heading={t('me.profile.title')} lead={t('me.profile.lead')}>
      <ProfileForm account={account} />
      <dl className={styles.facts}>
        <dt>{t('me.profile.email')}</dt>
        <dd>{account.email}</dd>
        <dt>{t('frame.fields.method')}</dt>
        <dd>
          {t(account.method === 'password' ? 'me.profile.withPassword' : `frame.values.${account.method}`)}
        </dd>
        {account.method === 'password' && (
          <>
            <dt>{t('frame.fields.secondStep')}</dt>
            <dd>{t(`frame.values.${account.secondStep}`)}</dd>
          </>
        )}
        <dt>{t('frame.fields.role')}</dt>
        <dd>{t(`frame.values.${account.role}`)}</dd>
        <dt>{t('me.profile.company')}</dt>
        <dd>{account.company.name}</dd>
      </dl>
      <p className={content.note}>{t('me.profile.admins')}</p>
    </Section>
  );
}

function ProfileForm({ account }: { account: OwnAccount }) {
  const { t, texts } = useTexts('me');
  const say = useSay();
  const draft = useDraft<Edited>('me.profile', {}, isEdited);
  const { change, running, failure } = useChange(changeAccount, changes);
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const { name = account.name, language = account.language } = draft.value;
  const edited: Edited = {
    ...(name !== account.name && { name }),
    ...(language !== account.language && { language }),
  };
  const isUnchanged = Object.keys(edited).length === 0;

  // The name that another tab has saved.
  useEffect(() => {
    if (field.current && field.current.value !== name) field.current.value = name;
  }, [name]);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (running || isUnchanged) return;
    const found = edited.name === undefined ? undefined : fieldProblems(rules, { name }).name;
    setProblem(found);
    if (found !== undefined) return field.current?.focus();
    let outcome = await change({ body: { ...edited, version: account.version } });
    if (!outcome.ok && outcome.failure.kind === 'changedMeanwhile') {
      // Something else was changed, such as the role: this change does not undo it.
      const present = outcome.failure.present as OwnAccount;
      const isOther =
        (edited.name === undefined || present.name === account.name) &&
        (edited.language === undefined || present.language === account.language);
      if (isOther) outcome = await change({ body: { ...edited, version: present.version } });
    }
    if (outcome.ok) {
      draft.clear();
      // The words of the toast are in the new language.
      if (edited.language) await changeLanguage(texts, edited.language);
      say.done(texts.t('me.profile.saved'));
    } else if (outcome.failure.kind === 'invalid') {
      setProblem(outcome.failure.fields['name']?.[0]);
      field.current?.focus();
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      {failure && failure.kind !== 'invalid' && (
        <Failed
          failure={failure}
          words={
            failure.kind === 'changedMeanwhile' && edited.name !== undefined
              ? t('me.profile.changed', { name: account.name })
              : undefined
          }
        />
      )}
      <TextField
        ref={field}
        label={t('frame.fields.name')}
        name="name"
        autoComplete="name"
        required
        // What is typed while it is saved would be lost.
        readOnly={running}
        defaultValue={name}
        error={problem && t(words[problem] ?? 'me.fields.invalid')}
        onInput={({ currentTarget: { value } }) => {
          draft.set({ ...edited, name: value });
          setProblem(undefined);
        }}
      />
      <Select
        label={t('frame.account.language')}
        options={languageOptions}
        value={language}
        renderOption={({ value, label }) => <span lang={languageTag(value)}>{label}</span>}
        onChange={(value) => draft.set({ ...edited, language: toLanguage(value) })}
      />
      <div className={content.actions}>
        <Button type="submit" size="small" loading={running} disabled={isUnchanged}>
          {t('frame.save')}
        </Button>
      </div>
    </form>
  );
}
