import { ownAccountEndpoints, type OwnAccount } from '@app/contract/dashboard/own-account.ts';
import { currentPassword, fieldProblems } from '@app/contract/fields/fields.ts';
import { newPasswordRules } from '@app/contract/fields/new-password.ts';
import { readDeviceToken } from '@app/session/stored/local-values.ts';
import { Button } from '@app/ui/button';
import { PasswordField } from '@app/ui/password-field';
import { useState, type FormEvent } from 'react';

import type { CallFailure } from '#calls/dashboard-client.ts';
import { useChange } from '#calls/use-change.ts';
import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';
import content from '#page/content.module.css';
import { PasswordFailed } from '#page/page-states.tsx';
import { useSay } from '#page/use-say.ts';

import styles from './me.module.css';
import { NewPasswordFields } from './new-password-fields.tsx';
import { Section } from './section.tsx';

const { changePassword, listOwnDevices, listOwnEvents, listOwnSessions } = ownAccountEndpoints;
const changes = { changes: [listOwnSessions, listOwnDevices, listOwnEvents] };

const fields = ['currentPassword', 'password', 'passwordConfirmation'] as const;
type Field = (typeof fields)[number];
type Problems = Partial<Record<Field, TextKey<'me' | 'frame'>>>;

const words: Partial<Record<string, TextKey<'me' | 'frame'>>> = {
  is_required: 'frame.confirmSignIn.required',
  is_too_short: 'me.password.tooShort',
  is_too_long: 'me.password.tooLong',
  is_too_weak: 'me.password.tooWeak',
  is_padded: 'me.password.padded',
  is_common: 'me.password.common',
  is_breached: 'me.password.breached',
  is_same: 'me.password.same',
  is_different: 'me.password.different',
};
const problemsOf = (found: Partial<Record<string, string>>): Problems =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const problem = found[field];
      return problem === undefined ? [] : [[field, words[problem] ?? 'me.fields.invalid']];
    }),
  );
const rules = newPasswordRules({ currentPassword });

/** Changes the password; an account without one is told how it signs in. */
export function PasswordSection({ account: { method, email } }: { account: OwnAccount }) {
  const { t } = useTexts('me');
  return (
    <Section
      heading={t('me.password.title')}
      lead={method === 'password' ? t('me.password.lead') : t(`me.password.${method}`)}
    >
      {method === 'password' && <PasswordForm email={email} />}
    </Section>
  );
}

function PasswordForm({ email }: { email: string }) {
  const { t } = useTexts('me');
  const say = useSay();
  const { change, running, failure } = useChange(changePassword, changes);
  const [problems, setProblems] = useState<Problems>({});
  // Another one empties every field.
  const [attempt, setAttempt] = useState(0);

  function show(form: HTMLFormElement, found: Problems): void {
    setProblems(found);
    const first = fields.find((field) => found[field]);
    if (first) (form.elements.namedItem(first) as HTMLInputElement | null)?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (running) return;
    const form = event.currentTarget;
    const valueOf = (field: Field): string =>
      (form.elements.namedItem(field) as HTMLInputElement | null)?.value ?? '';
    const body = {
      currentPassword: valueOf('currentPassword'),
      password: valueOf('password'),
      passwordConfirmation: valueOf('passwordConfirmation'),
    };
    const found = problemsOf(fieldProblems(rules, body));
    show(form, found);
    if (Object.keys(found).length > 0) return;
    const deviceToken = readDeviceToken();
    const outcome = await change({ body: { ...body, ...(deviceToken && { contextData: { deviceToken } }) } });
    if (outcome.ok) {
      setAttempt((before) => before + 1);
      say.done(t('me.password.changed'));
    } else show(form, refusedFields(outcome.failure));
  }

  const clear = (field: Field): void => setProblems((before) => ({ ...before, [field]: undefined }));
  const error = (field: Field): string | undefined => {
    const key = problems[field];
    return key && t(key);
  };
  return (
    <form
      key={attempt}
      className={styles.form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {failure && Object.keys(refusedFields(failure)).length === 0 && <PasswordFailed failure={failure} />}
      {/* Password managers store the new password for this account. */}
      <input type="email" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
      <PasswordField
        name="currentPassword"
        label={t('me.password.current')}
        labelEnd={<a href="/password/forgot">{t('me.password.forgot')}</a>}
        toggleLabel={t('me.password.showCurrent')}
        required
        capsLockHint={t('frame.confirmSignIn.capsLock')}
        readOnly={running}
        error={error('currentPassword')}
        onInput={() => clear('currentPassword')}
      />
      <NewPasswordFields
        readOnly={running}
        errors={{ password: error('password'), passwordConfirmation: error('passwordConfirmation') }}
        onEdit={clear}
      />
      <div className={content.actions}>
        <Button type="submit" size="small" loading={running}>
          {t('me.password.submit')}
        </Button>
      </div>
    </form>
  );
}

/** The words at the fields that the service has refused. */
function refusedFields(failure: CallFailure): Problems {
  if (failure.kind === 'refused' && failure.refusal === 'credentials')
    return { currentPassword: 'me.password.wrong' };
  if (failure.kind !== 'invalid') return {};
  return problemsOf(
    Object.fromEntries(Object.entries(failure.fields).map(([field, found]) => [field, found[0] ?? ''])),
  );
}
