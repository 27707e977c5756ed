/** Devices that an account knows: those that finished a code step for it (risk data, decisions section 2). */
import { sql } from 'kysely';

import type { Part } from './at-once.ts';

/** The account knows the device from now on. `device` is the SHA-256 of its id; `now` in milliseconds. */
export const knowingDevice = (accountId: string, device: Buffer, now: number): Part => sql`
  insert into devices (account_id, device, known_at) values (${accountId}, ${device}, ${new Date(now)})
  on conflict do nothing`;
