/** The list of invitations that wait or have expired. */
import type { Flow } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import {
  type InvitationKey,
  listInvitations as findPage,
} from '#store/dashboard/invitations/invitation-list.ts';

export const listInvitations: Flow<'listInvitations'> = async ({ query }, { actor }, deps) => {
  const { search, state, pageSize, cursor } = query;
  const { items, total, next } = await findPage(deps.store.relaxed, {
    companyId: actor.account.companyId,
    search,
    state,
    pageSize,
    after: cursor === undefined ? undefined : keyOf(cursor),
    now: deps.clock(),
  });
  return { items: [...items], total, ...(next && { nextCursor: `${next.sentAt}_${next.id}` }) };
};

function keyOf(cursor: string): InvitationKey {
  const [, sentAt, id] = /^(\d{1,18})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(cursor) ?? [];
  if (sentAt === undefined || id === undefined)
    throw new Refusal('invalid', { fields: { cursor: ['is_invalid'] } });
  return { sentAt, id };
}
