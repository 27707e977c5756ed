/**
 * The company's policy: the second step, whether single sign-on is required, and how old a sign-in at the provider may be
 * (requirements §5).
 */
import type { Policy } from '@app/contract/dashboard/single-sign-on.ts';

import { strategies, type Strategy } from '@app/contract/fields/vocabulary.ts';

import type { DashboardCall, Deps, Flow } from '#deps.ts';
import { inviteAgain } from '#flows/account/account-access.ts';
import { type AdminChange, adminChange } from '#flows/dashboard/admin-change.ts';
import { factorRequiredMail } from '#mails/factor-mails.ts';
import { takeMails } from '#rate-limits/rate-limiter.ts';
import { Refusal } from '#refusal.ts';
import { endAccess } from '#store/accounts/account-changes.ts';
import { findCompanyName } from '#store/accounts/accounts.ts';
import { cancelOpenEmailChange } from '#store/accounts/email-changes.ts';
import { cancelLinks } from '#store/accounts/links.ts';
import { findConfigurationState } from '#store/dashboard/single-sign-on/configuration-state.ts';
import { findDomainClaims } from '#store/dashboard/single-sign-on/domain-claims.ts';
import { countKeptMethods, restoreMethods } from '#store/dashboard/single-sign-on/kept-methods.ts';
import {
  changeToSaml,
  findBreakGlassAdmins,
  findPolicy,
  findPolicyEffect,
  lockAccountsToChange,
  lockBreakGlassAdmin,
  updatePolicy,
} from '#store/dashboard/single-sign-on/policy.ts';
import { countWithoutFactor, findWithoutFactor } from '#store/dashboard/single-sign-on/without-factor.ts';
import { insertEvents } from '#store/events.ts';
import { insertMails } from '#store/outbox.ts';

/** Accounts that one statement changes; the whole is one transaction. */
const batch = 500;
/** How many people outside the company's domains are named at a time, and how many admins can be chosen from. */
const named = { outside: 100, examples: 5, admins: 200, withoutFactor: 100 };

export const readPolicy: Flow<'readPolicy'> = async (_input, { actor }, deps) =>
  knownPolicy(await findPolicy(deps.store.relaxed, actor.account.companyId));

export const readPolicyEffect: Flow<'readPolicyEffect'> = async ({ query }, { actor }, deps) => {
  const { companyId } = actor.account;
  const { relaxed } = deps.store;
  const [effect, breakGlassAdmins, restorable, withoutFactor, peopleWithoutFactor] = await Promise.all([
    findPolicyEffect(relaxed, companyId, {
      except: query.breakGlassUserId,
      outside: { after: query.outsideAfter ?? '', limit: named.outside },
      now: deps.clock(),
    }),
    findBreakGlassAdmins(relaxed, companyId, named.admins),
    countKeptMethods(relaxed, companyId, deps.clock()),
    countWithoutFactor(relaxed, companyId, query),
    findWithoutFactor(relaxed, companyId, {
      after: query.withoutFactorAfter ?? '',
      limit: named.withoutFactor,
      secondStep: query.secondStep,
      providerStep: query.providerStep,
    }),
  ]);
  const { password, google, outsidePeople, ...rest } = effect;
  return {
    ...rest,
    changing: { password, google },
    outsideExamples: outsidePeople.slice(0, named.examples).map(({ email }) => email),
    outsidePeople: [...outsidePeople],
    breakGlassAdmins,
    withoutFactor,
    peopleWithoutFactor: peopleWithoutFactor.map(({ id, name, email }) => ({ id, name, email })),
    restorable: restorable.count,
    ...(restorable.until !== undefined && { restorableUntil: restorable.until }),
  };
};

/**
 * Changes the policy. To require single sign-on takes a provider, a verified domain, a test that passed with this very
 * configuration, and an active admin who keeps the password. Every other account of the company then signs in by the
 * provider, and its sessions end: those of the acting admin too, unless that one keeps the password. To stop requiring it
 * within a day brings back how those accounts signed in.
 *
 * Throws `Refusal('changedMeanwhile')` with the present policy, `Refusal('ssoNotConfigured')`,
 * `Refusal('testRequired')`, and `Refusal('invalid')` for an admin who cannot keep the password.
 */
export const changePolicy: Flow<'changePolicy'> = async ({ body }, call, deps) => {
  const answer = await adminChange(call, deps, async (change) => {
    const { db, companyId, audit } = change;
    const before = knownPolicy(await findPolicy(db, companyId));
    if (before.version !== body.version) throw new Refusal('changedMeanwhile', { present: before });
    const { secondStep = before.secondStep, sso = before.sso } = body;
    const { providerSignInHours: hours = before.providerSignInHours ?? null } = body;
    const { factorFrom = before.factorFrom ?? null, providerStep = before.providerStep } = body;
    const next = {
      secondStep,
      ...(factorFrom !== null && secondStep !== 'off' && { factorFrom }),
      ...(providerStep !== undefined && providerStep !== 'never' && { providerStep }),
      sso: sso.required ? sso : { required: false },
      ...(hours !== null && { providerSignInHours: hours }),
    };
    const becomesRequired = next.sso.required && !before.sso.required;
    if (next.sso.required) await checkRequirements(change, next.sso, becomesRequired);
    await updatePolicy(db, companyId, next);
    const changed = next.sso.required
      ? await requireSso(change, next.sso.breakGlassUserId ?? '', call, deps)
      : before.sso.required
        ? await goBack(change, call)
        : 0;
    // By the new policy: it may have a second step for the first time, or change who has a password.
    const { factorFrom: from } = next;
    const asksNow = next.providerStep !== undefined && before.providerStep === undefined;
    const isEarlier = from !== undefined && from < (before.factorFrom ?? Infinity);
    if (from !== undefined && (isEarlier || asksNow))
      await tellOfFactor(change, { from, methods: isEarlier ? strategies : ['google', 'saml'] }, deps);
    const { version: _version, ...was } = before;
    audit({
      action: 'policyChanged',
      before: was,
      after: { ...next, ...(changed > 0 && { accountsChanged: changed }) },
    });
    return knownPolicy(await findPolicy(db, companyId));
  });
  deps.wakeMailWorker();
  return answer;
};

/** Mails who has to set up a factor. Who is not mailed, because of the daily limit, is told at the next sign-in. */
async function tellOfFactor(
  { db, companyId, now }: AdminChange,
  { from, methods }: { readonly from: number; readonly methods: readonly Strategy[] },
  deps: Deps,
): Promise<void> {
  const company = (await findCompanyName(db, companyId)) ?? '';
  let after = '';
  for (;;) {
    const people = await findWithoutFactor(db, companyId, { after, limit: batch, methods });
    const last = people.at(-1);
    if (last === undefined) return;
    after = last.email;
    const mailed = await takeMails(
      { db, companyId, now },
      people.map(({ email }) => email),
    );
    const told = people.filter(({ email }) => mailed.has(email));
    await insertMails(told.map((person) => factorRequiredMail(person, { company, from }, deps, now))).execute(
      db,
    );
  }
}

async function checkRequirements(
  { db, companyId }: AdminChange,
  sso: Policy['sso'],
  becomesRequired: boolean,
): Promise<void> {
  if (becomesRequired) {
    const state = await findConfigurationState(db, companyId);
    const claims = await findDomainClaims(db, companyId);
    const verified = claims.some(
      ({ verifiedAt, lostAt }) => verifiedAt !== undefined && lostAt === undefined,
    );
    if (state === undefined || !verified) throw new Refusal('ssoNotConfigured');
    if (state.testedAt === undefined) throw new Refusal('testRequired');
  }
  const { breakGlassUserId } = sso;
  if (breakGlassUserId === undefined)
    throw new Refusal('invalid', { fields: { breakGlassUserId: ['is_required'] } });
  if (!(await lockBreakGlassAdmin(db, companyId, breakGlassUserId)))
    throw new Refusal('invalid', { fields: { breakGlassUserId: ['is_invalid'] } });
}

/**
 * Resolves to how many accounts were changed. Open invitations are sent again, because their links are void, but only
 * to people whom the provider can let in.
 */
async function requireSso(
  { db, companyId, now }: AdminChange,
  breakGlassId: string,
  call: DashboardCall,
  deps: Deps,
): Promise<number> {
  const { client, platform } = call;
  // Else it would take the address away from the one way in that is left.
  await cancelOpenEmailChange(breakGlassId, now).execute(db);
  let changed = 0;
  for (;;) {
    const accounts = await lockAccountsToChange(db, companyId, { except: breakGlassId, limit: batch });
    if (accounts.length === 0) return changed;
    const ids = accounts.map(({ id }) => id);
    await changeToSaml(db, ids, { client, platform, now });
    const invited = accounts.filter(({ status, isInside }) => status === 'unconfirmed' && isInside);
    const mailed = await takeMails(
      { db, companyId, now },
      invited.map(({ email }) => email),
    );
    await inviteAgain(
      // Without an email, the first sign-in at the provider still accepts the invitation.
      invited.filter(({ email }) => mailed.has(email)).map((account) => ({ ...account, method: 'saml' })),
      { db, call, deps, now, changedBy: call.actor.account },
    );
    changed += ids.length;
  }
}

/** Lets the accounts sign in as before the requirement, where that is kept. Resolves to how many. */
async function goBack({ db, companyId, now }: AdminChange, call: DashboardCall): Promise<number> {
  let changed = 0;
  for (;;) {
    const ids = await restoreMethods(db, companyId, batch, now);
    if (ids.length === 0) return changed;
    await endAccess(db, ids, now, {
      cancelledLinks: cancelLinks(ids, ['reset', 'invitation', 'device', 'newDevice'], now),
      loggedEvents: insertEvents(ids, { ...call, kind: 'methodChanged', at: now }),
    });
    changed += ids.length;
  }
}

function knownPolicy(policy: Policy | undefined): Policy {
  if (policy === undefined) throw new Refusal('notFound');
  return policy;
}
