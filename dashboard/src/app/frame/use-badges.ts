import { signInLogEndpoints } from '@app/contract/dashboard/sign-in-log.ts';
import { minutes } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';

import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';

import type { Area } from '#app/areas.ts';

const readEvery = minutes(5);

type Badge = { count: number; label: string };

/** What waits in the areas of an admin, as counts for the navigation. */
export function useBadges(isAdmin: boolean): Readonly<Partial<Record<Area['name'], Badge>>> {
  const { t } = useTexts();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const { answer, readAt } = useRead(
    signInLogEndpoints.readOverview,
    { query: { timeZone } },
    { enabled: isAdmin, every: readEvery },
  );
  if (!answer) return {};
  const waiting = answer.invitationsWaiting;
  const ending = answer.certificateEnds.filter((end) => end - readAt <= limits.certificateNotice).length;
  const attention = answer.domainsLost + ending;
  return {
    ...(waiting > 0 && {
      invitations: { count: waiting, label: t('frame.badges.invitations', { count: waiting }) },
    }),
    ...(attention > 0 && {
      'single-sign-on': { count: attention, label: t('frame.badges.singleSignOn', { count: attention }) },
    }),
  };
}
