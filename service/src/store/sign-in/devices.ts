/**
 * Devices that an account knows (risk data, requirements §2): those from which it was signed in to, or that were
 * confirmed by a mailed link. They have a lane of their own in the limits (threat A2). A `proven` one, which has
 * finished a code step or was confirmed by a link, spares the code where the policy asks unknown devices alone.
 */
import { days } from '@app/contract/fields/durations.ts';
import { limits } from '@app/contract/fields/limits.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';

import type { Part } from '#store/connection/at-once.ts';
import type { Database } from '#store/connection/database.ts';

/** How exactly the last use is kept: not every sign-in writes, and 90 days are 89 at least. */
const lastUseStep = days(1);

/**
 * The account knows the device from now on, for as long as it is used; what is known as proven stays so meanwhile.
 * `device` is the SHA-256 of its id; `now` in milliseconds. `onlyIf` is a condition on other parts of the statement.
 */
export const knowingDevice = (
  accountId: string,
  device: Buffer,
  how: 'proven' | 'byPassword',
  now: number,
  onlyIf = sql<boolean>`true`,
): Part => sql`
  insert into devices as d (account_id, device, known_at, last_used_at, proven)
  select ${accountId}::uuid, ${device}::bytea, ${new Date(now)}::timestamptz, ${new Date(now)}::timestamptz,
    ${how === 'proven'}::boolean
  where ${onlyIf}
  on conflict (account_id, device) do update set last_used_at = excluded.last_used_at,
    proven = excluded.proven or (d.proven and not ${isIdle(sql`d.last_used_at`, now)})
  where d.last_used_at < ${new Date(now - lastUseStep)} or (excluded.proven and not d.proven)`;

/**
 * The account knows the device from now on, as one that was confirmed by a mailed link: until `codeSparedUntil`
 * (milliseconds) that counts as the code of one sign-in.
 */
export const confirmingDevice = (
  accountId: string,
  device: Buffer,
  codeSparedUntil: number,
  now: number,
): Part => sql`
  insert into devices (account_id, device, known_at, last_used_at, proven, code_spared_until)
  values (${accountId}, ${device}, ${new Date(now)}, ${new Date(now)}, true, ${new Date(codeSparedUntil)})
  on conflict (account_id, device) do update set last_used_at = excluded.last_used_at, proven = true,
    code_spared_until = excluded.code_spared_until`;

/** True for a row of `devices` that has not been used for so long that it counts no more. */
export const isIdle = (lastUsedAt: RawBuilder<unknown>, now: number): RawBuilder<boolean> =>
  sql<boolean>`${lastUsedAt} <= ${new Date(now - limits.knownDeviceIdle)}::timestamptz`;

/** Whether the account of an address knows a device. `device` is the SHA-256 of its id; `now` in milliseconds. */
export async function isKnownDevice(
  db: Kysely<Database>,
  email: string,
  device: Buffer,
  now: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from devices d join accounts a on a.id = d.account_id
    where a.email = ${email} and d.device = ${device} and not ${isIdle(sql.ref('d.last_used_at'), now)}`.execute(
    db,
  );
  return rows.length > 0;
}
