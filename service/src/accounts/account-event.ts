/** What happened to an account, for the sign-in log. */
import { randomUUID } from 'node:crypto';

import type { CallOrigin } from '#deps.ts';
import type { firstDid, Part } from '#store/connection/at-once.ts';
import type { EventKind } from '#store/connection/database.ts';
import { logging } from '#store/events.ts';

/** The statement that logs it, to go with the change itself. `onlyIf` is a condition on that. */
export const loggingChange = (
  kind: EventKind,
  accountId: string,
  { client, platform }: CallOrigin,
  now: number,
  onlyIf?: typeof firstDid,
): Part => logging({ eventId: randomUUID(), accountId, kind, client, platform, at: now }, onlyIf);
