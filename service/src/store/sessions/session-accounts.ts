/** Whose session an access token belongs to, as it is now and not as it was when the token was signed. */
import { type RawBuilder, sql } from 'kysely';

export interface SessionHolder {
  readonly accountId: string;
  /** The session (refresh family). */
  readonly familyId: string;
}

/** The session `f` that lives and its active account `a`, as a FROM clause whose WHERE can go on with `and`. */
export const liveSession = ({ accountId, familyId }: SessionHolder, now: number): RawBuilder<unknown> => sql`
  families f join accounts a on a.id = f.account_id
  where f.id = ${familyId}::uuid and a.id = ${accountId}::uuid and a.status = 'active' and f.strategy = a.method
    and f.revoked_at is null and f.expires_at > ${new Date(now)}::timestamptz`;
