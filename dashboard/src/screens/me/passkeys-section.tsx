import { ownAccountEndpoints, type OwnAccount } from '@app/contract/dashboard/own-account.ts';
import { ownFactorEndpoints } from '@app/contract/dashboard/own-factors.ts';
import { ownPasskeyEndpoints, type OwnPasskey } from '@app/contract/dashboard/own-passkeys.ts';
import { createPasskey } from '@app/session/passkeys/create-passkey.ts';
import { Button } from '@app/ui/button';
import { TextField } from '@app/ui/text-field';
import { useEffect, useState, type FormEvent } from 'react';
import type { AnswerOf } from '@app/contract/calls/endpoint.ts';

import { useChange } from '#calls/use-change.ts';
import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { Removal } from '#lists/session-rows.tsx';
import { When } from '#lists/when.tsx';
import content from '#page/content.module.css';
import { Failed, Loading } from '#page/page-states.tsx';
import { Row, Rows } from '#page/rows.tsx';
import { useSay } from '#page/use-say.ts';

import styles from './me.module.css';
import { Section } from './section.tsx';

const { addPasskey, listPasskeys, removePasskey, renamePasskey, startPasskey } = ownPasskeyEndpoints;
const changes = {
  changes: [listPasskeys, ownFactorEndpoints.readFactors, ownAccountEndpoints.listOwnEvents],
};
const none = { changes: [] };

/** The passkeys of an account with a password. */
export function PasskeysSection({ account }: { account: OwnAccount }) {
  const { t } = useTexts('me');
  const say = useSay();
  const { answer, failure, loading, readAgain } = useRead(listPasskeys, {});
  const start = useChange(startPasskey, none);
  const add = useChange(addPasskey, changes);

  useEffect(() => {
    // The browser may not have these functions, or may refuse: the list is right all the same.
    if (answer) tellBrowser(answer, account).catch(() => {});
  }, [answer, account]);

  async function make(list: NonNullable<typeof answer>): Promise<void> {
    const started = await start.change({ body: {} });
    if (!started.ok) return say.failed(started.failure);
    const { items, ...rest } = list;
    const existing = items.map(({ credentialId }) => credentialId);
    const credential = await createPasskey({ ...started.answer, ...rest, ...account, existing });
    if (credential === undefined) return;
    if (credential === 'exists') return say.done(t('me.passkeys.exists'));
    const added = await add.change({ body: { credential } });
    if (added.ok) say.done(t('me.passkeys.added'));
    else say.failed(added.failure);
  }

  return (
    <Section heading={t('me.passkeys.title')} lead={t('me.passkeys.lead')}>
      {failure && <Failed failure={failure} onTryAgain={readAgain} />}
      {loading && <Loading lines={2} />}
      {answer?.items.length === 0 && <p className={content.note}>{t('me.passkeys.empty')}</p>}
      {answer && answer.items.length > 0 && (
        <Rows>
          {answer.items.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </Rows>
      )}
      {answer && makesPasskeys() && (
        <div className={content.actions}>
          <Button
            variant="secondary"
            size="small"
            loading={start.running || add.running}
            onClick={() => void make(answer)}
          >
            {t('me.passkeys.add')}
          </Button>
        </div>
      )}
    </Section>
  );
}

function PasskeyRow({ passkey: { id, name, maker, addedAt, usedAt } }: { passkey: OwnPasskey }) {
  const { t } = useTexts('me');
  const { change, running } = useChange(removePasskey, changes);
  const [renames, setRenames] = useState(false);
  return (
    <Row
      name={name}
      details={
        <>
          {maker !== undefined && maker !== name && <span>{maker}</span>}
          <When words="me.passkeys.since" time={addedAt} date />
          {usedAt === undefined ? (
            <span>{t('me.passkeys.unused')}</span>
          ) : (
            <When words="me.sessions.lastUsed" time={usedAt} relative />
          )}
        </>
      }
      action={
        <div className={content.actions}>
          <Button
            variant="quiet"
            size="xSmall"
            aria-label={t('me.passkeys.renameOne', { passkey: name })}
            aria-expanded={renames}
            onClick={() => setRenames(!renames)}
          >
            {t('me.passkeys.rename')}
          </Button>
          <Removal
            onRemove={() => change({ params: { passkeyId: id } })}
            running={running}
            label={t('me.passkeys.remove')}
            name={t('me.passkeys.removeOne', { passkey: name })}
            done={t('me.passkeys.removed')}
          />
        </div>
      }
    >
      {renames && <NewName id={id} name={name} onDone={() => setRenames(false)} />}
    </Row>
  );
}

function NewName({ id, name, onDone }: { id: string; name: string; onDone: () => void }) {
  const { t } = useTexts('me');
  const { change, running, failure } = useChange(renamePasskey, { changes: [listPasskeys] });

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('passkey');
    if (typeof typed !== 'string') return;
    const outcome = await change({ params: { passkeyId: id }, body: { name: typed } });
    if (outcome.ok) onDone();
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      {failure && failure.kind !== 'invalid' && <Failed failure={failure} />}
      <TextField
        label={t('frame.fields.name')}
        name="passkey"
        autoComplete="off"
        defaultValue={name}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for it
        autoFocus
        error={failure?.kind === 'invalid' ? t('me.fields.invalid') : undefined}
      />
      <div className={content.actions}>
        <Button type="submit" size="small" loading={running}>
          {t('frame.save')}
        </Button>
      </div>
    </form>
  );
}

/** What the browser does with a person's passkeys: it is told which ones exist. */
type List = AnswerOf<typeof ownPasskeyEndpoints.listPasskeys>;

const makesPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Tells the browser which passkeys exist, all of them, and whose they are: it hides the others, and shows the new name. */
async function tellBrowser({ rp, userId, items }: List, { email, name }: OwnAccount): Promise<void> {
  const credentials = globalThis.PublicKeyCredential as Partial<typeof PublicKeyCredential> | undefined;
  const allAcceptedCredentialIds = items.map(({ credentialId }) => credentialId);
  await credentials?.signalAllAcceptedCredentials?.({ rpId: rp.id, userId, allAcceptedCredentialIds });
  await credentials?.signalCurrentUserDetails?.({
    rpId: rp.id,
    userId,
    name: email,
    displayName: name || email,
  });
}
