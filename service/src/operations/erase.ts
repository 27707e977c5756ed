/**
 * `npm run operate erase -- --email ADDRESS`: says what the database holds of a person, and changes nothing. With
 * `--confirm ADDRESS`, the same address again, deletes it.
 */
import { eraseAccount } from './erase-account.ts';
import { OperationRefusal, readArguments, runOperation, say, withDeps } from './operation.ts';

const usage = 'npm run operate erase -- --email ADDRESS [--with-company] [--confirm ADDRESS]';

await runOperation(async () => {
  const { values, positionals } = readArguments(
    { email: { type: 'string' }, confirm: { type: 'string' }, 'with-company': { type: 'boolean' } },
    usage,
  );
  const email = values.email?.trim().toLowerCase() ?? '';
  if (email === '' || positionals.length > 0) throw new OperationRefusal(usage);
  const { confirm, 'with-company': withCompany = false } = values;
  if (confirm !== undefined && confirm.trim().toLowerCase() !== email)
    throw new OperationRefusal('--email and --confirm name two addresses. Nothing was erased.');
  await withDeps(async ({ databaseUrl, now }) => {
    const rehearsal = confirm === undefined;
    const erased = await eraseAccount(databaseUrl, { email, now, rehearsal, withCompany });
    say(`${rehearsal ? 'Would erase' : 'Erased'}: the account ${erased.accountId} (${email}).`);
    for (const { table, rows } of erased.rows) say(`  ${String(rows).padStart(6)}  ${table}`);
    const others = erased.addresses.filter((address) => address !== email);
    if (others.length > 0) say(`Also known as ${others.join(', ')}.`);
    if (rehearsal) {
      say(`Nothing was changed. To erase: add --confirm ${email}`);
      return;
    }
    say(`The audit log calls the person ${erased.pseudonym}. No other row names them.`);
    say(
      'Keep the address on a list of your own: after the restore of an older backup, erase the person again by it.',
    );
  });
});
