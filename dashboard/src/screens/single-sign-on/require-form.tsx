import { singleSignOnEndpoints, type Policy } from '@app/contract/dashboard/single-sign-on.ts';
import { Banner } from '@app/ui/banner';
import { Button } from '@app/ui/button';
import { Select } from '@app/ui/select';
import type * as v from 'valibot';

import type { CallFailure } from '#calls/call-failure.ts';
import { useChange } from '#calls/use-change.ts';
import { useRead } from '#calls/use-read.ts';
import { useDraft } from '#forms/use-draft.ts';
import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { ChangeQuestion } from '#page/change-question.tsx';
import content from '#page/content.module.css';
import { usePerson } from '#session/use-session.ts';

import styles from './single-sign-on.module.css';

const { changePolicy, readPolicy, readPolicyEffect } = singleSignOnEndpoints;
export type PolicyEffect = v.InferOutput<(typeof readPolicyEffect)['answer']>;

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
  const { t, formats } = useTexts('single-sign-on');
  const { userId } = usePerson();
  const { change } = useChange(changePolicy, { changes: [readPolicy, readPolicyEffect] });
  const admins = effect.breakGlassAdmins;
  const fit = (id: unknown): id is string => admins.some((each) => each.id === id);
  const chosen = useDraft<string | null>('sso.keeper', fit(userId) ? userId : (admins[0]?.id ?? null), fit);
  const keeper = chosen.value;
  // Without the one who keeps the password.
  const query = keeper === null ? {} : { breakGlassUserId: keeper };
  const others = useRead(readPolicyEffect, { query }, { keepLast: true }).answer ?? effect;
  const { password, google } = others.changing;
  const counts = { count: password + google };
  const lines = [
    t('single-sign-on.require.changing', counts),
    t('single-sign-on.require.sessions', { count: others.sessionsEnding }),
    t('single-sign-on.require.already', { count: others.alreadySaml }),
  ];

  // The same words on the page and in the question.
  const happens = (
    <ul className={styles.missing}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
  const outside = others.outsideDomains > 0 && (
    <Banner variant="warning">
      {t('single-sign-on.require.outside', {
        count: others.outsideDomains,
        examples: formats.list(others.outsideExamples),
      })}
    </Banner>
  );

  return (
    <>
      <div>
        <h3 className={styles.smallHeading}>{t('single-sign-on.require.effect')}</h3>
        {happens}
      </div>
      {outside}
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
              getOptionLabel={({ name, email }) => `${name} (${email})`}
              value={keeper}
              onChange={chosen.set}
            />
          </div>
          {keeper !== userId && <Banner variant="info">{t('single-sign-on.require.yourself')}</Banner>}
          <div className={content.actions}>
            <ChangeQuestion
              name="ssoOn"
              trigger={<Button size="small">{t('single-sign-on.require.on')}</Button>}
              variant="primary"
              heading={t('single-sign-on.require.onQuestion')}
              description={t('single-sign-on.require.onText')}
              action={t('single-sign-on.require.on')}
              change={() => change({ body: { sso: { required: true, ...query }, version: policy.version } })}
              done={t('single-sign-on.require.isOn')}
              failed={(failure) => {
                const words = wordsOf(failure);
                return words && t(words);
              }}
            >
              {happens}
              {outside}
            </ChangeQuestion>
          </div>
        </>
      )}
    </>
  );
}
