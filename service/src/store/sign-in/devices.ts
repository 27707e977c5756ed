/**
 * Devices that an account knows (risk data, requirements §2): those from which it was signed in to, or that were
 * confirmed by a mailed link. They have a separate lane in the limits (threat A2). A `proven` one, which has finished a
 * code step or was confirmed by a link, spares the code where the policy asks only unknown devices.
 */
import { days } from '@app/contract/fields/durations.ts';
import * as limits from '@app/contract/fields/limits.ts';
import { type RawBuilder, sql } from 'kysely';

import { after, always, type Condition, type Statement } from '#store/connection/one-statement.ts';
import { holdsAddress, unchanged } from '#store/accounts/accounts.ts';
import { isFactorRequired } from '#store/accounts/factors.ts';
import type { Reader } from '#store/connection/pools.ts';
import { type Counter, tryCounted } from './throttles.ts';

/** How exactly the last use is stored: not every sign-in writes, and 90 days are 89 at least. */
const lastUseStep = days(1);

/** A device with which an account was signed in to. */
export interface UsedDevice {
  readonly accountId: string;
  /** SHA-256 of its id. */
  readonly device: Buffer;
  readonly userAgent: string | undefined;
  readonly how: 'proven' | 'byPassword' | 'byProvider';
}

/**
 * Inserts a device that the account knows from now on, or updates its last use; a proven one stays proven meanwhile
 * (threat A2). `now` in milliseconds.
 */
export const insertDevice = <Needs extends string = never>(
  { accountId, device, userAgent, how }: UsedDevice,
  now: number,
  onlyIf: Condition<Needs> = always,
): Statement<Needs> => sql`
  insert into devices as d (account_id, device, known_at, last_used_at, proven, user_agent)
  select ${accountId}::uuid, ${device}::bytea, ${new Date(now)}::timestamptz, ${new Date(now)}::timestamptz,
    ${how === 'proven'}::boolean, ${userAgent ?? null}::text
  where ${onlyIf}
  on conflict (account_id, device) do update set last_used_at = excluded.last_used_at,
    user_agent = coalesce(excluded.user_agent, d.user_agent),
    proven = excluded.proven or (d.proven and not ${isIdle(sql`d.last_used_at`, now)})
  where d.last_used_at < ${new Date(now - lastUseStep)} or (excluded.proven and not d.proven)`;

/**
 * Inserts a device that a mailed link confirmed: it is proven, unless the company requires a factor, and until
 * `codeSparedUntil` (milliseconds) the link counts as the code of one sign-in.
 */
export const insertConfirmedDevice = (
  accountId: string,
  device: Buffer,
  codeSparedUntil: number,
  now: number,
): Statement => sql`
  insert into devices (account_id, device, known_at, last_used_at, proven, code_spared_until)
  select a.id, ${device}::bytea, ${new Date(now)}::timestamptz, ${new Date(now)}::timestamptz,
    not ${isFactorRequired(now)}, ${new Date(codeSparedUntil)}::timestamptz
  from accounts a where a.id = ${accountId}::uuid
  on conflict (account_id, device) do update set last_used_at = excluded.last_used_at,
    proven = excluded.proven or (devices.proven and not ${isIdle(sql`devices.last_used_at`, now)}),
    code_spared_until = excluded.code_spared_until`;

/**
 * Consumes the code that a mailed link spares: returns a row only if the account is as it was when its password was
 * compared, and no other sign-in has consumed it (threat A7).
 */
export const consumeSparedCode = (
  account: { readonly accountId: string; readonly credentialVersion: number },
  device: Buffer,
  now: number,
): Statement => sql`
  update devices d set code_spared_until = null, last_used_at = ${new Date(now)}
  from (select a.id from accounts a where ${unchanged(account)}) as of_account
  where d.account_id = of_account.id and d.device = ${device} and d.code_spared_until > ${new Date(now)}
  returning d.device`;

/**
 * True after the `session` is opened, on a device that the account did not know before this statement, if it signed in
 * before. Without a device (null) every one is new: the key of the email lets one through. Emails of devices are counted.
 */
export const isNewDevice = (
  {
    accountId,
    device,
    counters,
  }: { readonly accountId: string; readonly device: Buffer | null; readonly counters: readonly Counter[] },
  now: number,
): Condition<'session'> => sql<boolean>`case
  when not ${after('session')} or not exists (select from last_sign_ins where account_id = ${accountId}::uuid) then false
  when ${device}::bytea is null then true
  when exists (select from devices d where d.account_id = ${accountId}::uuid and d.device = ${device}::bytea
    and not ${isIdle(sql`d.last_used_at`, now)}) then false
  else ${tryCounted(counters, now)} end`;

/** True for a row of `devices` that has not been used for so long that it counts no more. */
export const isIdle = (lastUsedAt: RawBuilder<unknown>, now: number): RawBuilder<boolean> =>
  sql<boolean>`${lastUsedAt} <= ${new Date(now - limits.knownDeviceIdle)}::timestamptz`;

/** Whether the account of an address knows a device. `device` is the SHA-256 of its id; `now` in milliseconds. */
export async function isKnownDevice(
  db: Reader,
  email: string,
  device: Buffer,
  now: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from devices d join accounts a on a.id = d.account_id
    where a.email = ${email} and ${holdsAddress} and d.device = ${device} and not ${isIdle(sql.ref('d.last_used_at'), now)}`.execute(
    db,
  );
  return rows.length > 0;
}
