/** Devices that an account knows: those that finished a code step for it (risk data, decisions section 2). */
import { days } from '@app/contract/durations.ts';
import { limits } from '@app/contract/limits.ts';
import { type RawBuilder, sql } from 'kysely';

import type { Part } from './at-once.ts';

/** How exactly the last use is kept: not every sign-in writes, and 90 days are 89 at least. */
const lastUseStep = days(1);

/**
 * The account knows the device from now on, for as long as it is used. `device` is the SHA-256 of its id; `now` in
 * milliseconds. `onlyIf` is a condition on other parts of the statement.
 */
export const knowingDevice = (
  accountId: string,
  device: Buffer,
  now: number,
  onlyIf = sql<boolean>`true`,
): Part => sql`
  insert into devices (account_id, device, known_at, last_used_at)
  select ${accountId}::uuid, ${device}::bytea, ${new Date(now)}::timestamptz, ${new Date(now)}::timestamptz
  where ${onlyIf}
  on conflict (account_id, device) do update set last_used_at = excluded.last_used_at
  where devices.last_used_at < ${new Date(now - lastUseStep)}`;

/** True for a row of `devices` that has not been used for so long that it counts no more. */
export const isIdle = (lastUsedAt: RawBuilder<unknown>, now: number): RawBuilder<boolean> =>
  sql<boolean>`${lastUsedAt} <= ${new Date(now - limits.knownDeviceIdle)}::timestamptz`;
