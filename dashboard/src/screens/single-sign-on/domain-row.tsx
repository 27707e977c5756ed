import { singleSignOnEndpoints, type Domain } from '@app/contract/dashboard/single-sign-on.ts';
import { Banner } from '@app/ui/banner';
import { Button } from '@app/ui/button';

import { useChange } from '#calls/use-change.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { ChangeQuestion } from '#page/change-question.tsx';
import content from '#page/content.module.css';
import { Mark, Row } from '#page/rows.tsx';
import { useSay } from '#page/use-say.ts';

import { CopyValue } from './copy-value.tsx';
import styles from './single-sign-on.module.css';

const { listDomains, readPolicyEffect, removeDomain, verifyDomain } = singleSignOnEndpoints;

/** Also who is in a verified domain, and so could log in if single sign-on were required. */
const changes = { changes: [listDomains, readPolicyEffect] };

const tones = { pending: 'warning', verified: 'good', lost: 'bad' } as const;

/** A claimed domain: its state, the record to publish, and what the last look-up found instead. */
export function DomainRow({ domain, onMissed }: { domain: Domain; onMissed: () => void }) {
  const { t, formats } = useTexts('single-sign-on');
  const say = useSay();
  const { change, running } = useChange(verifyDomain, changes);
  const { state, checkedAt, verifiedAt, record } = domain;

  async function check(): Promise<void> {
    const outcome = await change({ params: { domain: domain.domain } });
    if (outcome.ok) say.done(t('single-sign-on.domains.nowVerified', { domain: domain.domain }));
    else if (outcome.failure.kind !== 'refused') say.failed(outcome.failure);
    // What was found instead is part of the domain.
    else if (outcome.failure.refusal === 'recordNotFound') onMissed();
    else say.failed(outcome.failure, t('single-sign-on.domains.claimedElsewhere'));
  }

  return (
    <Row
      name={
        <>
          {domain.unicode ?? domain.domain}
          <Mark tone={tones[state]}>{t(`single-sign-on.domains.states.${state}`)}</Mark>
        </>
      }
      details={
        <>
          {domain.unicode !== undefined && <code>{domain.domain}</code>}
          {state === 'verified' && verifiedAt !== undefined && (
            <span>{t('single-sign-on.domains.since', { date: formats.date(verifiedAt) })}</span>
          )}
        </>
      }
      action={<RemoveDomain domain={domain} />}
    >
      {state !== 'verified' && (
        <>
          <p className={content.note}>
            {t(state === 'lost' ? 'single-sign-on.domains.lostText' : 'single-sign-on.domains.publish')}
          </p>
          <dl className={styles.values} data-names="short">
            <CopyValue name={t('single-sign-on.domains.recordType')} value={record.type} />
            <CopyValue name={t('single-sign-on.domains.recordName')} value={record.name} />
            <CopyValue name={t('single-sign-on.domains.recordValue')} value={record.value} />
          </dl>
          <Found domain={domain} />
          <div className={content.actions}>
            <Button
              variant={state === 'pending' ? 'primary' : 'secondary'}
              size="small"
              loading={running}
              onClick={() => void check()}
            >
              {t('single-sign-on.domains.check')}
            </Button>
            {checkedAt !== undefined && (
              <span className={content.note}>
                {t('single-sign-on.domains.checked', { time: formats.dateTime(checkedAt) })}
              </span>
            )}
          </div>
        </>
      )}
    </Row>
  );
}

/** Why the last look-up did not find the record. */
function Found({ domain: { domain, problem, found = [], record } }: { domain: Domain }) {
  const { t } = useTexts('single-sign-on');
  if (problem === undefined) return null;
  return (
    <Banner variant="warning">
      {t(`single-sign-on.domains.problems.${problem}`, {
        name: record.name,
        label: record.name.replace(`.${domain}`, ''),
      })}
      {found.length > 0 && (
        <ul role="list" className={styles.found}>
          {found.map((text) => (
            <li key={text}>
              <code>{text}</code>
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

function RemoveDomain({ domain: { domain, state } }: { domain: Domain }) {
  const { t } = useTexts('single-sign-on');
  const { change } = useChange(removeDomain, changes);
  return (
    <ChangeQuestion
      name={`removeDomain.${domain}`}
      trigger={
        <Button
          variant="quiet"
          size="xSmall"
          aria-label={t('single-sign-on.domains.removeNamed', { domain })}
        >
          {t('single-sign-on.remove')}
        </Button>
      }
      variant="danger"
      heading={t('single-sign-on.domains.removeQuestion', { domain })}
      description={t(
        state === 'pending' ? 'single-sign-on.domains.removePending' : 'single-sign-on.domains.removeText',
      )}
      action={t('single-sign-on.remove')}
      change={() => change({ params: { domain } })}
      done={t('single-sign-on.domains.removed', { domain })}
      failed={(failure) => {
        if (failure.kind !== 'refused') return undefined;
        const isLastWayIn = failure.refusal === 'notPossible';
        return t(isLastWayIn ? 'single-sign-on.require.nobodyCanKeep' : 'single-sign-on.domains.needed');
      }}
    />
  );
}
