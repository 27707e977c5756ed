/** A session and a known device as a line of a short list, in the words of My account. */
import type { KnownDevice, Session } from '@app/contract/dashboard/sessions.ts';
import { Button } from '@app/ui/button';

import type { CallOutcome } from '#calls/dashboard-client.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Mark, Row } from '#page/rows.tsx';
import { useSay } from '#page/use-say.ts';

import { When } from './when.tsx';

interface RemovalProps {
  /** Ends the session, or forgets the device; undefined: it cannot be done here. */
  onRemove: (() => Promise<CallOutcome<unknown>>) | undefined;
  running: boolean;
}

export function SessionRow({
  session: { device, platform, client, lastUsedAt, signedInAt, expiresAt },
  current = false,
  ...removal
}: { session: Session; current?: boolean } & RemovalProps) {
  const { t } = useTexts('me');
  const name = device ?? t('me.sessions.unknown');
  return (
    <Row
      name={
        <>
          {name}
          {current && <Mark tone="good">{t('me.sessions.current')}</Mark>}
        </>
      }
      details={
        <>
          <span>{t(`frame.platforms.${platform}`)}</span>
          <span>{client}</span>
          <When words="me.sessions.lastUsed" time={lastUsedAt} relative />
          <When words="me.sessions.signedIn" time={signedInAt} />
          <When words="me.sessions.ends" time={expiresAt} date />
        </>
      }
      action={
        <Removal
          {...removal}
          label={t('me.sessions.end')}
          name={t('me.sessions.endOne', { device: name })}
          done={t('me.sessions.ended')}
        />
      }
    />
  );
}

export function DeviceRow({
  known: { device, lastUsedAt, knownAt },
  ...removal
}: { known: KnownDevice } & RemovalProps) {
  const { t } = useTexts('me');
  const name = device ?? t('me.sessions.unknown');
  return (
    <Row
      name={name}
      details={
        <>
          <When words="me.sessions.lastUsed" time={lastUsedAt} relative />
          <When words="me.devices.since" time={knownAt} date />
        </>
      }
      action={
        <Removal
          {...removal}
          label={t('me.devices.forget')}
          name={t('me.devices.forgetOne', { device: name })}
          done={t('me.devices.forgotten')}
        />
      }
    />
  );
}

/** The button of a row. What is gone already counts as removed. */
export function Removal({
  onRemove,
  running,
  label,
  name,
  done,
}: RemovalProps & { label: string; name: string; done: string }) {
  const say = useSay();
  if (!onRemove) return null;

  async function remove(run: NonNullable<typeof onRemove>): Promise<void> {
    const outcome = await run();
    if (outcome.ok || outcome.failure.kind === 'notFound') say.done(done);
    else say.failed(outcome.failure);
  }

  return (
    <Button
      variant="secondary"
      size="xSmall"
      loading={running}
      aria-label={name}
      onClick={() => void remove(onRemove)}
    >
      {label}
    </Button>
  );
}
