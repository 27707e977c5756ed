/** The figures of the company's overview (requirements §5). */
import type { Flow } from '#deps.ts';
import { Refusal } from '#refusal.ts';
import { readCertificate } from '#security/saml/certificates.ts';
import { findSamlConfiguration } from '#store/accounts/saml-configurations.ts';
import { countAccounts, countSignIns } from '#store/dashboard/sign-in-log/overview.ts';

export const readOverview: Flow<'readOverview'> = async ({ query }, { actor }, deps) => {
  const { companyId } = actor.account;
  const { timeZone } = query;
  if (!isTimeZone(timeZone)) throw unknownZone();
  const db = deps.store.relaxed;
  const now = deps.clock();
  const [signIns, counts, configuration] = await Promise.all([
    countSignIns(db, companyId, { days: Number(query.days), timeZone }, now).catch((error: unknown) => {
      // A zone that the browser knows and the database does not.
      throw error instanceof Error && 'code' in error && error.code === '22023' ? unknownZone() : error;
    }),
    countAccounts(db, companyId, now),
    findSamlConfiguration(db, companyId),
  ]);
  const ends = (configuration?.certificates ?? []).flatMap((certificate) => {
    const read = readCertificate(certificate);
    return read.ok ? [read.certificate.notAfter] : [];
  });
  const { active, unconfirmed, disabled, ...attention } = counts;
  return {
    // The parts of a Swedish date are in the order of ISO 8601.
    today: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now),
    days: Number(query.days),
    signIns: signIns.map(({ day, method, outcome, count }) => ({
      day,
      outcome,
      count,
      ...(method !== null && { method }),
    })),
    accounts: { active, unconfirmed, disabled },
    ...attention,
    certificateEnds: ends.toSorted((one, other) => one - other),
  };
};

const unknownZone = (): Refusal => new Refusal('invalid', { fields: { timeZone: ['is_invalid'] } });

/** A name of the IANA database. An offset is not one, and PostgreSQL reads its sign the other way round. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
