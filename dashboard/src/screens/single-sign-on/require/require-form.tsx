import { singleSignOnEndpoints, type Policy } from '@app/contract/dashboard/single-sign-on.ts';
import { Banner } from '@app/ui/banner';
import { Select } from '@app/ui/select';

import type { CallFailure } from '#calls/dashboard-client.ts';
import { useChange } from '#calls/use-change.ts';
import { useRead } from '#calls/use-read.ts';
import { useDraft } from '#forms/use-draft.ts';
import type { TextKey } from '#i18n/text-key.ts';
import { useTexts } from '#i18n/use-texts.ts';
import content from '#page/content.module.css';
import { usePerson } from '#session/use-session.ts';

import { Effects } from './effects.tsx';
import { nameAndEmail, type PolicyEffect } from '#screens/single-sign-on/set-up.ts';
import { OutsidePeople } from './outside-people.tsx';
import { RequireQuestion } from './require-question.tsx';
import styles from '#screens/single-sign-on/single-sign-on.module.css';

const { changePolicy, readPolicy, readPolicyEffect } = singleSignOnEndpoints;

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
