import { ownAccountEndpoints, type OwnAccount } from '@app/contract/dashboard/own-account.ts';
import { personName } from '@app/contract/fields/person-name.ts';
import { fieldProblems } from '@app/contract/fields/fields.ts';
import { languageNames, languages, languageTag, toLanguage } from '@app/contract/fields/vocabulary.ts';
import { changeLanguage } from '@app/texts/change-language.ts';
import { Button } from '@app/ui/button';
import { Select } from '@app/ui/select';
import { TextField } from '@app/ui/text-field';
import { useRef, useState, type FormEvent } from 'react';
import * as v from 'valibot';

import { useChange } from '#calls/use-change.ts';
import { useDraft } from '#forms/use-draft.ts';
import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';
import content from '#page/content.module.css';
import { Failed } from '#page/failed.tsx';
import { useSay } from '#page/use-say.ts';

import styles from './me.module.css';
import { Section } from './section.tsx';

const { changeAccount, readAccount, listOwnEvents } = ownAccountEndpoints;
const changes = { changes: [readAccount, listOwnEvents] };
const rules = v.object({ name: personName });
const words: Partial<Record<string, TextKey<'me'>>> = {
  is_required: 'me.fields.required',
  is_too_long: 'me.profile.tooLong',
};
const isText = (stored: unknown): stored is string | undefined => typeof stored === 'string';

/** Name and language, and what an admin sets. */
export function ProfileSection({ account }: { account: OwnAccount }) {
  const { t } = useTexts('me');
  return (
    <Section heading={t('me.profile.title')} lead={t('me.profile.lead')}>
      <NameForm account={account} />
      <LanguageChoice account={account} />
      <dl className={styles.facts}>
        <dt>{t('me.profile.email')}</dt>
        <dd>{account.email}</dd>
        <dt>{t('me.profile.method')}</dt>
        <dd>{t(`me.profile.methods.${account.method}`)}</dd>
        {account.method === 'password' && (
          <>
            <dt>{t('me.profile.secondStep')}</dt>
            <dd>{t(`me.profile.secondSteps.${account.secondStep}`)}</dd>
          </>
        )}
        <dt>{t('me.profile.role')}</dt>
        <dd>{t(`me.profile.roles.${account.role}`)}</dd>
        <dt>{t('me.profile.company')}</dt>
        <dd>{account.company.name}</dd>
      </dl>
      <p className={content.note}>{t('me.profile.admins')}</p>
    </Section>
  );
}

function NameForm({ account }: { account: OwnAccount }) {
  const { t } = useTexts('me');
  const say = useSay();
  const draft = useDraft<string | undefined>('me.name', undefined, isText);
  const { change, running, failure } = useChange(changeAccount, changes);
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const name = draft.value ?? account.name;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (running) return;
    const found = fieldProblems(rules, { name }).name;
    setProblem(found);
    if (found !== undefined) return field.current?.focus();
    let outcome = await change({ body: { name, version: account.version } });
    if (!outcome.ok && outcome.failure.kind === 'changedMeanwhile') {
      // Something else was changed, such as the role: this change does not undo it.
      const present = outcome.failure.present as OwnAccount;
      if (present.name === account.name) outcome = await change({ body: { name, version: present.version } });
    }
    if (outcome.ok) {
      draft.clear();
      say.done(t('me.profile.saved'));
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
            failure.kind === 'changedMeanwhile' ? t('me.profile.changed', { name: account.name }) : undefined
          }
        />
      )}
      <TextField
        ref={field}
        label={t('me.profile.name')}
        name="name"
        autoComplete="name"
        key={account.name}
        defaultValue={name}
        error={problem && t(words[problem] ?? 'me.fields.invalid')}
        onInput={({ currentTarget: { value } }) => {
          draft.set(value === account.name ? undefined : value);
          setProblem(undefined);
        }}
      />
      <div className={content.actions}>
        <Button type="submit" size="small" loading={running}>
          {t('me.profile.save')}
        </Button>
      </div>
    </form>
  );
}

const languageOptions = languages.map((value) => ({ value, label: languageNames[value] }));

/** The dashboard is in the new language at once; a choice that could not be saved is taken back. */
function LanguageChoice({ account }: { account: OwnAccount }) {
  const { t, texts } = useTexts('me');
  const say = useSay();
  const { change } = useChange(changeAccount, changes);
  const [chosen, setChosen] = useState<string>();

  async function choose(value: string): Promise<void> {
    const next = toLanguage(value);
    if (!next || next === account.language) return;
    const before = texts.language;
    setChosen(next);
    const [shown, outcome] = await Promise.all([
      changeLanguage(texts, next),
      change({ body: { language: next } }),
    ]);
    setChosen(undefined);
    if (!outcome.ok) {
      await changeLanguage(texts, before);
      say.failed(outcome.failure);
    } else if (shown) say.done(texts.t('me.profile.languageSaved'));
  }

  return (
    <div className={styles.form}>
      <Select
        label={t('me.profile.language')}
        options={languageOptions}
        value={chosen ?? account.language}
        renderOption={({ value, label }) => <span lang={languageTag(value)}>{label}</span>}
        onChange={(value) => void choose(value)}
      />
    </div>
  );
}
