import type { invitationStates } from '@app/contract/dashboard/invitations.ts';
import { signInLogEndpoints } from '@app/contract/dashboard/sign-in-log.ts';

import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';

/** How many invitations wait and have expired, as ` (28)`: the read by which the navigation counts them. */
export function useCounts(): { readonly [State in (typeof invitationStates)[number]]?: string } {
  const { formats } = useTexts();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const { answer } = useRead(signInLogEndpoints.readOverview, { query: { timeZone } });
  if (!answer) return {};
  const { invitationsWaiting, invitationsExpired } = answer;
  return {
    waiting: ` (${formats.number(invitationsWaiting)})`,
    expired: ` (${formats.number(invitationsExpired)})`,
  };
}
