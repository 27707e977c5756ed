/** Inserts a change of an account into the sign-in log. */
import { randomUUID } from 'node:crypto';

import type { CallOrigin } from '#deps.ts';
import type { Condition, Statement } from '#store/connection/one-statement.ts';
import type { EventKind } from '#store/connection/database.ts';
import { insertEvent } from '#store/events.ts';

/** Inserts the event, in the statement of the change itself. */
export const insertAccountEvent = <Needs extends string = never>(
  {
    kind,
    accountId,
    call: { client, platform },
    now,
  }: {
    readonly kind: EventKind;
    readonly accountId: string;
    readonly call: CallOrigin;
    readonly now: number;
  },
  onlyIf?: Condition<Needs>,
): Statement<Needs> =>
  insertEvent({ eventId: randomUUID(), accountId, kind, client, platform, at: now }, onlyIf);
