import { singleSignOnEndpoints, type Policy } from '@app/contract/dashboard/single-sign-on.ts';
import { Banner } from '@app/ui/banner';
import { Select } from '@app/ui/select';
import { AlertDialog } from '@app/ui/dialog';
import { Button } from '@app/ui/button';
import { TextField } from '@app/ui/text-field';
import { useId, useRef, useState, type FormEvent } from 'react';
import type { Translate } from '@app/texts/translate.ts';

import type { CallFailure, CallOutcome } from '#calls/dashboard-client.ts';
import { useChange } from '#calls/use-change.ts';
import { useRead } from '#calls/use-read.ts';
import { useDraft } from '#forms/use-draft.ts';
import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';
import content from '#page/content.module.css';
import { usePerson } from '#session/use-session.ts';

import { nameAndEmail, type PolicyEffect } from '#screens/single-sign-on/set-up.ts';
import styles from '#screens/single-sign-on/single-sign-on.module.css';
import { later, usePreload } from '#page/later.tsx';
import { useReopened } from '#page/use-reopened.ts';
import { useSay } from '#page/use-say.ts';

const { changePolicy, readPolicy, readPolicyEffect } = singleSignOnEndpoints;

const loadOutside = async () => (await import('./outside-people.tsx')).OutsidePeople;
const OutsidePeople = later(loadOutside);

const refused: Partial<Record<string, TextKey<'single-sign-on'>>> = {
  testRequired: 'single-sign-on.require.needsTest',
  ssoNotConfigured: 'single-sign-on.require.needsDomain',
};
const wordsOf = (failure: CallFailure): TextKey<'single-sign-on'> | undefined => {
  if (failure.kind === 'refused') return refused[failure.refusal];
  return failure.kind === 'invalid' ? 'single-sign-on.require.keeperUnfit' : undefined;
};

/** Chooses who keeps the password, says whom it changes, and asks once more before it does. */
export function RequireForm({ policy, effect }: { policy: Policy; effect: PolicyEffect }) {
  usePreload(loadOutside);
  const { t } = useTexts('single-sign-on');
  const { userId } = usePerson();
  const { change } = useChange(changePolicy, { changes: [readPolicy, readPolicyEffect] });
  const admins = effect.breakGlassAdmins;
  const fit = (id: unknown): id is string => admins.some((each) => each.id === id);
  const chosen = useDraft<string | null>('sso.keeper', fit(userId) ? userId : (admins[0]?.id ?? null), fit);
  const keeper = chosen.value;
  // Without the one who keeps the password.
  const query = keeper === null ? {} : { breakGlassUserId: keeper };
  const others = useRead(readPolicyEffect, { query }, { keepLast: true }).answer ?? effect;

  return (
    <>
      <div>
        <h3 className={styles.smallHeading}>{t('single-sign-on.require.effect')}</h3>
        <Effects effect={others} />
      </div>
      <OutsidePeople key={keeper} effect={others} keeper={keeper} />
      {admins.length === 0 ? (
        <Banner variant="critical">{t('single-sign-on.require.nobodyCanKeep')}</Banner>
      ) : (
        <>
          <div className={styles.form}>
            <Select
              label={t('single-sign-on.require.keeper')}
              hint={t('single-sign-on.require.keeperHint')}
              options={admins}
              getOptionValue={({ id }) => id}
              getOptionLabel={nameAndEmail}
              value={keeper}
              onChange={chosen.set}
            />
          </div>
          {keeper !== userId && <Banner variant="info">{t('single-sign-on.require.yourself')}</Banner>}
          <div className={content.actions}>
            <RequireQuestion
              effect={others}
              keeper={keeper}
              change={() => change({ body: { sso: { required: true, ...query }, version: policy.version } })}
              wordsOf={(failure) => {
                const words = wordsOf(failure);
                return words && t(words);
              }}
            />
          </div>
        </>
      )}
    </>
  );
}

/** Asks once more before it requires single sign-on. Where people are locked out, their number has to be typed. */
function RequireQuestion({
  effect,
  keeper,
  change,
  wordsOf,
}: {
  effect: PolicyEffect;
  keeper: string | null;
  change: () => Promise<CallOutcome<unknown>>;
  wordsOf: (failure: CallFailure) => string | undefined;
}) {
  const { t, formats } = useTexts('single-sign-on');
  const say = useSay();
  const [open, setOpen] = useReopened('question.ssoOn');
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState(false);
  const outside = effect.outsideDomains;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    // With or without the marks between its digits.
    if (outside > 0 && field.current?.value.replaceAll(/\D/g, '') !== String(outside)) {
      setWrong(true);
      field.current?.select();
      field.current?.focus();
      return;
    }
    setBusy(true);
    const outcome = await change();
    setBusy(false);
    setOpen(false);
    if (outcome.ok) say.done(t('single-sign-on.require.isOn'), { detail: effectLines(t, effect).join(' ') });
    else say.failed(outcome.failure, wordsOf(outcome.failure));
  }

  return (
    <AlertDialog
      trigger={<Button size="small">{t('single-sign-on.require.on')}</Button>}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setWrong(false);
      }}
      busy={busy}
      variant={outside > 0 ? 'danger' : 'primary'}
      heading={t('single-sign-on.require.onQuestion')}
      description={t('single-sign-on.require.onText')}
      primaryAction={{ label: t('single-sign-on.require.on'), form }}
      secondaryAction={{ label: t('frame.cancel') }}
    >
      <form id={form} noValidate className={styles.panel} onSubmit={(event) => void submit(event)}>
        <Effects effect={effect} />
        <OutsidePeople effect={effect} keeper={keeper} />
        {outside > 0 && (
          <TextField
            ref={field}
            name="outside"
            label={t('single-sign-on.require.typeCount', { number: formats.number(outside) })}
            error={
              wrong ? t('single-sign-on.require.wrongCount', { number: formats.number(outside) }) : undefined
            }
            inputMode="numeric"
            autoComplete="off"
            readOnly={busy}
            onChange={() => setWrong(false)}
          />
        )}
      </form>
    </AlertDialog>
  );
}

/** What requiring single sign-on does: the same on the page, in the question and in the toast. */
const effectLines = (
  t: Translate<TextKey<'single-sign-on' | 'frame'>>,
  { changing: { password, google }, sessionsEnding }: PolicyEffect,
): readonly string[] => [
  t('single-sign-on.require.changing', { count: password + google }),
  t('single-sign-on.require.sessions', { count: sessionsEnding }),
];

function Effects({ effect }: { effect: PolicyEffect }) {
  const { t } = useTexts('single-sign-on');
  return (
    <ul role="list" className={styles.missing}>
      {effectLines(t, effect).map((line) => (
        <li key={line}>{line}</li>
      ))}
      <li>{t('single-sign-on.require.already', { count: effect.alreadySaml })}</li>
    </ul>
  );
}
