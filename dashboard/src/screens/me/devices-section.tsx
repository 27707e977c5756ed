import { ownAccountEndpoints, type OwnDevice } from '@app/contract/dashboard/own-account.ts';
import { Button } from '@app/ui/button';

import { useChange } from '#calls/use-change.ts';
import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import content from '#page/content.module.css';
import { Failed } from '#page/failed.tsx';
import { Loading } from '#page/loading.tsx';
import { Row, Rows } from '#page/rows.tsx';
import { useSay } from '#page/use-say.ts';

import { Section } from './section.tsx';
import { When } from './when.tsx';

const { forgetOwnDevice, listOwnDevices, listOwnEvents } = ownAccountEndpoints;
const changes = { changes: [listOwnDevices, listOwnEvents] };

/** The devices that the account knows. */
export function DevicesSection() {
  const { t } = useTexts('me');
  const { answer, failure, loading, readAgain } = useRead(listOwnDevices, {});
  return (
    <Section heading={t('me.devices.title')} lead={t('me.devices.lead')}>
      {failure && <Failed failure={failure} onTryAgain={readAgain} />}
      {loading && <Loading lines={2} />}
      {answer?.items.length === 0 && <p className={content.note}>{t('me.devices.empty')}</p>}
      {answer && answer.items.length > 0 && (
        <Rows>
          {answer.items.map((device) => (
            <Device key={device.id} known={device} />
          ))}
        </Rows>
      )}
    </Section>
  );
}

function Device({ known }: { known: OwnDevice }) {
  const { t } = useTexts('me');
  const say = useSay();
  const { change, running } = useChange(forgetOwnDevice, changes);
  const device = known.device ?? t('me.devices.unknown');

  async function forget(): Promise<void> {
    const outcome = await change({ params: { deviceId: known.id } });
    if (outcome.ok || outcome.failure.kind === 'notFound') say.done(t('me.devices.forgotten'));
    else say.failed(outcome.failure);
  }

  return (
    <Row
      name={device}
      details={
        <>
          <When words="me.devices.lastUsed" time={known.lastUsedAt} relative />
          <When words="me.devices.since" time={known.knownAt} date />
        </>
      }
      action={
        <Button
          variant="secondary"
          size="xSmall"
          loading={running}
          aria-label={t('me.devices.forgetOne', { device })}
          onClick={() => void forget()}
        >
          {t('me.devices.forget')}
        </Button>
      }
    />
  );
}
