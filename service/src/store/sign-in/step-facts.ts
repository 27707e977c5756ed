/** What decides whether a sign-in has a second step, and by what: the policy, the device and the account's factors. */
import { type RawBuilder, sql } from 'kysely';
import type { Way } from '@app/contract/fields/vocabulary.ts';

import { hasKnownPasskey, isUsable } from '#store/accounts/factors.ts';
import type { SecondStep } from '#store/connection/database.ts';
import type { Reader } from '#store/connection/pools.ts';
import { isIdle } from './devices.ts';

export interface StepFacts {
  /** The account's own policy, or its company's. */
  readonly secondStep: SecondStep;
  /** Whether the account knows the device (false without a device, and for one that was not used for 90 days). */
  readonly knownDevice: boolean;
  /** Whether the device is known and spares the code where the policy asks only unknown ones. */
  readonly provenDevice: boolean;
  /** Which factors the account has beside its mailbox; recovery codes: unused ones. */
  readonly factors: Readonly<Record<Exclude<Way, 'emailCode'>, boolean>>;
  /** One of them is due: the password was chosen by a mailed link. */
  readonly factorDue: boolean;
  /** The company's second step takes a factor only, and who has none sets one up. */
  readonly factorRequired: boolean;
  /** What proved the last sign-in that asked for more than the password. */
  readonly lastWay: Way | undefined;
  /** Wrong codes of the account in a row. */
  readonly wrongCodesInARow: number;
}

export interface StepRow {
  second_step: SecondStep | null;
  known_device: boolean;
  proven_device: boolean;
  authenticator: boolean;
  passkey: boolean;
  recovery_code: boolean;
  factor_due: boolean;
  factor_required: boolean;
  last_way: Way | null;
  wrong_codes: number;
}

/** The columns of the facts about an account `a`, for a FROM clause that ends with `stepTables`. `at`: now. */
export const stepColumns = (now: number): RawBuilder<StepRow> => sql<StepRow>`
  coalesce(a.second_step, c.second_step) as second_step,
  coalesce(c.factor_from <= ${new Date(now)}::timestamptz, false) as factor_required,
  d.device is not null as known_device, coalesce(d.proven, false) as proven_device,
  exists (select from authenticators f where f.account_id = a.id) as authenticator,
  ${hasKnownPasskey(sql.ref('a.id'))} as passkey,
  -- With a limit the planner never hashes the whole table.
  (select 1 from recovery_codes r where r.account_id = a.id and ${isUsable(now)} limit 1) is not null
    as recovery_code,
  coalesce(a.factor_due, false) as factor_due,
  (select l.way from last_sign_ins l where l.account_id = a.id) as last_way,
  coalesce((select t.in_a_row from code_tries t where t.account_id = a.id), 0) as wrong_codes`;

/** The company `c` and the device `d` of an account `a`. @param device SHA-256 of its id, or null */
export const stepTables = (device: Buffer | null, now: number): RawBuilder<unknown> => sql`
  left join companies c on c.id = a.company_id
  left join devices d on d.account_id = a.id and d.device = ${device}::bytea
    and not ${isIdle(sql`d.last_used_at`, now)}`;

export const toStepFacts = (row: StepRow): StepFacts => ({
  secondStep: row.second_step ?? 'always',
  knownDevice: row.known_device,
  provenDevice: row.proven_device,
  factors: {
    authenticator: row.authenticator,
    passkey: row.passkey,
    recoveryCode: row.recovery_code,
  },
  // Whatever removed the last factor, nobody is locked out.
  factorDue: row.factor_due && (row.authenticator || row.passkey),
  factorRequired: row.factor_required,
  lastWay: row.last_way ?? undefined,
  wrongCodesInARow: row.wrong_codes,
});

/** The facts of an account that Google or its company's provider has signed in. */
export async function findProviderStepFacts(
  db: Reader,
  { accountId, device, now }: { accountId: string; device: Buffer | null; now: number },
): Promise<StepFacts> {
  const { rows } = await sql<StepRow>`
    select ${stepColumns(now)} from accounts a ${stepTables(device, now)} where a.id = ${accountId}::uuid`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the account of a sign-in at a provider was not found');
  return toStepFacts(row);
}
