/** The email about a claimed domain. */
import type { Deps } from '#deps.ts';
import type { Account } from '#store/accounts/accounts.ts';
import type { NewMail } from '#store/outbox.ts';

import { notice } from './new-mail.ts';

/** What happened to a claimed domain, and when (milliseconds). */
export type DomainEvent = Readonly<{ kind: 'domainLost' | 'domainTakenOver'; domain: string; at: number }>;

/**
 * The DNS record of a claimed domain is missing, or another company has the domain now: to an admin of the company that
 * claimed it. Values: `name`, `domain`, `url`.
 */
export const domainMail = (
  admin: Account,
  { kind, domain, at }: DomainEvent,
  deps: Pick<Deps, 'keys'>,
): NewMail =>
  notice(
    {
      kind,
      to: admin,
      values: {
        name: admin.name,
        domain,
        url: `/dashboard/single-sign-on?domain=${encodeURIComponent(domain)}`,
      },
      id: `${admin.id}:${domain}:${at}`,
    },
    deps,
    at,
  );
