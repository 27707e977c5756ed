/** Invites many people by the call of the dashboard, for journeys about lists that have pages. */
import { dashboardEndpoints } from '@app/contract/calls/endpoints.ts';
import * as limits from '@app/contract/fields/limits.ts';

import { tokensOf, type Person } from './accounts.ts';
import type { Product } from './start-product.ts';

export interface InvitedPerson {
  readonly email: string;
  readonly name: string;
}

/** Invites them into the admin's company. Throws unless all of them are invited. */
export async function invitePeople(
  product: Product,
  admin: Person,
  people: readonly InvitedPerson[],
): Promise<void> {
  const { status, tokens } = await tokensOf(product, admin);
  if (!tokens) throw new Error(`the sign-in of ${admin.email} answered ${status}`);
  const [, claims = ''] = tokens.id_token.split('.');
  const { 'custom:company_id': companyId } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    'custom:company_id': string;
  };
  const { method, path } = dashboardEndpoints.invite;
  for (let at = 0; at < people.length; at += limits.changedAtOnce) {
    const invitations = people.slice(at, at + limits.changedAtOnce);
    const answer = await fetch(product.url + path.replace('{id}', companyId), {
      method,
      headers: {
        authorization: `Bearer ${tokens.access_token}`,
        'content-type': 'application/json',
        'x-origin': 'dashboard',
      },
      body: JSON.stringify({ invitations }),
    });
    const { results = [] } = (await answer.json()) as { results?: readonly { ok: boolean }[] };
    const done = results.filter(({ ok }) => ok).length;
    if (done !== invitations.length) throw new Error(`${done} of ${invitations.length} were invited`);
  }
}
