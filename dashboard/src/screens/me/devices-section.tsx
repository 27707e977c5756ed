import { ownAccountEndpoints } from '@app/contract/dashboard/own-account.ts';
import type { KnownDevice } from '@app/contract/dashboard/sessions.ts';

import { useChange } from '#calls/use-change.ts';
import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { DeviceRow } from '#lists/session-rows.tsx';
import content from '#page/content.module.css';
import { Failed, Loading } from '#page/page-states.tsx';
import { Rows } from '#page/rows.tsx';

import { Section } from './section.tsx';

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
            <OwnDeviceRow key={device.id} known={device} />
          ))}
        </Rows>
      )}
    </Section>
  );
}

function OwnDeviceRow({ known }: { known: KnownDevice }) {
  const { change, running } = useChange(forgetOwnDevice, changes);
  return (
    <DeviceRow known={known} running={running} onRemove={() => change({ params: { deviceId: known.id } })} />
  );
}
