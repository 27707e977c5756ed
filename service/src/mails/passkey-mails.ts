/** The emails about an account's passkeys. */
import { randomUUID } from 'node:crypto';

import type { Deps } from '#deps.ts';
import type { Account } from '#store/accounts/accounts.ts';
import type { NewMail } from '#store/outbox.ts';

import { notice } from './new-mail.ts';

/** A passkey was added or removed. Values: `name`, `passkey`. */
export const passkeyMail = (
  { kind, to, passkey }: { kind: 'passkeyAdded' | 'passkeyRemoved'; to: Account; passkey: string },
  deps: Deps,
  now: number,
): NewMail => notice({ kind, to, values: { name: to.name, passkey }, id: randomUUID() }, deps, now);
