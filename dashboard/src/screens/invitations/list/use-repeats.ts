import { invitationEndpoints, type InvitationResults } from '@app/contract/dashboard/invitations.ts';

import { useChange } from '#calls/use-change.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useSay } from '#page/use-say.ts';

const { listInvitations, resendInvitations, revokeInvitations } = invitationEndpoints;
const changes = { changes: [listInvitations] };

type Result = InvitationResults['results'][number];

/** Sends invitations again and revokes them, and says in a toast how many were done and why others were not. */
export function useRepeats(): {
  readonly resend: (ids: string[]) => Promise<void>;
  readonly revoke: (ids: string[]) => Promise<void>;
} {
  const { t, formats } = useTexts('invitations');
  const say = useSay();
  const { change: resend } = useChange(resendInvitations, changes);
  const { change: revoke } = useChange(revokeInvitations, changes);

  function report(done: 'resent' | 'revoked', results: readonly Result[]): void {
    const count = results.filter(({ ok }) => ok).length;
    const detail = (['notFound', 'notPossible', 'claimedElsewhere', 'mailedTooOften'] as const)
      .map((reason) => ({ reason, n: results.filter((result) => result.reason === reason).length }))
      .filter(({ n }) => n > 0)
      .map(({ reason, n }) => t(`invitations.notDone.${reason}`, { n: formats.number(n) }))
      .join(' · ');
    const message =
      count > 0
        ? t(`invitations.${done}`, { count, n: formats.number(count) })
        : t('invitations.nothingDone');
    say.done(message, detail === '' ? {} : { detail });
  }

  return {
    async resend(ids) {
      const outcome = await resend({ body: { ids } });
      if (outcome.ok) report('resent', outcome.answer.results);
      else say.failed(outcome.failure);
    },
    async revoke(ids) {
      const outcome = await revoke({ body: { ids } });
      if (outcome.ok) report('revoked', outcome.answer.results);
      else say.failed(outcome.failure);
    },
  };
}
