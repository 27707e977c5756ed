/** What keeps an answer from telling whether an address has an account (threats A4, A5). */
import { randomUUID, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { hashHandle } from '#security/tokens/handles.ts';
import type { Account } from '#store/accounts/accounts.ts';

/** The account of an address without an account: the same statements run for it and change nothing. */
export const unknownAccount: Account = {
  id: randomUUID(),
  companyId: randomUUID(),
  email: 'nobody@invalid',
  name: '',
  method: 'password',
  status: 'active',
  language: 'en',
  roles: [],
};

/**
 * In milliseconds. An answer that must not reveal whether an address has an account is delayed (threat A5): the work is the
 * same for every address except one look-up of the link's account, which takes some hundredths of a millisecond.
 */
const longestDelay = 10;

export const randomDelay = (): Promise<void> => pause(randomInt(longestDelay + 1));

/**
 * The key of the wait between resends: one client for one address. It includes the client, so that the wait does not
 * reveal that someone else has just typed the address. It begins with the address, by which an erased person's keys are
 * found.
 */
export const resendHoldKey = (email: string, client: string): Buffer =>
  Buffer.concat([hashHandle(email), hashHandle(client).subarray(0, 8)]);
