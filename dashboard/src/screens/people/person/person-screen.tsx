import { userSessionEndpoints } from '@app/contract/dashboard/user-sessions.ts';
import { userEndpoints, type User, type UserDetails } from '@app/contract/dashboard/users.ts';
import { languageNames, languageTag } from '@app/contract/fields/vocabulary.ts';
import { Avatar } from '@app/ui/avatar';
import { Button, ButtonLink } from '@app/ui/button';
import { useState, type ReactNode } from 'react';

import { useChange } from '#calls/use-change.ts';
import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import content from '#page/content.module.css';
import { Failed, Loading } from '#page/page-states.tsx';
import { Screen } from '#page/screen.tsx';
import { useSay } from '#page/use-say.ts';
import { BulkDialog } from '#screens/people/bulk/bulk-dialog.tsx';
import { actionsFor, type BulkKind } from '#screens/people/bulk/bulk-kinds.ts';
import { InterruptedJob } from '#screens/people/bulk/interrupted-job.tsx';
import { LastSignIn, Method, SecondStep, StatusBadge } from '#screens/people/cells.tsx';
import styles from '#screens/people/people.module.css';
import { usePerson } from '#session/use-session.ts';

import { EmailChangeDialog } from './email-change-dialog.tsx';
import { HelpDialog, TemporaryPassDialog } from './help-dialog.tsx';
import { LatestEvents } from './latest-events.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { PersonDevices, PersonSessions } from './sessions-and-devices.tsx';

/** One account: what it is, what an admin can change of it, where it is signed in, and the way to its sign-ins. */
export function PersonScreen({ userId, listHref }: { userId: string; listHref: string }) {
  const { t } = useTexts('people');
  const read = useRead(userEndpoints.readUser, { params: { userId } });
  const user = read.answer;
  return (
    <Screen
      heading={user ? user.name || user.email : t('frame.fields.person')}
      actions={
        <ButtonLink href={listHref} variant="secondary" size="small">
          {t('people.person.back')}
        </ButtonLink>
      }
    >
      {read.failure && (
        <Failed
          failure={read.failure}
          words={read.failure.kind === 'notFound' ? t('people.person.notFound') : undefined}
          onTryAgain={read.readAgain}
        />
      )}
      {read.loading && <Loading />}
      {user && <InterruptedJob />}
      {user && <Person user={user} />}
    </Screen>
  );
}

/** What has its button beside the fact, or under the sessions. */
const elsewhere: ReadonlySet<BulkKind> = new Set(['method', 'secondStep', 'role', 'signOut']);

function Person({ user }: { user: UserDetails }) {
  const { t, formats } = useTexts<'people' | 'me'>();
  const [asked, setAsked] = useState<BulkKind>();
  const say = useSay();
  const newPassword = useChange(userEndpoints.requestNewPassword);
  const factors = useChange(userSessionEndpoints.removeUserFactors);
  const isOwn = usePerson().userId === user.id;
  const logsInByPassword = user.status === 'active' && !user.addressLost && user.method === 'password';
  const ask = (kind: BulkKind) => () => setAsked(kind);
  return (
    <div className={`${styles.profile} ${content.inOrder}`}>
      <div className={styles.who}>
        <Avatar name={user.name} size={56} decorative />
        <div>
          <bdi className={styles.email}>{user.email}</bdi>
          <StatusBadge {...user} />
        </div>
      </div>
      <section className={styles.section} aria-labelledby="profile">
        <h2 id="profile">{t('me.profile.title')}</h2>
        <dl className={styles.facts}>
          <Fact name={t('frame.fields.name')} change={<RenameDialog user={user} />}>
            <bdi className={styles.email}>{user.name || '–'}</bdi>
          </Fact>
          <Fact name={t('frame.fields.role')} onChange={isOwn ? undefined : ask('role')}>
            {t(`frame.values.${user.role}`)}
          </Fact>
          <Fact name={t('frame.account.language')}>
            <span lang={languageTag(user.language)}>{languageNames[user.language]}</span>
          </Fact>
          <Fact name={t('people.person.createdAt')}>
            <time dateTime={new Date(user.createdAt).toISOString()}>{formats.date(user.createdAt)}</time>
          </Fact>
        </dl>
        {user.emailChange && <PendingAddress user={user} change={user.emailChange} />}
        {user.addressLost && <p>{t('people.person.addressLost')}</p>}
        <div className={styles.actions}>{user.status === 'active' && <EmailChangeDialog user={user} />}</div>
      </section>
      <section className={styles.section} aria-labelledby="security">
        <h2 id="security">{t('people.person.security')}</h2>
        <dl className={styles.facts}>
          <Fact name={t('frame.fields.method')} onChange={isOwn ? undefined : ask('method')}>
            <Method method={user.method} />
          </Fact>
          <Fact name={t('frame.fields.secondStep')} onChange={ask('secondStep')}>
            <SecondStep user={user} />
          </Fact>
          <Fact name={t('people.columns.lastSignInAt')}>
            <LastSignIn user={user} />
          </Fact>
        </dl>
        {isOwn && <p className={styles.quiet}>{t('people.person.own')}</p>}
        <div className={styles.actions}>
          {!isOwn && logsInByPassword && (
            <HelpDialog
              kind="newPassword"
              user={user}
              change={newPassword.change}
              onDone={() => say.done(t('people.newPassword.done'))}
            />
          )}
          {!isOwn && user.hasFactor && (
            <HelpDialog
              kind="factors"
              user={user}
              change={factors.change}
              onDone={() => say.done(t('people.factors.done'))}
            />
          )}
          {!isOwn && user.status === 'active' && !user.addressLost && user.secondStepAsked && (
            <TemporaryPassDialog user={user} />
          )}
          {!isOwn &&
            actionsFor([user])
              .filter((kind) => !elsewhere.has(kind))
              .map((kind) => (
                <Button
                  key={kind}
                  variant={kind === 'disable' ? 'danger' : 'secondary'}
                  size="small"
                  onClick={ask(kind)}
                >
                  {t(`people.bulk.${kind}.action`)}
                </Button>
              ))}
        </div>
      </section>
      <PersonSessions user={user} isOwn={isOwn} onSignOut={ask('signOut')} />
      <PersonDevices user={user} isOwn={isOwn} />
      <LatestEvents user={user} />
      {asked && <BulkDialog kind={asked} users={[user]} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

function Fact({
  name,
  onChange,
  change,
  children,
}: {
  name: string;
  onChange?: (() => void) | undefined;
  /** The button with its dialog, instead of `onChange`. */
  change?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTexts('people');
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {change && <dd>{change}</dd>}
      {onChange && (
        <dd>
          <Button
            variant="secondary"
            size="xSmall"
            aria-label={t('people.person.changeOf', { what: name })}
            onClick={onChange}
          >
            {t('people.person.change')}
          </Button>
        </dd>
      )}
    </div>
  );
}

/** An address that waits for its owner's confirmation. */
function PendingAddress({
  user,
  change: { email, expiresAt },
}: {
  user: User;
  change: NonNullable<UserDetails['emailChange']>;
}) {
  const { t, formats } = useTexts('people');
  const say = useSay();
  const { change, running } = useChange(userEndpoints.cancelEmailChange);

  async function cancel(): Promise<void> {
    const outcome = await change({ params: { userId: user.id } });
    if (outcome.ok) say.done(t('people.emailChange.cancelled'));
    else say.failed(outcome.failure);
  }

  return (
    <div className={styles.pending}>
      <p>{t('people.emailChange.pending', { email, time: formats.dateTime(expiresAt) })}</p>
      <Button variant="secondary" size="xSmall" loading={running} onClick={() => void cancel()}>
        {t('people.emailChange.cancel')}
      </Button>
    </div>
  );
}
