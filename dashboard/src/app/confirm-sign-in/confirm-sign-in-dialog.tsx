import { ownAccountEndpoints } from '@app/contract/dashboard/own-account.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { Banner } from '@app/ui/banner';
import { Dialog } from '@app/ui/dialog';
import { PasswordField } from '@app/ui/password-field';
import { useId, useRef, useState, type FormEvent, type RefObject } from 'react';

import type { CallFailure } from '#calls/dashboard-client.ts';
import { useCalls } from '#calls/calls-context.tsx';
import { useRead } from '#calls/use-read.ts';
import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Failed, Loading, PasswordFailed } from '#page/page-states.tsx';
import { readDraft, writeDraft } from '#session/drafts.ts';
import { usePerson, useSession } from '#session/use-session.ts';

const { listOwnSessions, readAccount, reauthenticate } = ownAccountEndpoints;

/** When this tab has left for the provider to confirm the sign-in. */
const leftAt = 'confirmSignIn.leftAt';
/** A provider that has asked did so within the time of our request, so the sign-in is recent for at least the rest. */
const surelyRecent = limits.recentSignIn - limits.ssoRequestLifetime;

/** Whether the person has just come back from the provider, and it had not asked: the new session is not recent, too. */
function useUnasked(): boolean {
  const { userId } = usePerson();
  const now = useSession().now();
  const [left] = useState(() => readDraft(userId, leftAt));
  const sessions = useRead(listOwnSessions, {}, { enabled: typeof left === 'number' });
  const begun = sessions.answer?.items.find(({ current }) => current)?.signedInAt;
  return typeof left === 'number' && begun !== undefined && begun > left && now - begun < surelyRecent;
}

/** Sends the password of the field. What is wrong with it is a problem of the field or a failure of the call. */
function usePasswordCheck(field: RefObject<HTMLInputElement | null>, onAnswer: (confirmed: boolean) => void) {
  const { client } = useCalls();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<TextKey<'frame'>>();
  const [failure, setFailure] = useState<CallFailure>();

  function refuse(words: TextKey<'frame'>): void {
    setProblem(words);
    field.current?.select();
    field.current?.focus();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const password = field.current?.value ?? '';
    if (busy) return;
    if (password === '') return refuse('frame.confirmSignIn.required');
    setBusy(true);
    setProblem(undefined);
    setFailure(undefined);
    const outcome = await client.call(reauthenticate, { body: { password } });
    setBusy(false);
    if (outcome.ok) return onAnswer(true);
    const refused = outcome.failure;
    if (refused.kind === 'refused' && refused.refusal === 'credentials')
      return refuse('frame.confirmSignIn.wrong');
    // The dialog of the ended session follows.
    if (refused.kind === 'sessionExpired') return onAnswer(false);
    setFailure(refused);
  }

  return { submit, busy, problem, failure, onEdit: () => setProblem(undefined) };
}

/**
 * Asks for the password again, or leads to the provider, which asks again and returns to this address. Closing the
 * dialog changes nothing.
 *
 * @param onAnswer called once, with whether the sign-in was confirmed
 */
export function ConfirmSignInDialog({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const { t } = useTexts();
  const session = useSession();
  const { userId } = usePerson();
  const account = useRead(readAccount, {});
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const { submit, busy, problem, failure, onEdit } = usePasswordCheck(field, onAnswer);
  const method = account.answer?.method;
  const unasked = useUnasked();

  /** The provider asks again; the page is being left. */
  function leaveForProvider(): boolean {
    writeDraft(userId, leftAt, session.now());
    session.confirmSignIn();
    return false;
  }

  const byPassword = method === 'password';
  const toProvider = method === 'google' || method === 'saml';
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onAnswer(false);
      }}
      size="small"
      heading={t('frame.confirmSignIn.title')}
      description={t(toProvider ? (`frame.confirmSignIn.${method}` as const) : 'frame.confirmSignIn.text')}
      closeLabel={t('frame.close')}
      busy={busy}
      closeOnOutsidePress={false}
      secondaryAction={{ label: t('frame.cancel') }}
      {...(byPassword && {
        initialFocus: field,
        primaryAction: { label: t('frame.confirmSignIn.submit'), form },
      })}
      {...(toProvider && {
        primaryAction: { label: t('frame.confirmSignIn.logIn'), onAction: leaveForProvider },
      })}
    >
      {account.loading && <Loading lines={1} />}
      {toProvider && unasked && (
        <Banner variant="warning">{t(`frame.confirmSignIn.unasked.${method}` as const)}</Banner>
      )}
      {account.failure && !account.answer && (
        <Failed failure={account.failure} onTryAgain={account.readAgain} />
      )}
      {byPassword && (
        <form id={form} method="post" noValidate onSubmit={(event) => void submit(event)}>
          {failure && <PasswordFailed failure={failure} />}
          <input
            type="email"
            name="username"
            autoComplete="username"
            defaultValue={account.answer?.email}
            hidden
            readOnly
          />
          <PasswordField
            ref={field}
            name="password"
            label={t('frame.confirmSignIn.password')}
            required
            toggleLabel={t('frame.confirmSignIn.show')}
            capsLockHint={t('frame.confirmSignIn.capsLock')}
            readOnly={busy}
            error={problem && t(problem)}
            onInput={onEdit}
          />
        </form>
      )}
    </Dialog>
  );
}
