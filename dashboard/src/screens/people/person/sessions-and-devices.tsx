import type { KnownDevice, Session } from '@app/contract/dashboard/sessions.ts';
import { userSessionEndpoints } from '@app/contract/dashboard/user-sessions.ts';
import type { User } from '@app/contract/dashboard/users.ts';
import { Button, ButtonLink } from '@app/ui/button';
import { useId, useState, type ReactNode } from 'react';

import { useChange } from '#calls/use-change.ts';
import { useRead, type Reading } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { DeviceRow, SessionRow } from '#lists/session-rows.tsx';
import content from '#page/content.module.css';
import { Failed, Loading } from '#page/page-states.tsx';
import { Rows } from '#page/rows.tsx';
import styles from '#screens/people/people.module.css';

const { endUserSession, forgetUserDevice, listUserDevices, listUserSessions } = userSessionEndpoints;

/** How many rows are shown at first. */
const first = 3;

interface OfPerson {
  user: User;
  /** The admin's own account: its sessions and devices are looked after under My account. */
  isOwn: boolean;
}

/** Where the person is logged in, each with a button that ends it, and one for all of them. */
export function PersonSessions({ user, isOwn, onSignOut }: OfPerson & { onSignOut: () => void }) {
  const { t } = useTexts<'people' | 'me' | 'frame'>();
  const read = useRead(listUserSessions, { params: { userId: user.id } });
  return (
    <Known
      heading={t('me.sessions.title')}
      none={t('people.person.noSessions')}
      read={read}
      renderRow={(session) => (
        <PersonSession key={session.id} session={session} userId={user.id} isOwn={isOwn} />
      )}
    >
      {isOwn && (
        <ButtonLink href="/dashboard/me" variant="secondary" size="small">
          {t('frame.areas.me')}
        </ButtonLink>
      )}
      {!isOwn && user.status === 'active' && (
        <Button variant="secondary" size="small" onClick={onSignOut}>
          {t('people.person.signOut')}
        </Button>
      )}
    </Known>
  );
}

function PersonSession({ session, userId, isOwn }: { session: Session; userId: string; isOwn: boolean }) {
  const { change, running } = useChange(endUserSession);
  const end = () => change({ params: { userId, sessionId: session.id } });
  return <SessionRow session={session} running={running} onRemove={isOwn ? undefined : end} />;
}

/** The devices that are not asked for the code again, each with a button that forgets it. */
export function PersonDevices({ user, isOwn }: OfPerson) {
  const { t } = useTexts('me');
  const read = useRead(listUserDevices, { params: { userId: user.id } });
  return (
    <Known
      heading={t('me.devices.title')}
      none={t('me.devices.empty')}
      read={read}
      renderRow={(known) => <PersonDevice key={known.id} known={known} userId={user.id} isOwn={isOwn} />}
    />
  );
}

function PersonDevice({ known, userId, isOwn }: { known: KnownDevice; userId: string; isOwn: boolean }) {
  const { change, running } = useChange(forgetUserDevice);
  const forget = () => change({ params: { userId, deviceId: known.id } });
  return <DeviceRow known={known} running={running} onRemove={isOwn ? undefined : forget} />;
}

/** A section with the first rows of a list, and the others on demand. */
function Known<Item>({
  heading,
  none,
  read: { answer, failure, loading, readAgain },
  renderRow,
  children,
}: {
  heading: string;
  /** Instead of rows, where there are none. */
  none: string;
  read: Reading<{ items: readonly Item[]; total: number }>;
  renderRow: (item: Item) => ReactNode;
  /** Buttons under the rows. */
  children?: ReactNode;
}) {
  const { t, formats } = useTexts('me');
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const items = answer?.items ?? [];
  const shown = isWhole ? items : items.slice(0, first);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {failure && <Failed failure={failure} onTryAgain={readAgain} />}
      {loading && <Loading lines={2} />}
      {answer && items.length === 0 && <p className={content.note}>{none}</p>}
      {shown.length > 0 && <Rows>{shown.map(renderRow)}</Rows>}
      <div className={styles.actions}>
        {shown.length < items.length && (
          <Button variant="secondary" size="small" onClick={() => setWhole(true)}>
            {t('me.history.more')}
          </Button>
        )}
        {children}
        {answer && shown.length < answer.total && (
          <span className={content.note}>
            {t('me.history.shown', {
              shown: formats.number(shown.length),
              total: formats.number(answer.total),
            })}
          </span>
        )}
      </div>
    </section>
  );
}
