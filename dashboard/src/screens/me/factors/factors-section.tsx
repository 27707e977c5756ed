import { ownAccountEndpoints } from '@app/contract/dashboard/own-account.ts';
import { ownFactorEndpoints, type OwnFactors } from '@app/contract/dashboard/own-factors.ts';
import { Button } from '@app/ui/button';
import { AlertDialog } from '@app/ui/dialog';
import { useState } from 'react';

import { useChange } from '#calls/use-change.ts';
import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { When } from '#lists/when.tsx';
import content from '#page/content.module.css';
import { Failed, Loading } from '#page/page-states.tsx';
import { Row, Rows } from '#page/rows.tsx';
import { useSay } from '#page/use-say.ts';
import { Section } from '#screens/me/section.tsx';

import { AuthenticatorDialog } from './authenticator-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

const { readFactors, makeRecoveryCodes, removeAuthenticator } = ownFactorEndpoints;
const changes = { changes: [readFactors, ownAccountEndpoints.listOwnEvents] };

/** The factors of the own account that are not its mailbox: the authenticator app and the recovery codes. */
export function FactorsSection() {
  const { t } = useTexts('me');
  const { answer, failure, loading, readAgain } = useRead(readFactors, {});
  return (
    <Section heading={t('me.factors.title')} lead={t('me.factors.lead')}>
      {failure && <Failed failure={failure} onTryAgain={readAgain} />}
      {loading && <Loading lines={2} />}
      {answer && <Factors factors={answer} />}
    </Section>
  );
}

function Factors({ factors: { authenticator, recoveryCodes, hasFactor } }: { factors: OwnFactors }) {
  const { t } = useTexts('me');
  const say = useSay();
  const making = useChange(makeRecoveryCodes, changes);
  const [codes, setCodes] = useState<readonly string[]>();

  async function make(): Promise<void> {
    const outcome = await making.change({});
    if (outcome.ok) setCodes(outcome.answer.codes);
    else say.failed(outcome.failure);
  }

  return (
    <>
      <Rows>
        <Row
          name={t('me.factors.app')}
          details={
            authenticator ? (
              <>
                <When words="me.factors.added" time={authenticator.addedAt} date />
                {authenticator.usedAt !== undefined && (
                  <When words="me.sessions.lastUsed" time={authenticator.usedAt} relative />
                )}
              </>
            ) : (
              t('me.factors.none')
            )
          }
          action={
            <span className={content.actions}>
              <AuthenticatorDialog
                replaces={authenticator !== undefined}
                onDone={() => {
                  // Whoever loses the phone needs codes: their dialog says enough, and no toast covers them.
                  if (recoveryCodes) say.done(t('me.factors.done'));
                  else void make();
                }}
              />
              {authenticator && <RemoveAuthenticator />}
            </span>
          }
        />
        {hasFactor && (
          <Row
            name={t('me.factors.codes')}
            details={
              recoveryCodes ? (
                <>
                  <span>{t('me.factors.left', { count: recoveryCodes.left })}</span>
                  <When words="me.factors.made" time={recoveryCodes.madeAt} date />
                </>
              ) : (
                t('me.factors.codesNone')
              )
            }
            action={
              recoveryCodes ? (
                <MakeAgain onMake={make} />
              ) : (
                <Button
                  variant="secondary"
                  size="xSmall"
                  loading={making.running}
                  onClick={() => void make()}
                >
                  {t('me.factors.make')}
                </Button>
              )
            }
          />
        )}
      </Rows>
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </>
  );
}

function RemoveAuthenticator() {
  const { t } = useTexts('me');
  const say = useSay();
  const { change } = useChange(removeAuthenticator, changes);
  return (
    <AlertDialog
      trigger={
        <Button variant="secondary" size="xSmall" aria-label={t('me.factors.removeApp')}>
          {t('me.factors.remove')}
        </Button>
      }
      heading={t('me.factors.confirmRemove')}
      description={t('me.factors.confirmText')}
      primaryAction={{
        label: t('me.factors.remove'),
        danger: true,
        onAction: async () => {
          const outcome = await change({});
          if (outcome.ok || outcome.failure.kind === 'notFound') say.done(t('me.factors.removed'));
          else say.failed(outcome.failure);
        },
      }}
      secondaryAction={{ label: t('frame.cancel') }}
    />
  );
}

function MakeAgain({ onMake }: { onMake: () => Promise<void> }) {
  const { t } = useTexts('me');
  return (
    <AlertDialog
      trigger={
        <Button variant="secondary" size="xSmall">
          {t('me.factors.again')}
        </Button>
      }
      heading={t('me.factors.confirmAgain')}
      description={t('me.factors.againText')}
      primaryAction={{ label: t('me.factors.again'), onAction: onMake }}
      secondaryAction={{ label: t('frame.cancel') }}
    />
  );
}
