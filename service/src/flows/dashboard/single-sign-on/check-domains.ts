/**
 * The daily check of claimed domains. A domain whose record is missing in three checks in a row is lost: its company's
 * admins are told by email, and its people continue to sign in (docs/decisions/lost-domains.md).
 */
import type { Deps } from '#deps.ts';
import {
  claimDueDomains,
  type DomainClaim,
  findDomainOwner,
  lockDomain,
  countMissedRecord,
  verifyDomainClaim,
} from '#store/dashboard/single-sign-on/domain-claims.ts';

import { lookUpRecord, tellAdmins } from './domains.ts';

/** Domains that are looked up at the same moment. */
const atOnce = 10;

type CheckDeps = Pick<
  Deps,
  'store' | 'txtRecords' | 'settings' | 'clock' | 'keys' | 'log' | 'wakeMailWorker'
>;

/** Checks every domain that is due. Jobs on several instances share the work. Resolves to how many were checked. */
export async function checkDueDomains(deps: CheckDeps): Promise<number> {
  let checked = 0;
  for (;;) {
    const due = await claimDueDomains(deps.store.durable, deps.clock(), atOnce);
    if (due.length === 0) return checked;
    await Promise.all(due.map((claim) => check(claim, deps)));
    checked += due.length;
  }
}

async function check(claim: DomainClaim, deps: CheckDeps): Promise<void> {
  const lookUp = await lookUpRecord(claim, deps);
  const now = deps.clock();
  const { companyId, domain } = claim;
  const lost = await deps.store.durable.transaction().execute(async (db) => {
    await lockDomain(db, domain);
    const owner = await findDomainOwner(db, domain);
    // Another company verified it meanwhile.
    if (owner?.companyId !== companyId) return false;
    if (lookUp.problem === undefined) {
      await verifyDomainClaim(db, claim, now);
      return false;
    }
    const missed = await countMissedRecord(db, claim, lookUp, now);
    if (missed?.lostAt !== now) return false;
    await tellAdmins(db, companyId, { kind: 'domainLost', domain, at: now }, deps);
    return true;
  });
  deps.log.info({ companyId, domain, problem: lookUp.problem, lost }, 'a claimed domain was checked');
  if (lost) deps.wakeMailWorker();
}
