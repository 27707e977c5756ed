/** Erases one person, or rehearses it: everything is done in one transaction, and undone where something would be left. */
import { insertAuditEntries } from '#store/dashboard/audit-log.ts';
import { findErasablePerson } from '#store/operations/erasable-person.ts';
import { type ErasedRows, erasePerson, findLeftOver } from '#store/operations/erase-person.ts';
import { inLongTransaction } from '#store/operations/long-transaction.ts';

import { OperationRefusal } from './operation.ts';

export interface Erasure {
  readonly email: string;
  readonly now: number;
  /** Does everything and rolls it back. */
  readonly rehearsal: boolean;
  /** Whether to erase the person's company too, which has no other account. */
  readonly withCompany: boolean;
}

export interface Erased {
  readonly accountId: string;
  readonly pseudonym: string;
  readonly addresses: readonly string[];
  readonly rows: readonly ErasedRows[];
}

export const eraseAccount = (
  databaseUrl: string,
  { email, now, rehearsal, withCompany }: Erasure,
): Promise<Erased> =>
  inLongTransaction(
    databaseUrl,
    async (db) => {
      const person = await findErasablePerson(db, email);
      if (person === undefined) throw new OperationRefusal(`No account has the address ${email}.`);
      const { accountId, companyId, addresses } = person;
      if (withCompany && !person.isAlone)
        throw new OperationRefusal(`The company of ${email} has other accounts: leave out --with-company.`);
      if (person.keepsPassword && !withCompany)
        throw new OperationRefusal(
          `${email} keeps the password while the company requires single sign-on. Let another admin keep it first (dashboard, Security).`,
        );
      if ((person.isLastAdmin || person.isAlone) && !withCompany)
        throw new OperationRefusal(
          person.isAlone
            ? `${email} is the only account of its company. With --with-company the company goes too.`
            : `${email} is the last admin of the company. Make another account an admin first.`,
        );
      if (person.lostAt !== undefined)
        throw new OperationRefusal(
          `${email} is also the lost address of an account of ${person.lostAt}. Let an admin there change it first (dashboard, People).`,
        );
      const pseudonym = `erased-${accountId.slice(0, 8)}`;
      const rows = await erasePerson(db, person, pseudonym, withCompany);
      const left = await findLeftOver(db, person);
      if (left.length > 0)
        throw new OperationRefusal(
          `Nothing was erased: ${left.map(({ table, rows: count }) => `${table} (${count})`).join(', ')} would still name the person. ` +
            'service/src/store/operations/erase-person.ts must learn of it.',
        );
      const entry = { companyId, actor: undefined, action: 'personErased', requestId: undefined } as const;
      await insertAuditEntries(db, [{ ...entry, targetId: accountId, target: pseudonym }], now);
      return { accountId, pseudonym, addresses, rows };
    },
    rehearsal,
  );
