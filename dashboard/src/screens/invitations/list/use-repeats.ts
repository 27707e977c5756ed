import { invitationEndpoints, type InvitationResults } from '@app/contract/dashboard/invitations.ts';
import { signInLogEndpoints } from '@app/contract/dashboard/sign-in-log.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { useEffect, useRef, useState } from 'react';

import type { CallFailure } from '#calls/dashboard-client.ts';
import { useChange } from '#calls/use-change.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useSay } from '#page/use-say.ts';

const { listInvitations, resendInvitations, revokeInvitations } = invitationEndpoints;
/** The navigation counts invitations, too. */
const changes = { changes: [listInvitations, signInLogEndpoints.readOverview] };

type Result = InvitationResults['results'][number];

/** More invitations than one call takes, which are done part by part. */
export interface Repeat {
  readonly kind: 'resend' | 'revoke';
  readonly ids: readonly string[];
  /** Of the parts that are done. */
  readonly results: readonly Result[];
  /** Why it has stopped. */
  readonly failure?: CallFailure;
}

export interface Repeats {
  /** Resolves to true when all are done, and to false when it has failed. */
  readonly run: (kind: Repeat['kind'], ids: readonly string[]) => Promise<boolean>;
  readonly current: Repeat | undefined;
  /** Continues what has stopped; or leaves the rest, and says what was done. */
  readonly resume: () => void;
  readonly leave: () => void;
}

/** Sends invitations again and revokes them, and says in a toast how many were done and why others were not. */
export function useRepeats(): Repeats {
  const { t, formats } = useTexts('invitations');
  const say = useSay();
  const { change: resend } = useChange(resendInvitations, changes);
  const { change: revoke } = useChange(revokeInvitations, changes);
  const [current, setCurrent] = useState<Repeat>();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);

  function report({ kind, results }: Repeat): void {
    const count = results.filter(({ ok }) => ok).length;
    const detail = (['notFound', 'notPossible', 'claimedElsewhere', 'mailedTooOften'] as const)
      .map((reason) => ({ reason, n: results.filter((result) => result.reason === reason).length }))
      .filter(({ n }) => n > 0)
      .map(({ reason, n }) => t(`invitations.notDone.${reason}`, { n: formats.number(n) }))
      .join(' · ');
    const done = kind === 'resend' ? 'resent' : 'revoked';
    const message =
      count > 0
        ? t(`invitations.${done}`, { count, n: formats.number(count) })
        : t('invitations.nothingDone');
    say.done(message, detail === '' ? {} : { detail });
  }

  async function work(from: Repeat): Promise<boolean> {
    const { kind, ids } = from;
    const call = kind === 'resend' ? resend : revoke;
    const hasParts = ids.length > limits.changedAtOnce;
    let { results } = from;
    while (results.length < ids.length) {
      if (hasParts) setCurrent({ kind, ids, results });
      const part = ids.slice(results.length, results.length + limits.changedAtOnce);
      // After a lost answer the same part has the same Idempotency-Key.
      const outcome = await call({ body: { ids: part } });
      if (!outcome.ok) {
        if (hasParts && isShown.current) {
          setCurrent({ kind, ids, results, failure: outcome.failure });
          return false;
        }
        if (results.length > 0) report({ kind, ids, results });
        say.failed(outcome.failure);
        return false;
      }
      results = [...results, ...outcome.answer.results];
    }
    // Work without parts may be done while other work, with parts, has stopped.
    if (hasParts) setCurrent(undefined);
    report({ kind, ids, results });
    return true;
  }

  return {
    run: (kind, ids) => work({ kind, ids, results: [] }),
    current,
    resume: () => current && void work(current),
    leave() {
      if (current && current.results.length > 0) report(current);
      setCurrent(undefined);
    },
  };
}
